"""Cut a simulation into batches and chunks, and play them.

The plan depends only on the spec. In the parts of a batch the bots sit in different orders, made from the
seed, so that none profits from its neighbours. A part consists of whole groups, in which each seat is the
first dealer once, if there are enough tables for that.

An outcome is a list with the totals of every batch (``bulk.written``), short enough for a row of a database.
Zeros at the end of a list are left out. Counters by seat are in the order of the bots in the spec, not in the
order in which they sat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from games.engine import bulk
from games.engine.bulk_loop import Totals
from games.engine.cards import generator, shuffle
from games.engine.core.state import SEATS
from games.engine.errors import EngineError, gettext_noop, printable

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


BY_SEAT = ("chips", "chips_by_kind", "chips_from_pool", "chips_squared", "place_chips")
"""The lists of ``Totals`` that have a part for each seat."""

Outcome = list[dict[str, Any]]


def job_of(spec: Spec, order: Sequence[int]) -> bulk.Job:
    """The tables of a spec with its bots in an order: the bot at seat ``s`` is ``seats[order[s]]``.

    Raises the ``EngineError`` of ``bulk.job`` if the spec cannot be played.
    """
    seats = [spec["seats"][index] for index in order]
    return bulk.job(
        spec["rules"], seats, seed=spec["seed"], deals_each=spec["deals_each"], chips=spec["chips"]
    )


def play_chunk(spec: Spec, number: int, *, compiled: bool | None = None) -> Outcome:
    """Play a chunk and return one item for each of its batches. The result depends only on the arguments.

    ``compiled`` is the same as in ``bulk.play``. Raises ``EngineError`` with ``no_such_chunk`` and
    ``not_compiled``.
    """
    outcome = []
    for batch in chunk_batches(spec, number):
        totals = Totals()
        for order, first, tables in batch:
            bulk.add(totals, by_bot(bulk.play(job_of(spec, order), first, tables, compiled=compiled), order))
        outcome.append(written_batch(totals))
    return outcome


def by_bot(totals: Totals, order: Sequence[int]) -> Totals:
    """Totals in the order of the bots in the spec: bot ``order[s]`` sat at seat ``s``."""
    for name in BY_SEAT:
        counted = getattr(totals, name)
        each = len(counted) // SEATS
        back = [0] * len(counted)
        for seat, index in enumerate(order):
            back[index * each : index * each + each] = counted[seat * each : seat * each + each]
        setattr(totals, name, back)
    return totals


def written_batch(totals: Totals) -> dict[str, Any]:
    """Totals as plain data."""
    values = bulk.written(totals)
    return {name: _cut(value) if isinstance(value, list) else value for name, value in values.items()}


def read_batch(values: Mapping[str, Any]) -> Totals:
    """Return the totals that ``written_batch`` turned into plain data."""
    blank = bulk.written(Totals())
    return bulk.read(
        {
            name: values[name] + zeros[len(values[name]) :] if isinstance(zeros, list) else values[name]
            for name, zeros in blank.items()
        }
    )


def _cut(numbers: list[int]) -> list[int]:
    end = len(numbers)
    while end and not numbers[end - 1]:
        end -= 1
    return numbers[:end]
