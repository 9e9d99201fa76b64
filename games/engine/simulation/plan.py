"""How a simulation is divided: into batches, for the intervals, and into chunks of batches, for the workers.

The plan depends only on the spec. Batches use the orders of seats in rotation, so after any number of chunks
each order has played about equally often. Each order has its own tables, divided into batches. A batch
consists of whole groups, in which each seat is the first dealer once, if there are enough tables for that.
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine.errors import EngineError, gettext_noop, printable
from games.engine.simulation.orders import circular_orders
from games.engine.simulation.spec import Spec, planned_deals

FEWEST_BATCHES = 100
"""The number of batches of a job, if it has enough tables. With fewer, intervals become wide."""
CHUNKS = 100
"""The usual number of chunks, unless they would be too small or too large."""
SMALLEST_CHUNK, LARGEST_CHUNK = 2_000, 25_000
"""In deals. A chunk takes from a third of a second to a few seconds on CPython."""


class Batch(NamedTuple):
    """Some tables of a side, from number ``first`` on. Bot ``order[s]`` sits at seat ``s``."""

    side: int
    order: tuple[int, ...]
    first: int
    tables: int


class Layout(NamedTuple):
    """How the tables of a side are divided. In a comparison it is the same for both sides."""

    orders: tuple[tuple[int, ...], ...]
    group: int
    """The number of tables that stay together: the number of seats, or 1."""
    groups: int
    batches: int
    chunks: int


def layout(spec: Spec) -> Layout:
    """How a job is divided."""
    names = tuple(zip(*(side["seats"] for side in spec["sides"]), strict=True))
    orders = circular_orders(names) if spec["rotate"] else (tuple(range(len(names))),)
    deals = planned_deals(spec)
    chunk_deals = min(max(deals // CHUNKS, SMALLEST_CHUNK), LARGEST_CHUNK)
    chunks = -(-deals // chunk_deals)
    batches = -(-max(chunks, FEWEST_BATCHES) // len(orders)) * len(orders)
    group = len(names) if spec["tables"] >= batches * len(names) else 1
    groups = spec["tables"] // group
    batches = min(batches, groups)
    # With one or two batches for each chunk, some chunks would take twice as long as others.
    return Layout(orders, group, groups, batches, chunks if 2 * chunks <= batches else batches)


def chunk_batches(spec: Spec, number: int) -> list[Batch]:
    """The batches of one chunk. In a comparison the batches of the two sides alternate.

    Raises ``EngineError`` ``no_such_chunk``.
    """
    cut = layout(spec)
    if type(number) is not int or not 0 <= number < cut.chunks:
        template = gettext_noop("The chunk %(chunk)s does not exist. Chunks have numbers from 0 to %(last)d.")
        raise EngineError("no_such_chunk", template, chunk=printable(number), last=cut.chunks - 1)
    first = _share_before(cut.batches, cut.chunks, number)
    after = _share_before(cut.batches, cut.chunks, number + 1)
    return [
        Batch(side, *part)
        for part in (_tables(spec, cut, batch) for batch in range(first, after))
        for side in range(len(spec["sides"]))
    ]


def simulation_plan(spec: Spec) -> list[list[Batch]]:
    """All chunks of a job, in the order of their numbers."""
    return [chunk_batches(spec, number) for number in range(layout(spec).chunks)]


def chunk_deals(spec: Spec, number: int) -> int:
    """The number of deals in a chunk, of all sides."""
    deals: int = spec["deals_each"] * sum(batch.tables for batch in chunk_batches(spec, number))
    return deals


def _tables(spec: Spec, cut: Layout, batch: int) -> tuple[tuple[int, ...], int, int]:
    """The order of a batch, its first table, and its number of tables."""
    orders = len(cut.orders)
    order, part = batch % orders, batch // orders
    before = _share_before(cut.groups, orders, order)
    share = _share_before(cut.groups, orders, order + 1) - before
    parts = cut.batches // orders + (order < cut.batches % orders)
    first = (before + _share_before(share, parts, part)) * cut.group
    after = before + _share_before(share, parts, part + 1)
    # The tables after the last whole group belong to the last batch.
    end = spec["tables"] if after == cut.groups else after * cut.group
    return cut.orders[order], first, end - first


def _share_before(whole: int, parts: int, part: int) -> int:
    """The sum of the shares before a part. Shares differ by at most one, and the larger ones come first."""
    return part * (whole // parts) + min(part, whole % parts)
