"""What goes wrong on a rehearsed evening: who comes late, who is missing, which deals are written down wrong.

As much as on an evening of real people, by its size: one in eleven comes late; in the first round one in
twelve is missing when the tables are called, in later ones one in twenty-four; one deal in fifteen (at most
twenty a round) is wrong, and found at once (it is voided and entered again), when the table is done, or after
the round (both are corrected); a penalty or two; now and then somebody goes home before the end. Chance comes
from the seed and from what is asked alone, so that the same evening goes wrong in the same way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

T = TypeVar("T")

FEWEST_TO_MISS: Final = 7
"""With fewer players nobody is late, missing or goes home: there would be nothing left to see."""

LATE, MISSING_AT_FIRST, MISSING_LATER, WRONG, LEAVING = 11, 12, 24, 15, 22
"""One in so many players, deals, or players and rounds."""

MOST_PENALTIES: Final = 2
MOST_WRONG: Final = 20
"""Wrong deals of a round: each that is corrected counts the standings anew, and all are in one step."""

Found = Literal["at_once", "in_the_round", "after_the_round"]
FOUND: Final[tuple[Found, ...]] = ("at_once", "in_the_round", "after_the_round")


@dataclass(frozen=True)
class Sitting:
    """A table of people in a round: its number, how many sit there, and how many deals it plays."""

    table: int
    seats: int
    deals: int


@dataclass(frozen=True)
class NoShow:
    """Whose seat this is (from 0) is missing when tables are called. comes: they are there a round later."""

    table: int
    seat: int
    comes: bool


@dataclass(frozen=True)
class Mistake:
    """This deal (from 1) is written down wrong at this table, and when it is found."""

    table: int
    deal: int
    found: Found


@dataclass(frozen=True)
class Penalty:
    """The director takes chips from whoever sits here: a negative number of them."""

    table: int
    seat: int
    chips: int


@dataclass(frozen=True)
class Incidents:
    """What goes wrong in a round. leaving: (table, seat) of those who go home after it."""

    missing: tuple[NoShow, ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    leaving: tuple[tuple[int, int], ...] = ()


def late_comers(players: int, rounds: int, seed: int, *, calm: bool = False) -> dict[int, int]:
    """Who of so many players (by number, from 0) comes late, and before which round, 2 or later.

    rounds: how many there are to come to, at least; with one round nobody is late, for they would not play.
    """
    if calm or players < FEWEST_TO_MISS or rounds < 2:
        return {}
    chance = Chance(seed, "late")
    # Early enough to play more than a round, where there are more.
    last = max(2, (rounds + 1) // 2)
    count = max(1, players // LATE)
    return {player: 2 + chance.below(last - 1) for player in sorted(chance.some(range(players), count))}


def incidents(
    number: int, tables: Sequence[Sitting], seed: int, *, last: bool, calm: bool = False
) -> Incidents:
    """What goes wrong in round `number` at these tables. last: the evening's last, as far as is known."""
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
    # At most one at a table: with two a club would move somebody there, and that is no job for chance.
    return tuple(
        NoShow(at.table, chance.below(at.seats), comes=chance.below(2) == 0)
        for at in sorted(chance.some(tables, count), key=lambda at: at.table)
    )


def _mistakes(chance: Chance, number: int, tables: Sequence[Sitting]) -> tuple[Mistake, ...]:
    deals = [(at.table, deal) for at in tables for deal in range(1, at.deals + 1)]
    count = min(MOST_WRONG, chance.about(len(deals), WRONG))
    if number == 1:
        count = max(1, count)  # the director wants to see one
    return tuple(
        Mistake(table, deal, FOUND[chance.below(len(FOUND))])
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
    """Numbers that follow from a seed and a word alone, whatever Python there is."""

    def __init__(self, seed: int, word: str) -> None:
        self._key = f"{seed}/{word}"
        self._drawn = 0

    def below(self, count: int) -> int:
        """A number from 0, less than `count`."""
        self._drawn += 1
        digest = hashlib.sha256(f"{self._key}/{self._drawn}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % count

    def about(self, many: int, one_in: int) -> int:
        """How many of `many` it is, if it is one in so many: whole ones, and by chance one for the rest."""
        whole, rest = divmod(many, one_in)
        return whole + (self.below(one_in) < rest)

    def some(self, of: Sequence[T], count: int) -> list[T]:
        """So many of these (all, if there are fewer), each at most once, in the order drawn."""
        left = list(of)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]
