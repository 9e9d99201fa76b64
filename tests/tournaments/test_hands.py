"""What dealt hands are worth: measured once an event is open, and told when a round is over."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import games.services as games
from tests.builders import (
    make_event,
    owner_of,
    play,
    play_round,
    published_round,
    work,
)
from tests.tournaments.measured import event_of_four, fresh, measure_quickly, rows_of, started
from tournaments.models import (
    AuditEntry,
    Event,
    HandWeights,
    HandWorth,
    OutboxTask,
    Table,
)
from tournaments.services.evening.lifecycle import edit_event, finish_event
from tournaments.services.evening.rounds import close_round
from tournaments.services.events import hand_weights, hand_worths
from tournaments.services.exchange.hands import import_hand_weights
from tournaments.services.exchange.shape import InvalidDocument
from tournaments.services.fsck import run as fsck
from tournaments.services.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    measure_quickly(monkeypatch, settings)


def test_the_workers_measure_every_table_size_once_the_event_is_open() -> None:
    event = event_of_four(least=3)
    assert event.hand_weights is None
    work()
    event = fresh(event)
    assert event.hand_weights is not None
    assert list(event.hand_weights) == ["3", "4"]
    assert len(event.hand_weights["4"]["melding"]) < len(event.hand_weights["4"]["hands"])
    assert AuditEntry.objects.get(verb="measure_hands").data["sizes"] == [3, 4]
    again = event_of_four(least=3)
    assert again.hand_weights == event.hand_weights, "an event with the same rules has them at once"
    assert HandWeights.objects.count() == 2


def test_new_rules_are_measured_again_until_the_event_starts() -> None:
    event = event_of_four()
    work()
    before = fresh(event).hand_weights
    edit_event(event, owner_of(event.club), rules={"preset": "pagat", "bet_limit": 3})
    assert fresh(event).hand_weights is None
    work()
    event = started(fresh(event))
    assert event.hand_weights not in (None, before)


def test_a_chunk_counts_once_however_often_its_message_comes() -> None:
    event_of_four()
    row = HandWeights.objects.get()
    outcome = games.play_chunk(row.spec, 0)
    assert hand_weights.keep_chunk(outcome, str(row.pk), "0")
    assert not hand_weights.keep_chunk(outcome, str(row.pk), "0")
    row.refresh_from_db()
    assert (row.chunks_done, row.sums) == (1, outcome[0])
    OutboxTask.objects.filter(task__startswith="hands.").delete()
    assert "duty_without_task" in codes()


def test_nothing_is_measured_without_rules_or_where_the_installation_says_so(settings: Any) -> None:
    make_event(rules={"preset": "none"}, scoring="chips")
    settings.MEASURE_HANDS = False
    event_of_four()
    assert not HandWeights.objects.exists()
    assert not OutboxTask.objects.filter(task__startswith="hands.").exists()


def test_a_closed_round_tells_cards_from_play_and_an_open_one_nothing() -> None:
    event = event_of_four()
    work()
    event = started(fresh(event))
    round_ = published_round(event)
    for table in Table.objects.filter(round=round_):
        play(table)
        play(table, seed=2)
    work()
    assert all("luck" not in row for row in rows_of(event))
    play_round(round_)
    assert HandWorth.objects.count() == 4
    for row in rows_of(event):
        luck = row["luck"]
        assert luck["cards"] + luck["play"] == pytest.approx(row["metrics"]["net"])
        assert (luck["deals"], luck["by_melding"]) == (2, 0)
    assert sum(row["luck"]["cards"] for row in rows_of(event)) == pytest.approx(0, abs=0.02)
    assert any(abs(row["luck"]["cards"]) > 1 for row in rows_of(event))
    published_round(fresh(event))
    work()
    assert all("luck" not in row for row in rows_of(event))
    assert all("luck" in row for row in rows_of(event, after=1))


def test_workers_judge_deals_as_they_come_and_the_close_judges_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = event_of_four()
    work()
    event = started(fresh(event))
    round_ = published_round(event)
    for table in Table.objects.filter(round=round_):
        play(table)
        play(table, seed=2)
    monkeypatch.setattr(hand_worths, "MOST_AHEAD", 3)
    standings.refresh(event.pk)
    assert HandWorth.objects.count() == 3
    close_round(round_, owner_of(event.club))
    assert HandWorth.objects.count() == 4
    assert all("luck" in row for row in rows_of(event))
    assert codes() == set()


def test_cards_never_rank() -> None:
    event = event_of_four()
    work()
    event = started(fresh(event))
    play_round(published_round(event))
    with_luck = rows_of(event)
    Event.objects.filter(pk=event.pk).update(hand_weights=None)
    without = standings.compute(fresh(event))
    assert [{key: value for key, value in row.items() if key != "luck"} for row in with_luck] == without


def test_late_weights_judge_the_rounds_that_are_over() -> None:
    event = started(event_of_four())
    play_round(published_round(event))
    published_round(fresh(event))
    event = fresh(event)
    assert event.hand_weights is None
    assert all("luck" not in row for row in rows_of(event, after=1))
    before = event.version
    work()
    event = fresh(event)
    assert event.hand_weights is not None
    assert event.version > before
    assert all("luck" in row for row in rows_of(event, after=1))
    assert all("luck" not in row for row in rows_of(event))
    in_time = event_of_four()
    assert in_time.hand_weights == event.hand_weights
    assert codes() == set()


def test_fsck_computes_weights_and_worths_again() -> None:
    event = event_of_four()
    work()
    event = started(fresh(event))
    play_round(published_round(event))
    play_round(published_round(fresh(event)))
    finish_event(fresh(event), owner_of(event.club))
    work()
    assert all("luck" in row for row in rows_of(event))
    report = fsck.run()
    assert report.damage == []
    assert report.checked["hand_worths"] == HandWorth.objects.count() == 8
    worth = HandWorth.objects.order_by("pk")[0]
    HandWorth.objects.filter(pk=worth.pk).update(seats=dict.fromkeys(worth.seats, 0))
    assert {"hand_worth_differs", "standing_differs"} <= codes()
    worth.delete()
    assert "hand_worth_differs" in codes()
    hand_worths.fill(fresh(event))
    assert codes() == set()
    weights = fresh(event).hand_weights
    assert weights is not None
    weights["4"]["melding"][0] += 2
    Event.objects.filter(pk=event.pk).update(hand_weights=weights)
    assert "event_hand_weights_differ" in codes()
    HandWeights.objects.update(weights=weights["4"])
    assert "hand_weights_differ" in codes()


def codes() -> set[str]:
    return {damage.code for damage in fsck.run().damage}


def test_an_event_that_gets_known_weights_late_has_its_rounds_judged() -> None:
    event_of_four()
    work()
    event = started(event_of_four())
    Event.objects.filter(pk=event.pk).update(hand_weights=None)
    play_round(published_round(fresh(event)))
    edit_event(fresh(event), owner_of(event.club), name="Another name")
    work()
    assert all("luck" in row for row in rows_of(event, after=1))
    play_round(published_round(fresh(event)))
    work()
    assert codes() == set()


def test_weights_of_another_machine_may_differ_by_one_unit() -> None:
    """The fit of the same sums can be rounded to the other side there."""
    event = event_of_four()
    work()
    weights = fresh(event).hand_weights
    assert weights is not None
    near, far = copy.deepcopy(weights), copy.deepcopy(weights)
    near["4"]["hands"][3] -= 1
    far["4"]["hands"][3] -= 2
    import_hand_weights(event, near)
    assert event.hand_weights == near
    HandWeights.objects.update(weights=near["4"])
    assert codes() == set()
    HandWeights.objects.update(weights=weights["4"])
    with pytest.raises(InvalidDocument):
        import_hand_weights(event, far)
