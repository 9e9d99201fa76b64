"""Who can have won the sequence pool by the best or the longest run: alternatives of a search for hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from games.engine.core.melding import best_run_holder, run_value
from games.engine.core.state import SEQUENCE_LONGEST, Rules, State
from games.engine.scorecard.hands import Search, keep_one_out

_LANE = 0xFFFF
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class TakesTheSequence:
    """The seat holds the best run of all hands."""

    rules: Rules
    table: State
    """Whose ``seats``, ``forehand`` and ``pay_suit`` tell who is earlier, and which run is better."""
    seat: int

    def ways(self, hands: Sequence[int]) -> Iterable[Callable[[Search], None]] | None:
        """With one run or another, better than any run in another hand; the best runs are tried first."""
        self.table.hand[: len(hands)] = hands
        if best_run_holder(self.rules, self.table) == self.seat:
            return None
        return self._with_each_run()

    def _with_each_run(self) -> Iterator[Callable[[Search], None]]:
        longest = max(hand.bit_count() for hand in self.table.hand)
        if self.rules.sequence != SEQUENCE_LONGEST:
            longest = _SHORTEST
        for length in range(_SHORTEST, longest + 1):
            for top in range(12, length - 2, -1):
                lane = (1 << top + 1) - (1 << top + 1 - length)
                for suit in sorted(range(4), key=self.table.pay_suit.__ne__):
                    yield partial(self._with_run, suit=suit, lane=lane)

    def _with_run(self, search: Search, suit: int, lane: int) -> None:
        value = run_value(self.rules, lane, int(suit == self.table.pay_suit))
        for rank in range(13):
            if lane >> rank & 1:
                search.hold(suit * 16 + rank, self.seat)
        search.rules = [rule for rule in search.rules if rule is not self]
        search.rules.append(NoBetterRun(self.rules, self.table, value, self.seat))


@dataclass(frozen=True, slots=True)
class NoBetterRun:
    """No other hand has a run that beats one of this value (0: no hand has any run)."""

    rules: Rules
    table: State
    value: int
    seat: int
    """Who holds the run of this value; -1: nobody."""

    def ways(self, hands: Sequence[int]) -> Iterable[Callable[[Search], None]] | None:
        """A better run lacks one of its cards, or another."""
        for seat, hand in enumerate(hands):
            if seat == self.seat:
                continue
            for suit in range(4):
                value = run_value(self.rules, hand >> suit * 16 & _LANE, int(suit == self.table.pay_suit))
                if value > self.value or (value == self.value and value and self._earlier(seat)):
                    return keep_one_out(self._run_to_break(suit, value), seat)
        return None

    def _earlier(self, seat: int) -> bool:
        return self._turn(seat) < self._turn(self.seat)

    def _turn(self, seat: int) -> int:
        return (seat - self.table.forehand) * self.rules.step % self.table.seats

    def _run_to_break(self, suit: int, value: int) -> int:
        """The top of a run that is too good: of a longer one than needed, no more cards than make it so."""
        length = min(value >> 8, max(self.value >> 8, _SHORTEST - 1) + 1)
        top = (value >> 1 & 127) + suit * 16
        return (1 << top + 1) - (1 << top + 1 - length)
