"""Bodies that nearly make sense: what somebody would send, with some places changed.

Made-up bodies seldom come further than the shape of a route. These do: they hold real ids, cards and
actions, some of them in a wrong place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

NONSENSE: list[Any] = [
    *(None, True, False, 0, 1, 2, 3, 5, -1, 10**9, 2**63, 2**70, 1.5),
    *("", " ", "\u0000", "\ud800", "a" * 300, "01980000-0000-7000-8000-000000000000", "As", "0 pass"),
    *([], {}, [[]], [None], [{}]),
]
"""What any place may be asked to hold."""

Place = tuple[Any, Any]
"""An object or a list, and the key or the index in it."""


def places(body: Any) -> Iterator[Place]:
    """Every place within a body."""
    if isinstance(body, dict | list):
        for key, value in list(body.items() if isinstance(body, dict) else enumerate(body)):
            yield body, key
            yield from places(value)


@st.composite
def nearly(draw: st.DrawFn, body: Any, known: Sequence[Any]) -> Any:
    """`body` with none to three of its places changed; `known`: ids that may stand in for others."""
    body = deepcopy(body)
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 1, 2, 3]))):
        found = list(places(body))
        if not found:
            return deepcopy(draw(st.sampled_from([{}, {"unknown": 1}, [], None])))
        holder, key = draw(st.sampled_from(found))
        _change(draw, holder, key, found, known)
    return body


def _change(draw: st.DrawFn, holder: Any, key: Any, found: Sequence[Place], known: Sequence[Any]) -> None:
    """Change what is at one place."""
    how = draw(st.sampled_from(["forget", "nonsense", "known", "another", "close", "close", "add"]))
    value = holder[key]
    if how == "forget":
        del holder[key]
    elif how == "nonsense":
        holder[key] = deepcopy(draw(st.sampled_from(NONSENSE)))
    elif how == "known":
        holder[key] = draw(st.sampled_from(known))
    elif how == "another":
        from_holder, from_key = draw(st.sampled_from(found))
        holder[key] = deepcopy(from_holder[from_key])
    elif how == "close":
        holder[key] = _close_to(draw, value)
    elif isinstance(holder, list):
        holder.insert(key, deepcopy(value))
    else:
        holder["unknown"] = value


def _close_to(draw: st.DrawFn, value: Any) -> Any:
    """Something of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + draw(st.sampled_from([-1, 1, 10]))
    if isinstance(value, str) and " " in value:
        words = value.split(" ")
        at, to = (draw(st.integers(0, len(words) - 1)) for _ in range(2))
        words[at], words[to] = words[to], words[at]
        return " ".join(words if draw(st.booleans()) else words[1:])
    if isinstance(value, list) and value:
        at = draw(st.integers(0, len(value) - 1))
        return value[at:] + value[:at] if draw(st.booleans()) else value[:at]
    return deepcopy(draw(st.sampled_from(NONSENSE))) if value is None else value
