"""Rehearsals: what is told of people who come after all, or late, is what becomes of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import enter, make_event, owner_of
from tournaments.models import Rehearsal
from tournaments.sentences.rehearsal_words import told_in_words
from tournaments.services.rehearsals import rehearsals

pytestmark = pytest.mark.django_db

COMES_AFTER_ALL, AND_KEPT_A_PLACE = 3, 6
"""Seeds with which who was missing in the first round has come before the second; with the other one nobody
sat in for them."""


def rehearsed(stages: list[dict[str, Any]], seed: int = COMES_AFTER_ALL) -> Rehearsal:
    event = make_event(stages=stages, deals_per_round=1)
    enter(event, 9)
    begun = rehearsals.start_rehearsal(event, owner_of(event.club), seed=seed, delay=rehearsals.LEFT_ALONE)
    return rehearsals.play_out(begun)


def came(rehearsal: Rehearsal) -> tuple[str, str, int]:
    """What is told of who was missing in round 1: its kind and sentence; and their seats in round 2."""
    (late,) = (player for player, _number in rehearsal.script["late"])
    (told,) = (
        told
        for told in rehearsal.told
        if told["round"] == 1
        and told["kind"] in ("came_after_all", "too_late", "before_a_cut")
        and not rehearsal.event.entries.filter(pk=told["entry"], player=late).exists()
    )
    entry = rehearsal.event.entries.get(pk=told["entry"])
    said = told_in_words(told, {told["entry"]: entry.player.name}, for_directors=True)
    return told["kind"], said.removeprefix(entry.player.name), entry.seats.filter(round__number=2).count()


def test_who_was_missing_plays_from_the_next_round_on() -> None:
    kind, said, seats = came(rehearsed([{"format": "rotation", "rounds_planned": 2}]))
    assert (kind, seats) == ("came_after_all", 1)
    assert said == ", who was missing, has come and plays from the next round on."


@pytest.mark.parametrize("seed", [COMES_AFTER_ALL, AND_KEPT_A_PLACE])
def test_who_was_missing_when_a_knockout_began_comes_too_late(seed: int) -> None:
    kind, said, seats = came(rehearsed([{"format": "knockout"}], seed))
    assert (kind, seats) == ("too_late", 0)
    assert said == " comes too late: nobody is let in any more."


def test_before_a_cut_the_standings_say_who_plays_on() -> None:
    kind, said, _seats = came(
        rehearsed([{"format": "swiss", "rounds_planned": 1}, {"format": "final", "cut": 4}])
    )
    assert kind == "before_a_cut"
    assert said == " has come: the standings say whether they play on."
