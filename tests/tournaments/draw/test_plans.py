"""In a database of many evenings, a deal and the pages of people read no more than what they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.db.models import ForeignKey, Model, UUIDField

from tests.api.client import Client, deal_path
from tests.builders import make_key, next_document, published_round, running_event, the_table
from tests.tournaments.evenings import evening
from tests.tournaments.seasons import a_club, played, started
from tournaments.clubs.verbs.people import Someone, someone_of
from tournaments.events.verbs import marks
from tournaments.models import (
    Account,
    Club,
    Deal,
    Entry,
    Event,
    Occupant,
    OutboxTask,
    Player,
    Round,
    Seat,
    SeatResult,
    Showdown,
    Stage,
    Table,
    Transfer,
)
from tournaments.seasons.verbs import figures, tables
from tournaments.standings.verbs import standings
from tournaments.tables.verbs.tallies import chips_by_part

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

LARGE = (
    "account",
    "deal",
    "transfer",
    "seatresult",
    "payout",
    "showdown",
    "seat",
    "table",
    "auditentry",
    "outboxtask",
)
"""Tables that grow with every evening."""

FEW = 800
"""Rows."""

# 1,000 tables of four, 2,000 deals, 100,000 transfers, with triggers and foreign keys off: this is only bulk.
OTHER_EVENINGS = """
SET LOCAL session_replication_role = replica;
INSERT INTO tournaments_table (id, round_id, number, deals_planned)
    SELECT gen_random_uuid(), gen_random_uuid(), 1, 4 FROM generate_series(1, 1000);
INSERT INTO tournaments_seat (table_id, round_id, number, entry_id)
    SELECT t.id, t.round_id, n, gen_random_uuid() FROM tournaments_table t, generate_series(0, 3) n
    WHERE t.deals_planned = 4;
INSERT INTO tournaments_account (table_id, name, balance, overdraft)
    SELECT t.id, name, 0, true FROM tournaments_table t,
    unnest(ARRAY['bank', 'bets', 'ace', 'king', 'queen', 'jack', 'ten', 'marriage', 'sequence', 'poch',
                 'center', 'seat 0', 'seat 1', 'seat 2', 'seat 3']) name
    WHERE t.deals_planned = 4;
INSERT INTO tournaments_deal (id, table_id, number, revision, kind, document, result, next_dealer, reason,
                              via, event_version, recorded_at)
    SELECT gen_random_uuid(), t.id, n, 1, 'recorded', '{}', '{}', 0, '', 'api', 1, now()
    FROM tournaments_table t, generate_series(1, 2) n WHERE t.deals_planned = 4;
INSERT INTO tournaments_transfer (table_id, deal_id, seq, source_id, target_id, chips, reason, note,
                                  created_at)
    SELECT d.table_id, d.id, n, s.id, g.id, 1, 'ante', '', now()
    FROM tournaments_deal d
    JOIN tournaments_account s ON s.table_id = d.table_id AND s.name = 'seat 0'
    JOIN tournaments_account g ON g.table_id = d.table_id AND g.name = 'ace',
    generate_series(0, 49) n WHERE d.via = 'api' AND d.document = '{}';
INSERT INTO tournaments_seatresult (deal_id, seat_id, deals, net, staked, pots, "out", pools,
                                    showdowns, "left")
    SELECT d.id, s.id, 1, 0, 0, 0, 0, 0, 0, 0 FROM tournaments_deal d JOIN tournaments_seat s USING (table_id)
    WHERE d.document = '{}';
INSERT INTO tournaments_showdown (deal_id, seat_id, stake, passed, kind, cards, pots, chips)
    SELECT deal_id, seat_id, 0, true, '', '', '[]', 0 FROM tournaments_seatresult;
INSERT INTO tournaments_payout (deal_id, pool, seat_id, chips, how)
    SELECT deal_id, 'ace', seat_id, 1, 'meld' FROM tournaments_seatresult;
INSERT INTO tournaments_auditentry (club_id, via, verb, target, data, at, number, digest)
    SELECT gen_random_uuid(), 'api', 'record_deal', 'deal', '{}', now(), n, ''
    FROM generate_series(1, 5000) n;
INSERT INTO tournaments_outboxtask (id, task, args, request_id, not_before, created_at, attempts, error,
                                    done_at)
    SELECT gen_random_uuid(), 'standings.refresh', '[]', '', now(), now(), 0, '', now()
    FROM generate_series(1, 5000);
SET LOCAL session_replication_role = origin;
"""


def test_a_deal_reads_a_few_rows_of_large_tables() -> None:
    deals = 12  # so many that every plan is the one that is kept
    table = the_table(published_round(running_event(4, deals_per_round=deals)))
    client = Client(make_key(table.round.event.club, "scorer"))
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in OTHER_EVENINGS.split(";\n"):
            cursor.execute(statement)
        cursor.execute("ANALYZE")
    before = _rows_read()
    for _ in range(deals):
        answer = client.send("PUT", deal_path(table), {"document": next_document(table)})
        assert answer.status_code == 201, answer.content
        connection.check_constraints()  # as COMMIT does
    read = {name: (rows - before[name]) // deals for name, rows in _rows_read().items()}
    # Every table has 1,000 rows and more; a deal has about fifty transfers.
    assert {name: rows for name, rows in read.items() if rows > FEW} == {}


def _rows_read(tables: Sequence[str] = LARGE) -> dict[str, int]:
    """How many rows of each of these tables were read in this transaction, by an index or without."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname, seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables")
        read = dict(cursor.fetchall())
    return {name: read[f"tournaments_{name}"] for name in tables}


# 4,000 players of 1,000 other clubs, of whom each fourth is anonymous, and an entry in a log for each.
OTHER_CLUBS = """
SET LOCAL session_replication_role = replica;
INSERT INTO tournaments_player (id, club_id, name, public_name, name_key, sort_key, search_key, bot,
                                visibility, created_at, anonymised_at)
    SELECT gen_random_uuid(), c.id, n, n, n, n, n, '', 'members', now(), CASE n WHEN 1 THEN now() END
    FROM (SELECT gen_random_uuid() id FROM generate_series(1, 1000)) c, generate_series(1, 4) n;
INSERT INTO tournaments_auditentry (club_id, via, verb, target, data, at, number, digest)
    SELECT club_id, 'page', 'add_player', 'player', '{}', now(), 100 + row_number() over (), ''
    FROM tournaments_player;
SET LOCAL session_replication_role = origin;
"""


def test_the_marks_of_kept_pages_read_nothing_of_other_clubs() -> None:
    club, people = a_club(4)
    event = played(club, people)
    season = started(club, [event])
    with connection.cursor() as cursor:
        for statement in OTHER_CLUBS.split(";\n"):
            cursor.execute(statement)
        cursor.execute("ANALYZE")
    tables = ["player", "auditentry"]
    before = _rows_read(tables)
    assert marks.mark_of("season", season.ref) is not None
    assert marks.mark_of("event", event.ref) is not None
    assert _rows_read(tables) == before


CLUBS = 8
OF_EVENINGS = (
    Event, Stage, Entry, Round, Table, Seat, Occupant, Account, Deal, Transfer, SeatResult, Showdown
)  # fmt: skip

FigureOf = Callable[[Event], object]

FIGURES: dict[str, FigureOf] = {
    "standings by round": chips_by_part,
    "the game of a person": lambda event: figures.chips_by_stage(_somebody(event), _newest(event)),
    "best deals": lambda event: figures.best_deals(_somebody(event), _newest(event)),
    "opponents": lambda event: figures.opponents(_somebody(event), _newest(event)),
    "records": lambda event: figures.club_records(Event.objects.filter(pk__in=_newest(event))),
}

OF_ONE_PERSON = ("best deals", "opponents")
"""They read the ids of the tables first, so their statements join few tables and are planned at once."""

MOST_JOINED = 8

MANY = 5_000
"""Rows. It is less work to read a smaller table as a whole."""


@pytest.fixture(params=[25, pytest.param(62, marks=pytest.mark.nightly)], ids=["a year", "100,000 transfers"])
def one_of_many(request: pytest.FixtureRequest) -> Event:
    """An evening of one of eight clubs, which together have played so many of them."""
    event = evening()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for model, copies in [
            (Club, CLUBS),
            (Player, CLUBS),
            *((model, request.param) for model in OF_EVENINGS),
        ]:
            cursor.execute(_copies_of(model), [copies - 1])
        cursor.execute("SET LOCAL session_replication_role = origin")
        cursor.execute("ANALYZE")
    return event


def test_figures_of_people_read_no_large_table_as_a_whole(one_of_many: Event) -> None:
    read, joined = {}, {}
    for name, figure in FIGURES.items():
        plans = [list(_nodes(plan)) for plan in _plans_of(partial(figure, one_of_many))]
        scans = [node for plan in plans for node in plan if node["Node Type"] == "Seq Scan"]
        read[name] = {(scan["Relation Name"], scan["Plan Rows"]) for scan in scans}
        joined[name] = max(sum("Relation Name" in node for node in plan) for plan in plans)
    ledger = {"tournaments_transfer", "tournaments_seatresult"}
    assert [
        (n, t, rows) for n, scans in read.items() for t, rows in scans if t in ledger and rows > MANY
    ] == []
    assert [(name, joined[name]) for name in OF_ONE_PERSON if joined[name] > MOST_JOINED] == []


def test_sweeps_read_what_is_due_and_not_every_event() -> None:
    evening()
    OutboxTask.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(_copies_of(Event), [MANY])
        cursor.execute("UPDATE tournaments_event SET covered = version")
        cursor.execute("SET LOCAL session_replication_role = origin")
        cursor.execute("ANALYZE")
    for sweep in (standings.ask_for_stale, tables.ask_for_stale):
        nodes = [node for plan in _plans_of(sweep) for node in _nodes(plan)]
        read = {node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"}
        assert "tournaments_event" not in read


def _somebody(event: Event) -> Someone:
    entry = event.entries.filter(player__bot="", player__anonymised_at=None).earliest("number")
    someone = someone_of(entry.player_id)
    assert someone is not None
    return someone


def _newest(event: Event) -> list[Any]:
    return list(Event.objects.filter(club=event.club).order_by("-pk").values_list("pk", flat=True)[:3])


def _copies_of(model: type[Model]) -> str:
    """The statement that copies all rows of a table, with new ids. Each eighth copy is of the same club."""
    values = {}
    for field in model._meta.concrete_fields:
        name = f'"{field.column}"'
        of = field.related_model if isinstance(field, ForeignKey) else model
        if of in {Club, Player, *OF_EVENINGS} and (field.primary_key or isinstance(field, ForeignKey)):
            n = f"(n %% {CLUBS})" if of in {Club, Player} else "n"
            key = field.target_field if isinstance(field, ForeignKey) else field
            new = (
                f"md5({name}::text || {n})::uuid" if isinstance(key, UUIDField) else f"{name} + 1000000 * {n}"
            )
            values[name] = f"CASE {n} WHEN 0 THEN {name} ELSE {new} END"
        else:
            values[name] = f"{name} || '-' || n" if field.unique else name
    return (
        f"INSERT INTO {model._meta.db_table} ({', '.join(values)}) "
        f"SELECT {', '.join(values.values())} FROM {model._meta.db_table}, generate_series(1, %s) n"
    )


def _plans_of(call: Callable[[], object]) -> list[dict[str, Any]]:
    """The plans of the statements that `call` runs."""
    statements: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        statements.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        call()
    plans = []
    with connection.cursor() as cursor:
        for sql, params in statements:
            if "SAVEPOINT" in sql:
                continue
            cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
            plans.append(cursor.fetchone()[0][0]["Plan"])
    return plans


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", []):
        yield from _nodes(part)
