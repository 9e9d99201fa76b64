"""What is certain before the last round is over, exactly: who reaches a place for sure, and who cannot.

Certain means: true in every outcome that needs no act of a director. Outcomes are places, shared ones too,
tables without a deal or with fewer people, people who leave, substitutes, and missed rounds. Acts are: a
penalty, a correction, a round more or less, a changed setting, and a person who is entered after the start.

Where a round is worth points by place, what a seat gets is bounded by the points of its table, and who has
a part of the deals of a seat gets a part of its points. Where chips count, a result has no bounds while its
table has deals to come. Equal scores are open, because tie-breaks decide them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate
from math import inf

from tournaments.standings.rules.forecasts.facts import LastRound, Table, course_of, score_without

BY_POINTS = frozenset({"place", "points"})
"""Scorings that count nothing but places at tables."""

Number = Fraction | float


@dataclass(frozen=True, slots=True)
class _Case:
    """One way in which the round can end for somebody.

    score: their score. own: their table, if they sit at it to the end; else None. parts: the points of the
    other seats there: before their place, on it, and behind it. known: the scores of others that follow.
    """

    score: Number
    own: Table | None = None
    parts: Sequence[Sequence[Fraction]] = ()
    known: Mapping[str, Number] = field(default_factory=dict)

    @property
    def gone(self) -> int:
        """How many people of the own table have no seat any more."""
        return len(self.own.entries) - 1 - sum(map(len, self.parts)) if self.own else 0


class Certainty:
    """What can still happen to the scores."""

    def __init__(self, last: LastRound) -> None:
        players = [person.entry for person in last.people if person.may_play]
        if not last.tables and last.smallest <= len(players) < 2 * last.smallest:
            # There can be only one table.
            only = Table(tuple(players), (0,) * len(players), last.deals)
            last = replace(last, tables=(only,))
        self.last = last
        self.by_points = last.scoring in BY_POINTS
        self.people = {person.entry: person for person in last.people}
        self.tables = {entry: table for table in last.tables for entry in table.entries}
        self.open = [table for table in last.tables if table.left]
        self.away = sum(person.may_play and person.entry not in self.tables for person in last.people)
        deals = {entry: table.deals for entry, table in self.tables.items()}
        self.courses = {
            person.entry: course_of(person, last.scoring, last.counting, deals.get(person.entry, last.deals))
            for person in last.people
        }
        # The scores of all without a result of this round: missed by them, or played by nobody.
        self.missed, self.unplayed = (
            {
                entry: score_without(person, last, missed=missed) if person.ranked_if_missed else -inf
                for entry, person in self.people.items()
            }
            for missed in (True, False)
        )
        self._known: dict[tuple[str, bool], list[Number]] = {}
        self.bounds = {entry: self._bounds(entry) for entry in self.people}
        self._lows = sorted(low for low, _high in self.bounds.values())
        self._highs = sorted(high for _low, high in self.bounds.values())

    def is_sure(self, entry: str, place: int) -> bool:
        """Return whether an entry reaches a place, or a better one, in any case."""
        low, _high = self.bounds[entry]
        # What each can have by itself decides most cases of many people.
        if low > -inf and len(self._highs) - bisect_left(self._highs, low) - 1 < place:
            return True
        return all(self._passing(entry, case) < place for case in self._worst(entry))

    def is_out(self, entry: str, place: int) -> bool:
        """Return whether an entry cannot reach a place."""
        _low, high = self.bounds[entry]
        if len(self._lows) - bisect_right(self._lows, high) >= place:
            return True
        return all(self._ahead(entry, case) >= place for case in self._best(entry))

    def sure_at_table(self, entry: str, place: int) -> tuple[int | None, bool]:
        """Return the worst place at its table with which an entry is sure to reach the goal `place`.

        The second value says whether the entry must have that place alone. (None, False) if no place is
        enough, or if the scoring does not depend on places at tables.
        """
        table = self.tables.get(entry)
        if not self.by_points or table not in self.last.tables or not table.left:
            return None, False
        if not self.people[entry].ranked:
            return None, False
        size = len(table.entries)
        enough, alone = None, False
        for at_table in range(1, size + 1):
            if not self._is_enough(entry, table, place, at_table, 1):
                break
            enough = at_table
            alone = not all(
                self._is_enough(entry, table, place, at_table, sharing)
                for sharing in range(2, size - at_table + 2)
            )
        return enough, alone

    def _is_enough(self, entry: str, table: Table, place: int, at_table: int, sharing: int) -> bool:
        """Return whether an entry reaches a goal with this place, shared by `sharing` people."""
        return all(
            self._passing(entry, self._at(entry, table, size, at_table, sharing)) < place
            for size in self._sizes(table)
            if at_table + sharing - 1 <= size
        )

    def _at(self, entry: str, table: Table, size: int, place: int, sharing: int = 1) -> _Case:
        scale = points_at(self.last, size)
        first, after = place - 1, place - 1 + sharing
        points = sum(scale[first:after], Fraction(0)) / sharing
        score = self.courses[entry].score(points) if self.people[entry].ranked else -inf
        return _Case(score, table, [scale[:first], [points] * (sharing - 1), scale[after:]])

    def _worst(self, entry: str) -> Iterator[_Case]:
        """Yield the ways in which the round can end worst for somebody."""
        table = self.tables.get(entry)
        if not self.by_points or table is None or not table.left:
            yield _Case(self.bounds[entry][0])
            return
        yield from self._unseated(entry, table)
        for size in self._sizes(table):
            yield self._at(entry, table, size, size)
            if self.away:
                # Who leaves has a part of the deals of a seat, and of its points.
                points = min(points_at(self.last, size)) * Fraction(table.played, table.deals)
                yield _Case(self.courses[entry].score(points) if self.people[entry].ranked else -inf)

    def _best(self, entry: str) -> Iterator[_Case]:
        """Yield the ways in which the round can end best for somebody."""
        table = self.tables.get(entry)
        if not self.by_points or table is None or not table.left:
            yield _Case(self.bounds[entry][1])
            return
        yield from self._unseated(entry, table)
        for size in self._sizes(table):
            yield self._at(entry, table, size, 1)
            if self.away and points_at(self.last, size)[0] < 0:
                yield _Case(self.courses[entry].score(0) if self.people[entry].ranked else -inf)

    def _is_over(self, entry: str) -> bool:
        table = self.tables.get(entry)
        return table is not None and not table.left

    def _unseated(self, entry: str, table: Table) -> Iterator[_Case]:
        """Yield the ways in which somebody with a seat has no deal."""
        if table.played:
            return
        if not any(each.played for each in self.last.tables):
            yield _Case(self.unplayed[entry], known=self.unplayed)
        missed = {other: self.missed[other] for other in table.entries}
        if len(self.last.tables) > 1:
            yield _Case(missed[entry], known=missed)
        if self.away or len(table.entries) > self.last.smallest:
            yield _Case(missed[entry])

    def _passing(self, entry: str, case: _Case) -> int:
        """Return how many others can have the score of this case together, at the most."""
        score, own = case.score, case.own
        if score == -inf:
            return len(self.people)
        rivals = [
            other
            for other, (_low, high) in self.bounds.items()
            if other != entry and other not in case.known and high >= score
        ]
        free = sum(known >= score for other, known in case.known.items() if other != entry)
        if not self.by_points:
            return free + len(rivals)
        missing, able = [], {}
        for other in rivals:
            is_mate = own is not None and self.tables.get(other) is own
            needed = self.courses[other].needed(score)
            can_miss = any(known >= score for known in self._without(other, is_played=own is not None))
            if needed is None or (not is_mate and (can_miss or self._is_over(other))):
                free += 1
                continue
            if can_miss:
                missing.append(other)
            if self.people[other].ranked and self.people[other].may_play:
                able[other] = needed
        # Those who need most miss the round, if that is enough for them.
        missing.sort(key=lambda other: -able.get(other, inf))
        for other in missing[: case.gone + self.away]:
            able.pop(other, None)
            free += 1
        if not self.last.tables:
            tables = sum(person.may_play for person in self.last.people) // self.last.smallest
            pool = sorted(self._most(self._all_sizes()) * tables, reverse=True)
            return free + _most_fit(able.values(), [pool])
        places = [
            (table, case.parts if table is own else [self._most(self._sizes(table))]) for table in self.open
        ]
        seated = sum(
            _most_fit([able[other] for other in table.entries if other in able], points)
            for table, points in places
        )
        # Who has no seat can come as a substitute.
        best = max((self._most(self._sizes(table))[0] for table in self.open), default=-inf)
        apart = seated + sum(able[other] <= best for other in able if other not in self.tables)
        if len(places) == 1:
            apart = min(apart, _most_fit(able.values(), places[0][1], more=self.away))
        return free + apart

    def _ahead(self, entry: str, case: _Case) -> int:
        """Return how many others have more than the score of this case, at the least."""
        score, own = case.score, case.own
        if score == -inf:
            return len(self.people)
        if own is None or self.away:
            known = sum(each > score for other, each in case.known.items() if other != entry)
            return known + self._above(score, {entry, *case.known})
        mates = [other for other in own.entries if other != entry]
        ahead = self._above(score, own.entries)
        held = {
            other: inf if not self.people[other].ranked else self.courses[other].most(score)
            for other in mates
        }
        # Those who would have more with the fewest points miss the round, if they have no more then.
        missing = [
            other
            for other in sorted(mates, key=lambda other: held[other])
            if any(known <= score for known in self._without(other, is_played=True))
        ][: case.gone]
        allowed = sorted(held[other] for other in mates if other not in missing)
        points = sorted(each for part in case.parts for each in part)
        behind = next(
            (
                people
                for people in range(len(points), 0, -1)
                if all(
                    have <= most
                    for have, most in zip(
                        accumulate(points[:people]), accumulate(allowed[-people:]), strict=True
                    )
                )
            ),
            0,
        )
        return ahead + len(mates) - len(missing) - behind

    def _above(self, score: Number, apart: Collection[str]) -> int:
        """Return how many people have more than a score in any case, without some."""
        everybody = len(self._lows) - bisect_right(self._lows, score)
        return everybody - sum(self.bounds[other][0] > score for other in apart)

    def _without(self, entry: str, *, is_played: bool = False) -> list[Number]:
        """Return the scores that an entry can have without a result of the round that is still open.

        is_played: somebody plays the round.
        """
        if (entry, is_played) not in self._known:
            self._known[entry, is_played] = self._find_without(entry, is_played)
        return self._known[entry, is_played]

    def _find_without(self, entry: str, is_played: bool) -> list[Number]:  # noqa: FBT001
        person, table = self.people[entry], self.tables.get(entry)
        if table is not None and not table.left:
            result = self._result(table, entry)
            return [] if result is None else [self.courses[entry].score(result) if person.ranked else -inf]
        if table is not None and table.played:
            return []
        # If nobody plays the round, nobody misses it.
        can_be_void = not is_played and not any(each.played for each in self.last.tables)
        return [self.missed[entry], *([self.unplayed[entry]] if can_be_void else [])]

    def _bounds(self, entry: str) -> tuple[Number, Number]:
        """Return the lowest and the highest score that an entry can have after the round."""
        person, table = self.people[entry], self.tables.get(entry)
        scores = self._without(entry)
        is_over = table is not None and not table.left
        if is_over and not scores:
            return -inf, inf
        if is_over or not person.may_play or (self.last.tables and not self.open):
            return min(scores), max(scores)
        if not self.by_points or not person.ranked:
            return -inf, inf if person.ranked else max(scores, default=-inf)
        course = self.courses[entry]
        sizes = self._sizes(table) if table else self._all_sizes()
        each: list[Fraction] = [points for size in sizes for points in points_at(self.last, size)]
        # Who leaves has a part of the deals and of the points. A table without a deal may never play one.
        part = Fraction(table.played, table.deals) if table is not None else Fraction(0)
        least, most = min(each), max(Fraction(0), *each)
        scores += [course.score(least if least < 0 else part * least), course.score(most)]
        return min(scores), max(scores)

    def _sizes(self, table: Table) -> list[int]:
        """Return the numbers of seats with which a table can play: before its first deal people can leave."""
        size = len(table.entries)
        return [
            each
            for each in range(size if table.played else min(self.last.smallest, size), size + 1)
            if each == size or self._has_points(each)
        ]

    def _all_sizes(self) -> list[int]:
        return [size for size in range(self.last.smallest, self.last.largest + 1) if self._has_points(size)]

    def _has_points(self, size: int) -> bool:
        """Whether a table of this size is allowed: its places must have points."""
        return self.last.scoring != "points" or size in dict(self.last.points)

    def _most(self, sizes: Sequence[int]) -> list[Fraction]:
        """Return the most that each place is worth at tables of these sizes: 0, where less is shared away."""
        scales = [points_at(self.last, size) for size in sizes]
        return [
            max([Fraction(0), *(scale[place] for scale in scales if place < len(scale))])
            for place in range(max(sizes))
        ]

    def _result(self, table: Table, entry: str) -> Fraction | None:
        """Return the result of who sits at a table that is over; None: it is not settled or not exact."""
        if self.last.boards_shared:
            return None
        mine = table.so_far[table.entries.index(entry)]
        if self.last.scoring in ("chips", "average"):
            return Fraction(mine)
        if not self.by_points:
            return None
        better, equal = sum(chips > mine for chips in table.so_far), table.so_far.count(mine)
        return sum(points_at(self.last, len(table.entries))[better : better + equal], Fraction(0)) / equal


def _most_fit(needed: Iterable[Fraction], parts: Sequence[Sequence[Fraction]], more: int = 0) -> int:
    """Return how many people can have these points together, at the most.

    parts: the points of the seats, from the best on. Seats share points only within a part. Whatever is
    shared, the first seats of a part have together no more than the first of its points.
    more: so many people can share a seat with somebody, as substitutes.
    """
    demands, most = sorted(needed), sum(map(len, parts)) + more
    for people in range(min(len(demands), most), 0, -1):
        if _fits(demands[:people][::-1], parts, more):
            return people
    return 0


def _fits(demands: Sequence[Fraction], parts: Sequence[Sequence[Fraction]], more: int) -> bool:
    if not parts:
        return not demands
    first, rest = parts[0], parts[1:]
    wanted = list(accumulate(demands))
    together = list(accumulate([*first, *[Fraction(0)] * more]))
    return any(
        all(want <= have for want, have in zip(wanted[:here], together, strict=False))
        and _fits(demands[here:], rest, more)
        for here in range(min(len(together) if first else 0, len(demands)), -1, -1)
    )


def points_at(last: LastRound, size: int) -> list[Fraction]:
    """Return the points of the places at a table, best first. Only for scorings by place."""
    if last.scoring == "place":
        return [Fraction(size - place, max(size - 1, 1)) for place in range(1, size + 1)]
    return [Fraction(number) for number in dict(last.points)[size]]
