"""The fair share of small tables in the certificate, compared with a plain count and with all plans."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import ceil
from random import Random

import pytest

from tests.tournaments.rules.seating.counting import weighted_repeats
from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.certificate.bounds import fair_share
from tournaments.draw.rules.draw import draw
from tournaments.draw.rules.request import Plan, Request, Tables
from tournaments.events.rules.tables import split

SOAK = int(os.environ.get("POCH_SOAK", "40"))


def ids(count: int) -> tuple[str, ...]:
    return tuple(f"p{number:03}" for number in range(count))


def figures(request: Request, plan: Plan) -> dict[str, int]:
    found = fair_share(request, [plan.tables, *plan.ahead])
    assert found is not None
    return found


def beyond(request: Request, coming: Sequence[Tables]) -> int:
    """How far somebody ever is beyond one of the fair share, counted round by round."""
    share, times, worst = Counter[str](), Counter[str](), 0
    for number, tables in enumerate([*request.past, *coming], 1):
        most = max(map(len, tables))
        small = [player for table in tables for player in table if len(table) < most]
        here = [player for table in tables for player in table]
        times.update(small)
        share.update(dict.fromkeys(here, Fraction(len(small), len(here))))
        if number > len(request.past):
            away = [abs(times[player] - share[player]) - 1 for player in request.players]
            worst = max(worst, ceil(max(away)))
    return worst


EVERY = [(players, size, rounds) for players in range(7, 61) for size in (4, 5, 6) for rounds in range(2, 7)]


@pytest.mark.parametrize("draws", [SOAK, pytest.param(len(EVERY), marks=pytest.mark.nightly)])
def test_small_tables_are_fair_after_each_round_of_a_plan(draws: int) -> None:
    chance = Random(14)
    for players, size, rounds in chance.sample(EVERY, min(draws, len(EVERY))):
        sizes = tuple(split(players, size, 3, size))
        moves, seed = chance.choice((0, 2_000, 20_000)), chance.randrange(1 << 30)
        request = Request(ids(players), sizes, rounds_left=rounds, seed=seed, moves=moves)
        plan = draw(request)
        coming = [plan.tables, *plan.ahead]
        assert beyond(request, coming) == 0, request
        outlook = audit(request, plan)["outlook"]
        met = Counter(
            frozenset(pair) for tables in coming for table in tables for pair in combinations(table, 2)
        )
        q = sum(count * (count - 1) // 2 for count in met.values())
        fair = outlook["fair"]
        assert (fair is None) == (sizes[0] == sizes[-1])
        if fair is not None:
            assert fair["beyond"] == fair["least_beyond"] == 0
            assert outlook["bound"] <= fair["bound"] <= q == outlook["q"]
            assert outlook["proved"] == (q == fair["bound"])


def test_small_tables_stay_fair_when_players_come_and_go() -> None:
    chance = Random(5)
    for seed in range(SOAK // 4):
        names = list(ids(chance.randrange(8, 45)))
        size, rounds = chance.choice((4, 5, 6)), chance.randrange(3, 7)
        past: list[Tables] = []
        ahead: tuple[Tables, ...] = ()
        for number in range(rounds):
            if number and chance.random() < 0.5:
                names += [f"late{number}{one}" for one in range(chance.randrange(1, 3))]
            elif number and chance.random() < 0.2:
                del names[0]
            sizes = tuple(split(len(names), size, 3, size + 1))
            request = Request(
                tuple(names), sizes, tuple(past), rounds - number, seed, moves=5_000, ahead=ahead
            )
            plan = draw(request)
            fair = audit(request, plan)["fair"]
            away = beyond(request, [plan.tables])
            assert fair is None or fair["least_beyond"] <= fair["beyond"] == away
            assert away == (fair["least_beyond"] if fair else 0), request
            past.append(plan.tables)
            ahead = plan.ahead


def groupings(players: Sequence[str], sizes: Sequence[int]) -> Iterator[Tables]:
    if not sizes:
        yield ()
        return
    for table in combinations(players, sizes[0]):
        rest = [player for player in players if player not in table]
        for others in groupings(rest, sizes[1:]):
            if not others or len(others[0]) != sizes[0] or table < others[0]:
                yield (table, *others)


@pytest.mark.parametrize(("sizes", "rounds"), [((4, 3), 2), ((4, 3), 3), ((3, 2, 2), 2), ((3, 2), 4)])
def test_no_plan_of_all_is_below_a_bound(sizes: tuple[int, ...], rounds: int) -> None:
    players = ids(sum(sizes))
    every = list(groupings(players, sizes))
    request = Request(players, sizes, rounds_left=rounds)
    plans = list(_plans(every, rounds))
    least = min(weighted_repeats(plan) for plan in plans if _is_fair(players, plan))
    for plan in plans[:: max(1, len(plans) // 60)]:
        assert figures(request, Plan(plan[0], plan[1:]))["bound"] <= least


def _plans(every: Sequence[Tables], rounds: int) -> Iterator[tuple[Tables, ...]]:
    for later in product(every, repeat=rounds - 1):
        yield (every[0], *later)


def _is_fair(players: Sequence[str], plan: Sequence[Tables]) -> bool:
    return not beyond(Request(tuple(players), ()), plan)


@pytest.mark.parametrize(
    ("players", "size", "rounds", "bound"), [(31, 6, 5, 20), (11, 4, 5, 26), (14, 4, 3, 4)]
)
def test_a_fair_plan_needs_repeats(players: int, size: int, rounds: int, bound: int) -> None:
    """31 players can play five rounds without a repeat, but a fair plan needs 20."""
    request = Request(ids(players), tuple(split(players, size, 3, 6)), rounds_left=rounds, moves=0)
    unfair = figures(request, draw(replace(request, prefer="repeats")))
    assert (unfair["bound"], unfair["least_beyond"]) == (bound, 0)
    assert unfair["beyond"] > 0
    assert figures(request, draw(request))["beyond"] == 0
