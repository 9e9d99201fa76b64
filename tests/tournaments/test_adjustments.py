"""Penalties and corrections: where they may be given."""

from __future__ import annotations

import pytest

from tests.builders import owner_of, published_round, running_event
from tournaments.errors import Conflict, Invalid
from tournaments.models import Adjustment, Round
from tournaments.services.draw import draws
from tournaments.services.evening.publish import publish_round
from tournaments.services.standings import adjustments

pytestmark = pytest.mark.django_db


def test_none_is_given_in_a_proposal_which_can_still_be_thrown_away() -> None:
    event = running_event(4)
    actor, entry = owner_of(event.club), event.entries.all()[0]
    drawn = draws.draw_round(event, actor)
    with pytest.RaisesExc(Conflict, check=lambda error: error.code == "round_not_published"):
        adjustments.add_adjustment(event, actor, entry, -5, "late", drawn)
    publish_round(drawn, actor, 1)
    # What was read before the round was published is as good.
    assert adjustments.add_adjustment(event, actor, entry, -5, "late", drawn).round == drawn


def test_none_is_given_in_a_round_that_is_gone_or_of_another_event() -> None:
    event = running_event(4)
    actor, entry = owner_of(event.club), event.entries.all()[0]
    gone = draws.draw_round(event, actor)
    stale = Round.objects.get(pk=gone.pk)
    draws.discard_draw(gone, actor)
    for round_ in (stale, published_round(running_event(4))):
        with pytest.RaisesExc(Invalid, check=lambda error: error.code == "not_of_this_event"):
            adjustments.add_adjustment(event, actor, entry, -5, "late", round_)
    assert not Adjustment.objects.exists()
