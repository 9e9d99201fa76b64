"""Those of one table meet no more in the next round of a knockout, where that can be helped."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tournaments.draw.rules.groups import part_mates, snake


def again(order: list[str], sizes: list[int], mates: Sequence[Sequence[str]]) -> int:
    """How many pairs of one table meet again."""
    return sum(
        {a, b} <= set(table)
        for seated in snake(order, sizes)
        for a, b in combinations(seated, 2)
        for table in mates
    )


def test_only_two_of_the_same_level_change_places() -> None:
    """A and D would meet: D, who is no winner, changes with the nearest below at the other table."""
    level = dict(zip("ABCDEFGH", (1, 1, 1, 2, 2, 2, 2, 2), strict=True))
    assert part_mates("ABCDEFGH", [4, 4], ["AD"], level) == list("ABCFEDGH")
    alone = dict(zip("ABCDEFGH", range(8), strict=True))
    assert part_mates("ABCDEFGH", [4, 4], ["AD"], alone) == list("ABCDEFGH")


@given(st.integers(2, 12), st.integers(1, 3), st.randoms(use_true_random=False))
def test_parting_never_brings_more_together_and_keeps_the_levels(
    tables: int, advance: int, chance: Random
) -> None:
    mates = [[f"{table}/{place}" for place in range(advance)] for table in range(tables)]
    level = {player: place for table in mates for place, player in enumerate(table)}
    order = []
    for place in range(advance):
        tier = [table[place] for table in mates]
        chance.shuffle(tier)
        order += tier
    size = 4 if len(order) % 4 == 0 else len(order)
    sizes = [size] * (len(order) // size)
    parted = part_mates(order, sizes, mates, level)
    assert [level[player] for player in parted] == [level[player] for player in order]
    assert sorted(parted) == sorted(order)
    assert again(parted, sizes, mates) <= again(order, sizes, mates)
    if advance == 2 and len(sizes) > 1:
        assert again(parted, sizes, mates) == 0
