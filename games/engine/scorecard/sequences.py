"""The winner of the sequence pool by the best or the longest run, as alternatives of a search for hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from games.engine.core.melding import run_value
from games.engine.core.state import SEQUENCE_LONGEST, Rules
from games.engine.scorecard.form import Scorecard
from games.engine.scorecard.hands import Search, keep_one_out

_LANE = 0xFFFF
_SHORTEST = 3


class Runs(NamedTuple):
    """How runs compare at a table."""

    rules: Rules
    pay_suit: int
    places: tuple[int, ...]
    """By seat, its place in the order of play."""

    @classmethod
    def from_scorecard(cls, card: Scorecard) -> Runs:
        """The comparison for the deal of a scorecard."""
        table, step = card.state, card.rules.step
        places = tuple((seat - table.forehand) * step % table.seats for seat in range(table.seats))
        return cls(card.rules, card.upcard >> 4, places)

    def value(self, lane: int, suit: int) -> int:
        """The value of the best run among the cards of one suit; 0 if there is no run."""
        return run_value(self.rules, lane, int(suit == self.pay_suit))


class TakesTheSequence(NamedTuple):
    """The seat holds the best run of all hands."""

    runs: Runs
    seat: int

    def ways(self, hands: Sequence[int]) -> Iterable[Callable[[Search], None]] | None:
        """One way for each run that can be the best. Short and high runs come first."""
        best = max(self.runs.value(hands[self.seat] >> suit * 16 & _LANE, suit) for suit in range(4))
        if best and NoBetterRun(self.runs, best, self.seat).ways(hands) is None:
            return None
        return self._with_each_run(max(hand.bit_count() for hand in hands))

    def _with_each_run(self, longest: int) -> Iterator[Callable[[Search], None]]:
        if self.runs.rules.sequence != SEQUENCE_LONGEST:
            longest = _SHORTEST
        for length in range(_SHORTEST, longest + 1):
            for top in range(12, length - 2, -1):
                lane = (1 << top + 1) - (1 << top + 1 - length)
                for suit in sorted(range(4), key=self.runs.pay_suit.__ne__):
                    yield partial(self._with_run, suit=suit, lane=lane)

    def _with_run(self, search: Search, suit: int, lane: int) -> None:
        for rank in range(13):
            if lane >> rank & 1:
                search.hold(suit * 16 + rank, self.seat)
        search.alternatives = [other for other in search.alternatives if other is not self]
        search.alternatives.append(NoBetterRun(self.runs, self.runs.value(lane, suit), self.seat))


class NoBetterRun(NamedTuple):
    """No other hand has a run that beats this value. With the value 0, no hand has a run."""

    runs: Runs
    value: int
    seat: int
    """The seat with the run of this value, or -1."""

    def ways(self, hands: Sequence[int]) -> Iterable[Callable[[Search], None]] | None:
        """One way for each card to take out of a better run."""
        for seat, hand in enumerate(hands):
            if seat == self.seat:
                continue
            for suit in range(4):
                value = self.runs.value(hand >> suit * 16 & _LANE, suit)
                if value > self.value or (value and value == self.value and self._earlier(seat)):
                    return keep_one_out(self._run_to_break(suit, value), seat)
        return None

    def _earlier(self, seat: int) -> bool:
        return self.runs.places[seat] < self.runs.places[self.seat]

    def _run_to_break(self, suit: int, value: int) -> int:
        """The top cards of a run that is too good: just as many as make it too good."""
        length = min(value >> 8, max(self.value >> 8, _SHORTEST - 1) + 1)
        top = (value >> 1 & 127) + suit * 16
        return (1 << top + 1) - (1 << top + 1 - length)
