"""Forecast the last evening of seasons that bots play to the end, for ``python -m tests.bench.forecasts``.

A season has its own people: bots of three kinds, drawn by chance, the same on all evenings. Eight in ten come
to an evening, and all to the last one, as the forecast supposes. Whoever finds no table of four stays away.
An evening is worth something by its places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Final

from tests.bench.forecasts import SIZE, Judged, Play, reached_by
from tournaments.rules.forecasts.evening import RUNS, chances
from tournaments.rules.season.attendance import Member
from tournaments.rules.season.needs import needs
from tournaments.rules.season.reading import read_scheme
from tournaments.rules.season.scheme import Scheme
from tournaments.rules.season.table import Facts, table
from tournaments.rules.season.worth import Evening, EveningWorth, Result, worth_of

COMES: Final = 0.8
ROUNDS: Final = 4

SCHEMES: Final = {
    "linear": {"worth": "linear", "ties": ["shared"]},
    "points, best four": {
        "worth": "points",
        "points": [25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
        "best": 4,
        "ties": ["shared"],
    },
}


def judge_seasons(
    scheme: str,
    seasons: int,
    people: int,
    evenings: int,
    make: Callable[[int], Play],
    *,
    seed: int = 18,
    runs: int = RUNS,
) -> list[tuple[str, Judged]]:
    """Play the seasons. Return what came of the forecasts to win, and to be among the first three."""
    goals = {name: Judged(needed="the place") for name in ("to win", "first three")}
    by, members = read_scheme(SCHEMES[scheme]), [Member(str(number)) for number in range(people)]
    for number in range(seasons):
        chance, play = Random(f"{seed} season {number}"), make(number)
        nights = [_night(each, people, chance, play, by) for each in range(1, evenings)]
        before = Facts(members, nights, {})
        last = _night(evenings, people, chance, play, by, comes=1.0)
        end = _scores(Facts(members, [*nights, last], {}), by)
        for place, name in ((1, "to win"), (3, "first three")):
            told = needs(before, by, evenings, people, goal=place, first=people)
            found = chances(before, by, evenings, people, told, goal=place, seed=number, runs=runs)
            if not found:
                raise RuntimeError("these seasons can be forecast")
            outcome, leads = reached_by(end, place), reached_by(_scores(before, by), place)
            for each in found:
                came = outcome[each.person]
                goals[name].add(
                    came,
                    {"forecast": each.share, "all equal": place / people, "leader stays": leads[each.person]},
                )
                if each.place is not None and last.played[each.person].place == each.place:
                    goals[name].close.append(came)
    return list(goals.items())


def _night(
    number: int, people: int, chance: Random, play: Play, by: Scheme, comes: float = COMES
) -> EveningWorth:
    """Play an evening of some rounds. Return what it is worth for each person who sat at a table."""
    here = [person for person in range(people) if chance.random() < comes]
    chance.shuffle(here)
    here = here[: len(here) // SIZE * SIZE]
    chips = dict.fromkeys(here, 0)
    for _round in range(ROUNDS):
        chance.shuffle(here)
        for first in range(0, len(here), SIZE):
            seated = here[first : first + SIZE]
            for person, won in zip(seated, play(seated), strict=True):
                chips[person] += won
    return worth_of(Evening(f"e{number}", number, _standing(chips)), by)


def _standing(chips: dict[int, int]) -> Sequence[Result]:
    return [
        Result(str(person), 1 + sum(other > won for other in chips.values()), won, won)
        for person, won in sorted(chips.items(), key=lambda each: -each[1])
    ]


def _scores(facts: Facts, by: Scheme) -> dict[str, Fraction]:
    return {line.person: line.score for line in table(facts, by, trend=False)}
