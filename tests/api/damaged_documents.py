"""Damaged documents of events. The same seed gives the same damage."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

VALUES: list[Any] = [None, True, False, -1, 0, 1, 2, 3, 7, 40, 0.5, 1e300, 2**15, 2**31, 2**53, 2**63, 10**40]
VALUES += [-(2**63) - 1, "", " ", "x", "Anna", "A" * 300, "\0", "\ud800", "\u202eabc", "<b>", "../.."]
VALUES += [
    "seat 0",
    "seat 99999999",
    "seat 9",
    "bank",
    "poch",
    "lots",
    "final",
    "knockout",
    "private",
    "1999-13-41",
]
VALUES += ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-01-01T00:00:00"]
VALUES += ["00000000-0000-0000-0000-000000000000", [], {}, [[]], [{}], {"x": 1}, {"people": {}}, ["people"]]


def damaged(random: Random, document: dict[str, Any]) -> dict[str, Any]:
    """Return a copy with one to three values replaced, removed, doubled or exchanged."""
    copied: dict[str, Any] = copy.deepcopy(document)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        _damage(random, _somewhere(random, copied))
    return copied


def _somewhere(random: Random, document: dict[str, Any]) -> Any:
    """Return an object or a list of the document, at a random depth."""
    holder: Any = document
    while True:
        inside = holder.values() if isinstance(holder, dict) else holder
        inner = [value for value in inside if isinstance(value, dict | list) and value]
        if not inner or random.random() < 0.15:
            return holder
        holder = random.choice(inner)


def _damage(random: Random, holder: Any) -> None:
    if not holder:
        return
    place = random.choice(list(holder)) if isinstance(holder, dict) else random.randrange(len(holder))
    match random.choice("rrrrrdxnn"):
        case "d":
            del holder[place]
        case "x" if isinstance(holder, list):
            holder.insert(random.randrange(len(holder) + 1), copy.deepcopy(holder[place]))
        case "x":
            other = random.choice(list(holder))
            holder[place], holder[other] = holder[other], holder[place]
        case "n":
            holder[place] = _near(random, holder[place])
        case _:
            holder[place] = copy.deepcopy(random.choice(VALUES))


def _near(random: Random, value: Any) -> Any:
    """Return a value that differs only a little."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + random.choice((-1, 1, 2))
    if isinstance(value, str) and value:
        at = random.randrange(len(value))
        return value[:at] + random.choice("019abcdef \u202e\0\u00e9") + value[at + random.choice((0, 1)) :]
    if isinstance(value, list) and len(value) > 1:
        return random.sample(value, len(value))
    return value
