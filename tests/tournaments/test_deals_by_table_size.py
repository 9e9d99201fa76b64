"""Everybody deals so many times: a table of four plays more deals than a table of three."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.builders import (
    boss,
    enter,
    make_event,
    play_round,
    published_round,
    refusal,
    running_event,
    the_table,
)
from tournaments.core.rules.refusals import Invalid
from tournaments.core.words.words import deals_in_a_round
from tournaments.desk.verbs import seats, voiding
from tournaments.desk.verbs.again import rehearse, repeat_event
from tournaments.desk.verbs.lifecycle import edit_event
from tournaments.desk.words.cockpit import progress_of
from tournaments.draw.verbs import draws
from tournaments.events.verbs import stages
from tournaments.events.verbs.plans import outline_of
from tournaments.models import Event, Round, Table
from tournaments.programs.fsck import run as fsck
from tournaments.tables.verbs.tables import table_plays

pytestmark = pytest.mark.django_db


def everybody_deals(times: int = 2, players: int = 7, **fields: Any) -> Event:
    """A running event in which everybody deals equally often; 7 people sit at tables of 4 and 3."""
    return running_event(players, **{"deals_per_round": times, "deals_per": "seat", "most": 5, **fields})


def lengths(round_: Round) -> list[tuple[int, int]]:
    """The seats and the planned deals of each table."""
    tables = Table.objects.filter(round=round_).order_by("number")
    return [(table.seats.count(), table.deals_planned) for table in tables]


def test_a_stage_can_have_its_own_length_and_its_own_way_to_count() -> None:
    event = everybody_deals(
        stages=[
            {"format": "rotation", "rounds_planned": 1},
            {"format": "swiss", "rounds_planned": 1, "deals_per_round": 1},
            {"format": "swiss", "rounds_planned": 1, "deals_per_round": 1, "deals_per": "seat"},
        ]
    )
    found = []
    for _stage in range(3):
        round_ = published_round(event)
        found.append(sorted(lengths(round_), reverse=True))
        play_round(round_)
    assert found == [[(4, 8), (3, 6)], [(4, 1), (3, 1)], [(4, 4), (3, 3)]]
    assert fsck.run().damage == []


def test_a_table_keeps_its_deals_if_somebody_else_takes_a_seat() -> None:
    event = everybody_deals()
    round_ = published_round(event)
    (late,) = enter(event, 1)
    out = the_table(round_, 2).seats.get(number=0).entry
    seats.substitute(round_, boss(event), out, late, round_.draw)
    assert lengths(round_) == [(4, 8), (3, 6)]


def test_seats_by_hand_give_new_tables_their_deals() -> None:
    event = everybody_deals(players=9, least=3, most=5)
    round_ = draws.draw_round(event, boss(event))
    assert lengths(round_) == [(3, 6), (3, 6), (3, 6)]
    everybody = [str(seat.entry_id) for seat in round_.seats.order_by("table__number", "number")]
    round_ = seats.seat_by_hand(round_, boss(event), [everybody[:5], everybody[5:]], round_.draw)
    assert lengths(round_) == [(5, 10), (4, 8)]
    round_ = seats.seat_by_hand(
        round_, boss(event), [everybody[:3], everybody[3:6], everybody[6:]], round_.draw
    )
    assert lengths(round_) == [(3, 6), (3, 6), (3, 6)]


def test_a_change_of_the_stage_after_the_draw_does_not_mix_the_tables_of_a_round() -> None:
    event = everybody_deals(players=8)
    round_ = published_round(event)
    stages.edit_stage(event.stages.get(), boss(event), deals_per_round=50)
    missing = the_table(round_, 2).seats.get(number=1).entry
    seats.leave_out(round_, boss(event), missing, round_.draw)
    assert lengths(round_) == [(4, 8), (3, 6)]


def test_a_round_that_is_taken_back_keeps_its_length() -> None:
    event = everybody_deals()
    proposal = voiding.take_back_round(published_round(event), boss(event), "the wrong hall")
    assert (proposal.deals_each, lengths(proposal)) == (2, [(4, 8), (3, 6)])


def test_a_repeated_event_and_a_rehearsal_have_the_same_length() -> None:
    event = make_event(deals_per_round=2, deals_per="seat")
    stages.edit_stage(event.stages.get(), boss(event), deals_per_round=1, deals_per="seat")
    enter(event, 7)
    again = repeat_event(event, boss(event))
    rehearsed = rehearse(event, boss(event))
    for copied in (again, rehearsed):
        assert (copied.deals_per_round, copied.deals_per) == (2, "seat")
        (stage,) = copied.stages.all()
        assert (stage.deals_per_round, stage.deals_per) == (1, "seat")


def test_the_time_that_is_left_counts_the_longest_table_of_later_rounds() -> None:
    event = everybody_deals(1)
    round_ = play_round(published_round(event))

    def left() -> timedelta:
        progress = progress_of(event, round_, table_plays(round_), outline_of(event))
        assert progress.left is not None
        return progress.left

    before = left()
    # Two rounds of four deals at the larger table are left: as long as two rounds of four deals everywhere.
    stages.edit_stage(event.stages.get(), boss(event), deals_per_round=4)
    assert left() == before
    stages.edit_stage(event.stages.get(), boss(event), deals_per_round=3)
    assert left() < before


# What is refused


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"deals_per": "evening"}, "deals_per_unknown", "deals_per"),
        ({"deals_per": None}, "deals_per_unknown", "deals_per"),
        ({"deals_per": "seat", "deals_per_round": 34}, "round_too_long", "deals_per_round"),
        ({"deals_per": "seat", "deals_per_round": 201}, "number_out_of_range", "deals_per_round"),
    ],
)
def test_a_length_that_no_table_can_play_is_refused_and_changes_nothing(
    fields: dict[str, Any], code: str, field: str
) -> None:
    with pytest.raises(Invalid) as refused:
        make_event(**fields)
    assert (refused.value.code, refused.value.field) == (code, field)
    event = make_event()
    for change in (lambda: edit_event(event, boss(event), **fields), lambda: _edit_stage(event, **fields)):
        with pytest.raises(Invalid) as refused:
            change()
        assert (refused.value.code, refused.value.field) == (code, field)
    event.refresh_from_db()
    assert (event.deals_per_round, event.deals_per, event.stages.get().deals_per) == (4, "table", "table")


def _edit_stage(event: Event, **fields: Any) -> None:
    stages.edit_stage(event.stages.get(), boss(event), **{"deals_per_round": 4, **fields})


def test_larger_tables_are_refused_where_they_would_play_too_many_deals() -> None:
    event = make_event(deals_per_round=33, deals_per="seat", rules={"preset": "pagat"})
    stages.edit_stage(event.stages.get(), boss(event), deals_per_round=50, deals_per="seat", most=4)
    with refusal("round_too_long", Invalid):
        stages.edit_stage(event.stages.get(), boss(event), most=None)
    assert event.stages.get().most == 4


def test_a_stage_that_takes_the_number_of_its_event_takes_its_way_to_count_too() -> None:
    event = everybody_deals()
    stage = event.stages.get()
    stages.edit_stage(stage, boss(event), deals_per_round=3, deals_per="seat")
    stages.edit_stage(stage, boss(event), deals_per_round=None)
    assert event.stages.get().deals_per == "table"
    assert lengths(draws.draw_round(event, boss(event))) == [(4, 8), (3, 6)]


# What is said


def test_the_plan_is_told_with_an_example() -> None:
    plan = Event(deals_per_round=2, deals_per="seat")
    assert deals_in_a_round(plan) == (
        "Everybody deals 2 times in each round: 8 deals at a table of 4, 6 at a table of 3"
    )
    plan = Event(deals_per_round=1, deals_per="seat", rules={"preset": "poque-1789", "deals_next": "opener"})
    assert deals_in_a_round(plan) == "In each round: 4 deals at a table of 4, 3 at a table of 3"
