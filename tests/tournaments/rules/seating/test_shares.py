"""The fair share of small tables in the certificate, compared with a plain count and with all plans."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from tournaments.rules.seating.certificate.audit import audit
from tournaments.rules.seating.certificate.shares import FairShare, fair_share
from tournaments.rules.seating.draw import draw
from tournaments.rules.seating.request import Plan, Request, Tables
from tournaments.rules.seating.sizes import split

SOAK = int(os.environ.get("POCH_SOAK", "40"))


def ids(count: int) -> tuple[str, ...]:
    return tuple(f"p{number:03}" for number in range(count))


def figures(request: Request, plan: Plan) -> FairShare:
    found = fair_share(request, [plan.tables, *plan.ahead])
    assert found is not None
    return found


def small_times(rounds: Sequence[Tables]) -> Counter[str]:
    return Counter(
        player
        for tables in rounds
        for table in tables
        if len(table) < max(map(len, tables))
        for player in table
    )


def test_random_rotations_keep_everybody_within_one_of_the_fair_share() -> None:
    """`POCH_SOAK=1000` draws a thousand rotations of 7 to 60 players: a minute or two."""
    chance = Random(14)
    for _ in range(SOAK):
        players, size, rounds = chance.randrange(7, 61), chance.randrange(3, 7), chance.randrange(2, 11)
        moves = chance.choice((0, 2_000, 20_000))
        sizes = tuple(split(players, size, 3, 7))
        request = Request(
            ids(players), sizes, rounds_left=rounds, seed=chance.randrange(1 << 30), moves=moves
        )
        plan = draw(request)
        coming = [plan.tables, *plan.ahead]
        share = Fraction(rounds * sum(each for each in sizes if each < sizes[0]), players)
        times = small_times(coming)
        assert all(abs(times[player] - share) <= 1 for player in request.players), request
        certificate = audit(request, plan)["outlook"]
        met = Counter(
            frozenset(pair) for tables in coming for table in tables for pair in combinations(table, 2)
        )
        q = sum(count * (count - 1) // 2 for count in met.values())
        assert certificate["q"] == q
        fair = certificate["fair"]
        assert (fair is None) == (sizes[0] == sizes[-1])
        if fair is not None:
            assert fair["beyond"] == fair["least_beyond"] == 0
            assert certificate["bound"] <= fair["bound"] <= q
            assert certificate["proved"] == (q == fair["bound"])


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
    seen = [(each, audit(request, Plan(each[0], each[1:]))["outlook"]["q"]) for each in _plans(every, rounds)]
    for plan, _q in seen[:: max(1, len(seen) // 60)]:
        fair = figures(request, Plan(plan[0], plan[1:]))
        share = Fraction(rounds * sum(each for each in sizes if each < sizes[0]), len(players))
        assert fair["bound"] <= min(its_q for other, its_q in seen if _is_fair(players, other, share))


def _plans(every: Sequence[Tables], rounds: int) -> Iterator[tuple[Tables, ...]]:
    for later in product(every, repeat=rounds - 1):
        yield (every[0], *later)


def _is_fair(players: Sequence[str], plan: Sequence[Tables], share: Fraction) -> bool:
    times = small_times(plan)
    return all(abs(times[player] - share) <= 1 for player in players)


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


def test_somebody_who_comes_late_owes_nothing_for_the_rounds_before() -> None:
    """Two rounds of 7 with a small table each; the newcomer's share begins with the third round."""
    players = ids(7)
    past = tuple((players[start:] + players[:start])[:4] for start in (0, 3))
    rounds = tuple((large, tuple(player for player in players if player not in large)) for large in past)
    request = Request((*players, "late"), (4, 4), rounds, rounds_left=2, moves=2_000)
    assert fair_share(request, [draw(request).tables]) is None
    request = replace(request, players=(*players, "late", "later", "last"), sizes=(4, 3, 3))
    plan = draw(request)
    times = small_times([*rounds, plan.tables, *plan.ahead])
    assert figures(request, plan)["beyond"] == 0
    assert all(1 <= times[player] <= 3 for player in players)
    assert all(1 <= times[player] <= 2 for player in ("late", "later", "last"))


@pytest.mark.parametrize("change", [{"small_to": "high"}, {"standing": tuple(range(1, 8))}])
def test_small_tables_that_are_not_shared_have_no_fair_share(change: dict[str, object]) -> None:
    request = replace(Request(ids(7), (4, 3), moves=500), **change)  # type: ignore[arg-type]
    assert audit(request, draw(request))["outlook"]["fair"] is None
