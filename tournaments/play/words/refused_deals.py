"""A refusal of the engine, for the people at a table: with names of cards and pools, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext

import games.services as games
from tournaments.core.refusals import sentence
from tournaments.core.words.words import card_names, pool_name

SEATS: Final = frozenset({"seat", "other", "first", "second", "holder", "taker"})
"""The params of the engine that are seats, counted from 1. `seats` is a list of them as a text."""


def at_table(refusal: games.EngineError, names: Sequence[str]) -> str:
    """The refusal in words. The engine counts seats, so sentences that name the people follow.

    names: of the people who play the deal, in the order of its document.
    """
    people = [
        gettext("Seat %(seat)d is %(name)s.") % {"seat": seat, "name": names[seat - 1]}
        for seat in _seats(refusal)
        if 0 < seat <= len(names)
    ]
    return " ".join([sentence(refusal, cards=card_names, pools=pool_name), *people])


def _seats(refusal: games.EngineError) -> list[int]:
    """The seats that the sentences speak of, each once."""
    named: set[int] = set()
    for _template, params in (refusal.sentence, *refusal.statements):
        named |= {value for name, value in params.items() if name in SEATS and isinstance(value, int)}
        listed = params.get("seats")
        if isinstance(listed, str):
            named |= {int(seat) for seat in listed.split(", ") if seat.isdecimal()}
    return sorted(named)
