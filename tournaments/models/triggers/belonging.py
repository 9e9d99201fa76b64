"""What rows that name each other have to agree on, and in which order a status moves.

Nothing crosses clubs, and nothing crosses events: whatever names two rows names two of one club, or of one
event. Both databases are told the same condition, of the row as it would be, for which `{row}` stands; a row
that it names has to be there. What a row belongs to never changes (`FIXED`): so it is enough to ask when the
row is written that names the others.
"""

# ruff: noqa: S608 - the SQL is put together from constants of this module alone

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Belonging:
    """An agreement: `holds` is the condition, asked when a row is written, or one of `columns` is."""

    code: str
    sentence: str
    table: str
    columns: tuple[str, ...]
    holds: str


@dataclass(frozen=True)
class Life:
    """The steps that the `status` of a table's rows may take. A row may begin with any, as in a copy."""

    code: str
    sentence: str
    table: str
    steps: tuple[tuple[str, str], ...]


def _club_of(table: str, column: str) -> str:
    return f"(SELECT club_id FROM tournaments_{table} WHERE id = {{row}}.{column})"


def _event_of(table: str, column: str) -> str:
    return f"(SELECT event_id FROM tournaments_{table} WHERE id = {{row}}.{column})"


BELONGINGS = (
    Belonging(
        "entry_of_its_club",
        "an entry is of a player of the club of its event",
        "tournaments_entry",
        ("event_id", "player_id"),
        f"{_club_of('event', 'event_id')} = {_club_of('player', 'player_id')}",
    ),
    Belonging(
        "round_of_its_event",
        "a round is of a stage of its event",
        "tournaments_round",
        ("event_id", "stage_id"),
        f"{_event_of('stage', 'stage_id')} = {{row}}.event_id",
    ),
    # Of a round that is only drawn the seats are taken already: this is asked when its status moves.
    Belonging(
        "round_seats_who_is_here",
        "a round is published while nobody whom it seats has withdrawn",
        "tournaments_round",
        ("status",),
        """{row}.status <> 'published' OR NOT EXISTS (
            SELECT 1 FROM tournaments_seat s JOIN tournaments_entry e ON e.id = s.entry_id
            WHERE s.round_id = {row}.id AND e.status = 'withdrawn' AND e.from_round <= {row}.number
        )""",
    ),
    Belonging(
        "seat_of_who_may_sit",
        "bots sit at tables of bots only, and nobody who has withdrawn is seated again",
        "tournaments_seat",
        ("table_id", "round_id", "number", "entry_id"),
        """NOT EXISTS (
            SELECT 1 FROM tournaments_seat other
            JOIN tournaments_entry theirs ON theirs.id = other.entry_id
            JOIN tournaments_player they ON they.id = theirs.player_id
            WHERE other.table_id = {row}.table_id AND other.number <> {row}.number AND (they.bot = '') <>
                (SELECT bot = '' FROM tournaments_player WHERE id =
                    (SELECT player_id FROM tournaments_entry WHERE id = {row}.entry_id))
        ) AND NOT EXISTS (
            SELECT 1 FROM tournaments_entry e JOIN tournaments_round r ON r.id = {row}.round_id
            WHERE e.id = {row}.entry_id AND e.status = 'withdrawn' AND e.from_round <= r.number
            AND r.status <> 'drawn'
        )""",
    ),
    Belonging(
        "adjustment_of_its_event",
        "an adjustment is of an entry, and in a round, of its event",
        "tournaments_adjustment",
        ("event_id", "entry_id", "round_id"),
        f"""{_event_of("entry", "entry_id")} = {{row}}.event_id
        AND ({{row}}.round_id IS NULL OR {_event_of("round", "round_id")} = {{row}}.event_id)""",
    ),
    Belonging(
        "standing_of_its_event",
        "a standing covers a version that its event has reached, and is kept for a round of its event",
        "tournaments_standing",
        ("event_id", "round_id", "version"),
        f"""{{row}}.version <= (SELECT version FROM tournaments_event WHERE id = {{row}}.event_id)
        AND ({{row}}.round_id IS NULL OR {_event_of("round", "round_id")} = {{row}}.event_id)""",
    ),
    Belonging(
        "wish_of_its_club",
        "a wish is of players and an event of its club",
        "tournaments_seatingwish",
        ("club_id", "event_id", "player_id", "other_id"),
        f"""{_club_of("player", "player_id")} = {{row}}.club_id
        AND ({{row}}.other_id IS NULL OR {_club_of("player", "other_id")} = {{row}}.club_id)
        AND ({{row}}.event_id IS NULL OR {_club_of("event", "event_id")} = {{row}}.club_id)""",
    ),
    Belonging(
        "grant_of_its_club",
        "a key is given events and tables of its own club",
        "tournaments_keygrant",
        ("key_id", "event_id", "table_id"),
        """(SELECT m.club_id FROM tournaments_apikey k JOIN tournaments_member m ON m.id = k.member_id
            WHERE k.id = {row}.key_id)
        = (SELECT e.club_id FROM tournaments_event e WHERE e.id = coalesce({row}.event_id,
            (SELECT r.event_id FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
             WHERE t.id = {row}.table_id)))""",
    ),
    Belonging(
        "rehearsal_of_its_club",
        "a rehearsal is played in a club that is there for rehearsals of the event's club",
        "tournaments_rehearsal",
        ("event_id", "of_id"),
        f"""(SELECT c.rehearses_id FROM tournaments_event e JOIN tournaments_club c ON c.id = e.club_id
            WHERE e.id = {{row}}.event_id) = {_club_of("event", "of_id")}""",
    ),
    # Either of the two may be written first.
    Belonging(
        "stand_in_of_its_club",
        "a stand-in is in a club that is there for rehearsals of the club of whom it stands for",
        "tournaments_player",
        ("stands_in_for_id",),
        """NOT EXISTS (
            SELECT 1 FROM tournaments_player real WHERE real.id = {row}.stands_in_for_id AND
            (SELECT rehearses_id = real.club_id FROM tournaments_club WHERE id = {row}.club_id) IS NOT TRUE
        ) AND NOT EXISTS (
            SELECT 1 FROM tournaments_player other WHERE other.stands_in_for_id = {row}.id AND
            (SELECT rehearses_id = {row}.club_id FROM tournaments_club WHERE id = other.club_id) IS NOT TRUE
        )""",
    ),
    Belonging(
        "claim_of_its_table",
        "a claim that was confirmed is a deal of its table, with its number",
        "tournaments_dealclaim",
        ("table_id", "number", "deal_id"),
        """{row}.deal_id IS NULL OR EXISTS (SELECT 1 FROM tournaments_deal d WHERE d.id = {row}.deal_id
            AND d.table_id = {row}.table_id AND d.number = {row}.number)""",
    ),
)

FIXED = {
    "tournaments_club": ("id", "rehearses_id"),
    "tournaments_member": ("id", "club_id", "user_id"),
    "tournaments_apikey": ("id", "member_id"),
    "tournaments_player": ("id", "club_id", "bot"),
    "tournaments_event": ("id", "club_id"),
    "tournaments_stage": ("id", "event_id"),
    "tournaments_entry": ("id", "event_id", "player_id"),
    "tournaments_round": ("id", "event_id", "stage_id", "number"),
    "tournaments_table": ("id", "round_id"),
    "tournaments_standing": ("id", "event_id"),
    "tournaments_rehearsal": ("id", "event_id", "of_id"),
}
"""What each row is, and belongs to, for good: columns that never change."""

LIVES = (
    Life(
        "event_status_moves",
        "an event goes from draft to open to running to finished, and back to running alone",
        "tournaments_event",
        (
            ("draft", "open"),
            ("draft", "running"),
            ("open", "running"),
            ("running", "finished"),
            ("finished", "running"),
        ),
    ),
    Life(
        "round_status_moves",
        "a round goes from drawn to published to playing to closed, and never back",
        "tournaments_round",
        (("drawn", "published"), ("published", "playing"), ("published", "closed"), ("playing", "closed")),
    ),
    Life(
        "entry_status_moves",
        "an entry is registered or checked in until it withdraws, and that is for good",
        "tournaments_entry",
        (
            ("registered", "checked_in"),
            ("checked_in", "registered"),
            ("registered", "withdrawn"),
            ("checked_in", "withdrawn"),
        ),
    ),
)
