"""The stages of an event: what they may be, and when they may change."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    boss,
    enter,
    make_event,
    owner_of,
    play_round,
    published_round,
    refusal,
    running_event,
    work,
)
from tournaments.core.rules.refusals import Invalid
from tournaments.desk.verbs import lifecycle
from tournaments.desk.verbs.lifecycle import edit_event
from tournaments.draw.verbs import draws
from tournaments.events.verbs import entries, stages
from tournaments.events.verbs.events import create_event
from tournaments.events.verbs.plans import current_stage
from tournaments.models import AuditEntry, Event, Stage
from tournaments.standings.verbs import standings

pytestmark = pytest.mark.django_db

SWISS_AND_FINAL: list[dict[str, Any]] = [
    {"format": "swiss", "rounds_planned": 2},
    {"format": "final", "cut": 4},
]


def stages_of(event: Event) -> list[Stage]:
    return list(Stage.objects.filter(event=event).order_by("number"))


def total(event: Event) -> int:
    event.refresh_from_db()
    return event.rounds_planned


def test_a_knockout_of_nobody_knows_how_many_has_no_number_of_rounds_yet() -> None:
    assert total(make_event(stages=[{"format": "knockout"}])) == 0
    assert total(make_event(stages=[{"format": "swiss"}, {"format": "knockout", "cut": 16}])) == 3 + 3


def test_the_rounds_of_an_event_are_those_of_its_only_stage() -> None:
    event = make_event()
    edit_event(event, boss(event), rounds_planned=6, name="Longer")
    assert stages_of(event)[0].rounds_planned == 6
    assert total(event) == 6
    stages.add_stage(event, boss(event), "final", cut=4)
    assert total(event) == 7
    with refusal("stages_decide_rounds"):
        edit_event(event, boss(event), rounds_planned=3)
    # A form sends back what it showed.
    edit_event(event, boss(event), rounds_planned=7, name="Same")
    assert total(event) == 7


def test_a_stage_is_added_changed_and_removed_each_with_a_line_in_the_log() -> None:
    event = make_event()
    before = event.version
    added = stages.add_stage(event, boss(event), "ladder", rounds_planned=4)
    assert added.advance == 1
    stages.edit_stage(added, boss(event), format="swiss", size=5, weights={"repeats": 2_000, "small": 10})
    added.refresh_from_db()
    assert (added.format, added.size, added.weights) == ("swiss", 5, {"repeats": 2_000})
    stages.remove_stage(stages_of(event)[0], boss(event))
    assert [(stage.number, stage.format) for stage in stages_of(event)] == [(1, "swiss")]
    assert total(event) == 4
    assert event.version > before
    assert set(AuditEntry.objects.filter(event=event).values_list("verb", flat=True)) >= {
        "add_stage",
        "edit_stage",
        "remove_stage",
    }


@pytest.mark.parametrize(
    ("settings", "code", "field"),
    [
        ({"format": "lottery"}, "format_unknown", "format"),
        ({"rounds_planned": 0}, "number_out_of_range", "rounds_planned"),
        ({"rounds_planned": None}, "rounds_missing", "rounds_planned"),
        ({"cut": True}, "number_out_of_range", "cut"),
        ({"carry": "no"}, "not_yes_or_no", "carry"),
        ({"weights": {"luck": 1}}, "weight_unknown", "weights"),
        ({"weights": {"repeats": -1}}, "number_out_of_range", "weights"),
        ({"colour": "red"}, "setting_unknown", "colour"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_and_changes_nothing(
    settings: dict[str, Any], code: str, field: str
) -> None:
    event = make_event()
    (stage,) = stages_of(event)
    with pytest.raises(Invalid) as caught:
        stages.edit_stage(stage, boss(event), **settings)
    assert (caught.value.code, caught.value.field) == (code, field)
    assert stages.settings_of(stages_of(event)[0]) == stages.settings_of(stage) | {
        "format": "rotation",
        "rounds_planned": 3,
    }


def test_a_stage_that_has_begun_keeps_what_its_rounds_were_drawn_by() -> None:
    event = running_event(8, deals_per_round=1)
    (stage,) = stages_of(event)
    round_ = draws.draw_round(event, boss(event))
    with refusal("stage_begun"):
        stages.edit_stage(stage, boss(event), format="swiss")
    with refusal("stage_begun"):
        stages.remove_stage(stage, boss(event))
    stages.edit_stage(stage, boss(event), rounds_planned=1, deals_per_round=2, plan_public=True)
    assert total(event) == 1
    draws.discard_draw(round_, boss(event))
    stages.edit_stage(stage, boss(event), format="swiss")


def test_a_stage_is_ended_between_two_rounds_and_the_next_begins() -> None:
    event = running_event(8, stages=SWISS_AND_FINAL, deals_per_round=1)
    first, second = stages_of(event)
    with refusal("stage_not_begun"):
        stages.end_stage(second, boss(event))
    round_ = published_round(event)
    with refusal("round_open"):
        stages.end_stage(first, boss(event))
    play_round(round_)
    assert current_stage(event) == first
    stages.end_stage(first, boss(event))
    assert total(event) == 2
    assert current_stage(event) == second
    with refusal("stage_over"):
        stages.end_stage(first, boss(event))
    assert draws.draw_round(event, boss(event)).stage == second


def test_a_knockout_counts_its_rounds_by_the_players_left() -> None:
    event = running_event(16, stages=[{"format": "knockout", "advance": 2}], deals_per_round=1)
    enter(event, 4, bot="random")
    assert total(event) == 0
    round_ = published_round(event)
    # Sixteen people, eight, four; the four bots have played their final by then.
    assert total(event) == 3
    work()
    play_round(round_)
    assert total(event) == 3
    for entry in event.entries.filter(player__bot="").order_by("number")[:12]:
        entries.withdraw(entry, boss(event))
    published_round(event)
    assert total(event) == 2


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
