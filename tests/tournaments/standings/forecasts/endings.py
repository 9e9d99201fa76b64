"""Random last rounds of a few people, and all their ends, without the code that is tested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random

from tournaments.events.rules.counting import FIXED, MEAN, NOTHING, UNCOUNTED, Counting, RoundResult
from tournaments.standings.rules.forecasts.facts import LastRound, Person, Table

NUMBER = 4
"""Of the last round."""

Results = dict[str, Fraction | None]
"""The result of each person in the last round; None: a missed round."""

Places = dict[str, tuple[int, bool]]
"""The place at the table of who played all deals on their seat, and whether they have it alone."""


@cache
def orders(people: int) -> tuple[tuple[int, ...], ...]:
    """All orders of some people, as the place of each; equal ones share a place (1 1 3)."""
    found: set[tuple[int, ...]] = {()} if not people else set()
    for levels in product(range(people), repeat=people):
        found.add(tuple(1 + sum(other < mine for other in levels) for mine in levels))
    return tuple(sorted(found))


def points_of(order: Sequence[int], scale: Sequence[Fraction]) -> list[Fraction]:
    """The points of each seat. Equal seats share those of the places that they cover."""
    return [
        sum(scale[place - 1 : place - 1 + order.count(place)], Fraction(0)) / order.count(place)
        for place in order
    ]


def scale_of(last: LastRound, size: int) -> list[Fraction]:
    if last.scoring == "place":
        return [Fraction(size - place, size - 1) for place in range(1, size + 1)]
    return [Fraction(points) for points in dict(last.points)[size]]


def of_table(last: LastRound, table: Table, spare: str | None) -> Iterator[tuple[Results, Places]]:
    """Each end of one table: the results, and the places at it of who played all deals alone on a seat."""
    seats = list(table.entries)
    if not table.left:
        places = [1 + sum(chips > mine for chips in table.so_far) for mine in table.so_far]
        yield dict(zip(seats, points_of(places, scale_of(last, len(seats))), strict=True)), {}
        return
    if not table.played:
        yield dict.fromkeys(seats), {}
        fields = [seats]
        for size in range(last.smallest, len(seats)):
            fields += [list(some) for some in combinations(seats, size)]
        if spare:
            fields += [
                [spare if each == out else each for each in field] for field in fields for out in field
            ]
    else:
        fields = [seats]
    for field in fields:
        missed: Results = {entry: None for entry in seats if entry not in field}
        for order in orders(len(field)):
            points = points_of(order, scale_of(last, len(field)))
            full = missed | dict(zip(field, points, strict=True))
            whole = {
                entry: (place, order.count(place) == 1) for entry, place in zip(field, order, strict=True)
            }
            yield full, whole
            for out in field:
                rest = {entry: place for entry, place in whole.items() if entry != out}
                for played in range(max(table.played, 1), table.deals):
                    for total in range(played + 1, table.deals + 1):
                        part = Fraction(played, total)
                        mine = full[out]
                        assert mine is not None
                        left = full | {out: mine * part}
                        if spare and spare not in field:
                            yield left | {spare: mine * (1 - part)}, rest


def ends(last: LastRound) -> Iterator[tuple[Results, Places]]:
    """Each end of the round: the result of everybody, and the places at the tables."""
    seated = {entry for table in last.tables for entry in table.entries}
    away = [person.entry for person in last.people if person.entry not in seated]
    spare = next((person.entry for person in last.people if person.entry in away and person.may_play), None)
    for parts in product(*(list(of_table(last, table, spare)) for table in last.tables)):
        results: Results = dict.fromkeys(away)
        places: Places = {}
        for part, of_part in parts:
            results |= part
            places |= of_part
        yield results, places


def score(person: Person, result: Fraction | None, counting: Counting, *, is_played: bool) -> Fraction | None:
    """The score of a person; None: below the line. is_played: somebody plays the round."""
    played = [Fraction(each.result or 0) for each in person.results if not each.missed]
    missed = sum(each.missed for each in person.results)
    if result is not None:
        played.append(result)
    elif is_played:
        missed += 1
    if counting.least is not None and len(played) < counting.least <= len(played) + missed:
        return None
    value: Fraction | None = Fraction(0)
    if counting.missed == FIXED:
        value = counting.fixed
    elif counting.missed == MEAN:
        value = sum(played, Fraction(0)) / len(played) if played else Fraction(0)
    elif counting.missed == UNCOUNTED:
        value = None
    all_ = sorted([*played, *([value] * missed if value is not None else [])], reverse=True)
    if counting.best is not None:
        all_ = all_[: counting.best]
    elif counting.struck:
        all_ = all_[: max(len(all_) - counting.struck, 1)]
    total = person.adjusted + sum(all_, Fraction(0))
    return total / max(len(all_), 1) if counting.missed == UNCOUNTED else total


COUNTINGS = [
    Counting(),
    Counting(),
    Counting(),
    Counting(best=2),
    Counting(struck=1),
    Counting(missed=FIXED, fixed=Fraction(-2)),
    Counting(missed=FIXED, fixed=Fraction(3)),
    Counting(missed=UNCOUNTED),
    Counting(missed=MEAN),
    Counting(least=3),
    Counting(missed=NOTHING, best=2, least=2),
]


def random_round(chance: Random) -> LastRound:
    """A last round of three to six people at one or two tables, and perhaps somebody without a seat."""
    people = chance.choice([3, 3, 3, 4, 4, 4, 5, 6])
    sizes = [3, 3] if people == 6 else [people]
    scoring = chance.choice(["place", "points"])
    points = tuple(
        (size, tuple(sorted((chance.randint(-1, 9) for _ in range(size)), reverse=True)))
        for size in range(3, 7)
    )
    counting = chance.choice(COUNTINGS)
    names = [f"p{number}" for number in range(people + chance.choice([0, 0, 1]))]
    far = chance.choice([1, 2, 4])
    persons = []
    for number, name in enumerate(names):
        results = []
        for round_ in range(1, NUMBER):
            if chance.random() < 0.1:
                value = {FIXED: counting.fixed, UNCOUNTED: None}.get(counting.missed, Fraction(0))
                results.append(RoundResult(round_, value, missed=True, counts=value is not None))
            elif scoring == "place":
                results.append(RoundResult(round_, Fraction(chance.choice([0, 1, 2, 3]), 3)))
            else:
                results.append(RoundResult(round_, chance.randint(0, 9) * far // 2))
        played = sum(not each.missed for each in results)
        least = counting.least or 0
        is_away = number >= people
        persons.append(
            Person(
                name,
                tuple(results),
                adjusted=Fraction(chance.choice([0, 0, 0, -1, 5, 10])),
                plays=not is_away,
                may_play=not is_away or chance.random() < 0.7,
                ranked=not (played + 1 < least <= NUMBER),
                ranked_if_missed=not (played < least <= NUMBER),
            )
        )
    tables, first = [], 0
    for size in sizes:
        deals = chance.choice([1, 2, 4])
        played = chance.choice([0, 0, deals, chance.randrange(deals)]) if len(sizes) > 1 else 0
        so_far = [chance.randint(-9, 9) if played else 0 for _ in range(size)]
        if played == 0 and len(sizes) == 1:
            played = chance.choice([0, chance.randrange(deals)])
        tables.append(Table(tuple(names[first : first + size]), tuple(so_far), deals, played))
        first += size
    return LastRound(
        tuple(persons),
        NUMBER,
        tuple(tables),
        sizes=tuple(sizes),
        scoring=scoring,
        points=points,
        counting=counting,
        spreads=tuple((size, 10.0) for size in range(3, 7)),
        top=2,
    )


@dataclass
class Truth:
    """What holds in each end of a round: who is always, and who is never, among the first of these places."""

    always: dict[tuple[str, int], bool]
    never: dict[tuple[str, int], bool]
    at_table: dict[tuple[str, int, int], bool]
    """Whether a person with this place alone at the table, after all deals, always has the place."""
    together: dict[tuple[str, int, int], bool]
    """The same, alone or not."""


def truth_of(last: LastRound, goals: Sequence[int]) -> Truth:
    """Look at each end of a round."""
    people = {person.entry: person for person in last.people}
    known: dict[tuple[str, Fraction | None, bool], Fraction | None] = {}
    truth = Truth({}, {}, {}, {})
    for entry, goal in product(people, goals):
        truth.always[entry, goal] = truth.never[entry, goal] = True
    for results, places in ends(last):
        is_played = any(result is not None for result in results.values())
        scores: dict[str, Fraction | None] = {}
        for entry, result in results.items():
            key = entry, result, is_played
            if key not in known:
                known[key] = score(people[entry], result, last.counting, is_played=is_played)
            scores[entry] = known[key]
        ranked = sorted((each for each in scores.values() if each is not None), reverse=True)
        for entry, mine in scores.items():
            equal = 0 if mine is None else sum(each >= mine for each in ranked) - 1
            above = len(ranked) if mine is None else sum(each > mine for each in ranked)
            for goal in goals:
                sure = mine is not None and equal < goal
                truth.always[entry, goal] &= sure
                truth.never[entry, goal] &= mine is None or above >= goal
                if entry in places:
                    place, is_alone = places[entry]
                    at = entry, goal, place
                    truth.together[at] = truth.together.get(at, True) and sure
                    if is_alone:
                        truth.at_table[at] = truth.at_table.get(at, True) and sure
    return truth
