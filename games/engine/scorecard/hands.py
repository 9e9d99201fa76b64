"""Could the cards have been dealt so that all claims about hands hold together?

Each claim of a scorecard narrows where cards can be: a pool taken puts its card into a hand, a pool that
nobody took puts it into the talon, a set shown puts its cards into a hand and bounds what else of each rank
that hand can hold (or the set would not be its best). Those together are a matching, decided exactly by
``placing.fill``. A few claims are alternatives instead ("this hand holds some set", "no hand holds both"):
the matching found is tried against them, and where it breaks one, each way to keep it is searched in turn.

The search finds hands, or proves that there are none, or gives up after ``EFFORT`` matchings. Only a proof
refuses a scorecard, so nothing that a deal could have produced is ever refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from games.engine.scorecard.dealt import Layout, bits
from games.engine.scorecard.placing import Places, fill

EFFORT = 500
"""Matchings tried before the search gives up and the scorecard is given the benefit of the doubt."""

_RANK = 15
_LANE = 0xFFFF


class Search:
    """A set of hands under construction: where each card may still go, and the alternatives to respect."""

    __slots__ = ("alternatives", "impossible", "layout", "places", "places_of")

    def __init__(
        self, layout: Layout, places: Places, places_of: list[int], alternatives: list[Alternative]
    ) -> None:
        self.layout = layout
        self.places = places
        self.places_of = places_of
        """By seat, the places that make up its hand, a bit mask; the last is the talon's."""
        self.alternatives = alternatives
        self.impossible = False

    @classmethod
    def of(cls, layout: Layout) -> Search:
        """All that is known before anybody claims anything."""
        seats = len(layout.sizes)
        anywhere = (1 << (seats + 1)) - 1 if layout.talon else (1 << seats) - 1
        search = cls(
            layout,
            Places(
                room=[*layout.sizes, layout.talon],
                allowed=dict.fromkeys(bits(layout.pack), anywhere),
                rank_room=[None] * (seats + 1),
            ),
            [1 << seat for seat in range(seats + 1)],
            [],
        )
        if layout.joined is not None:
            search.hold(layout.upcard, layout.joined)
        return search

    def branches(self, hands: Sequence[int]) -> Iterator[Search] | None:
        """None if these hands keep every alternative; else a search for each way to keep one they break."""
        for alternative in self.alternatives:
            ways = alternative.ways(hands)
            if ways is not None:
                return (self._narrowed(way) for way in ways)
        return None

    def _narrowed(self, way: Callable[[Search], None]) -> Search:
        search = Search(self.layout, self.places.copy(), self.places_of[:], self.alternatives[:])
        way(search)
        return search

    def hold(self, card: int, seat: int) -> None:
        """The card is in this hand."""
        self._narrow(card, self.places_of[seat])

    def not_dealt(self, card: int) -> None:
        """The card is in nobody's hand: it was turned up and joined none, or lies in the talon."""
        if card in self.places.allowed:
            self._narrow(card, self.places_of[-1])

    def keep_out(self, card: int, seat: int) -> None:
        """The card is not in this hand."""
        self._narrow(card, ~self.places_of[seat])

    def bound_ranks(self, seat: int, most: list[int]) -> None:
        """The hand holds at most ``most[rank]`` cards of each rank."""
        self.places.rank_room[seat] = most

    def hold_pair(self, seat: int, rank: int) -> None:
        """The hand holds at least two cards of this rank: two of its places take nothing else."""
        mine = self.places_of[seat]
        pair = len(self.places.room)
        self.places_of[seat] |= 1 << pair
        self.places.room[seat] -= 2
        self.places.room.append(2)
        self.places.rank_room.append(None)
        for card, mask in self.places.allowed.items():
            if card & _RANK == rank and mask & mine:
                self.places.allowed[card] = mask | 1 << pair

    def hands(self) -> list[int] | None:
        """Hands that keep to every place and limit (alternatives aside); None: there are none."""
        filled = fill(self.places)
        if filled is None:
            return None
        cards_in = [0] * len(self.places.room)
        for card, place in filled.items():
            cards_in[place] |= 1 << card
        hands = cards_in[: len(self.layout.sizes)]
        for place in range(len(self.places_of), len(cards_in)):
            seat = next(seat for seat, places in enumerate(self.places_of) if places >> place & 1)
            hands[seat] |= cards_in[place]
        return hands

    def _narrow(self, card: int, mask: int) -> None:
        left = self.places.allowed.get(card, 0) & mask
        if left:
            self.places.allowed[card] = left
        else:
            self.impossible = True


class Alternative(Protocol):
    """A claim that can be kept in more than one way."""

    def ways(self, hands: Sequence[int]) -> Iterable[Callable[[Search], None]] | None:
        """None if these hands keep it; else the ways in which a search can be narrowed so that one does.

        Every deal that keeps the claim keeps at least one of the ways.
        """
        ...


class HoldsASet(NamedTuple):
    """The hand has two cards of one rank (who bets needs a set)."""

    seat: int

    def ways(self, hands: Sequence[int]) -> Iterable[Callable[[Search], None]] | None:
        """Two of one rank or another."""
        hand = hands[self.seat]
        ranks = (hand | hand >> 16 | hand >> 32 | hand >> 48) & _LANE
        if ranks.bit_count() < hand.bit_count():
            return None
        likely_first = sorted(range(13), key=lambda rank: not ranks >> rank & 1)
        return [partial(Search.hold_pair, seat=self.seat, rank=rank) for rank in likely_first]


class NeverTogether(NamedTuple):
    """No hand holds all of these cards."""

    cards: int

    def ways(self, hands: Sequence[int]) -> Iterable[Callable[[Search], None]] | None:
        """One of the cards, or another, is not in the hand that has them all."""
        for seat, hand in enumerate(hands):
            if hand & self.cards == self.cards:
                return keep_one_out(self.cards, seat)
        return None


def keep_one_out(cards: int, seat: int) -> Iterator[Callable[[Search], None]]:
    """The ways to break up a group of cards in one hand."""
    for card in bits(cards):
        yield partial(Search.keep_out, card=card, seat=seat)


class GaveUpError(Exception):
    """The search has tried all the matchings it may and knows neither a deal nor that there is none."""


def find_hands(search: Search, effort: int = EFFORT) -> list[int] | None:
    """Hands, by seat, that keep to all that ``search`` knows; None: no deal does.

    Raises ``GaveUpError`` after ``effort`` matchings.
    """
    waiting = [iter([search])]
    while waiting:
        narrowed = next(waiting[-1], None)
        if narrowed is None:
            waiting.pop()
            continue
        if narrowed.impossible:
            continue
        if effort == 0:
            raise GaveUpError
        effort -= 1
        hands = narrowed.hands()
        if hands is None:
            continue
        branches = narrowed.branches(hands)
        if branches is None:
            return hands
        waiting.append(branches)
    return None
