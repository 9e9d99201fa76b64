"""Incidents of a rehearsed evening: late players, missing players, deals that are written down wrong.

The rates are those of real evenings. One player in 11 comes late. When the tables are called, one in 12 is
missing in the first round and one in 24 in later rounds. One deal in 15 is wrong (at most 20 in a round). It
is noticed at once (then it is voided and entered again), when the table is done, or after the round (then it
is corrected). There are one or two penalties, and some players go home early. All incidents follow from the
seed and the parameters, so the same evening has the same incidents.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

T = TypeVar("T")

FEWEST_TO_MISS: Final = 7
"""With fewer players nobody is late, missing or goes home early: too few would be left to play."""

LATE, MISSING_AT_FIRST, MISSING_LATER, WRONG, LEAVING = 11, 12, 24, 15, 22
"""One in so many players (late, missing), deals (wrong), or players and rounds (leaving)."""

MOST_PENALTIES: Final = 2
MOST_WRONG: Final = 20
"""Wrong deals in a round. Each correction counts the standings again, and all of them are one step."""

Noticed = Literal["at_once", "in_the_round", "after_the_round"]
NOTICED: Final[tuple[Noticed, ...]] = ("at_once", "in_the_round", "after_the_round")


@dataclass(frozen=True)
class Sitting:
    """A table of people in a round: its number, its seats and the deals that it plays."""

    table: int
    seats: int
    deals: int


@dataclass(frozen=True)
class NoShow:
    """The player of this seat (from 0) is missing when play begins. comes: they come one round later."""

    table: int
    seat: int
    comes: bool


@dataclass(frozen=True)
class Mistake:
    """This deal (from 1) of this table is written down wrong. noticed: when somebody notices it."""

    table: int
    deal: int
    noticed: Noticed


@dataclass(frozen=True)
class Penalty:
    """The director takes chips from the player in this seat. chips: a negative number."""

    table: int
    seat: int
    chips: int


@dataclass(frozen=True)
class Incidents:
    """The incidents of a round. leaving: (table, seat) of players who go home after it."""

    missing: tuple[NoShow, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    leaving: tuple[tuple[int, int], ...] = ()


def late_comers(players: int, rounds: int, seed: int, *, calm: bool = False) -> dict[int, int]:
    """Return the numbers (from 0) of late players, and the round before which each one comes (2 or later).

    rounds: the least number of rounds of the evening. With one round nobody is late.
    """
    if calm or players < FEWEST_TO_MISS or rounds < 2:
        return {}
    chance = Chance(seed, "late")
    # Late players still play in half of the rounds.
    last = max(2, (rounds + 1) // 2)
    count = max(1, players // LATE)
    return {player: 2 + chance.below(last - 1) for player in sorted(chance.some(range(players), count))}


def incidents(
    number: int, tables: Sequence[Sitting], seed: int, *, last: bool, calm: bool = False
) -> Incidents:
    """Return the incidents of round `number` at these tables. last: it is probably the last round."""
    if calm or not tables:
        return Incidents()
    chance = Chance(seed, f"round {number}")
    players = sum(table.seats for table in tables)
    return Incidents(
        missing=_missing(chance, number, tables, players),
        mistakes=_mistakes(chance, number, tables),
        penalties=_penalties(chance, number, tables),
        leaving=() if last else _leaving(chance, tables, players),
    )


def _missing(chance: Chance, number: int, tables: Sequence[Sitting], players: int) -> tuple[NoShow, ...]:
    if players < FEWEST_TO_MISS:
        return ()
    count = max(1, players // MISSING_AT_FIRST) if number == 1 else chance.about(players, MISSING_LATER)
    # At most one at a table: with two missing, a director would have to move a player there.
    return tuple(
        NoShow(at.table, chance.below(at.seats), comes=chance.below(2) == 0)
        for at in sorted(chance.some(tables, count), key=lambda at: at.table)
    )


def _mistakes(chance: Chance, number: int, tables: Sequence[Sitting]) -> tuple[Mistake, ...]:
    deals = [(at.table, deal) for at in tables for deal in range(1, at.deals + 1)]
    count = min(MOST_WRONG, chance.about(len(deals), WRONG))
    if number == 1:
        count = max(1, count)  # the director should see one
    return tuple(
        Mistake(table, deal, NOTICED[chance.below(len(NOTICED))])
        for table, deal in sorted(chance.some(deals, count))
    )


def _penalties(chance: Chance, number: int, tables: Sequence[Sitting]) -> tuple[Penalty, ...]:
    if number > MOST_PENALTIES or (number > 1 and chance.below(2)):
        return ()
    (at,) = chance.some(tables, 1)
    return (Penalty(at.table, chance.below(at.seats), -5 * (1 + chance.below(4))),)


def _leaving(chance: Chance, tables: Sequence[Sitting], players: int) -> tuple[tuple[int, int], ...]:
    if players < FEWEST_TO_MISS:
        return ()
    seats = [(at.table, seat) for at in tables for seat in range(at.seats)]
    return tuple(sorted(chance.some(seats, chance.about(players, 2 * LEAVING))))


class Chance:
    """Random numbers that follow from a seed and a word, the same in every version of Python."""

    def __init__(self, seed: int, word: str) -> None:
        self._key = f"{seed}/{word}"
        self._drawn = 0

    def below(self, count: int) -> int:
        """Return a number from 0 to `count` - 1."""
        self._drawn += 1
        digest = hashlib.sha256(f"{self._key}/{self._drawn}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % count

    def about(self, many: int, one_in: int) -> int:
        """Return `many` / `one_in`, rounded up or down at random so that the mean is exact."""
        whole, rest = divmod(many, one_in)
        return whole + (self.below(one_in) < rest)

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """Return `count` of these items (all if there are fewer), in the order drawn."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]
