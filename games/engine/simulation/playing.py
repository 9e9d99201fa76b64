"""Play one chunk of a simulation, and write its outcome as plain data.

An outcome is a list with the totals of every batch (``bulk.written``), short enough for a row of a database.
Zeros at the end of a list are left out. Counters by seat are in the order of the bots in the spec, not in the
order in which they sat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import bulk
from games.engine.bulk_totals import Totals
from games.engine.core.state import SEATS
from games.engine.simulation.plan import chunk_batches
from games.engine.simulation.spec import Spec, side_job

BY_SEAT = ("chips", "chips_by_kind", "chips_from_pool", "chips_squared", "deals_at_place", "place_chips")
"""The lists of ``Totals`` that have a part for each seat."""

Outcome = list[dict[str, Any]]


def play_chunk(spec: Spec, number: int, *, compiled: bool | None = None) -> Outcome:
    """Play a chunk and return one item for each of its batches. The result depends only on the arguments.

    ``compiled`` is the same as in ``bulk.play``. Raises ``EngineError`` with ``no_such_chunk`` and
    ``not_compiled``.
    """
    jobs: dict[tuple[int, tuple[int, ...]], bulk.Job] = {}
    outcome = []
    for batch in chunk_batches(spec, number):
        at = batch.side, batch.order
        if at not in jobs:
            jobs[at] = side_job(spec, *at)
        totals = bulk.play(jobs[at], batch.first, batch.tables, compiled=compiled)
        outcome.append(written_batch(totals, batch.order))
    return outcome


def written_batch(totals: Totals, order: Sequence[int]) -> dict[str, Any]:
    """Totals as plain data, by bot: bot ``order[s]`` sat at seat ``s``."""
    values = bulk.written(totals)
    for name in BY_SEAT:
        values[name] = _put_back(values[name], order)
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


def _put_back(counted: list[int], order: Sequence[int]) -> list[int]:
    each = len(counted) // SEATS
    back = [0] * len(counted)
    for seat, index in enumerate(order):
        back[index * each : index * each + each] = counted[seat * each : seat * each + each]
    return back


def _cut(numbers: list[int]) -> list[int]:
    end = len(numbers)
    while end and not numbers[end - 1]:
        end -= 1
    return numbers[:end]
