"""Rules for rows that refer to each other, and the order in which a status changes.

Rows of different clubs or events do not mix: a row that refers to two others refers to two of one club, or of
one event. Both databases check the same condition on the new row, which `{row}` stands for. Columns that say
where a row belongs never change (`FIXED`), so it is enough to check a row when it is written.
"""

# ruff: noqa: S608 - the SQL is put together from constants of this module alone

from __future__ import annotations

from dataclasses import dataclass


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


def _club_of(table: str, column: str) -> str:
    return f"(SELECT club_id FROM tournaments_{table} WHERE id = {{row}}.{column})"


def _event_of(table: str, column: str) -> str:
    return f"(SELECT event_id FROM tournaments_{table} WHERE id = {{row}}.{column})"


def _season_of(table: str, column: str) -> str:
    return f"(SELECT season_id FROM tournaments_{table} WHERE id = {{row}}.{column})"


def _through_the_league(table: str, column: str, since: str) -> str:
    """The row's event or player is of the club of its league, or came through the consent of its club."""
    return f"""EXISTS (
            SELECT 1 FROM tournaments_season s
            JOIN tournaments_league l ON l.id = s.league_id
            JOIN tournaments_{table} x ON x.id = {{row}}.{column}
            LEFT JOIN tournaments_leagueclub c ON c.id = {{row}}.through_id
            WHERE s.id = {{row}}.season_id AND (
                ({{row}}.through_id IS NULL AND x.club_id = l.club_id)
                OR (c.league_id = l.id AND c.club_id = x.club_id AND c.agreed_at IS NOT NULL
                    AND (c.left_at IS NULL OR c.left_at >= {{row}}.{since}))
            )
        ) AND ({{row}}.division_id IS NULL OR {_season_of("division", "division_id")} = {{row}}.season_id)"""


REFERENCE_RULES = (
    ReferenceRule(
        "entry_of_its_club",
        "the player of an entry belongs to the club of its event",
        "tournaments_entry",
        ("event_id", "player_id"),
        f"{_club_of('event', 'event_id')} = {_club_of('player', 'player_id')}",
    ),
    ReferenceRule(
        "round_of_its_event",
        "the stage of a round belongs to the same event",
        "tournaments_round",
        ("event_id", "stage_id"),
        f"{_event_of('stage', 'stage_id')} = {{row}}.event_id",
    ),
    # A drawn round has seats already, so this rule is checked when the status of the round changes.
    ReferenceRule(
        "round_seats_who_is_here",
        "a round with a withdrawn entry in a seat cannot be published",
        "tournaments_round",
        ("status",),
        """{row}.status <> 'published' OR NOT EXISTS (
            SELECT 1 FROM tournaments_seat s JOIN tournaments_entry e ON e.id = s.entry_id
            WHERE s.round_id = {row}.id AND e.status = 'withdrawn' AND e.from_round <= {row}.number
        )""",
    ),
    ReferenceRule(
        "void_round_loses_no_deal",
        "a round with a deal that counts becomes void only if its stage is played again, and a round with a "
        "deal or a claim is not taken back",
        "tournaments_round",
        ("status", "void_as"),
        """{row}.status <> 'void' OR {row}.void_as = 'played_again' OR NOT (
            EXISTS (
                SELECT 1 FROM tournaments_deal d JOIN tournaments_table t ON t.id = d.table_id
                WHERE t.round_id = {row}.id AND ({row}.void_as = 'taken_back' OR (d.kind = 'recorded'
                    AND NOT EXISTS (SELECT 1 FROM tournaments_deal v WHERE v.replaces_id = d.id)))
            ) OR ({row}.void_as = 'taken_back' AND EXISTS (
                SELECT 1 FROM tournaments_dealclaim c JOIN tournaments_table t ON t.id = c.table_id
                WHERE t.round_id = {row}.id))
        )""",
    ),
    ReferenceRule(
        "seat_of_who_may_sit",
        "people and bots do not share a table, a withdrawn entry gets no seat, and an entry sits once in a "
        "round",
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
            AND r.status NOT IN ('drawn', 'void')
        ) AND NOT EXISTS (
            SELECT 1 FROM tournaments_occupant o
            WHERE o.round_id = {row}.round_id AND o.entry_id = {row}.entry_id
        )""",
    ),
    ReferenceRule(
        "occupant_of_its_seat",
        "an occupant is an entry of the event that has not withdrawn and sits nowhere else in the round, "
        "people and bots do not share a table, and an empty seat stays empty",
        "tournaments_occupant",
        ("seat_id", "round_id", "entry_id"),
        """EXISTS (
            SELECT 1 FROM tournaments_seat s
            JOIN tournaments_round r ON r.id = s.round_id
            JOIN tournaments_entry first ON first.id = s.entry_id
            JOIN tournaments_player they ON they.id = first.player_id
            LEFT JOIN tournaments_entry e ON e.id = {row}.entry_id
            LEFT JOIN tournaments_player p ON p.id = e.player_id
            WHERE s.id = {row}.seat_id AND r.id = {row}.round_id AND r.status <> 'drawn'
            AND ({row}.entry_id IS NULL OR (
                e.event_id = r.event_id AND (p.bot = '') = (they.bot = '')
                AND NOT (e.status = 'withdrawn' AND e.from_round <= r.number AND r.status <> 'void')
            ))
        ) AND NOT EXISTS (
            SELECT 1 FROM tournaments_seat other
            WHERE other.round_id = {row}.round_id AND other.entry_id = {row}.entry_id
        ) AND NOT EXISTS (
            SELECT 1 FROM tournaments_occupant nobody
            WHERE nobody.seat_id = {row}.seat_id AND nobody.entry_id IS NULL
        )""",
    ),
    ReferenceRule(
        "adjustment_of_its_event",
        "the entry and the round of an adjustment belong to its event",
        "tournaments_adjustment",
        ("event_id", "entry_id", "round_id"),
        f"""{_event_of("entry", "entry_id")} = {{row}}.event_id
        AND ({{row}}.round_id IS NULL OR {_event_of("round", "round_id")} = {{row}}.event_id)""",
    ),
    ReferenceRule(
        "standing_of_its_event",
        "the event of a standing has reached its version, and its round belongs to that event",
        "tournaments_standing",
        ("event_id", "round_id", "version"),
        f"""{{row}}.version <= (SELECT version FROM tournaments_event WHERE id = {{row}}.event_id)
        AND ({{row}}.round_id IS NULL OR {_event_of("round", "round_id")} = {{row}}.event_id)""",
    ),
    ReferenceRule(
        "clock_of_its_event",
        "the round of a clock belongs to its event, and is not only drawn",
        "tournaments_roundclock",
        ("event_id", "round_id"),
        f"""{_event_of("round", "round_id")} = {{row}}.event_id
        AND (SELECT status FROM tournaments_round WHERE id = {{row}}.round_id) <> 'drawn'""",
    ),
    ReferenceRule(
        "wish_of_its_club",
        "the players and the event of a wish belong to its club",
        "tournaments_seatingwish",
        ("club_id", "event_id", "player_id", "other_id"),
        f"""{_club_of("player", "player_id")} = {{row}}.club_id
        AND ({{row}}.other_id IS NULL OR {_club_of("player", "other_id")} = {{row}}.club_id)
        AND ({{row}}.event_id IS NULL OR {_club_of("event", "event_id")} = {{row}}.club_id)""",
    ),
    ReferenceRule(
        "grant_of_its_club",
        "the events and tables granted to a key belong to its club",
        "tournaments_keygrant",
        ("key_id", "event_id", "table_id"),
        """(SELECT m.club_id FROM tournaments_apikey k JOIN tournaments_member m ON m.id = k.member_id
            WHERE k.id = {row}.key_id)
        = (SELECT e.club_id FROM tournaments_event e WHERE e.id = coalesce({row}.event_id,
            (SELECT r.event_id FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
             WHERE t.id = {row}.table_id)))""",
    ),
    ReferenceRule(
        "rehearsal_of_its_club",
        "a rehearsal belongs to the club of its event, which is no rehearsal",
        "tournaments_event",
        ("rehearsal_of_id",),
        """{row}.rehearsal_of_id IS NULL OR EXISTS (
            SELECT 1 FROM tournaments_event e WHERE e.id = {row}.rehearsal_of_id
            AND e.club_id = {row}.club_id AND e.rehearsal_of_id IS NULL
        )""",
    ),
    ReferenceRule(
        "rehearsal_has_bots",
        "only bots are entered in a rehearsal",
        "tournaments_entry",
        ("event_id", "player_id"),
        """(SELECT rehearsal_of_id FROM tournaments_event WHERE id = {row}.event_id) IS NULL
        OR (SELECT bot FROM tournaments_player WHERE id = {row}.player_id) <> ''""",
    ),
    ReferenceRule(
        "reply_of_its_club",
        "the player of a reply belongs to the club of its event",
        "tournaments_reply",
        ("event_id", "player_id"),
        f"""{{row}}.player_id IS NULL
        OR {_club_of("player", "player_id")} = {_club_of("event", "event_id")}""",
    ),
    ReferenceRule(
        "claim_of_its_table",
        "the deal of a confirmed claim has the table and the number of the claim",
        "tournaments_dealclaim",
        ("table_id", "number", "deal_id"),
        """{row}.deal_id IS NULL OR EXISTS (SELECT 1 FROM tournaments_deal d WHERE d.id = {row}.deal_id
            AND d.table_id = {row}.table_id AND d.number = {row}.number)""",
    ),
    ReferenceRule(
        "phone_of_its_card",
        "a phone is at the table of an event that has the number of its card",
        "tournaments_phone",
        ("card_id", "table_id"),
        """EXISTS (
            SELECT 1 FROM tournaments_tablecard c
            JOIN tournaments_table t ON t.number = c.number
            JOIN tournaments_round r ON r.id = t.round_id AND r.event_id = c.event_id
            WHERE c.id = {row}.card_id AND t.id = {row}.table_id
        )""",
    ),
    ReferenceRule(
        "club_of_another_league",
        "the club of a league takes part without a consent",
        "tournaments_leagueclub",
        ("league_id", "club_id"),
        f"{{row}}.club_id <> {_club_of('league', 'league_id')}",
    ),
    # These two are the only door between clubs: the consent that a row names.
    ReferenceRule(
        "evening_of_its_league",
        "the event of an evening belongs to the club of the league, or to a club that takes part in it, and "
        "is no rehearsal, and the division of an evening belongs to its season",
        "tournaments_evening",
        ("season_id", "event_id", "through_id", "division_id"),
        _through_the_league("event", "event_id", "added_at")
        + " AND (SELECT rehearsal_of_id FROM tournaments_event WHERE id = {row}.event_id) IS NULL",
    ),
    ReferenceRule(
        "season_member_of_its_league",
        "the player of a member belongs to the club of the league, or to a club that takes part in it, the "
        "division of a member belongs to the season, and a person is a member once until it is finished",
        "tournaments_seasonmember",
        ("season_id", "player_id", "through_id", "division_id", "set_aside"),
        _through_the_league("player", "player_id", "added_at")
        + """ AND ({row}.set_aside OR NOT EXISTS (
            SELECT 1 FROM tournaments_player mine
            JOIN tournaments_player theirs ON theirs.user_id = mine.user_id AND theirs.id <> mine.id
            JOIN tournaments_seasonmember m ON m.player_id = theirs.id AND NOT m.set_aside
            JOIN tournaments_season s ON s.id = m.season_id AND s.status <> 'finished'
            WHERE m.season_id = {row}.season_id AND mine.id = {row}.player_id
        ))""",
    ),
    ReferenceRule(
        "absence_of_its_season",
        "the member and the evening of an absence belong to one season",
        "tournaments_absence",
        ("evening_id", "member_id"),
        f"{_season_of('evening', 'evening_id')} = {_season_of('seasonmember', 'member_id')}",
    ),
    ReferenceRule(
        "season_standing_of_its_season",
        "the season of a standing has reached its version",
        "tournaments_seasonstanding",
        ("season_id", "version"),
        "{row}.version <= (SELECT version FROM tournaments_season WHERE id = {row}.season_id)",
    ),
    ReferenceRule(
        "team_of_its_league",
        "the club of a team is that of the league, or one that takes part in it",
        "tournaments_team",
        ("season_id", "club_id"),
        """{row}.club_id IS NULL OR EXISTS (
            SELECT 1 FROM tournaments_season s JOIN tournaments_league l ON l.id = s.league_id
            LEFT JOIN tournaments_leagueclub c ON c.league_id = l.id AND c.agreed_at IS NOT NULL
            WHERE s.id = {row}.season_id AND {row}.club_id IN (l.club_id, c.club_id)
        )""",
    ),
    ReferenceRule(
        "team_member_of_its_season",
        "a member of a team is a member of its season",
        "tournaments_teammember",
        ("team_id", "member_id"),
        f"{_season_of('team', 'team_id')} = {_season_of('seasonmember', 'member_id')}",
    ),
    ReferenceRule(
        "line_up_of_its_season",
        "the team and the evening of a line-up belong to one season",
        "tournaments_lineup",
        ("team_id", "evening_id"),
        f"{_season_of('team', 'team_id')} = {_season_of('evening', 'evening_id')}",
    ),
    ReferenceRule(
        "line_up_place_of_its_team",
        "who plays in a line-up is in its team",
        "tournaments_lineupplace",
        ("line_up_id", "member_id"),
        """(SELECT team_id FROM tournaments_lineup WHERE id = {row}.line_up_id)
        = (SELECT team_id FROM tournaments_teammember WHERE id = {row}.member_id)""",
    ),
    ReferenceRule(
        "person_in_a_season_once",
        "players of one account are in a season once until it is finished",
        "tournaments_player",
        ("user_id",),
        """NOT EXISTS (
            SELECT 1 FROM tournaments_seasonmember mine
            JOIN tournaments_season s ON s.id = mine.season_id AND s.status <> 'finished'
            JOIN tournaments_seasonmember m ON m.season_id = mine.season_id AND NOT m.set_aside
            JOIN tournaments_player theirs ON theirs.id = m.player_id
            WHERE mine.player_id = {row}.id AND NOT mine.set_aside
            AND theirs.user_id = {row}.user_id AND theirs.id <> {row}.id
        )""",
    ),
)

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
