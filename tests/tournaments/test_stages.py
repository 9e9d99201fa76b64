"""The stages of an event: what they may be, and when they may change."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import boss, enter, make_event, play_round, published_round, refusal, running_event, work
from tournaments.core.rules.refusals import Invalid
from tournaments.desk.verbs.lifecycle import edit_event
from tournaments.draw.verbs import draws
from tournaments.events.verbs import entries, stages
from tournaments.events.verbs.plans import current_stage
from tournaments.models import AuditEntry, Event, Stage

pytestmark = pytest.mark.django_db

SWISS_AND_FINAL: list[dict[str, Any]] = [
    {"format": "swiss", "rounds_planned": 2},
    {"format": "final", "cut": 4},
]


def stages_of(event: Event) -> list[Stage]:
    return list(Stage.objects.filter(event=event).order_by("number"))


def formats_of(event: Event) -> list[str]:
    return [stage.format for stage in stages_of(event)]


def total(event: Event) -> int:
    event.refresh_from_db()
    return event.rounds_planned


def test_an_event_is_one_rotation_or_made_with_its_stages_and_counts_their_rounds() -> None:
    event = make_event(rounds_planned=5)
    (stage,) = stages_of(event)
    assert (stage.format, stage.rounds_planned, total(event)) == ("rotation", 5, 5)
    event = make_event(stages=SWISS_AND_FINAL)
    assert [(stage.format, stage.rounds_planned, stage.cut) for stage in stages_of(event)] == [
        ("swiss", 2, None),
        ("final", 1, 4),
    ]
    assert total(event) == 3


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


def test_points_are_needed_for_every_size_that_a_stage_may_have() -> None:
    points = {str(size): [*range(size)] for size in (3, 4)}
    event = make_event(scoring="points", points=points, most=4)
    with refusal("points_incomplete", Invalid):
        stages.add_stage(event, boss(event), "swiss", most=5)
    assert formats_of(event) == ["rotation"]


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


def test_a_stage_has_no_fewer_rounds_than_were_drawn() -> None:
    event = running_event(8, deals_per_round=1)
    for _ in range(2):
        play_round(published_round(event))
    (stage,) = stages_of(event)
    with refusal("rounds_drawn"):
        stages.edit_stage(stage, boss(event), rounds_planned=1)
    stages.edit_stage(stage, boss(event), rounds_planned=2)
    with refusal("rounds_complete"):
        draws.draw_round(event, boss(event))
    stages.edit_stage(stage, boss(event), rounds_planned=3)
    assert draws.draw_round(event, boss(event)).number == 3


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
