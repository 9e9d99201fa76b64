"""In a database of many evenings, a deal, the marks of pages and sweeps read only what they are about."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.db import connection

from tests.api.client import Client, deal_path
from tests.builders import make_key, next_document, published_round, running_event, the_table
from tests.federation.plans import watched
from tests.tournaments.seasons import a_club, played, started
from tournaments.events.verbs import marks
from tournaments.seasons.verbs import tables
from tournaments.standings.verbs import standings

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


# 6,000 copies of an event whose standing is not stale.
OTHER_EVENTS = """
SET LOCAL session_replication_role = replica;
INSERT INTO tournaments_event SELECT (jsonb_populate_record(e, jsonb_build_object(
    'id', gen_random_uuid(), 'slug', n, 'covered', e.version))).*
    FROM tournaments_event e, generate_series(1, 6000) n;
SET LOCAL session_replication_role = origin;
"""


def test_sweeps_read_what_is_due_and_not_every_event() -> None:
    running_event(4)
    with connection.cursor() as cursor:
        for statement in OTHER_EVENTS.split(";\n"):
            cursor.execute(statement)
        cursor.execute("ANALYZE")
    with watched() as plans:
        standings.ask_for_stale()
        tables.ask_for_stale()
    assert plans.seen
    assert plans.found == []
