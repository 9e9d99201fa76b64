"""Events whose hands are measured with few deals."""

from __future__ import annotations

from typing import Any

import pytest

import games.services as games
from tests.builders import enter, make_event, owner_of, work
from tournaments.models import Event
from tournaments.services.evening.lifecycle import start_event
from tournaments.services.standings import standings

RULES = {"preset": "pagat", "bet_limit": 10}


def measure_quickly(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Measure what hands are worth, with two chunks of 36 deals: fast, with the same steps."""
    settings.MEASURE_HANDS = True
    monkeypatch.setattr("games.engine.luck.measuring.SESSIONS", 3)
    monkeypatch.setattr(games, "HANDS_CHUNKS", 2)


def event_of_four(**fields: Any) -> Event:
    """An open event for eight people at tables of four."""
    usual: dict[str, Any] = {"rules": RULES, "least": 4, "most": 4, "deals_per_round": 2, "rounds_planned": 2}
    event = make_event(**usual | fields)
    enter(event, 8)
    return fresh(event)


def fresh(event: Event) -> Event:
    return Event.objects.select_related("club").get(pk=event.pk)


def started(event: Event) -> Event:
    return start_event(event, owner_of(event.club))


def rows_of(event: Event, after: int | None = None) -> list[dict[str, Any]]:
    """The rows of the newest standing, or of the one at the close of a round."""
    standing = standings.current_standing(event) if after is None else standings.standing_after(event, after)
    assert standing is not None
    rows: list[dict[str, Any]] = standing.rows
    return rows


def measured_event(**fields: Any) -> Event:
    """A running event for eight people at tables of four, whose hands are measured."""
    event = event_of_four(**fields)
    work()
    return started(fresh(event))
