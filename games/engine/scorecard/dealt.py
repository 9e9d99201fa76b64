"""How many cards each hand got: the rules, the seats and the upcard alone say that."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.engine.core import dealing
from games.engine.core.melding import NINE
from games.engine.core.state import (
    ACE_RANK,
    KING_RANK,
    MARRIAGE,
    QUEEN_RANK,
    SEQUENCE,
    SEQUENCE_789,
    TEN_POOL,
    UPCARD_JOINS,
    Rules,
    State,
)


class Layout(NamedTuple):
    """How many cards went where."""

    pack: int
    """The pack as one hand, without an upcard that joined no hand."""
    sizes: list[int]
    """Cards in the hand of each seat, with an upcard that joined it."""
    talon: int
    """The number of cards that were neither dealt nor turned up."""
    upcard: int
    joined: int | None
    """The seat whose hand the upcard joined, or None."""
    winning: dict[int, int]
    """For each pool that certain cards win: those cards, as one hand."""


def layout_of(rules: Rules, table: State, upcard: int) -> Layout:
    """The layout of a deal at a table after ``dealing.seat_down``."""
    seats = table.seats
    sizes = [dealing.cards_dealt(rules, table, seat) for seat in range(seats)]
    joined = None
    pack = rules.whole[seats]
    if rules.upcard == UPCARD_JOINS:
        joined = dealing.next_to_receive(rules, table)
        sizes[joined] += 1
    else:
        pack ^= 1 << upcard
    talon = pack.bit_count() - sum(sizes)
    return Layout(pack, sizes, talon, upcard, joined, _winning(rules, upcard >> 4))


@lru_cache(maxsize=256)
def _winning(rules: Rules, pay_suit: int) -> dict[int, int]:
    """For each pool of the board that certain cards win: those cards."""
    winning = {pool: 1 << ACE_RANK - pool for pool in range(TEN_POOL + 1)}
    if rules.single_card_pools == TEN_POOL:
        winning[TEN_POOL] |= 1 << NINE
    winning[MARRIAGE] = 1 << KING_RANK | 1 << QUEEN_RANK
    if rules.sequence == SEQUENCE_789:
        winning[SEQUENCE] = _SEVEN_EIGHT_NINE
    return {pool: lane << pay_suit * 16 for pool, lane in winning.items() if rules.has_pool[pool]}


_SEVEN_EIGHT_NINE = 0b111 << 5


def longest_runs(pack: int) -> list[int]:
    """The lengths of the longest runs that the pack allows, in cards, longest first.

    An upcard that joined no hand is not in the ``pack``, so it cuts its suit in two.
    """
    stretches = []
    length = 0
    for card in bits(pack):
        length += 1
        if not pack >> card + 1 & 1:
            stretches.append(length)
            length = 0
    return sorted(stretches, reverse=True)


def bits(cards: int) -> Iterator[int]:
    """The cards of a mask, from the lowest number up."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1
