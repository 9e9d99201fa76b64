"""Standings: a pure function of deals and adjustments, refreshed by tasks that may be lost or doubled."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import (
    enter,
    make_event,
    nets_by_the_ledger,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tournaments import tasks
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.events.verbs.entries import set_seeding
from tournaments.events.verbs.stages import add_stage
from tournaments.models import Event, OutboxTask, Standing
from tournaments.standings.rules.ranking import Ranked
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.adjustments import add_adjustment, cancel_adjustment

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Seven players after a round of two deals."""
    event = running_event(7, deals_per_round=2)
    play_round(published_round(event))
    event.refresh_from_db()
    return event


def test_scores_are_what_the_ledger_says_to_the_chip_and_refreshing_twice_is_once(event: Event) -> None:
    standing = standings.refresh(event.pk)
    assert standing.version == event.version
    assert standings.refresh(event.pk) == standing
    rows = standing.rows
    assert {row["entry"]: row["score"] for row in rows} == dict(nets_by_the_ledger(event))
    assert [row["score"] for row in rows] == sorted((row["score"] for row in rows), reverse=True)


def test_an_adjustment_counts_until_it_is_cancelled(event: Event) -> None:
    actor = owner_of(event.club)
    entry = event.entries.get(number=1)
    before = {row["entry"]: row["score"] for row in standings.refresh(event.pk).rows}
    adjustment = add_adjustment(
        event, actor, entry, "left the table in mid-deal", chips=-20, played_round=event.rounds.get()
    )
    adjusted = {row["entry"]: row["score"] for row in standings.refresh(event.pk).rows}
    assert adjusted == before | {str(entry.pk): before[str(entry.pk)] - 20}
    cancel_adjustment(adjustment, actor)
    assert {row["entry"]: row["score"] for row in standings.refresh(event.pk).rows} == before


def test_standings_in_between_are_dropped_and_those_of_closed_rounds_kept(event: Event) -> None:
    kept = Standing.objects.get(event=event)
    table = the_table(published_round(event))
    for seed in (1, 2):
        play(table, 1, seed=seed)
        newest = standings.refresh(event.pk)
    assert set(Standing.objects.filter(event=event)) == {kept, newest}


def test_the_sweep_queues_missing_standings(event: Event) -> None:
    OutboxTask.objects.all().delete()
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    assert standings.ask_for_stale() == 1
    assert standings.ask_for_stale() == 0, "it has been asked for"
    row = OutboxTask.objects.get(done_at__isnull=True)
    tasks.refresh_standings(str(row.pk))
    assert Standing.objects.filter(event=event).latest("version").version == event.version + 1
    assert standings.ask_for_stale() == 0, "it has been counted"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own test, among many events")
def test_the_sweep_reads_the_index_of_what_is_due(event: Event) -> None:
    with CaptureQueriesContext(connection) as asked:
        standings.ask_for_stale()
    (sql,) = [query["sql"] for query in asked if 'FROM "tournaments_event"' in query["sql"]]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        assert [row[3] for row in cursor.fetchall()] == [
            "SCAN tournaments_event USING INDEX event_to_be_counted"
        ]


# Several stages


def staged(players: int, *stages: dict[str, Any], **fields: Any) -> Event:
    """A running event whose first round is played, with these stages behind one round of rotation."""
    event = running_event(players, rounds_planned=1, deals_per_round=1, **fields)
    for settings in stages:
        add_stage(event, owner_of(event.club), **settings)
    play_round(published_round(event))
    return Event.objects.get(pk=event.pk)


def agree(order: list[Ranked], rows: list[dict[str, Any]]) -> bool:
    """Whether the order for a draw has the places of this standing. Lots order those who share a place."""
    there = {row["entry"]: row["place"] for row in rows}
    return [there[line.entry] for line in order] == sorted(there.values())


def places(rows: list[dict[str, Any]]) -> list[str]:
    return [row["entry"] for row in rows]


@pytest.mark.parametrize("carry", [True, False])
def test_finalists_are_first_by_the_score_of_the_final(carry: bool) -> None:
    event = staged(8, {"format": "final", "cut": 4, "carry": carry})
    before = standings.compute(event)
    assert {row["stage"] for row in before} == {1}
    final = published_round(event)
    play_round(final, seed=5)
    rows = standings.compute(event)
    assert [row["stage"] for row in rows] == [2] * 4 + [1] * 4
    assert set(places(rows)[:4]) == set(places(before)[:4])
    assert places(rows)[4:] == places(before)[4:]
    scores = {row["entry"]: row["score"] for row in before}
    for row in rows[:4]:
        assert row["score"] == row["last"] + (scores[row["entry"]] if carry else 0)
        assert (row["rounds"], row["deals"]) == ((2, 2) if carry else (1, 1))
    assert [row["score"] for row in rows[:4]] == sorted((row["score"] for row in rows[:4]), reverse=True)


def test_a_knockout_is_seeded_by_the_standing_and_ranked_by_how_far_one_came() -> None:
    event = staged(16, {"format": "knockout", "carry": False})
    first, knockout = event.stages.order_by("number")
    assert agree(standings.order_for_draw(event, knockout), standings.compute(event))
    reached: list[set[str]] = []
    for seed in (2, 3, 4):
        round_ = published_round(event)
        reached.append({str(pk) for pk in round_.seats.values_list("entry_id", flat=True)})
        play_round(round_, seed=seed)
    assert [len(seated) for seated in reached] == [16, 8, 4]
    rows = standings.compute(event)
    assert set(places(rows)[:4]) == reached[2]
    assert set(places(rows)[4:8]) == reached[1] - reached[2]
    assert [row["last"] for row in rows[:4]] == sorted((row["last"] for row in rows[:4]), reverse=True)
    assert standings.compute(event, stage=first) == standings.compute(event, through_round=1)
    event = finish_event(event, owner_of(event.club))
    assert [row["place"] for row in standings.compute(event)] == list(range(1, 17))


def test_a_table_is_told_as_it_came_in_whatever_adjustments_its_round_has(event: Event) -> None:
    round_ = event.rounds.get()
    tables = standings.table_rankings(round_)
    assert [len(table) for table in tables] == [table.seats.count() for table in round_.tables.all()]
    last = tables[1][-1]
    add_adjustment(
        event,
        owner_of(event.club),
        event.entries.get(pk=last.entry),
        "a gift",
        chips=900,
        played_round=round_,
    )
    assert standings.table_rankings(round_) == tables


def test_an_adjustment_outside_any_round_counts_in_the_stage_being_played() -> None:
    event = staged(8, {"format": "final", "cut": 4, "carry": False})
    actor = owner_of(event.club)
    early, late = event.entries.order_by("number")[:2]
    add_adjustment(event, actor, early, "before the final", chips=500)
    add_adjustment(event, actor, late, "before the final", chips=500)
    play_round(published_round(event), seed=5)
    rows = {row["entry"]: row["score"] for row in standings.compute(event)}
    add_adjustment(event, actor, late, "in the final", chips=70)
    assert {row["entry"]: row["score"] for row in standings.compute(event)} == rows | {
        str(late.pk): rows[str(late.pk)] + 70
    }
    assert rows[str(early.pk)] < 500, "what was given before the final is not carried into it"


def test_the_first_round_is_seeded_by_the_director_and_what_has_no_seed_by_lots() -> None:
    event = make_event()
    entries = enter(event, 6)
    set_seeding(event, owner_of(event.club), [str(entries[4].pk), str(entries[1].pk)])
    order = standings.order_for_draw(event, event.stages.get())
    assert [line.place for line in order] == [1, 2, 3, 3, 3, 3]
    assert [line.entry for line in order[:2]] == [str(entries[4].pk), str(entries[1].pk)]
    assert [line.entry for line in order] == [
        line.entry for line in standings.order_for_draw(event, event.stages.get())
    ]


def test_a_draw_looks_at_closed_rounds_only() -> None:
    event = running_event(7, deals_per_round=1)
    play_round(published_round(event))
    stage = event.stages.get()
    order = standings.order_for_draw(event, stage)
    assert agree(order, standings.compute(event))
    play(the_table(published_round(event)), seed=9)
    assert standings.order_for_draw(event, stage) == order
    assert not agree(order, standings.compute(event))


def test_a_standing_of_many_stages_takes_as_many_queries_as_one_of_one(
    django_assert_max_num_queries: Any,
) -> None:
    event = staged(8, {"format": "swiss", "rounds_planned": 1}, {"format": "final", "cut": 4})
    for seed in (2, 3):
        play_round(published_round(event), seed=seed)
    with django_assert_max_num_queries(7):
        rows = standings.compute(event)
    assert [row["stage"] for row in rows] == [3] * 4 + [2] * 4
