"""Which rounds of an event count: the settings, the standings, and what else depends on them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import enter, make_event, owner_of, play_round, published_round, refusal, running_event
from tournaments.core.rules.refusals import Invalid
from tournaments.desk.verbs import lifecycle, rounds
from tournaments.events.verbs import entries, stages
from tournaments.events.verbs.events import create_event
from tournaments.models import Event, Standing
from tournaments.programs.fsck.run import run as fsck
from tournaments.standings.verbs import standings

pytestmark = pytest.mark.django_db


def rows_of(event: Event) -> dict[int, dict[str, Any]]:
    """The newest standing: its rows by the number of the entry."""
    numbers = {str(entry.pk): entry.number for entry in event.entries.all()}
    return {numbers[row["entry"]]: row for row in standings.refresh(event.pk).rows}


def states(row: dict[str, Any]) -> list[str]:
    return [result["state"] for result in row["results"]]


def season(**fields: Any) -> Event:
    """Three rounds: of seven players one leaves after the first, and one comes for the last."""
    event = running_event(7, **{"rounds_planned": 3, "deals_per_round": 1, **fields})
    boss = owner_of(event.club)
    play_round(published_round(event), seed=1)
    entries.withdraw(event.entries.get(number=1), boss)
    play_round(published_round(event), seed=2)
    enter(event, 1)
    play_round(published_round(event), seed=3)
    event.refresh_from_db()
    return event


def test_rounds_after_a_withdrawal_and_before_a_late_entry_are_missed() -> None:
    rows = rows_of(season())
    assert states(rows[1]) == ["counted", "missed", "missed"]
    assert states(rows[8]) == ["missed", "missed", "counted"]
    assert all(states(rows[number]) == ["counted"] * 3 for number in range(2, 8))
    assert [result["result"] for result in rows[1]["results"][1:]] == [0, 0]
    assert rows[1]["score"] == rows[1]["results"][0]["result"] == rows[1]["metrics"]["net"]


def test_a_kept_standing_is_the_same_when_it_is_computed_again() -> None:
    season(least_rounds=2, missed="mean", struck_rounds=1)
    for kept in Standing.objects.exclude(round=None).select_related("round", "event"):
        assert kept.round is not None
        assert standings.compute(kept.event, through_round=kept.round.number, kept=kept) == kept.rows
    assert not fsck().damage


def test_a_round_that_was_not_played_is_missed_by_nobody() -> None:
    event = running_event(6, rounds_planned=3, deals_per_round=1, missed="fixed", missed_score=-50)
    play_round(published_round(event))
    rounds.close_round(published_round(event), owner_of(event.club), early=True)
    assert all(states(row) == ["counted"] for row in rows_of(event).values())


BAD_SETTINGS: list[tuple[dict[str, Any], str, str]] = [
    ({"missed": "half"}, "missed_unknown", "missed"),
    ({"missed": "fixed"}, "missed_score_missing", "missed_score"),
    ({"missed_score": 3}, "missed_score_unused", "missed_score"),
    ({"missed": "mean", "missed_score": 3}, "missed_score_unused", "missed_score"),
    ({"missed": "fixed", "missed_score": 1.005}, "missed_score_out_of_range", "missed_score"),
    ({"missed": "fixed", "missed_score": 1_000_001}, "missed_score_out_of_range", "missed_score"),
    ({"missed": "fixed", "missed_score": "3"}, "missed_score_out_of_range", "missed_score"),
    ({"missed": "mean", "scoring": "average"}, "missed_by_average", "missed"),
    ({"best_rounds": 2, "struck_rounds": 1}, "best_and_struck", "struck_rounds"),
    ({"best_rounds": 0}, "number_out_of_range", "best_rounds"),
    ({"best_rounds": True}, "number_out_of_range", "best_rounds"),
    ({"struck_rounds": 100}, "number_out_of_range", "struck_rounds"),
    ({"least_rounds": 101}, "number_out_of_range", "least_rounds"),
    ({"best_rounds": 5, "rounds_planned": 4}, "best_too_many", "best_rounds"),
    ({"struck_rounds": 4, "rounds_planned": 4}, "struck_too_many", "struck_rounds"),
    ({"least_rounds": 5, "rounds_planned": 4}, "least_too_many", "least_rounds"),
]


def test_bad_settings_are_refused_when_they_are_made(subtests: pytest.Subtests) -> None:
    event = make_event()
    boss, before = owner_of(event.club), Event.objects.values().get()
    for fields, code, field in BAD_SETTINGS:
        with subtests.test(code, fields=fields):
            with refusal(code, Invalid) as refused:
                create_event(event.club, boss, "Evening", **fields)
            assert isinstance(refused.value, Invalid)
            assert refused.value.field == field
            with refusal(code, Invalid):
                lifecycle.edit_event(event, boss, **fields)
            assert Event.objects.values().get() == before


def test_fewer_rounds_than_count_are_refused() -> None:
    event = make_event(rounds_planned=4, best_rounds=3)
    boss = owner_of(event.club)
    with refusal("best_too_many", Invalid):
        lifecycle.edit_event(event, boss, rounds_planned=2)
    with refusal("best_too_many", Invalid):
        stages.edit_stage(event.stages.get(), boss, rounds_planned=2)
    lifecycle.edit_event(event, boss, rounds_planned=2, best_rounds=2)
    stages.add_stage(event, boss, "rotation", rounds_planned=2)
    event = lifecycle.edit_event(event, boss, best_rounds=4)
    with refusal("best_too_many", Invalid):
        stages.remove_stage(event.stages.get(number=2), boss)
    with refusal("best_too_many", Invalid):
        stages.edit_stage(event.stages.get(number=2), boss, carry=False)
