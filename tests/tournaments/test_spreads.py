"""What a chip is worth at each table: measured once the event is open, and waited for when a round closes."""

from __future__ import annotations

from typing import Any

import pytest

import games.services as games
from tests.builders import (
    enter,
    make_event,
    owner_of,
    play_round,
    published_round,
    refusal,
    the_table,
    work,
)
from tournaments import tasks
from tournaments.errors import Conflict, Invalid, ServiceError
from tournaments.models import AuditEntry, Event, OutboxTask, Scoring, Standing, TableSpread
from tournaments.rules import spreads as rule
from tournaments.services.evening.lifecycle import edit_event, finish_event, open_event, start_event
from tournaments.services.events import spreads, stages
from tournaments.services.fsck import run as fsck
from tournaments.services.simulations import chunks
from tournaments.services.simulations.process import ServerStopsError
from tournaments.services.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure with 2,400 deals, which are two chunks: fast, with the same steps."""
    monkeypatch.setattr(rule, "DEALS", 2_400)


def mixed_event(players: int = 7, **fields: Any) -> Event:
    """An open event, by default for 7 people at tables of 4 and 3."""
    event = make_event(**{"scoring": "auto", "most": 4, **fields})
    enter(event, players)
    return fresh(event)


def fresh(event: Event) -> Event:
    return Event.objects.select_related("club").get(pk=event.pk)


def field_of(error: ServiceError) -> str | None:
    """The field that a refusal names."""
    assert isinstance(error, Invalid)
    return error.field


def started(event: Event) -> Event:
    return start_event(event, owner_of(event.club))


def test_the_workers_measure_every_table_size_once_the_event_is_open() -> None:
    event = mixed_event()
    assert event.spreads is None
    work()
    event = fresh(event)
    assert event.spreads is not None
    assert list(event.spreads) == ["3", "4"]
    assert all(type(value) is int and value > 1000 for value in event.spreads.values())
    assert event.spreads["3"] > event.spreads["4"]
    entry = AuditEntry.objects.get(verb="measure_spreads")
    assert entry.data["spreads"] == event.spreads


def test_an_event_with_the_same_rules_has_its_spreads_at_once() -> None:
    mixed_event()
    work()
    rows = TableSpread.objects.count()
    assert mixed_event().spreads is not None
    assert TableSpread.objects.count() == rows


def test_a_chunk_counts_once_however_often_its_message_comes() -> None:
    mixed_event()
    row = TableSpread.objects.order_by("pk")[0]
    outcome = games.play_chunk(row.spec, 0)
    assert spreads.keep_chunk(outcome, str(row.pk), "0")
    assert not spreads.keep_chunk(outcome, str(row.pk), "0")
    row.refresh_from_db()
    assert row.chunks_done == 1
    assert row.deals == sum(batch["deals"] for batch in outcome)


def test_new_rules_are_measured_again() -> None:
    event = mixed_event()
    work()
    before = fresh(event).spreads
    edit_event(event, owner_of(event.club), rules={"preset": "pagat", "bet_limit": 3})
    assert fresh(event).spreads is None
    work()
    assert fresh(event).spreads not in (None, before)


@pytest.mark.parametrize(("players", "scoring"), [(7, Scoring.EVEN), (8, Scoring.CHIPS)])
def test_the_tables_decide_the_scoring_at_the_start(players: int, scoring: str) -> None:
    event = mixed_event(players)
    assert spreads.scoring_at_start(event) == scoring
    event = started(event)
    assert event.scoring == scoring


def test_bots_do_not_decide_the_scoring() -> None:
    event = make_event(scoring="auto", most=4)
    enter(event, 7, bot="random")
    assert started(fresh(event)).scoring == Scoring.CHIPS


def test_a_director_may_choose_until_the_start() -> None:
    event = mixed_event()
    edit_event(event, owner_of(event.club), scoring="chips")
    event = started(fresh(event))
    assert (event.scoring, event.spreads) == (Scoring.CHIPS, None)
    with refusal("event_frozen", Conflict):
        edit_event(event, owner_of(event.club), scoring="even")


def test_only_the_end_waits_for_the_spreads_and_kept_standings_are_computed_again() -> None:
    event = started(mixed_event(rounds_planned=1))
    play_round(published_round(event))
    with refusal("spreads_awaited", Conflict):
        finish_event(event, owner_of(event.club))
    kept = Standing.objects.get(event=event, round__isnull=False)
    work()
    event = fresh(event)
    assert event.spreads is not None
    after = Standing.objects.get(pk=kept.pk)
    newest = standings.current_standing(event)
    assert newest is not None
    assert after.rows == newest.rows != kept.rows
    assert after.revised == newest.version == event.version > kept.version
    assert finish_event(event, owner_of(event.club)).status == "finished"


def test_the_standing_counts_in_chips_of_the_preferred_table() -> None:
    event = started(mixed_event(deals_per_round=2))
    round_ = published_round(event)
    before = {row["entry"]: row["score"] for row in standings.compute(fresh(event))}
    assert set(before.values()) == {0}
    work()
    play_round(round_)
    event = fresh(event)
    by_round = spreads.weights_of(event, [round_])
    assert by_round is not None
    worth = by_round[1]
    rows = {row["entry"]: row for row in standings.compute(event)}
    for number in (1, 2):
        lines = [rows[str(seat.entry_id)] for seat in the_table(round_, number).seats.all()]
        nets = [line["metrics"]["net"] for line in lines]
        mean = sum(nets) / len(nets)
        for line, net in zip(lines, nets, strict=True):
            assert line["score"] == pytest.approx(float(worth[len(nets)]) * (net - mean), abs=0.001)


def test_a_started_event_takes_no_table_size_that_is_not_measured() -> None:
    event = mixed_event()
    work()
    event = started(fresh(event))
    with refusal("spread_missing", Invalid) as refused:
        stages.add_stage(event, owner_of(event.club), "final", cut=5, size=5, most=5)
    assert field_of(refused.value) == "most"


def test_deals_that_nobody_can_measure_are_refused_for_even_and_become_chips_for_auto() -> None:
    rules = {"preset": "pagat", "purse": "table"}
    with refusal("spreads_unmeasurable", Invalid) as refused:
        make_event(scoring="even", rules=rules, starting_chips=2)
    assert field_of(refused.value) == "scoring"
    assert spreads.scoring_at_start(mixed_event(rules=rules, starting_chips=2)) == Scoring.CHIPS


def test_events_of_even_are_clean_for_fsck() -> None:
    event = started(mixed_event())
    work()
    play_round(published_round(fresh(event)))
    work()
    assert fsck.run().damage == []


def test_fsck_finds_changed_spreads() -> None:
    event = started(mixed_event())
    work()
    Event.objects.filter(pk=event.pk).update(spreads={"3": 1, "4": 2})
    assert "event_spreads_differ" in {damage.code for damage in fsck.run().damage}
    TableSpread.objects.filter(spread__isnull=False).update(spread=7)
    assert "spread_differs" in {damage.code for damage in fsck.run().damage}


def test_fsck_finds_a_measuring_without_its_task() -> None:
    event = started(mixed_event())
    OutboxTask.objects.filter(task__startswith="spreads.").delete()
    assert {"duty_without_task", "spreads_without_task"} <= {damage.code for damage in fsck.run().damage}
    assert fresh(event).spreads is None


def test_uma_needs_a_bonus_for_each_place_and_takes_a_malus() -> None:
    with refusal("points_incomplete", Invalid) as refused:
        make_event(scoring="uma", points={"3": [5, 0, -5]}, most=4)
    assert field_of(refused.value) == "points"
    bonuses = {"3": [5, 0, -5], "4": [9, 3, -3, -9]}
    assert make_event(scoring="uma", points=bonuses, most=4).points == bonuses
    with refusal("points_incomplete", Invalid):
        make_event(scoring="points", points=bonuses, most=4)


def test_a_server_that_stops_leaves_the_measuring_for_its_next_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopped(*_chunk: object) -> Any:
        raise ServerStopsError

    event = mixed_event()
    row = OutboxTask.objects.filter(task="spreads.measure").first()
    assert row is not None
    monkeypatch.setattr(chunks._Current, "play", stopped)
    assert not tasks.measure_spread(str(row.pk))
    row.refresh_from_db()
    assert (row.attempts, row.error, row.done_at) == (0, "", None)
    monkeypatch.setattr(chunks._Current, "play", None)
    work()
    assert fresh(event).spreads is not None


def test_opening_twice_measures_once() -> None:
    event = mixed_event()
    with refusal("event_not_draft", Conflict):
        open_event(event, owner_of(event.club))
    rows = OutboxTask.objects.filter(task=spreads.TASK)
    assert rows.count() == TableSpread.objects.count() == 2
