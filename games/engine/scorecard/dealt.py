"""What the rules, the seats and the upcard alone tell of how the cards were given out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.cards import pack_cards
from games.engine.core import dealing
from games.engine.core.state import UPCARD_JOINS, Rules, State


@dataclass(frozen=True, slots=True)
class Layout:
    """How many cards went where."""

    cards: tuple[int, ...]
    """The pack, without an upcard that belongs to nobody."""
    sizes: tuple[int, ...]
    """Cards in each seat's hand, an upcard that joined it included."""
    upcard: int
    joined: int | None
    """The seat whose hand the upcard joined; None: it belongs to nobody."""

    @classmethod
    def of(cls, rules: Rules, state: State, upcard: int) -> Layout:
        """The layout of a deal at this table (``state``: seats and forehand set)."""
        sizes = [dealing.cards_dealt(rules, state, seat) for seat in range(state.seats)]
        joined = None
        pack = pack_cards(rules.pack[state.seats])
        if rules.upcard == UPCARD_JOINS:
            joined = dealing.next_to_receive(rules, state)
            sizes[joined] += 1
        else:
            pack.remove(upcard)
        return cls(tuple(pack), tuple(sizes), upcard, joined)

    @property
    def talon(self) -> int:
        """How many cards were neither dealt nor turned up."""
        return len(self.cards) - sum(self.sizes)

    @property
    def longest_runs(self) -> list[int]:
        """The stretches of neighbouring cards that could be played as one run, in cards, longest first.

        An upcard that belongs to nobody cuts its suit in two.
        """
        stretches = []
        length = 0
        for card, following in zip(self.cards, [*self.cards[1:], -1], strict=True):
            length += 1
            if following != card + 1:
                stretches.append(length)
                length = 0
        return sorted(stretches, reverse=True)


def bits(cards: int) -> Iterator[int]:
    """The cards of a mask, from the lowest number up."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1
