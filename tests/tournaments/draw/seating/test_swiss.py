"""Rounds drawn on the standings: neighbours together, nobody twice."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.draw.rules.draw import draw
from tournaments.draw.rules.request import Apart, Request, Tables
from tournaments.events.rules.tables import split


def ids(count: int) -> tuple[str, ...]:
    return tuple(f"p{number:04}" for number in range(count))


def pairs_of(tables: Iterable[tuple[str, ...]]) -> list[frozenset[str]]:
    return [frozenset(pair) for table in tables for pair in combinations(table, 2)]


def places(points: dict[str, int]) -> dict[str, int]:
    """Shared places: as many players are above, and one."""
    ranked = sorted(points.values(), reverse=True)
    first = {score: len(ranked) - index for index, score in enumerate(reversed(ranked))}
    return {player: first[score] for player, score in points.items()}


def played(players: int, rounds: int, forbidden: int, moves: int, seed: int) -> list[tuple[Tables, float]]:
    """An event of seeded skill and luck: each round's tables, and how many places lie between two at them."""
    chance = Random(seed)
    names = ids(players)
    skill = {name: chance.gauss(0, 1) for name in names}
    points = dict.fromkeys(names, 0)
    apart = tuple(Apart(a, b) for a, b in (chance.sample(names, 2) for _ in range(forbidden)))
    past: tuple[Tables, ...] = ()
    story = []
    for number in range(rounds):
        place = places(points)
        request = Request(
            names,
            tuple(split(players, 4, 3, 6)),
            past,
            seed=seed + number,
            moves=moves,
            apart=apart,
            standing=tuple(place[name] for name in names),
            mix_tables=False,
        )
        tables = draw(request).tables
        assert not set(pairs_of(tables)) & {frozenset((wish.a, wish.b)) for wish in apart}
        assert sorted(name for table in tables for name in table) == list(names)
        far = [max(place[a] for a in table) - min(place[a] for a in table) for table in tables]
        story.append((tables, sum(far) / len(far)))
        past = (*past, tables)
        for table in tables:
            for name in table:
                points[name] += round(100 * (skill[name] + 1.5 * chance.gauss(0, 1)))
    return story


@pytest.mark.parametrize(
    ("players", "forbidden", "moves"),
    [(300, 90, 100_000), (301, 90, 100_000), (1000, 300, 40_000)],
    ids=["300 players", "301 players", "1000 players"],
)
def test_in_ten_rounds_nobody_meets_twice_and_neighbours_sit_together(
    players: int, forbidden: int, moves: int
) -> None:
    story = played(players, 10, forbidden, moves, seed=7)
    pairs = pairs_of(table for tables, _ in story for table in tables)
    assert len(pairs) == len(set(pairs))
    assert all(far < players / 10 for _, far in story)


def test_the_first_round_after_the_standings_are_known_is_the_standings_cut() -> None:
    names = ids(16)
    order = Random(2).sample(range(1, 17), 16)
    plan = draw(Request(names, (4,) * 4, standing=tuple(order), mix_tables=False))
    place = dict(zip(names, order, strict=True))
    assert [sorted(place[name] for name in table) for table in plan.tables] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11, 12],
        [13, 14, 15, 16],
    ]
    assert plan.moves == 0


@pytest.mark.parametrize(
    ("small_to", "small"),
    [("high", {"p0000", "p0001", "p0002"}), ("low", {"p0008", "p0009", "p0010"})],
)
def test_the_leaders_or_the_last_sit_at_the_small_tables(small_to: str, small: set[str]) -> None:
    plan = draw(Request(ids(11), (4, 4, 3), standing=tuple(range(1, 12)), small_to=small_to))
    assert {name for table in plan.tables if len(table) == 3 for name in table} == small


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_a_small_round_is_the_best_of_all_there_are(seed: int, rounds: int) -> None:
    """Eight players, every pairing of tables looked at: repeats first, then the distances."""
    chance = Random(seed)
    names = ids(8)
    past = []
    for _ in range(rounds):
        shuffled = chance.sample(names, 8)
        past.append((tuple(shuffled[:4]), tuple(shuffled[4:])))
    place = dict(zip(names, chance.sample(range(1, 9), 8), strict=True))
    before = [pair for tables in past for pair in pairs_of(tables)]

    def cost(tables: Tables) -> tuple[int, int]:
        here = pairs_of(tables)
        apart = [[place[name] for name in pair] for pair in here]
        return sum(before.count(pair) for pair in here), sum((a - b) ** 2 for a, b in apart)

    every = [(group, tuple(name for name in names if name not in group)) for group in combinations(names, 4)]
    standing = tuple(place[name] for name in names)
    plan = draw(Request(names, (4, 4), tuple(past), seed=seed, moves=4000, standing=standing))
    assert cost(plan.tables) == min(map(cost, every))
