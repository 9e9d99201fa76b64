"""The hands of a scorecard, and the melds in them.

Most claims limit where cards can lie. A pool that a seat took puts its card into that hand. A pool that no
seat took puts it into the talon. A set that a seat showed puts its cards into that hand, and limits how many
more cards of each rank the hand can hold (otherwise the set would not be its best). Together these limits are
a matching problem, which ``placing.fill`` solves exactly.

A few claims can be kept in several ways ("this hand holds some set", "no hand holds both cards"). They are
alternatives: if a matching breaks one, the search goes on once for each way to keep it.

The search finds hands, or proves that none exist, or gives up after ``EFFORT`` matchings. Only a proof
refuses a scorecard, so no scorecard of a possible deal is ever refused.

This module finds the simple contradictions and explains them in the words of a scorer. ``claims`` decides
whether a deal can give all melds and the showdown together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

from games.engine.cards import NAMES, written
from games.engine.core.state import MARRIAGE, SEQUENCE, SEQUENCE_NONE
from games.engine.errors import EngineError, gettext_noop
from games.engine.scorecard.evidence import Evidence, Layout, bits, proofs
from games.engine.scorecard.form import Scorecard
from games.engine.scorecard.placing import Places, fill
from games.engine.switches import POOLS

EFFORT = 500
"""Matchings to try before the search gives up. The scorecard is then accepted."""

_RANK = 15
_LANE = 0xFFFF


class Search:
    """The state of a search: where each card may go, and the alternatives to keep."""

    __slots__ = ("alternatives", "impossible", "layout", "places", "places_of")

    def __init__(
        self, layout: Layout, places: Places, places_of: list[int], alternatives: list[Alternative]
    ) -> None:
        self.layout = layout
        self.places = places
        self.places_of = places_of
        """By seat, the places that form its hand, as a bit mask. The last one is the talon."""
        self.alternatives = alternatives
        self.impossible = False

    @classmethod
    def start(cls, layout: Layout) -> Search:
        """Begin a search: nothing is known yet of who has which card."""
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
        """None if these hands keep all alternatives; else a search for each way to keep a broken one."""
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
        """Require that the card is in this hand."""
        self._narrow(card, self.places_of[seat])

    def not_dealt(self, card: int) -> None:
        """Require that the card is in no hand: it is in the talon, or an upcard that joined no hand."""
        if card in self.places.allowed:
            self._narrow(card, self.places_of[-1])

    def keep_out(self, card: int, seat: int) -> None:
        """Require that the card is not in this hand."""
        self._narrow(card, ~self.places_of[seat])

    def bound_ranks(self, seat: int, most: list[int]) -> None:
        """Require that the hand holds at most ``most[rank]`` cards of each rank."""
        self.places.rank_room[seat] = most

    def hold_pair(self, seat: int, rank: int) -> None:
        """Require two cards of this rank: reserve two places of the hand for them."""
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
        """Hands within all limits, without regard to the alternatives; None if there are none."""
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
        """None if these hands keep the claim; else the ways to narrow a search so that it is kept.

        Each deal that keeps the claim fits at least one of these ways.
        """
        ...


class HoldsASet(NamedTuple):
    """The hand has two cards of one rank, because the seat needed a set to bet."""

    seat: int

    def ways(self, hands: Sequence[int]) -> Iterable[Callable[[Search], None]] | None:
        """One way for each rank of the two cards."""
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
        """One way for each card to leave out of the hand that holds all of them."""
        for seat, hand in enumerate(hands):
            if hand & self.cards == self.cards:
                return keep_one_out(self.cards, seat)
        return None


def keep_one_out(cards: int, seat: int) -> Iterator[Callable[[Search], None]]:
    """The ways to keep one card of a group out of a hand."""
    for card in bits(cards):
        yield partial(Search.keep_out, card=card, seat=seat)


class GaveUpError(Exception):
    """The search used up its effort without an answer."""


def find_hands(search: Search, effort: int = EFFORT) -> list[int] | None:
    """Hands by seat within all limits and alternatives of ``search``; None if no deal gives them.

    Raise ``GaveUpError`` after ``effort`` matchings.
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


_KING_POOL, _QUEEN_POOL = 1, 2


# fmt: off
_SEQUENCE_NOT_PLAYED = gettext_noop(
    "Seat %(seat)d cannot take the %(pool)s pool: under these rules no cards win it.")
_MELD_MISSING = gettext_noop(
    "No seat took the pools that these cards win: %(cards)s. The talon is too small for all of them (its "
    "size: %(talon)d), so a seat held at least one of them and won its pool.")
_UPCARD_MELDED = gettext_noop(
    "Seat %(seat)d cannot take the %(pool)s pool: it needs %(card)s, which was turned up.")
_JOINED_UPCARD_MELDED = gettext_noop(
    "Seat %(seat)d cannot take the %(pool)s pool: it needs %(card)s, which was turned up and joined the "
    "hand of seat %(holder)d.")
_JOINED_UPCARD_NOT_MELDED = gettext_noop(
    "No seat took the %(pool)s pool, but the upcard %(card)s joined the hand of seat %(seat)d and wins it.")
_MARRIAGE_MISSING = gettext_noop(
    "Seat %(seat)d took the king pool and the queen pool, so it must take the %(pool)s pool too.")
_MARRIAGE_WITHOUT_BOTH = gettext_noop(
    "Seat %(seat)d took the %(pool)s pool without the %(missing)s pool. The marriage is king and queen of "
    "the pay suit in one hand.")
# fmt: on


def check_melds(card: Scorecard, layout: Layout, evidence: Evidence) -> None:
    """Raise ``EngineError`` for melds that contradict the rules, the upcard or one another."""
    if SEQUENCE in card.melds and card.rules.sequence == SEQUENCE_NONE:
        raise _wrong_meld(
            "sequence_not_played", _SEQUENCE_NOT_PLAYED, SEQUENCE, seat=card.melds[SEQUENCE] + 1
        )
    _check_upcard(card, layout, evidence)
    if card.rules.has_pool[MARRIAGE]:
        _check_marriage(card)
    _check_undealt(layout, evidence)


def _wrong_meld(code: str, template: str, pool: int, **params: Any) -> EngineError:
    return EngineError(code, template, pointer=f"/melds/{POOLS[pool]}", pool=POOLS[pool], **params)


def _check_undealt(layout: Layout, evidence: Evidence) -> None:
    """The cards of pools that no seat took were not dealt, so they must fit into the talon."""
    undealt = {pool: proof for pool, proof in evidence.untaken.items() if proof != layout.upcard}
    if len(undealt) <= layout.talon:
        return
    cards = written(sum(1 << proof for proof in undealt.values()))
    raise _wrong_meld("meld_missing", _MELD_MISSING, max(undealt), cards=cards, talon=layout.talon)


def _check_upcard(card: Scorecard, layout: Layout, evidence: Evidence) -> None:
    """The upcard wins a pool only for the seat whose hand it joined. That seat always takes the pool."""
    upcard, joined = layout.upcard, layout.joined
    if evidence.all_melded >> upcard & 1 and (proof := proofs(card, layout)[upcard])[0] != joined:
        seat, pool = proof
        if joined is None:
            raise _wrong_meld("upcard_melded", _UPCARD_MELDED, pool, seat=seat + 1, card=NAMES[upcard])
        raise _wrong_meld(
            "upcard_melded", _JOINED_UPCARD_MELDED, pool, seat=seat + 1, card=NAMES[upcard], holder=joined + 1
        )
    if joined is None:
        return
    for pool, honour in evidence.untaken.items():
        if honour == upcard:
            params = {"seat": joined + 1, "card": NAMES[upcard]}
            raise _wrong_meld("joined_upcard_not_melded", _JOINED_UPCARD_NOT_MELDED, pool, **params)


def _check_marriage(card: Scorecard) -> None:
    """The marriage is king and queen of the pay suit in one hand."""
    board = card.rules.has_pool
    married = card.melds.get(MARRIAGE)
    king, queen = card.melds.get(_KING_POOL), card.melds.get(_QUEEN_POOL)
    if married is None:
        if king is not None and king == queen:
            raise _wrong_meld("marriage_missing", _MARRIAGE_MISSING, MARRIAGE, seat=king + 1)
        return
    for pool, taker in ((_KING_POOL, king), (_QUEEN_POOL, queen)):
        if board[pool] and taker != married:
            params = {"seat": married + 1, "missing": POOLS[pool]}
            raise _wrong_meld("marriage_without_both", _MARRIAGE_WITHOUT_BOTH, MARRIAGE, **params)
