"""Scores from the results of deals.

A `Tally` is the result of one entry at one table in one round. Tallies are additive: a void adds the negative
numbers, and the tally of a round is the sum over its deals. All scores are exact (int or Fraction).

`even` compares tables of different sizes. More chips change hands at a table of three than at a table of six,
so its players fill both ends of a ranking by chips. Two things make the tables comparable:

* The spread of the table size (`spreads`): net chips are divided by it and multiplied by the spread of the
  preferred size. So the unit is a chip at a table of the preferred size.
* What stays on the board: all seats of a table lose it together, and a seat of a small table loses less. So
  net chips are counted from the mean of the table. Where nothing stays on the board, this mean is 0.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from math import isqrt
from typing import Final

from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.events.rules.counting import ALL_COUNT, Counting, RoundResult, count_rounds, score_of

SCORINGS: Final = ("chips", "average", "even", "root", "uma", "place", "points")

VALUED: Final = frozenset({"even", "root", "uma"})
"""Scorings that give the chips of each table and round a value."""

SCORED_IN_POINTS: Final = frozenset({"place", "points", "root"})
"""Scorings whose score is not a number of chips."""


def unit_of(scoring: str) -> str:
    """Return what an adjustment is counted in: "chips" where the score is in chips, else "points".

    With `even` a chip is one of a table of the preferred size.
    """
    return "points" if scoring in SCORED_IN_POINTS else "chips"


@dataclass(frozen=True, slots=True)
class Tally:
    """The result of one entry at one table in one round. Every seat of a table that played needs one.

    round: its number, from 1; 0 (and table "") for an adjustment outside of rounds.
    chips: net chips won or lost, including shares of unclaimed pools; a fraction where totals have tenths.
    adjusted: what adjustments add to the score, in its unit (`unit_of`). They change no result of a table.
    deals: deals played. pochen: chips won from pots, minus chips staked. out: deals in which the entry went
    out. pools: pools won by melding. showdowns: showdowns won.
    seat: its number. Entries who had the same seat one after the other share its place (`_seats_of`). None: a
    seat of its own.
    """

    entry: str
    round: int
    table: str
    chips: int | Fraction = 0
    adjusted: int | Fraction = 0
    deals: int = 0
    pochen: int = 0
    out: int = 0
    pools: int = 0
    showdowns: int = 0
    seat: int | None = None

    def __add__(self, other: Tally) -> Tally:
        """Return the sum of two tallies of the same entry, round and table."""
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
            other.seat if self.seat is None else self.seat,
        )


@dataclass(frozen=True, slots=True)
class Row:
    """The score of an entry, and the figures for tie-breaks, which count all that the entry played.

    net: net chips, with adjustments in chips.
    best_round: the highest net chips of one round; None if the entry has not played.
    rounds_won: rounds in which the entry had the highest net chips of its table, alone or shared. A win at a
    table of n counts 1 - 1/n.
    places: how often the entry was first at its table, second, and so on, up to its worst place.
    mates: the scores of its table-mates (`table_mates`); empty if they do not count.
    play_offs: net chips by (round, table) of the play-offs after the stage. They count nowhere else.
    tables: net chips by (round, table), of the rounds that the entry played.
    results: the rounds of the score in their order, the missed and the struck ones too.
    adjusted: what adjustments add to the score, before a mean is taken.
    ticket: what its lot depends on besides the seed; empty: its id.
    """

    entry: str
    score: Fraction
    net: int | Fraction
    pochen: int
    out: int
    pools: int
    showdowns: int
    best_round: int | Fraction | None
    rounds_won: Fraction
    deals: int
    tables: Mapping[tuple[int, str], int | Fraction]
    places: tuple[int, ...] = ()
    mates: tuple[Fraction, ...] = ()
    play_offs: Mapping[tuple[int, str], int | Fraction] = field(default_factory=dict)
    results: tuple[RoundResult, ...] = ()
    adjusted: Fraction = Fraction(0)
    ticket: str = ""


def add_up(tallies: Iterable[Tally]) -> list[Tally]:
    """Return the sum of the tallies of each entry, round and table, ordered by round, table and entry."""
    sums: dict[tuple[int, str, str], Tally] = {}
    for tally in tallies:
        key = (tally.round, tally.table, tally.entry)
        sums[key] = sums.get(key, Tally(tally.entry, tally.round, tally.table)) + tally
    return [sums[key] for key in sorted(sums)]


class UnknownScoring(Invalid):
    """No scoring has this name."""

    sentence = gettext_noop("There is no scoring “%(scoring)s”. Choose from: %(choices)s.")


def rows(
    entries: Iterable[str],
    tallies: Iterable[Tally],
    scoring: str = "chips",
    points: Mapping[int, Sequence[int]] | None = None,
    weights: Mapping[int, Mapping[int, Fraction]] | None = None,
    counting: Counting = ALL_COUNT,
    missed: Mapping[str, Sequence[int]] | None = None,
) -> list[Row]:
    """Return a row for each entry, scored by `scoring`.

    * `chips`: total net chips.
    * `average`: net chips per deal; for an entry without a deal, its net chips.
    * `even`: for each table and round the net chips from the mean of the table, times `weights[round][n]`,
      the worth of a chip at a table of n (`spreads.weights`). Without weights a chip counts 1 everywhere.
    * `root`: for each table and round the square root of the net chips with their sign (`signed_root`).
    * `uma`: for each table and round the net chips and a bonus for the place: `points[n]` lists the bonuses
      at a table of n; ties share the mean.
    * `place`: for each table and round (n - place) / (n - 1) points; ties share the mean.
    * `points`: `points[n]` lists the points of the places at a table of n; ties share the mean.

    counting, missed: which rounds count, and the rounds that each entry missed (`events.rules.counting`).

    Adjustments count in the score, in its unit. The places at a table come from the chips played there.

    Where somebody took over a seat in the middle of a round, chips count for who played them. Places are
    those of the seats, with the chips of all who had them; these share the points of the place by the deals
    that each of them played. n is the number of seats.

    Tallies of entries that are not in `entries` (players who left) still count at their tables.
    Raises Refusal: `unknown_scoring`, `points_missing` for a table size without points.
    """
    if scoring not in SCORINGS:
        raise UnknownScoring(scoring=scoring, choices=", ".join(SCORINGS))
    summed = add_up(tallies)
    tables = _played(summed)
    finishes = _finishes(tables)
    if scoring in VALUED:
        earned = _valued(tables, scoring, points or {}, weights)
    else:
        earned = _earned(tables, scoring, points or {})
    by_entry: dict[str, list[Tally]] = defaultdict(list)
    for tally in summed:
        by_entry[tally.entry].append(tally)
    absent = missed or {}
    return [
        _row(
            entry, by_entry[entry], scoring, earned, finishes.get(entry, ()), counting, absent.get(entry, ())
        )
        for entry in dict.fromkeys(entries)
    ]


def _row(
    entry: str,
    tallies: Sequence[Tally],
    scoring: str,
    earned: Mapping[tuple[str, int], Fraction],
    finishes: Sequence[tuple[int, int]],
    counting: Counting,
    missed: Sequence[int],
) -> Row:
    adjusted = sum((Fraction(tally.adjusted) for tally in tallies), Fraction(0))
    chips = sum(tally.chips for tally in tallies)
    net = chips if unit_of(scoring) == "points" else chips + int(adjusted)
    deals = sum(tally.deals for tally in tallies)
    by_round: dict[int, int | Fraction] = defaultdict(int)
    tables: dict[tuple[int, str], int | Fraction] = {}
    for tally in tallies:
        if tally.deals > 0:
            by_round[tally.round] += tally.chips
            tables[tally.round, tally.table] = tally.chips
    counts = Counter(finish for finish, _seats in finishes)
    results = count_rounds(_by_round(tallies, scoring, earned), missed, counting, scoring)
    return Row(
        entry=entry,
        score=score_of(results, adjusted, mean=counting.is_mean(scoring)),
        net=net,
        pochen=sum(tally.pochen for tally in tallies),
        out=sum(tally.out for tally in tallies),
        pools=sum(tally.pools for tally in tallies),
        showdowns=sum(tally.showdowns for tally in tallies),
        best_round=max(by_round.values(), default=None),
        rounds_won=sum((1 - Fraction(1, seats) for finish, seats in finishes if finish == 1), Fraction(0)),
        deals=deals,
        tables=tables,
        places=tuple(counts[finish] for finish in range(1, max(counts, default=0) + 1)),
        results=results,
        adjusted=adjusted,
    )


def _by_round(
    tallies: Sequence[Tally], scoring: str, earned: Mapping[tuple[str, int], Fraction]
) -> list[RoundResult]:
    """Return the result of each round that an entry played. tallies: of this entry, by round."""
    played: list[RoundResult] = []
    for number, of_round in groupby(tallies, key=lambda tally: tally.round):
        seats = [tally for tally in of_round if tally.table]
        deals = sum(tally.deals for tally in seats)
        total: Fraction | int = sum(tally.chips for tally in seats)
        if scoring not in ("chips", "average"):
            total = earned.get((seats[0].entry, number), 0) if seats else 0
        if deals > 0 or total:
            played.append(RoundResult(number, total, deals if scoring == "average" else 1))
    return played


def _played(summed: Iterable[Tally]) -> list[list[Tally]]:
    """Return the tables at which a deal was played, as the tallies of who played there."""
    tables: dict[tuple[int, str], list[Tally]] = defaultdict(list)
    for tally in summed:
        if tally.table:
            tables[tally.round, tally.table].append(tally)
    return [table for table in tables.values() if any(tally.deals > 0 for tally in table)]


@dataclass(frozen=True, slots=True)
class _Seat:
    """A seat of a table: the chips and the deals of all who had it, one after the other."""

    chips: int | Fraction
    deals: int
    players: Sequence[Tally]

    def parts(self) -> dict[str, Fraction]:
        """The part of the deals of this seat that each of its players has played."""
        if len(self.players) == 1 or not self.deals:
            return {tally.entry: Fraction(1, len(self.players)) for tally in self.players}
        return {tally.entry: Fraction(tally.deals, self.deals) for tally in self.players}


def _seats_of(table: Iterable[Tally]) -> list[_Seat]:
    """Return the seats of a table, most chips first."""
    seats: dict[int | str, list[Tally]] = defaultdict(list)
    for tally in table:
        seats[tally.entry if tally.seat is None else tally.seat].append(tally)
    return sorted(
        (
            _Seat(sum(tally.chips for tally in players), sum(tally.deals for tally in players), players)
            for players in seats.values()
        ),
        key=lambda seat: -seat.chips,
    )


def _finishes(tables: Iterable[Sequence[Tally]]) -> dict[str, list[tuple[int, int]]]:
    """Return for each entry, table by table, its place and the number of seats: (2, 4) is second of four.

    Seats with equal chips share the best of their places: 1 1 3. If several people had one seat, its place
    counts for the one who played the most deals there.
    """
    finishes: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for table in tables:
        seats = _seats_of(table)
        finish = 1
        for number, seat in enumerate(seats, 1):
            if seat.chips != seats[finish - 1].chips:
                finish = number
            player = max(seat.players, key=lambda tally: tally.deals)
            finishes[player.entry].append((finish, len(seats)))
    return finishes


def _earned(
    tables: Iterable[Sequence[Tally]], scoring: str, points: Mapping[int, Sequence[int]]
) -> dict[tuple[str, int], Fraction]:
    """Return the points by place of each entry and round; empty if the score is made of chips."""
    earned: dict[tuple[str, int], Fraction] = {}
    if scoring in ("place", "points"):
        for table in tables:
            seats = _seats_of(table)
            _add(earned, table, _shares(seats, _scale(len(seats), scoring, points)))
    return earned


def _shares(seats: Sequence[_Seat], scale: Sequence[Fraction]) -> dict[str, Fraction]:
    """Return what each player gets of the points of the places of these seats. Ties share the mean."""
    shares: dict[str, Fraction] = {}
    place = 0
    for _chips, level in groupby(seats, key=lambda seat: seat.chips):
        sharing = list(level)
        share = sum(scale[place : place + len(sharing)], Fraction(0)) / len(sharing)
        place += len(sharing)
        for seat in sharing:
            shares |= {entry: part * share for entry, part in seat.parts().items()}
    return shares


def _valued(
    tables: Iterable[Sequence[Tally]],
    scoring: str,
    points: Mapping[int, Sequence[int]],
    weights: Mapping[int, Mapping[int, Fraction]] | None,
) -> dict[tuple[str, int], Fraction]:
    """Return what the chips of each entry and round are worth (`VALUED`)."""
    earned: dict[tuple[str, int], Fraction] = {}
    for table in tables:
        seats = _seats_of(table)
        if scoring == "even":
            worth = Fraction(1) if weights is None else weights[table[0].round][len(seats)]
            # Of one deal: who has played a part of the deals bears that part of the mean.
            mean = Fraction(sum(seat.chips for seat in seats)) / sum(seat.deals for seat in seats)
            values = {tally.entry: (tally.chips - mean * tally.deals) * worth for tally in table}
        elif scoring == "root":
            values = {tally.entry: signed_root(tally.chips) for tally in table}
        else:
            bonuses = _shares(seats, _scale(len(seats), scoring, points))
            values = {tally.entry: tally.chips + bonuses[tally.entry] for tally in table}
        _add(earned, table, values)
    return earned


def _add(
    earned: dict[tuple[str, int], Fraction], table: Sequence[Tally], values: Mapping[str, Fraction]
) -> None:
    """Add the values of the entries at a table to their rounds. Mostly an entry has one table in a round."""
    for entry, value in values.items():
        key = (entry, table[0].round)
        earned[key] = earned[key] + value if key in earned else value


def signed_root(chips: int | Fraction) -> Fraction:
    """Return the square root of the chips with their sign, to the nearest thousandth: -49 gives -7."""
    thousandths = (isqrt(int(4 * 10**6 * abs(Fraction(chips)))) + 1) // 2
    return Fraction(thousandths if chips >= 0 else -thousandths, 1000)


class PointsMissing(Invalid):
    """No points are set for a table of this size."""

    sentence = gettext_noop("A table of %(seats)d needs %(seats)d numbers of points, one for each place.")


def _scale(seats: int, scoring: str, points: Mapping[int, Sequence[int]]) -> list[Fraction]:
    """Return the points of each place at a table of that many seats, best first."""
    if scoring == "place":
        return [Fraction(seats - place, max(seats - 1, 1)) for place in range(1, seats + 1)]
    scale = points.get(seats, ())
    if len(scale) != seats:
        raise PointsMissing(seats=seats)
    return [Fraction(number) for number in scale]


def table_mates(
    tallies: Iterable[Tally],
    scoring: str,
    points: Mapping[int, Sequence[int]] | None = None,
    weights: Mapping[int, Mapping[int, Fraction]] | None = None,
) -> dict[str, tuple[Fraction, ...]]:
    """Return for each entry the scores of those it met at a table, each without the tables that both sat at.

    Each mate counts once, however often they met. Adjustments do not count: a penalty takes nothing from
    table-mates. The arguments and errors are those of `rows`.
    """
    scores: dict[str, Fraction] = defaultdict(Fraction)
    deals: Counter[str] = Counter()
    shared: dict[str, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    shared_deals: dict[str, Counter[str]] = defaultdict(Counter)
    for table in _played(add_up(tallies)):
        if scoring in VALUED:
            values = _valued([table], scoring, points or {}, weights)
        else:
            values = _earned([table], scoring, points or {})
        for mate in table:
            value = values.get((mate.entry, mate.round), Fraction(mate.chips))
            scores[mate.entry] += value
            deals[mate.entry] += mate.deals
            for own in table:
                if own is not mate and (own.seat is None or own.seat != mate.seat):
                    shared[own.entry][mate.entry] += value
                    shared_deals[own.entry][mate.entry] += mate.deals

    def score(mate: str, less: Fraction, fewer: int) -> Fraction:
        return (scores[mate] - less) / (max(deals[mate] - fewer, 1) if scoring == "average" else 1)

    return {
        entry: tuple(score(mate, less, shared_deals[entry][mate]) for mate, less in mates.items())
        for entry, mates in shared.items()
    }
