"""Scores pair: what the certificate of a Swiss round says about them, and how the draw keeps to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.certificate.explain import floaters, reason
from tournaments.draw.rules.draw import begin, draw, improve, plan_of
from tournaments.draw.rules.request import Plan, Request, Tables
from tournaments.events.rules.tables import split

Met = Counter[frozenset[str]]


def ids(count: int) -> tuple[str, ...]:
    return tuple(f"p{number:02}" for number in range(count))


def pairs_of(tables: Tables) -> list[frozenset[str]]:
    return [frozenset(pair) for table in tables for pair in combinations(table, 2)]


def squares(tables: Tables, score_of: dict[str, int]) -> int:
    return sum((score_of[a] - score_of[b]) ** 2 for table in tables for a, b in combinations(table, 2))


def every_seating(names: Sequence[str], sizes: Sequence[int]) -> Iterator[Tables]:
    """Every way to fill tables of these sizes; tables of one size change places."""
    if not sizes:
        yield ()
        return
    for table in combinations(names, sizes[0]):
        rest = [name for name in names if name not in table]
        for tables in every_seating(rest, sizes[1:]):
            yield (table, *tables)


def test_a_table_is_of_the_score_that_most_of_its_players_have() -> None:
    score_of = {"a": 9, "b": 6, "c": 6, "d": 3}
    assert floaters(("a", "b", "c", "d"), score_of) == (["a"], ["d"])
    assert floaters(("a", "b", "d"), score_of) == ([], [])
    tie = {"a": 9, "b": 9, "c": 6, "d": 6}
    assert floaters(("a", "b", "c", "d"), tie) == ([], ["c", "d"])


def test_the_certificate_tells_the_scores_of_a_table_and_who_floated() -> None:
    names = ids(8)
    scores = (3000, 3000, 3000, 1500, 1500, 1500, 1500, 0)
    request = Request(names, (4, 4), standing=tuple(range(1, 9)), scores=scores, mix_tables=False)
    plan = Plan((names[:4], names[4:]))
    first, second = (table["reasons"] for table in audit(request, plan)["tables"])
    assert reason("near_scores", low_score=1500, high_score=3000) in first
    assert reason("floats_up", ["p03"]) in first
    assert reason("floats_up", ["p07"]) in second
    equal = audit(replace(request, scores=(500,) * 8), plan)
    assert reason("equal_scores", low_score=500) in equal["tables"][0]["reasons"]


def swiss(scores: Sequence[int], **more: object) -> Request:
    """A round on these scores; of two equal players the first in the list has the better tie-breaks."""
    count = len(scores)
    request = Request(
        ids(count),
        tuple(split(count, 4, 3, 6)),
        standing=tuple(1 + sum(other > score for other in scores) for score in scores),
        scores=tuple(scores),
        mix_tables=False,
        moves=40_000,
    )
    return replace(request, **more)  # type: ignore[arg-type]


def test_places_decide_who_leaves_a_score_group() -> None:
    """Six of each score: the two last of the upper group and the two first of the lower share a table."""
    names = ids(12)
    scores = [3000] * 6 + [0] * 6
    # The first round parted the groups, so that many seatings are as good.
    past = (tuple((names[i], names[(i + 3) % 6], names[6 + i], names[6 + (i + 3) % 6]) for i in range(3)),)
    standing = tuple(range(1, 13))
    for seed in range(5):
        request = swiss(scores, past=past, standing=standing, seed=seed)
        tables = draw(request).tables
        mixed = [table for table in tables if len({player < "p06" for player in table}) > 1]
        assert [sorted(table) for table in mixed] == [["p04", "p05", "p06", "p07"]]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 3))
def test_a_small_round_by_scores_is_the_best_of_all_there_are(seed: int, rounds: int) -> None:
    chance = Random(seed)
    names = ids(8)
    past = []
    for _ in range(rounds):
        shuffled = chance.sample(names, 8)
        past.append((tuple(shuffled[:4]), tuple(shuffled[4:])))
    scores = [chance.choice((-2500, 0, 500, 1000, 40_000)) for _ in names]
    score_of = dict(zip(names, scores, strict=True))
    before = [pair for tables in past for pair in pairs_of(tables)]

    def cost(tables: Tables) -> tuple[int, int]:
        return sum(before.count(pair) for pair in pairs_of(tables)), squares(tables, score_of)

    best = min(cost(tables) for tables in every_seating(names, (4, 4)))
    plan = draw(swiss(scores, past=tuple(past), seed=seed, moves=4_000))
    assert cost(plan.tables) == best


def test_scores_of_any_size_pair_in_the_same_way() -> None:
    """Chips instead of points, or thousandths: only the order of size differs."""
    scores = [3, 3, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0]
    drawn = {draw(swiss([scale * score for score in scores], seed=3)).tables for scale in (1, 500, 250_000)}
    assert len(drawn) == 1


def played(count: int, rounds: int, seed: int) -> list[Tables]:
    """A Swiss in which the first of each table scores three points, the next two, one and none."""
    chance = Random(seed)
    scores = [0] * count
    past: tuple[Tables, ...] = ()
    for number in range(rounds):
        request = swiss(scores, past=past, rounds_left=rounds - number, seed=number, moves=200_000)
        tables = draw(request if number else replace(request, scores=())).tables
        past = (*past, tables)
        for table in tables:
            for behind, player in enumerate(chance.sample(table, len(table))):
                scores[int(player[1:])] += 1000 * behind
    return list(past)


@pytest.mark.parametrize("seed", range(3))
def test_a_round_leaves_partners_for_the_later_ones(seed: int) -> None:
    """Sixteen players can play five rounds without a repeat, but not after any three of them."""
    met = Met(pair for tables in played(16, 5, seed) for pair in pairs_of(tables))
    assert len(met) == 5 * 24


def test_a_round_that_looks_ahead_is_the_same_however_its_search_is_cut() -> None:
    first = draw(replace(swiss([0] * 16), scores=())).tables
    scores = [1000 * (number % 4) for number in range(16)]
    request = swiss(scores, past=(first,), rounds_left=4, moves=100_000)
    whole = draw(request)
    search = begin(request)
    while not search.done:
        search = improve(search, 1)
        search = type(search).from_json(request, search.as_json())
    assert plan_of(request, search) == whole
    assert not whole.ahead
