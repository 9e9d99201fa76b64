"""How even a choice can be, against every choice there is."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.draw.rules.certificate.audit import least_spread, most_served
from tournaments.draw.rules.certificate.bounds import spread

PEOPLE = "abcdefg"
TABLES = st.lists(
    st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=4, unique=True), min_size=1, max_size=6
)
COUNTS = st.fixed_dictionaries({player: st.integers(0, 3) for player in PEOPLE})


@settings(max_examples=300, deadline=None)
@given(TABLES, COUNTS)
def test_as_many_tables_are_served_as_can_be(tables: list[list[str]], capacity: dict[str, int]) -> None:
    best = 0
    for choice in product(*[[*table, ""] for table in tables]):
        times = Counter(player for player in choice if player)
        if all(times[player] <= capacity[player] for player in times):
            best = max(best, times.total())
    assert most_served(tables, capacity) == best


@settings(max_examples=300, deadline=None)
@given(TABLES, COUNTS, st.integers(1, 7), st.integers(1, 7))
def test_the_least_spread_is_that_of_the_best_choice(
    tables: list[list[str]], counts: dict[str, int], cut: int, other_cut: int
) -> None:
    """Of up to three classes of people, each compared only among themselves."""
    cuts = sorted({0, cut, other_cut, 7})
    classes = [list(PEOPLE[start:end]) for start, end in pairwise(cuts)]
    spreads = [spread(classes, Counter(counts) + Counter(choice)) for choice in set(product(*tables))]
    best = min(most - least for least, most in spreads)
    reached = max(most - least for least, most in spreads)
    assert least_spread(counts, classes, tables, reached) == best
    assert least_spread(counts, classes, tables, best) == best


def test_a_long_way_of_handing_on_is_found() -> None:
    """Each table's first choice is taken by the table before; only the last has somebody to spare."""
    tables = [[f"p{number}", f"p{number + 1}"] for number in range(400)] + [["p0"]]
    capacity = {f"p{number}": 1 for number in range(401)}
    assert most_served(tables, capacity) == 401
    assert most_served([*tables, ["p0"]], capacity) == 401
