"""Plans: every table is played once, and the bots mix."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.simulation.plan import FEWEST_BATCHES, Batch, chunk_batches, layout
from tests.engine.simulated import FOUR, spec_of


def chunks_of(spec: dict[str, object]) -> list[list[Batch]]:
    return [chunk_batches(spec, number) for number in range(layout(spec).chunks)]


def deals_in(chunk: list[Batch]) -> int:
    """The tables in a chunk: its deals, if a table has one."""
    return sum(part.tables for batch in chunk for part in batch)


def test_the_bots_mix_evenly() -> None:
    parts = [part for chunk in chunks_of(spec_of(tables=20_000)) for batch in chunk for part in batch]
    seated, after = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for order, _first, tables in parts:
        seated.update({(bot, seat): tables for seat, bot in enumerate(order)})
        after.update({(order[at - 1], order[at]): tables for at in range(4)})
    assert max(seated.values()) < 1.1 * 20_000 / 4 < 1.2 * min(seated.values())
    assert max(after.values()) < 1.1 * 20_000 / 3 < 1.2 * min(after.values())


@settings(max_examples=200, deadline=None)
@given(
    tables=st.one_of(st.integers(1, 3000), st.integers(1, 50_000_000)),
    deals_each=st.sampled_from([1, 1, 1, 12, 100]),
    seats=st.lists(st.sampled_from(FOUR), min_size=3, max_size=6),
)
def test_every_table_is_played_once_and_parts_are_equal(
    tables: int, deals_each: int, seats: list[str]
) -> None:
    tables = max(1, tables // deals_each)
    chunks = chunks_of(spec_of(seats, tables=tables, deals_each=deals_each))
    batches = [batch for chunk in chunks for batch in chunk]
    parts = sorted((part for batch in batches for part in batch), key=lambda part: part.first)
    assert parts[0].first == 0
    assert all(part.first + part.tables == then.first for part, then in pairwise(parts))
    assert parts[-1].first + parts[-1].tables == tables
    assert all(part.tables > 0 for part in parts)
    assert len(batches) >= min(FEWEST_BATCHES, tables)
    if tables >= len(batches) * len(seats):
        # Every seat deals equally often in a part.
        assert all(part.first % len(seats) == 0 for part in parts)
        assert sum(part.tables % len(seats) > 0 for part in parts) <= 1
    if tables * deals_each > 100_000 and deals_each == 1:
        assert max(deals_in(chunk) for chunk in chunks) <= 32_000
