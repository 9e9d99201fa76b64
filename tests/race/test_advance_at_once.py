"""Two workers advance an event that runs by itself, on PostgreSQL."""

from __future__ import annotations

import pytest

from tests.builders import play, published_round, running_event, the_table
from tests.race.together import at_once, meet
from tournaments.desk.verbs import rounds
from tournaments.models import AuditEntry, Event, Round

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def event() -> Event:
    """An event whose first round is played but not closed."""
    event = running_event(4, bot="random", auto_draw=True, rounds_planned=2, deals_per_round=1)
    play(the_table(published_round(event)))
    return event


def advance_twice(event: Event) -> list[object]:
    return at_once(*[lambda: rounds.advance(event.pk)] * 2)


def closings() -> int:
    return AuditEntry.objects.filter(verb="close_round").count()


def test_a_round_is_closed_once_and_the_next_drawn_once(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet(monkeypatch, rounds, "_close_played")
    assert advance_twice(event) == [None, None]
    assert closings() == 1
    meet(monkeypatch, rounds, "draw_round")
    assert advance_twice(event) == [None, None]
    assert list(Round.objects.order_by("number").values_list("status", flat=True)) == ["closed", "published"]
    assert AuditEntry.objects.filter(verb="publish_round").count() == 2
