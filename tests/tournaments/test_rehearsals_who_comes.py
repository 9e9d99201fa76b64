"""Rehearsals: the report says what becomes of people who come late."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import enter, make_event, owner_of
from tournaments.models import Rehearsal
from tournaments.services.rehearsals import rehearsals
from tournaments.services.rehearsals.happenings import happenings_of

pytestmark = pytest.mark.django_db

COMES_AFTER_ALL, AND_KEPT_A_PLACE = 3, 6
"""Seeds with which a player is missing in round 1 and comes before round 2.

With the second one nobody sits in for them.
"""


def rehearsed(stages: list[dict[str, Any]], seed: int = COMES_AFTER_ALL) -> Rehearsal:
    event = make_event(stages=stages, deals_per_round=1)
    enter(event, 9)
    begun = rehearsals.start_rehearsal(event, owner_of(event.club), seed=seed, delay=rehearsals.LEFT_ALONE)
    return rehearsals.play_out(begun)


def came(rehearsal: Rehearsal) -> tuple[str, int]:
    """What the report says of the player missing in round 1, and how many seats they have in round 2."""
    (late,) = (player for player, _number in rehearsal.script["late"])
    (happening,) = (
        happening
        for happening in happenings_of(rehearsal)
        if happening.round == 1
        and happening.kind in ("came_after_all", "too_late", "before_a_cut")
        and not rehearsal.event.entries.filter(pk=happening.params["entry"], player=late).exists()
    )
    entry = rehearsal.event.entries.get(pk=happening.params["entry"])
    return happening.kind, entry.seats.filter(round__number=2).count()


def test_a_missing_player_plays_from_the_next_round_on_if_the_stage_takes_players() -> None:
    assert came(rehearsed([{"format": "rotation", "rounds_planned": 2}])) == ("came_after_all", 1)
    for seed in (COMES_AFTER_ALL, AND_KEPT_A_PLACE):
        assert came(rehearsed([{"format": "knockout"}], seed)) == ("too_late", 0)
    cut = [{"format": "swiss", "rounds_planned": 1}, {"format": "final", "cut": 4}]
    assert came(rehearsed(cut))[0] == "before_a_cut"
