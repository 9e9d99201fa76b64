"""A program of its own, as a club would write one: it knows the API and the engine, and no database.

It writes deals down as records or as scorecards, and reads whole lists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import games.services as games
from tests.api.client import Client
from tests.api.scorecards import scorecard_of

Writer = Callable[[dict[str, Any]], dict[str, Any]]


def as_record(document: dict[str, Any]) -> dict[str, Any]:
    """A deal card by card, leaving to the table what the table knows."""
    return {key: document[key] for key in ("format", "deck", "hands", "upcard", "actions") if key in document}


def as_scorecard(document: dict[str, Any]) -> dict[str, Any]:
    """The same deal as a scorer at the table sees it."""
    return scorecard_of(document, games.replay(document))


def done(answer: Any, *statuses: int) -> dict[str, Any]:
    """Return the body of a response, which must have one of these statuses."""
    assert answer.status_code in (statuses or (200, 201)), answer.content
    body: dict[str, Any] = answer.json()
    return body


def every(client: Client, path: str) -> list[dict[str, Any]]:
    """Return all rows of a list, page after page."""
    rows: list[dict[str, Any]] = []
    page: str | None = f"{path}?limit=100"
    while page:
        body = done(client.get(page))
        rows += body["results"]
        page = body["next"]
    return rows
