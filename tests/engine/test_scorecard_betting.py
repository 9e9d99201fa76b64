"""Stakes on a scorecard are accepted exactly when some betting ends with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random

import pytest

from games.engine.errors import EngineError
from games.engine.scorecard.betting import check_betting

Ending = tuple[tuple[int, ...], tuple[bool, ...]]
"""The stakes, and who is still in, by seat in the order of speaking."""


@dataclass
class EveryBetting:
    """Plays every betting of a small game: slow and simple."""

    seats: int
    opener_raises: bool
    highest: int
    purses: Sequence[int] | None = None
    limit: int | None = None
    endings: set[Ending] = field(default_factory=set)
    _seen: set[tuple[object, ...]] = field(default_factory=set)

    def play(self) -> set[Ending]:
        inside = tuple(self.purses is None or self.purses[seat] > 0 for seat in range(self.seats))
        self._go_on((0,) * self.seats, inside, opener=-1, turn=0)
        return self.endings

    def _go_on(self, stakes: tuple[int, ...], inside: tuple[bool, ...], opener: int, turn: int) -> None:
        situation = (stakes, inside, opener, turn)
        if situation in self._seen:
            return
        self._seen.add(situation)
        level = max(stakes)
        to_speak = [seat % self.seats for seat in range(turn, turn + self.seats)]
        to_speak = [seat for seat in to_speak if inside[seat] and self._must_speak(stakes, seat)]
        if (level and sum(inside) == 1) or (not to_speak and not (self.opener_raises and level)):
            self.endings.add((stakes, inside))
        elif to_speak:
            for after, still_in, opens in self._answers(stakes, inside, to_speak[0], opener):
                self._go_on(after, still_in, opens, to_speak[0] + 1)
        else:
            self.endings.add((stakes, inside))  # the opener shows, or raises once more
            for stake in range(level + 1, self._most(opener) + 1):
                self._go_on(_put(stakes, opener, stake), inside, opener, opener + 1)

    def _must_speak(self, stakes: tuple[int, ...], seat: int) -> bool:
        all_in = self.purses is not None and stakes[seat] == self.purses[seat]
        return max(stakes) == 0 or (stakes[seat] < max(stakes) and not all_in)

    def _answers(
        self, stakes: tuple[int, ...], inside: tuple[bool, ...], seat: int, opener: int
    ) -> Iterator[tuple[tuple[int, ...], tuple[bool, ...], int]]:
        level = max(stakes)
        yield stakes, (*inside[:seat], False, *inside[seat + 1 :]), opener
        if level:
            yield _put(stakes, seat, min(level, self._purse(seat))), inside, opener
        if level == 0 or not self.opener_raises:
            for stake in range(level + 1, self._most(seat) + 1):
                yield _put(stakes, seat, stake), inside, seat if level == 0 else opener

    def _purse(self, seat: int) -> int:
        return self.highest if self.purses is None else self.purses[seat]

    def _most(self, seat: int) -> int:
        return min(self.highest, self._purse(seat), self.highest if self.limit is None else self.limit)


def _put(stakes: tuple[int, ...], seat: int, stake: int) -> tuple[int, ...]:
    return (*stakes[:seat], stake, *stakes[seat + 1 :])


def accepted(game: EveryBetting, stakes: Sequence[int], inside: Sequence[bool]) -> bool:
    """Whether the engine takes these stakes for possible."""
    try:
        check_betting(
            range(game.seats),
            stakes,
            frozenset(seat for seat in range(game.seats) if not inside[seat]),
            purses=game.purses,
            bet_limit=game.limit,
            opener_raises=game.opener_raises,
        )
    except EngineError:
        return False
    return True


def assert_exact(game: EveryBetting) -> None:
    """Every combination of stakes and passes is accepted if and only if some betting ends with it."""
    possible = game.play()
    assert possible
    for stakes in product(range(game.highest + 1), repeat=game.seats):
        for inside in product((False, True), repeat=game.seats):
            assert accepted(game, stakes, inside) == ((stakes, inside) in possible), (stakes, inside)


@pytest.mark.parametrize("opener_raises", [False, True])
@pytest.mark.parametrize(("seats", "highest"), [(2, 5), (3, 5), (4, 3), (5, 2)])
def test_with_credit_stakes_are_accepted_exactly_when_some_betting_ends_so(
    seats: int, highest: int, opener_raises: bool
) -> None:
    assert_exact(EveryBetting(seats, opener_raises, highest))


@pytest.mark.parametrize("opener_raises", [False, True])
def test_with_purses_stakes_are_accepted_exactly_when_some_betting_ends_so(opener_raises: bool) -> None:
    random = Random(1)
    for _ in range(40):
        seats = random.choice((2, 3, 3, 4))
        highest = 4 if seats < 4 else 3
        purses = [random.randint(0, highest) for _ in range(seats)]
        limit = random.choice((None, None, 2))
        game = EveryBetting(seats, opener_raises, highest, purses, limit)
        assert_exact(game)


def test_huge_stakes_are_judged_at_once() -> None:
    many = [10**9 - seat for seat in range(10)]
    game = EveryBetting(10, opener_raises=False, highest=10**9)
    assert accepted(game, many, [seat == 0 for seat in range(10)])
