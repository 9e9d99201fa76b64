"""How a simulation is cut: into batches, for the intervals, and into chunks of batches, for the workers.

It depends on the spec alone. Batches go through the orders of seats in turn, so that after any number of
chunks every order has played about as much. Each order has tables of its own, equal shares to one group; a
batch is a part of them, of whole groups in which every seat deals first once, wherever that leaves batches
enough.
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine.errors import EngineError, gettext_noop, printable
from games.engine.simulation.orders import circular_orders
from games.engine.simulation.spec import Spec, planned_deals

FEWEST_BATCHES = 100
"""A job has so many batches, if it has as many tables: with fewer, intervals are wide by their quantile."""
CHUNKS = 100
"""Into about so many chunks a job is cut, unless they would be too small or too large."""
SMALLEST_CHUNK, LARGEST_CHUNK = 2_000, 25_000
"""Deals: a third of a second of the core as it stands is not worth a message, a few seconds are progress."""


class Batch(NamedTuple):
    """Tables ``first`` to ``first + tables - 1`` of a side, in one order: at seat ``s`` sits ``order[s]``."""

    side: int
    order: tuple[int, ...]
    first: int
    tables: int


class Layout(NamedTuple):
    """How the tables of a side are cut; in a comparison both are cut alike."""

    orders: tuple[tuple[int, ...], ...]
    group: int
    """Tables that stay together: as many as there are seats, or one."""
    groups: int
    batches: int
    chunks: int


def layout(spec: Spec) -> Layout:
    """How a job is cut."""
    names = tuple(zip(*(side["seats"] for side in spec["sides"]), strict=True))
    orders = circular_orders(names) if spec["rotate"] else (tuple(range(len(names))),)
    deals = planned_deals(spec)
    chunk_deals = min(max(deals // CHUNKS, SMALLEST_CHUNK), LARGEST_CHUNK)
    chunks = -(-deals // chunk_deals)
    batches = -(-max(chunks, FEWEST_BATCHES) // len(orders)) * len(orders)
    group = len(names) if spec["tables"] >= batches * len(names) else 1
    groups = spec["tables"] // group
    batches = min(batches, groups)
    # One batch each, or several: one here and two there would make chunks twice as long as others.
    return Layout(orders, group, groups, batches, chunks if 2 * chunks <= batches else batches)


def chunk_batches(spec: Spec, number: int) -> list[Batch]:
    """The batches of one chunk; in a comparison each of the first side stands before its like of the second.

    ``EngineError`` ``no_such_chunk`` for a number that the plan does not have.
    """
    cut = layout(spec)
    if type(number) is not int or not 0 <= number < cut.chunks:
        raise EngineError(
            "no_such_chunk",
            gettext_noop("The chunk %(chunk)s does not exist. Chunks have numbers from 0 to %(last)d."),
            chunk=printable(number),
            last=cut.chunks - 1,
        )
    first = _share_before(cut.batches, cut.chunks, number)
    after = _share_before(cut.batches, cut.chunks, number + 1)
    return [
        Batch(side, *part)
        for part in (_tables(spec, cut, batch) for batch in range(first, after))
        for side in range(len(spec["sides"]))
    ]


def simulation_plan(spec: Spec) -> list[list[Batch]]:
    """Every chunk of a job, in the order of their numbers."""
    return [chunk_batches(spec, number) for number in range(layout(spec).chunks)]


def chunk_deals(spec: Spec, number: int) -> int:
    """The deals that a chunk plans, of all sides."""
    deals: int = spec["deals_each"] * sum(batch.tables for batch in chunk_batches(spec, number))
    return deals


def _tables(spec: Spec, cut: Layout, batch: int) -> tuple[tuple[int, ...], int, int]:
    """A batch's order, its first table and how many it has."""
    orders = len(cut.orders)
    order, part = batch % orders, batch // orders
    before = _share_before(cut.groups, orders, order)
    share = _share_before(cut.groups, orders, order + 1) - before
    parts = cut.batches // orders + (order < cut.batches % orders)
    first = (before + _share_before(share, parts, part)) * cut.group
    after = before + _share_before(share, parts, part + 1)
    # Tables that are no whole group come last.
    end = spec["tables"] if after == cut.groups else after * cut.group
    return cut.orders[order], first, end - first


def _share_before(whole: int, parts: int, part: int) -> int:
    """How much of a whole belongs to the parts before one; shares differ by one at most, the first larger."""
    return part * (whole // parts) + min(part, whole % parts)
