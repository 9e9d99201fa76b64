"""How a simulation is divided: into batches, for the intervals, and into chunks of batches, for the workers.

The plan depends only on the spec. In the parts of a batch the bots sit in different orders, made from the
seed, so that none profits from its neighbours. A part consists of whole groups, in which each seat is the
first dealer once, if there are enough tables for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from games.engine.errors import EngineError, gettext_noop, printable
from games.engine.shuffle import generator, shuffle

FEWEST_BATCHES = 100
"""The number of batches of a simulation with enough tables. With fewer, intervals become wide."""
CHUNKS = 100
"""The usual number of chunks, unless they would be too small or too large."""
SMALLEST_CHUNK, LARGEST_CHUNK = 2_000, 25_000
"""In deals. A chunk takes from a third of a second to a few seconds on CPython."""

MOST_ORDERS = 24
"""The most orders of the bots in a batch."""
_SEATING = 0x5EA7
"""Makes the orders of the seats independent of the cards, which come from the same seed."""

Spec = Mapping[str, Any]


class Part(NamedTuple):
    """Some tables of a batch, from number ``first`` on. Bot ``order[s]`` sits at seat ``s``."""

    order: tuple[int, ...]
    first: int
    tables: int


Batch = list[Part]


class Layout(NamedTuple):
    """How the tables are divided."""

    group: int
    """The number of tables that stay together: the number of seats, or 1."""
    batches: int
    chunks: int


def layout(spec: Spec) -> Layout:
    """How a simulation is divided."""
    seats, tables = len(spec["seats"]), spec["tables"]
    deals = tables * spec["deals_each"]
    chunk_deals = min(max(deals // CHUNKS, SMALLEST_CHUNK), LARGEST_CHUNK)
    chunks = -(-deals // chunk_deals)
    batches = max(chunks, FEWEST_BATCHES)
    group = seats if tables >= batches * seats else 1
    batches = min(batches, tables // group)
    # With one or two batches for each chunk, some chunks would take twice as long as others.
    return Layout(group, batches, chunks if 2 * chunks <= batches else batches)


def chunk_batches(spec: Spec, number: int) -> list[Batch]:
    """The batches of one chunk. Raises ``EngineError`` ``no_such_chunk``."""
    cut = layout(spec)
    if type(number) is not int or not 0 <= number < cut.chunks:
        template = gettext_noop("The chunk %(chunk)s does not exist. Chunks have numbers from 0 to %(last)d.")
        raise EngineError("no_such_chunk", template, chunk=printable(number), last=cut.chunks - 1)
    first = _share_before(cut.batches, cut.chunks, number)
    after = _share_before(cut.batches, cut.chunks, number + 1)
    return [_batch(spec, cut, batch) for batch in range(first, after)]


def _batch(spec: Spec, cut: Layout, batch: int) -> Batch:
    groups = spec["tables"] // cut.group
    begin = _share_before(groups, cut.batches, batch)
    size = _share_before(groups, cut.batches, batch + 1) - begin
    parts = min(MOST_ORDERS, size)
    cuts = [(begin + _share_before(size, parts, part)) * cut.group for part in range(parts + 1)]
    if batch == cut.batches - 1:
        cuts[-1] = spec["tables"]  # with the tables after the last whole group
    return [Part(_order(spec, first), first, after - first) for first, after in pairwise(cuts)]


def _order(spec: Spec, first: int) -> tuple[int, ...]:
    order = list(range(len(spec["seats"])))
    shuffle(order, generator(spec["seed"] ^ _SEATING, first))
    return tuple(order)


def _share_before(whole: int, parts: int, part: int) -> int:
    """The sum of the shares before a part. Shares differ by at most one, and the larger ones come first."""
    return part * (whole // parts) + min(part, whole % parts)
