"""Facts that the tests of the steps begin from, and how they ask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tournaments.rules.phases import EntryFacts, EventFacts, RoundFacts, TableFacts, can, why_not

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


def code(verify: Callable[..., None], *args: Any, **kwargs: Any) -> str | None:
    error = why_not(verify, *args, **kwargs)
    assert can(verify, *args, **kwargs) == (error is None)
    if error is not None:
        assert str(error).endswith((".", "?"))
        assert "%" not in str(error)
    return error.code if error else None
