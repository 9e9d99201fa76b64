"""What the rules, the seats and the upcard alone tell of how the cards were given out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.engine.cards import pack_cards
from games.engine.core import dealing
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

    cards: tuple[int, ...]
    """The pack, without an upcard that belongs to nobody."""
    pack: int
    """The same as one hand."""
    sizes: tuple[int, ...]
    """Cards in each seat's hand, an upcard that joined it included."""
    talon: int
    """How many cards were neither dealt nor turned up."""
    upcard: int
    joined: int | None
    """The seat whose hand the upcard joined; None: it belongs to nobody."""
    winning: dict[int, int]
    """Each pool of the board that certain cards win -> those cards, in one hand."""
    longest_runs: tuple[int, ...]
    """The stretches of neighbouring cards that could be played as one run, in cards, longest first.

    An upcard that belongs to nobody cuts its suit in two.
    """


@lru_cache(maxsize=2048)
def layout_of(rules: Rules, seats: int, dealer: int, upcard: int) -> Layout:
    """The layout of a deal at a table of so many seats."""
    table = State()
    dealing.seat_down(rules, table, seats, dealer)
    sizes = [dealing.cards_dealt(rules, table, seat) for seat in range(seats)]
    joined = None
    pack = pack_cards(rules.pack[seats])
    if rules.upcard == UPCARD_JOINS:
        joined = dealing.next_to_receive(rules, table)
        sizes[joined] += 1
    else:
        pack.remove(upcard)
    return Layout(
        cards=tuple(pack),
        pack=sum(1 << card for card in pack),
        sizes=tuple(sizes),
        talon=len(pack) - sum(sizes),
        upcard=upcard,
        joined=joined,
        winning={
            pool: cards
            for pool in range(SEQUENCE + 1)
            if rules.has_pool[pool] and (cards := _winning_cards(rules, pool) << (upcard >> 4) * 16)
        },
        longest_runs=tuple(sorted(_stretches(pack), reverse=True)),
    )


def _winning_cards(rules: Rules, pool: int) -> int:
    """The cards of the pay suit, as a lane, whose holder wins a pool; none where no certain cards do."""
    if pool <= TEN_POOL:
        return 1 << ACE_RANK - pool
    if pool == MARRIAGE:
        return 1 << KING_RANK | 1 << QUEEN_RANK
    return _SEVEN_EIGHT_NINE if pool == SEQUENCE and rules.sequence == SEQUENCE_789 else 0


_SEVEN_EIGHT_NINE = 0b111 << 5


def _stretches(cards: list[int]) -> Iterator[int]:
    """The lengths of the stretches of neighbours in cards that are in order."""
    length = 0
    for card, following in zip(cards, [*cards[1:], -1], strict=True):
        length += 1
        if following != card + 1:
            yield length
            length = 0


def bits(cards: int) -> Iterator[int]:
    """The cards of a mask, from the lowest number up."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1
