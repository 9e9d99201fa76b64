"""Facts and helpers for the tests of the steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tournaments.core.rules.refusals import Refusal
from tournaments.events.rules.phases.facts import EntryFacts, EventFacts, RoundFacts, TableFacts

DRAFT = EventFacts("draft", ready=8)
OPEN = EventFacts("open", ready=8)
RUNNING = EventFacts("running", ready=8)
FINISHED = EventFacts("finished", ready=8)

DRAWN = RoundFacts(1, "drawn", draw=2)
PUBLISHED = RoundFacts(1, "published", draw=2, unfinished=2)
PLAYING = RoundFacts(1, "playing", draw=2, unfinished=1, deals=5)
PLAYED = RoundFacts(1, "playing", draw=2, deals=8)
CLOSED = RoundFacts(1, "closed", draw=2, deals=8)

TABLE = TableFacts(3, "playing", deals=2, deals_planned=4)
REGISTERED = EntryFacts("registered")
CHECKED_IN = EntryFacts("checked_in")
SEATED = EntryFacts("checked_in", seated=True)
WITHDRAWN = EntryFacts("withdrawn")


def after(last: RoundFacts) -> EventFacts:
    return replace(RUNNING, last=last)


def why_not(verify: Callable[..., None], *args: Any, **kwargs: Any) -> Refusal | None:
    """Return the refusal of this step; None if it is allowed."""
    try:
        verify(*args, **kwargs)
    except Refusal as error:
        return error
    return None


def code(verify: Callable[..., None], *args: Any, **kwargs: Any) -> str | None:
    """Return the code of the refusal of this step; None if it is allowed."""
    error = why_not(verify, *args, **kwargs)
    if error is not None:
        assert str(error).endswith((".", "?"))
        assert "%" not in str(error)
    return error.code if error else None
