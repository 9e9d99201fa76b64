"""Rehearsals: a correction may let a table go on that had ended, and then it plays on."""

from __future__ import annotations

import pytest

from tests.builders import enter, make_event, owner_of
from tournaments.models import Round
from tournaments.services.rehearsals import rehearsals
from tournaments.services.rehearsals.happenings import happenings_of
from tournaments.services.standings.table_states import unfinished_tables

pytestmark = pytest.mark.django_db

PAYS_AFTER_ALL = 28
"""A seed with which somebody could not pay the ante, and can after the correction of an earlier deal."""


def test_a_table_that_had_ended_plays_on_where_its_correction_leaves_everybody_enough() -> None:
    event = make_event(
        rounds_planned=1, deals_per_round=8, starting_chips=30, rules={"preset": "pagat", "purse": "table"}
    )
    enter(event, 4)
    rehearsal = rehearsals.play_out(
        rehearsals.start_rehearsal(
            event, owner_of(event.club), players=4, seed=PAYS_AFTER_ALL, delay=rehearsals.LEFT_ALONE
        )
    )
    assert rehearsal.status == "done"
    kinds = [happening.kind for happening in happenings_of(rehearsal)]
    assert "refused" not in kinds
    assert "corrected" in kinds
    assert kinds.count("penalty") == 1
    (played,) = Round.objects.filter(event=rehearsal.event)
    assert played.status == "closed"
    assert not unfinished_tables(played)
