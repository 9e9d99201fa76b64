"""From the rows of played deals to each entry's score: domain.md, "Scores and standings".

A `Tally` is what one entry did at one table in one round. Tallies are additive: a void adds the negated
numbers, and a round's tally is the sum of its deals'. All scores are exact (int or Fraction).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from tournaments.rules.errors import RulesError, gettext_noop

SCORINGS: Final = ("chips", "average", "place", "points")


@dataclass(frozen=True, slots=True)
class Tally:
    """What one entry did at one table in one round; give one for every seat of a table that played.

    round: the round's number, from 1; 0 (and table "") for an adjustment outside any round.
    chips: net chips won or lost, unclaimed pools that were split included.
    adjusted: chips of directors' adjustments given in this round; they count in it like chips.
    deals: deals played. pochen: chips won from pots less chips staked. out: deals gone out.
    pools: pools won by melding. showdowns: showdowns won.
    """

    entry: str
    round: int
    table: str
    chips: int = 0
    adjusted: int = 0
    deals: int = 0
    pochen: int = 0
    out: int = 0
    pools: int = 0
    showdowns: int = 0

    @property
    def net(self) -> int:
        """Chips with adjustments."""
        return self.chips + self.adjusted

    def __add__(self, other: Tally) -> Tally:
        """The sum for the same entry, round and table."""
        return Tally(
            self.entry,
            self.round,
            self.table,
            self.chips + other.chips,
            self.adjusted + other.adjusted,
            self.deals + other.deals,
            self.pochen + other.pochen,
            self.out + other.out,
            self.pools + other.pools,
            self.showdowns + other.showdowns,
        )


@dataclass(frozen=True, slots=True)
class Row:
    """An entry's score and every figure that a tie-break may ask for.

    best_round: highest net of one round; None for an entry that has played none.
    rounds_won: rounds with the highest net at one's table, shared ones too.
    tables: net by (round, table), of the rounds played.
    """

    entry: str
    score: Fraction
    net: int
    pochen: int
    out: int
    pools: int
    showdowns: int
    best_round: int | None
    rounds_won: int
    deals: int
    tables: Mapping[tuple[int, str], int]


def add_up(tallies: Iterable[Tally]) -> list[Tally]:
    """Return one tally for each entry, round and table: the sum of those given, ordered by these three.

    An adjustment given in a round need not know the table (""): it joins the entry's table of that round.
    """
    given = list(tallies)
    seats = {(tally.entry, tally.round): tally.table for tally in given if tally.table}
    sums: dict[tuple[int, str, str], Tally] = {}
    for tally in given:
        table = tally.table or seats.get((tally.entry, tally.round), "")
        key = (tally.round, table, tally.entry)
        sums[key] = sums.get(key, Tally(tally.entry, tally.round, table)) + tally
    return [sums[key] for key in sorted(sums)]


def rows(
    entries: Iterable[str],
    tallies: Iterable[Tally],
    scoring: str = "chips",
    points: Mapping[int, Sequence[int]] | None = None,
) -> list[Row]:
    """Return a row for each entry, scored by `scoring`.

    * `chips`: total net chips.
    * `average`: net chips per deal (an entry without a deal: its net chips).
    * `place`: at each table and round (n - place) / (n - 1) points, ties sharing the mean.
    * `points`: `points[n]` lists what the places at a table of n earn; ties share the mean.

    Tallies may belong to entries that are not asked for (someone who left): they count at their tables.
    Raises RulesError: `unknown_scoring`, `points_missing` for a table size without points.
    """
    if scoring not in SCORINGS:
        raise RulesError(
            "unknown_scoring",
            gettext_noop("There is no scoring called %(scoring)s: choose one of %(known)s."),
            scoring=scoring,
            known=", ".join(SCORINGS),
        )
    summed = add_up(tallies)
    tables = _played(summed)
    won = _won(tables)
    earned = _earned(tables, scoring, points or {})
    of_entry: dict[str, list[Tally]] = defaultdict(list)
    for tally in summed:
        of_entry[tally.entry].append(tally)
    return [
        _row(entry, of_entry[entry], scoring, earned.get(entry, Fraction(0)), won.get(entry, 0))
        for entry in dict.fromkeys(entries)
    ]


def _row(entry: str, tallies: Sequence[Tally], scoring: str, earned: Fraction, won: int) -> Row:
    net = sum(tally.net for tally in tallies)
    deals = sum(tally.deals for tally in tallies)
    by_round: dict[int, int] = defaultdict(int)
    tables: dict[tuple[int, str], int] = {}
    for tally in tallies:
        if tally.deals > 0:
            by_round[tally.round] += tally.net
            tables[tally.round, tally.table] = tally.net
    score = {"chips": Fraction(net), "average": Fraction(net, max(deals, 1))}.get(scoring, earned)
    return Row(
        entry=entry,
        score=score,
        net=net,
        pochen=sum(tally.pochen for tally in tallies),
        out=sum(tally.out for tally in tallies),
        pools=sum(tally.pools for tally in tallies),
        showdowns=sum(tally.showdowns for tally in tallies),
        best_round=max(by_round.values(), default=None),
        rounds_won=won,
        deals=deals,
        tables=tables,
    )


def _played(summed: Iterable[Tally]) -> list[list[Tally]]:
    """The tables at which a deal was played, each with the tallies of its seats, best first."""
    tables: dict[tuple[int, str], list[Tally]] = defaultdict(list)
    for tally in summed:
        if tally.table:
            tables[tally.round, tally.table].append(tally)
    return [
        sorted(table, key=lambda tally: -tally.net)
        for table in tables.values()
        if any(tally.deals > 0 for tally in table)
    ]


def _won(tables: Iterable[Sequence[Tally]]) -> dict[str, int]:
    won: dict[str, int] = defaultdict(int)
    for table in tables:
        for tally in table:
            won[tally.entry] += tally.net == table[0].net
    return won


def _earned(
    tables: Iterable[Sequence[Tally]], scoring: str, points: Mapping[int, Sequence[int]]
) -> dict[str, Fraction]:
    """Points by place over all tables; nothing where the score is made of chips."""
    earned: dict[str, Fraction] = defaultdict(Fraction)
    if scoring not in ("place", "points"):
        return earned
    for table in tables:
        scale = _scale(len(table), scoring, points)
        place = 0
        for _net, level in groupby(table, key=lambda tally: tally.net):
            sharing = list(level)
            share = sum(scale[place : place + len(sharing)], Fraction(0)) / len(sharing)
            for tally in sharing:
                earned[tally.entry] += share
            place += len(sharing)
    return earned


def _scale(seats: int, scoring: str, points: Mapping[int, Sequence[int]]) -> list[Fraction]:
    """What each place at a table of that many seats earns, best first."""
    if scoring == "place":
        return [Fraction(seats - place, max(seats - 1, 1)) for place in range(1, seats + 1)]
    scale = points.get(seats, ())
    if len(scale) != seats:
        raise RulesError(
            "points_missing",
            gettext_noop("The points for a table of %(seats)d need %(seats)d numbers, one for each place."),
            seats=seats,
        )
    return [Fraction(number) for number in scale]
