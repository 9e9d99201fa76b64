"""Play-offs: players who are equal where it matters play one more table for their order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    alike,
    boss,
    owner_of,
    play_round,
    published_round,
    refusal,
    running_event,
)
from tournaments.desk.verbs import rounds
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.desk.verbs.repeating import repeat_event
from tournaments.draw.verbs import draws
from tournaments.draw.verbs.play_offs import add_play_off
from tournaments.events.verbs.stages import end_stage
from tournaments.models import Event, Round, Stage
from tournaments.programs.fsck import run as fsck
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.adjustments import add_adjustment
from tournaments.tables.verbs.tallies import seat_tallies

pytestmark = pytest.mark.django_db


def rows_of(event: Event) -> list[dict[str, Any]]:
    return list(standings.refresh(event.pk).rows)


def seated(round_: Round) -> set[str]:
    return {str(pk) for pk in round_.seats.values_list("entry_id", flat=True)}


def played_off(event: Event, seed: int = 1) -> Round:
    add_play_off(event, owner_of(event.club))
    return play_round(published_round(event), seed=seed)


def test_the_players_who_are_equal_at_the_first_place_play_it() -> None:
    event = alike()
    before = rows_of(event)
    assert [row["place"] for row in before[:4]] == [1, 1, 1, 4]
    round_ = played_off(event)
    assert seated(round_) == {row["entry"] for row in before[:3]}
    rows = rows_of(event)
    chips = {tally.entry: tally.chips for tally in seat_tallies(event, round_.number)}
    assert [row["entry"] for row in rows[:3]] == sorted(chips, key=lambda entry: -chips[entry])
    assert [(row["place"], row["decided_by"]) for row in rows[:3]] == [
        (1, "play_off"),
        (2, "play_off"),
        (3, "play_off"),
    ]
    assert [row["metrics"]["play_off"] for row in rows] == [2, 1, 0] + [None] * 9


def test_it_counts_nowhere_else_and_what_it_leaves_equal_lots_decide() -> None:
    event = alike()
    kept = standings.standing_after(event, 1)
    assert kept is not None
    before = {row["entry"]: row for row in rows_of(event)}
    round_ = played_off(event)
    assert standings.compute(event, through_round=1) == kept.rows
    with refusal("adjustment_in_play_off"):
        add_adjustment(
            event, boss(event), event.entries.get(number=1), "too late", chips=-5, played_round=round_
        )
    for row in rows_of(event):
        others = ("place", "decided_by", "metrics")
        was = {name: value for name, value in before[row["entry"]].items() if name not in others}
        assert {name: value for name, value in row.items() if name not in others} == was
        assert row["metrics"] | {"play_off": None} == before[row["entry"]]["metrics"]
    assert standings.compute(event, stage=Stage.objects.get(event=event, play_off=True)) == []
    final = finish_event(event, boss(event))
    assert [row["decided_by"] for row in rows_of(final)] == ["play_off"] * 3 + ["lots"] * 9
    assert fsck.run().damage == []
    assert not repeat_event(final, boss(event)).stages.filter(play_off=True).exists()


def test_players_who_are_equal_across_a_cut_play_it_and_the_cut_says_so() -> None:
    event = alike(3, {"format": "final", "cut": 4, "deals_per_round": 1})
    level = {row["entry"] for row in rows_of(event) if row["place"] == 4}
    assert len(level) == 3, "the cut goes through the fourth place"
    play_off = add_play_off(event, owner_of(event.club))
    assert [stage.play_off for stage in event.stages.order_by("number")] == [False, True, False]
    round_ = play_round(published_round(event), seed=1)
    assert (round_.stage, seated(round_)) == (play_off, level)
    winner = next(row["entry"] for row in rows_of(event) if row["entry"] in level)
    final = published_round(event)
    assert seated(final) == {row["entry"] for row in rows_of(event)[:3]} | {winner}
    report = event.stages.get(number=3).cut_report
    assert report is not None
    assert (report["decided_by"], report["last_in"]) == ("play_off", winner)
    play_round(final, seed=3)
    finish_event(event, owner_of(event.club))
    assert fsck.run().damage == []


def test_it_is_refused_in_the_middle_of_a_stage_and_while_one_waits() -> None:
    event = alike()
    add_play_off(event, owner_of(event.club))
    with refusal("play_off_waits"):
        add_play_off(event, owner_of(event.club))
    event = running_event(4, rounds_planned=2, deals_per_round=1, tie_breaks=["play_off"])
    with refusal("stage_going_on"):
        add_play_off(event, owner_of(event.club))
    round_ = published_round(event)
    with refusal("round_open"):
        add_play_off(event, owner_of(event.club))
    play_round(round_)
    with refusal("stage_going_on"):
        add_play_off(event, owner_of(event.club))


def test_it_is_refused_if_no_table_fits_or_the_tie_breaks_do_not_name_it() -> None:
    event = alike(2, rules={"preset": "pagat"})
    before = event.stages.count()
    with refusal("play_off_size"):
        add_play_off(event, owner_of(event.club))
    assert event.stages.count() == before
    event = alike(2, tie_breaks=["lots"])
    with refusal("play_off_not_chosen"):
        add_play_off(event, owner_of(event.club))


def test_it_can_be_played_again_or_ended_if_nobody_is_equal_any_more() -> None:
    event = alike(3, {"format": "final", "cut": 4, "deals_per_round": 1})
    actor = owner_of(event.club)
    played_off(event)
    stage = event.stages.get(play_off=True)
    rounds.replay_stage(stage, actor, "a card was missing")
    rows = rows_of(event)
    assert {row["decided_by"] for row in rows} == {"shared"}
    level = [row["entry"] for row in rows if row["place"] == 4]
    add_adjustment(event, actor, event.entries.get(pk=level[0]), "a gift", chips=1)
    with refusal("nobody_level"):
        draws.draw_round(event, actor)
    end_stage(stage, actor)
    final = published_round(event)
    assert (final.stage.format, final.stage.play_off) == ("final", False)
    assert level[0] in seated(final)
    assert fsck.run().damage == []
