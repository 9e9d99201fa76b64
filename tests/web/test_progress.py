"""How long an event will still take."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from tests.builders import enter, make_event, owner_of, published_round
from tournaments.desk.verbs.lifecycle import start_event
from tournaments.desk.words.cockpit import progress_of
from tournaments.events.verbs import stages
from tournaments.events.verbs.plans import outline_of
from tournaments.tables.verbs.tables import TablePlay

pytestmark = pytest.mark.django_db


def test_the_rounds_of_a_later_stage_take_as_long_as_its_own_deals() -> None:
    event = make_event(rounds_planned=2, deals_per_round=3)
    enter(event, 8)
    stages.add_stage(event, owner_of(event.club), "final", cut=4, deals_per_round=10)
    event = start_event(event, owner_of(event.club))
    newest = published_round(event)
    event.refresh_from_db()
    assert newest.published_at is not None
    table = TablePlay(
        id=uuid4(),
        number=1,
        deals=1,
        deals_planned=3,
        closed=False,
        last_deal_at=newest.published_at + timedelta(minutes=1),
        wrong_pins=None,
    )
    # A minute a deal: two more here, a round of three, a final of ten; and two breaks of five minutes.
    assert progress_of(event, newest, [table], outline_of(event)).left == timedelta(minutes=2 + 3 + 10 + 10)
