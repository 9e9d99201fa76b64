"""The chances in the last round: the score so far, and luck as it usually is at tables of these sizes.

Everybody is as strong as everybody else, since the few rounds of an event say little about strength.
"""

from __future__ import annotations

from math import ceil, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tournaments.standings.rules.forecasts.certain import BY_POINTS, Certainty, points_at
from tournaments.standings.rules.forecasts.facts import (
    OPEN,
    OUT,
    SURE,
    Course,
    Forecast,
    Goal,
    LastRound,
    Outlook,
    Table,
    is_told,
    score_without,
)

Floats = NDArray[np.float64]

DRAWS: Final = 2_000
"""The chance of 50 % is then right to 2.2 points, in 19 of 20 forecasts."""

LEAST_SHARE: Final = 0.01
"""Who reaches a goal less often is not told what would be needed."""

BY_CHIPS: Final = frozenset({"chips", "average"})


def forecast(last: LastRound) -> Forecast | None:
    """Return the chances of all people, and what is certain. Equal facts give equal chances.

    None if nobody can tell: nobody plays, points or worths for a table size are missing, or missed rounds are
    worth the mean while the worst rounds are struck.
    """
    sizes = {len(table.entries) for table in last.tables} or set(last.sizes)
    if not sizes or not sizes <= dict(last.spreads).keys() or not is_told(last.counting):
        return None
    if last.scoring in ("points", "uma") and not sizes <= dict(last.points).keys():
        return None
    certainty = Certainty(last)
    ranked = [
        person.entry for person in last.people if person.ranked_if_missed or (person.plays and person.ranked)
    ]
    top = min(last.top, max(len(ranked) - 1, 1))
    scores = _draw(last, certainty)
    column = {person.entry: index for index, person in enumerate(last.people)}
    best_first = -np.sort(-scores, axis=1)

    def goal(entry: str, place: int) -> Goal:
        own = scores[:, column[entry]]
        reached = own >= best_first[:, place - 1]
        share = float(reached.mean())
        # Each draw can come, so one of each kind is proof enough. Few people are left for a longer look.
        is_sure = share == 1 and certainty.is_sure(entry, place)
        is_out = share == 0 and certainty.is_out(entry, place)
        is_open = not is_sure and share >= LEAST_SHARE
        chips = None
        if is_open and last.scoring in BY_CHIPS:
            # The score that is needed: that of the place without this person.
            line = np.where(reached, best_first[:, min(place, len(column) - 1)], best_first[:, place - 1])
            chips = _chips(last, certainty.courses[entry], entry, float(np.median(line)))
        at_table, alone = certainty.sure_at_table(entry, place) if is_open else (None, False)
        certain = SURE if is_sure else OUT if is_out else OPEN
        return Goal(place, share, certain, chips, at_table, alone)

    outlooks = [Outlook(entry, goal(entry, 1), goal(entry, top)) for entry in ranked]
    outlooks.sort(key=lambda outlook: (-outlook.win.share, -outlook.top.share))
    return Forecast(tuple(outlooks), top)


def _chips(last: LastRound, course: Course, entry: str, score: float) -> int | None:
    """Return the chips from now on with which an entry has a score; None: they play no table."""
    table = next((table for table in last.tables if entry in table.entries), None)
    if not np.isfinite(score) or (last.tables and (table is None or not table.left)):
        return None
    needed = course.needed(score)
    so_far = table.so_far[table.entries.index(entry)] if table else 0
    return None if needed is None else ceil(needed - so_far)


def _draw(last: LastRound, certainty: Certainty) -> Floats:
    """Return scores as they can come: a row is an end of the round, a column is a person."""
    generator = np.random.Generator(np.random.PCG64(last.seed))
    values = np.zeros((DRAWS, len(last.people)))
    plays = np.zeros(len(last.people), dtype=bool)
    column = {person.entry: index for index, person in enumerate(last.people)}
    spreads = dict(last.spreads)
    everybody = [index for index, person in enumerate(last.people) if person.plays]
    # Who sits where is open in a round that is not drawn: another seating in each row.
    seats = generator.permuted(np.tile(np.array(everybody, dtype=int), (DRAWS, 1)), axis=1)
    first = 0
    for table in last.tables or [Table(("",) * size, (0,) * size, last.deals) for size in last.sizes]:
        size = len(table.entries)
        if last.tables:
            columns = np.tile(np.array([column[entry] for entry in table.entries]), (DRAWS, 1))
        else:
            columns = seats[:, first : first + size]
        first += size
        luck = generator.standard_normal((DRAWS, size)) * spreads[size] * sqrt(table.left)
        # The difference from the mean of the table takes one part in `size` of the variance.
        luck = (luck - luck.mean(axis=1, keepdims=True)) * (sqrt(size / (size - 1)) if size > 1 else 0)
        np.put_along_axis(values, columns, _values(last, np.array(table.so_far, dtype=float) + luck), axis=1)
        plays[np.unique(columns)] = True
    scores = np.empty_like(values)
    for index, person in enumerate(last.people):
        course = certainty.courses[person.entry]
        if not plays[index]:
            score = float(score_without(person, last, missed=True))
            scores[:, index] = score if person.ranked_if_missed else -np.inf
        else:
            scores[:, index] = _scores(course, values[:, index]) if person.ranked else -np.inf
    # Equal scores are separated by chance, since tie-breaks could go either way.
    return scores + generator.random(scores.shape) * 1e-7


def _values(last: LastRound, chips: Floats) -> Floats:
    """Return what chips at one table make of the round, by the scoring of the event."""
    size = chips.shape[1]
    if last.scoring == "even":
        worth = float(dict(last.worths).get(size, 1))
        return np.asarray((chips - chips.mean(axis=1, keepdims=True)) * worth)
    if last.scoring == "root":
        return np.asarray(np.sign(chips) * np.sqrt(np.abs(chips)))
    if last.scoring in BY_POINTS or last.scoring == "uma":
        better = (chips[:, np.newaxis, :] > chips[:, :, np.newaxis]).sum(axis=2)
        equal = (chips[:, np.newaxis, :] == chips[:, :, np.newaxis]).sum(axis=2)
        added = np.concatenate([[0.0], np.cumsum([float(points) for points in points_at(last, size)])])
        shared = (added[better + equal] - added[better]) / equal
        return np.asarray(chips + shared if last.scoring == "uma" else shared)
    return chips


def _scores(course: Course, values: Floats) -> Floats:
    """Return the scores with these results of the last round (`Course.score`)."""
    total = float(course.total) + float(course.gain) * values
    weight = np.full_like(values, course.weight + course.deals)
    if course.weakest is not None:
        kept, its_weight = float(course.weakest[0]), course.weakest[1]
        struck = values / course.deals <= kept / its_weight
        total = np.where(struck, float(course.total) + kept, total)
        weight = np.where(struck, course.weight + its_weight, weight)
    return np.asarray(total / np.maximum(weight, 1) if course.is_mean else total)
