"""The tables of the open round for their director: who waits longest comes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.urls import reverse

from tournaments.desk.words.needs import SILENT, Need
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tables import TablePlay, names_at


@dataclass(frozen=True)
class WatchLine:
    """A table: since when nothing has come from it, and what it needs (headings of the next steps)."""

    play: TablePlay
    people: list[str]
    since: datetime | None
    silent: bool
    needs: list[str]


def watch_lines(
    round_: Round, plays: Sequence[TablePlay], needs: Sequence[Need], now: datetime
) -> list[WatchLine]:
    """The tables of an open round (one query): first those with an urgent need, then who waits longest.

    Tables that are over come last. needs: the next steps; those that lead to a table belong to it.
    """
    names = names_at([play.id for play in plays], for_members=True)
    of_table: dict[str, list[str]] = {}
    for need in needs:
        of_table.setdefault(need.url, []).append(need.what)
    lines = [_line(round_, play, names[play.id], of_table, now) for play in plays]
    begun = round_.published_at or now
    return sorted(
        lines,
        key=lambda line: (line.play.over, not line.needs, line.since or begun, line.play.number),
    )


def _line(
    round_: Round, play: TablePlay, people: list[str], of_table: dict[str, list[str]], now: datetime
) -> WatchLine:
    since = play.last_deal_at or round_.published_at
    return WatchLine(
        play=play,
        people=people,
        since=since,
        silent=not play.over and since is not None and now - since > SILENT,
        needs=of_table.get(_address(play.id), []),
    )


def _address(table: UUID) -> str:
    return reverse("table", args=[table])
