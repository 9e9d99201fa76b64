"""How often equal players have such a lead: the same evening, with the results at each table shuffled.

If all players are equally strong, each of them could have had each result at their table. So the results of
each table are dealt out anew, many times. Tables, seats, and chips stay as they are, and no assumption about
luck is made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from tournaments.rules.chances.results import Result
from tournaments.rules.chances.strengths import Floats
from tournaments.rules.counting import Counting

SHUFFLES: Final = 2000
"""How often the results of all tables are dealt out."""

AT_ONCE: Final = 2_000_000
"""About so many results are kept in memory at once."""


@dataclass(frozen=True)
class Sums:
    """How the score is made of the rounds: see `rules.counting`.

    best, struck: of the rounds. per_weight: the score is a mean by the weight of results (`average`).
    per_round: it is a mean of rounds. added: what adjustments add to the sum of each person.
    """

    best: int | None = None
    struck: int | None = None
    per_weight: bool = False
    per_round: bool = False
    added: Mapping[str, float] = field(default_factory=dict)


def sums_by(counting: Counting, scoring: str, added: Mapping[str, float]) -> Sums:
    """The sums of this scoring. Missed rounds are worth nothing in them (see `scores`)."""
    return Sums(
        counting.best,
        counting.struck,
        scoring == "average",
        scoring != "average" and counting.is_mean(scoring),
        added,
    )


@dataclass(frozen=True)
class Sheet:
    """All results as arrays of people by rounds: values (0 where nothing was played), weights, and what was
    played; and for each size of a table the cells of its tables."""

    people: tuple[str, ...]
    values: Floats
    weights: Floats
    cells: Sequence[tuple[np.ndarray, np.ndarray]]


def sheet_of(results: Sequence[Result]) -> Sheet:
    """Lay the results out. Only seats of a table with equally many deals exchange their results."""
    people = {person: number for number, person in enumerate(dict.fromkeys(each.person for each in results))}
    rounds = {number: place for place, number in enumerate(sorted({each.round for each in results}))}
    values, weights = np.zeros((len(people), len(rounds))), np.zeros((len(people), len(rounds)))
    alike: dict[tuple[str, float], list[Result]] = defaultdict(list)
    for each in results:
        cell = people[each.person], rounds[each.round]
        values[cell], weights[cell] = each.value, each.weight
        alike[each.block, each.weight].append(each)
    by_size: dict[int, list[list[tuple[int, int]]]] = defaultdict(list)
    for table in alike.values():
        if len(table) > 1:
            by_size[len(table)].append([(people[each.person], rounds[each.round]) for each in table])
    cells = [
        (np.array([[who for who, _round in table] for table in tables]),
         np.array([[number for _who, number in table] for table in tables]))
        for _size, tables in sorted(by_size.items())
    ]  # fmt: skip
    return Sheet(tuple(people), values, weights, cells)


def scores(sheet: Sheet, values: Floats, by: Sums) -> Floats:
    """The scores of people (last axis) from values by people and rounds (last two axes).

    A missed round counts as no round: it is worth nothing, and is struck only if it is the worst of all.
    """
    weights = np.broadcast_to(sheet.weights, values.shape)
    if by.best is not None or by.struck is not None:
        each = np.where(weights > 0, values / np.where(weights > 0, weights, 1.0), 0.0)
        order = np.argsort(each if by.per_weight else values, axis=-1, kind="stable")
        rounds = values.shape[-1]
        strike = rounds - by.best if by.best is not None else min(by.struck or 0, rounds - 1)
        kept = order[..., max(strike, 0) :]
        values = np.take_along_axis(values, kept, axis=-1)
        weights = np.take_along_axis(weights, kept, axis=-1)
    sums = values.sum(axis=-1) + np.array([by.added.get(person, 0.0) for person in sheet.people])
    if by.per_weight:
        return np.asarray(sums / np.maximum(weights.sum(axis=-1), 1.0))
    if by.per_round:
        return np.asarray(sums / np.maximum((weights > 0).sum(axis=-1), 1))
    return np.asarray(sums)


def lead_among_equals(
    sheet: Sheet, by: Sums, among: Iterable[str], lead: float, rng: np.random.Generator
) -> float:
    """The share of evenings of equal players in which the first of them leads by at least `lead`.

    among: the people who are ranked, at least two.
    """
    chosen = set(among)
    ranked = [number for number, person in enumerate(sheet.people) if person in chosen]
    at_once = max(1, min(SHUFFLES, AT_ONCE // max(sheet.values.size, 1)))
    reached = 0
    for begin in range(0, SHUFFLES, at_once):
        number = min(at_once, SHUFFLES - begin)
        values = np.repeat(sheet.values[None], number, axis=0)
        for who, when in sheet.cells:
            values[:, who, when] = rng.permuted(values[:, who, when], axis=2)
        total = scores(sheet, values, by)[:, ranked]
        top = np.partition(total, total.shape[1] - 2, axis=1)[:, -2:]
        reached += int((top[:, 1] - top[:, 0] >= lead - 1e-6).sum())
    return reached / SHUFFLES
