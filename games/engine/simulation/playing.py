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
from games.engine.simulation.plan import Spec, chunk_batches

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
