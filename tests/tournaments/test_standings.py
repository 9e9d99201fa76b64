"""Standings: a pure function of deals and adjustments, refreshed by tasks that may be lost or doubled."""

from __future__ import annotations

import pytest

from tests.builders import (
    make_event,
    nets_by_the_ledger,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tournaments import outbox, standings, tasks
from tournaments.models import Event, OutboxTask, Standing
from tournaments.services.adjustments import add_adjustment, cancel_adjustment
from tournaments.services.entries import withdraw
from tournaments.services.events import finish_event
from tournaments.services.results import void_last_deal

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Seven players after a round of two deals."""
    event = running_event(7, deals_per_round=2)
    play_round(published_round(event))
    event.refresh_from_db()
    return event


def test_scores_are_what_the_ledger_says_to_the_chip(event: Event) -> None:
    rows = standings.refresh(event.pk).rows
    assert {row["entry"]: row["score"] for row in rows} == dict(nets_by_the_ledger(event))
    assert [row["score"] for row in rows] == sorted((row["score"] for row in rows), reverse=True)


def test_a_standing_covers_the_version_it_says(event: Event) -> None:
    assert standings.refresh(event.pk).version == event.version


def test_refreshing_twice_is_refreshing_once(event: Event) -> None:
    assert standings.refresh(event.pk) == standings.refresh(event.pk)


def test_an_adjustment_counts_until_it_is_cancelled(event: Event) -> None:
    actor = owner_of(event.club)
    entry = event.entries.get(number=1)
    before = {row["entry"]: row["score"] for row in standings.refresh(event.pk).rows}
    adjustment = add_adjustment(event, actor, entry, -20, "left the table in mid-deal", event.rounds.get())
    adjusted = {row["entry"]: row["score"] for row in standings.refresh(event.pk).rows}
    assert adjusted == before | {str(entry.pk): before[str(entry.pk)] - 20}
    cancel_adjustment(adjustment, actor)
    assert {row["entry"]: row["score"] for row in standings.refresh(event.pk).rows} == before


def test_a_void_takes_a_deal_out_of_every_figure() -> None:
    event = running_event(4)
    table = the_table(published_round(event))
    play(table, 1)
    rows = standings.refresh(event.pk).rows
    play(table, 1, seed=9)
    assert standings.refresh(event.pk).rows != rows
    void_last_deal(table, owner_of(event.club), 2, "a card was missing")
    assert standings.refresh(event.pk).rows == rows


def test_who_withdraws_keeps_a_place_if_they_have_played(event: Event) -> None:
    entry = event.entries.get(number=3)
    withdraw(entry, owner_of(event.club))
    assert str(entry.pk) in {row["entry"] for row in standings.refresh(event.pk).rows}


def test_standings_in_between_are_dropped_and_those_of_closed_rounds_kept(event: Event) -> None:
    kept = Standing.objects.get(event=event)
    table = the_table(published_round(event))
    for seed in (1, 2):
        play(table, 1, seed=seed)
        newest = standings.refresh(event.pk)
    assert set(Standing.objects.filter(event=event)) == {kept, newest}


def test_finishing_writes_the_final_standing(event: Event) -> None:
    finished = finish_event(event, owner_of(event.club))
    assert Standing.objects.filter(event=event).latest("version").version == finished.version


def test_a_task_that_is_delivered_twice_has_one_effect(event: Event) -> None:
    row = OutboxTask.objects.filter(task="standings.refresh", done_at__isnull=True).latest("created_at")
    assert tasks.refresh_standings(str(row.pk)) is True
    assert tasks.refresh_standings(str(row.pk)) is False


def test_a_task_that_fails_leaves_nothing_but_its_error_and_is_put_off(event: Event) -> None:
    row = outbox.add("standings.refresh", "00000000-0000-0000-0000-000000000000")
    with pytest.raises(Event.DoesNotExist):
        tasks.refresh_standings(str(row.pk))
    row.refresh_from_db()
    assert (row.done_at, row.attempts) == (None, 1)
    assert "DoesNotExist" in row.error
    assert row.not_before > row.created_at


def test_the_sweep_rings_for_what_a_lost_wake_up_left_undone(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[str] = []
    monkeypatch.setattr(outbox, "ring", lambda row: rung.append(row.task))
    OutboxTask.objects.update(done_at=None)
    now = OutboxTask.objects.latest("not_before").not_before
    assert outbox.sweep(now) == 0
    due = now + outbox.RING_AGAIN
    assert outbox.sweep(due) == len(rung) == OutboxTask.objects.count()
    assert outbox.sweep(due) == 0, "what was rung just now is not rung again at once"


def test_the_sweep_asks_for_standings_that_nobody_asked_for(event: Event) -> None:
    OutboxTask.objects.all().delete()
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    assert standings.ask_for_stale() == 1
    assert standings.ask_for_stale() == 0, "it has been asked for"
    row = OutboxTask.objects.get(done_at__isnull=True)
    tasks.refresh_standings(str(row.pk))
    assert Standing.objects.filter(event=event).latest("version").version == event.version + 1


def test_points_that_are_not_asked_for_do_no_harm() -> None:
    event = running_event(4, points={"best": "many"})
    assert len(standings.refresh(event.pk).rows) == 4


def test_an_event_in_which_nothing_has_happened_asks_for_no_standing() -> None:
    event = make_event()
    Standing.objects.all().delete()
    OutboxTask.objects.all().delete()
    assert (event.version, standings.ask_for_stale()) == (0, 0)
