"""Rules for rows that refer to each other, and the order in which a status changes.

Rows of different clubs or events do not mix: a row that refers to two others refers to two of one club, or of
one event. `belonging.sql` has these rules, one a paragraph: its code and its sentence, the table with the
columns whose change is checked, and the condition on the new row, which is the same for both databases.
Columns that say where a row belongs never change (`FIXED`), so it is enough to check a row when it is
written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ReferenceRule:
    """A rule: `holds` must be true when a row is inserted, and when one of `columns` is updated."""

    code: str
    sentence: str
    table: str
    columns: tuple[str, ...]
    holds: str


@dataclass(frozen=True)
class StatusOrder:
    """The changes of `status` that are allowed. An INSERT may set any status, so that rows can be copied."""

    code: str
    sentence: str
    table: str
    steps: tuple[tuple[str, str], ...]


_RULE = re.compile(r"-- (\w+): (.+)\n(?:-- \(.+\)\n)?-- (\w+) \((.+)\)\n((?s:.+))")
"""The code, the sentence (and a comment in brackets), the table with its columns, the condition."""


def _read(paragraph: str) -> ReferenceRule:
    rule = _RULE.fullmatch(paragraph)
    if rule is None:
        raise ValueError(paragraph)
    code, sentence, table, columns, holds = rule.groups()
    return ReferenceRule(code, sentence, table, tuple(columns.split(", ")), holds)


REFERENCE_RULES = [
    _read(paragraph)
    for paragraph in Path(__file__).with_suffix(".sql").read_text(encoding="utf-8").strip().split("\n\n")
]

FIXED = {
    "tournaments_member": ("id", "club_id", "user_id"),
    "tournaments_apikey": ("id", "member_id"),
    "tournaments_player": ("id", "club_id", "bot"),
    "tournaments_event": ("id", "club_id", "rehearsal_of_id"),
    "tournaments_stage": ("id", "event_id"),
    "tournaments_entry": ("id", "event_id", "player_id"),
    "tournaments_reply": ("id", "event_id"),
    "tournaments_round": ("id", "event_id", "stage_id", "number"),
    "tournaments_table": ("id", "round_id"),
    "tournaments_occupant": ("id", "seat_id", "round_id", "entry_id", "from_deal", "event_version"),
    "tournaments_standing": ("id", "event_id"),
    "tournaments_tablecard": ("id", "event_id", "number"),
    "tournaments_phone": ("id", "card_id", "table_id"),
    "tournaments_call": ("id", "table_id"),
    "tournaments_league": ("id", "club_id"),
    "tournaments_leagueclub": ("id", "league_id", "club_id"),
    "tournaments_season": ("id", "league_id", "previous_id"),
    "tournaments_division": ("id", "season_id"),
    "tournaments_evening": ("id", "season_id", "event_id"),
    "tournaments_seasonmember": ("id", "season_id", "player_id"),
    "tournaments_absence": ("id", "evening_id", "member_id"),
    "tournaments_credit": ("id", "member_id"),
    "tournaments_honour": ("id", "member_id"),
    "tournaments_eveningworth": ("id", "evening_id"),
    "tournaments_seasonstanding": ("id", "season_id", "version"),
    "tournaments_teamscheme": ("id", "season_id"),
    "tournaments_team": ("id", "season_id"),
    "tournaments_teammember": ("id", "team_id", "member_id"),
    "tournaments_lineup": ("id", "team_id", "evening_id"),
    "tournaments_lineupplace": ("id", "line_up_id"),
    "tournaments_rating": ("id", "player_id", "event_id"),
}
"""Columns that never change: the id of a row, and the rows it belongs to."""

STATUS_ORDERS = (
    StatusOrder(
        "event_status_moves",
        "an event goes from draft to open, running and finished, and only from finished back to running",
        "tournaments_event",
        (
            ("draft", "open"),
            ("draft", "running"),
            ("open", "running"),
            ("running", "finished"),
            ("finished", "running"),
        ),
    ),
    StatusOrder(
        "season_status_moves",
        "a season goes from draft to open, running and finished, and back from finished to running, from "
        "running to draft",
        "tournaments_season",
        (
            ("draft", "open"),
            ("draft", "running"),
            ("open", "running"),
            ("running", "finished"),
            ("finished", "running"),
            ("running", "draft"),
        ),
    ),
    StatusOrder(
        "round_status_moves",
        "a round goes from drawn to published, playing and closed, or becomes void, and never back",
        "tournaments_round",
        (
            ("drawn", "published"),
            ("published", "playing"),
            ("published", "closed"),
            ("playing", "closed"),
            ("published", "void"),
            ("playing", "void"),
            ("closed", "void"),
        ),
    ),
    StatusOrder(
        "entry_status_moves",
        "a withdrawn entry stays withdrawn",
        "tournaments_entry",
        (
            ("registered", "checked_in"),
            ("checked_in", "registered"),
            ("registered", "withdrawn"),
            ("checked_in", "withdrawn"),
        ),
    ),
)
