"""Bodies that are nearly valid: real bodies with some places changed.

Made-up bodies seldom come further than the shape of a route. These do: they hold real ids, cards and
actions, some of them in a wrong place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

NONSENSE: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, 5, -1, 10**9, 2**63, 2**70, 1.5),
    *("", " ", "\u0000", "\ud800", "a" * 300, "01980000-0000-7000-8000-000000000000", "As", "0 pass"),
    *([], {}, [[]], [None], [{}]),
]
"""Values for any place."""

Place = tuple[Any, Any]
"""An object or a list, and the key or the index in it."""


def places(body: Any) -> Iterator[Place]:
    """Yield every place within a body."""
    if isinstance(body, dict | list):
        for key, value in list(body.items() if isinstance(body, dict) else enumerate(body)):
            yield body, key
            yield from places(value)


def nearly(chance: Random, body: Any, ids: Sequence[Any]) -> Any:
    """Return `body` with up to three places changed. `ids` may replace other ids."""
    body = deepcopy(body)
    for _ in range(chance.choice([0, 0, 0, 1, 1, 1, 2, 3])):
        all_places = list(places(body))
        if not all_places:
            return deepcopy(chance.choice([{}, {"unknown": 1}, [], None]))
        _change(chance, *chance.choice(all_places), all_places, ids)
    return body


def _change(chance: Random, holder: Any, key: Any, all_places: Sequence[Place], ids: Sequence[Any]) -> None:
    """Change the value at one place."""
    how = chance.choice(["forget", "nonsense", "known", "another", "close", "close", "add"])
    value = holder[key]
    if how == "forget":
        del holder[key]
    elif how == "nonsense":
        holder[key] = deepcopy(chance.choice(NONSENSE))
    elif how == "known":
        holder[key] = chance.choice(ids)
    elif how == "another":
        from_holder, from_key = chance.choice(all_places)
        holder[key] = deepcopy(from_holder[from_key])
    elif how == "close":
        holder[key] = _close_to(chance, value)
    elif isinstance(holder, list):
        holder.insert(key, deepcopy(value))
    else:
        holder["unknown"] = value


def _close_to(chance: Random, value: Any) -> Any:
    """Return another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice([-1, 1, 10])
    if isinstance(value, str) and " " in value:
        words = value.split(" ")
        at, to = (chance.randrange(len(words)) for _ in range(2))
        words[at], words[to] = words[to], words[at]
        return " ".join(words if chance.random() < 0.5 else words[1:])
    if isinstance(value, list) and value:
        at = chance.randrange(len(value))
        return value[at:] + value[:at] if chance.random() < 0.5 else value[:at]
    return deepcopy(chance.choice(NONSENSE)) if value is None else value
