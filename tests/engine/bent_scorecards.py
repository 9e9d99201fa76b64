"""Two scorecards that are good as they are, to be bent; and what a bent one is refused for.

Seats in the documents count from 0, seats in the sentences from 1.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from games.engine.errors import RULE, EngineError
from games.engine.result import finished

# The deal of the format's own example. Forehand is seat 3; the hands have 8, 8, 7 and 8 cards.
PAGAT: dict[str, Any] = {
    "format": "poch-scorecard/1",
    "rules": {"preset": "pagat"},
    "dealer": 2,
    "chips": [0, 0, 0, 0],
    "pools": {},
    "upcard": "9h",
    "melds": {"ace": 3, "king": 0, "queen": 0, "jack": 2, "ten": 3, "marriage": 0, "sequence": None},
    "stakes": [0, 0, 1, 1],
    "passed": [0, 1],
    "shown": {"2": "Js Jh", "3": "Ah Ac"},
    "stops": [],
    "left": [4, 7, 6, 0],
}

# Five cards each of 32: sixteen lie in the talon. Nobody melds, nobody bets, forehand (seat 0) goes out.
LEXIKON: dict[str, Any] = {
    "format": "poch-scorecard/1",
    "rules": {"preset": "lexikon"},
    "dealer": 2,
    "chips": [0, 0, 0],
    "pools": {},
    "upcard": "7h",
    "melds": {},
    "stakes": [0, 0, 0],
    "passed": [0, 1, 2],
    "shown": {},
    "left": [0, 5, 5],
}


def card(base: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A scorecard with some fields changed; ``rules`` and ``melds`` are changed key by key."""
    changed = deepcopy(base)
    for key, value in changes.items():
        if key in {"rules", "melds"}:
            changed[key] |= value
        else:
            changed[key] = value
    return changed


def refusal(document: dict[str, Any]) -> EngineError:
    """The error that a scorecard is refused with."""
    with pytest.raises(EngineError) as caught:
        finished(document)
    assert caught.value.at is None
    return caught.value


def assert_refused(document: dict[str, Any], code: str, *words: str, pointer: str | None = None) -> None:
    """Refused for breaking a rule, with this code, in a sentence that has these words."""
    error = refusal(document)
    assert (error.code, error.kind) == (code, RULE), error.detail
    for part in words:
        assert part in error.detail
    if pointer is not None:
        assert error.pointer == pointer


def assert_accepted(document: dict[str, Any]) -> None:
    """Answered, as some deal could have given it."""
    finished(document)
