"""The totals of the batches of one side of a simulation, and their means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.engine import bulk
from games.engine.bulk_totals import Totals
from games.engine.errors import EngineError, gettext_noop
from games.engine.rules import rules_record
from games.engine.simulation.estimates import Estimate, Series, Strata, estimate, share, strata_of
from games.engine.simulation.plan import chunk_batches, layout
from games.engine.simulation.playing import Outcome, read_batch
from games.engine.simulation.spec import Spec

Count = Callable[[Totals], int]
"""Takes totals and returns one of their numbers."""


class Sample:
    """One side: its batches in the order of the plan, and their sum."""

    __slots__ = ("batches", "bots", "record", "seats", "side", "strata", "totals")

    def __init__(self, side: dict[str, Any], batches: list[Totals], strata: Strata) -> None:
        self.side = side
        self.batches = batches
        self.strata = strata
        self.totals = Totals()
        for batch in batches:
            bulk.add(self.totals, batch)
        self.record = rules_record(side["rules"])
        self.seats = len(side["seats"])
        self.bots: dict[str, list[int]] = {}
        """The positions of each bot in the list ``seats`` of the spec."""
        for index, bot in enumerate(side["seats"]):
            self.bots.setdefault(bot, []).append(index)

    def series(self, sums: Count, numbers: Count) -> Series:
        """Two numbers of every batch."""
        return Series([sums(batch) for batch in self.batches], [numbers(batch) for batch in self.batches])

    def mean(self, sums: Count, numbers: Count) -> Estimate:
        """The ratio of two numbers."""
        return estimate(self.series(sums, numbers), self.strata)

    def share(self, sums: Count, numbers: Count) -> Estimate:
        """The ratio of two numbers, where the first is a part of the second."""
        return share(self.series(sums, numbers), self.strata)


def samples(spec: Spec, outcomes: Iterable[Outcome]) -> list[Sample]:
    """The sides of a simulation, from the outcomes of its chunks in the order of their numbers.

    Raises ``EngineError`` ``simulation_incomplete`` if an outcome is missing, left over, or of another chunk.
    """
    cut = layout(spec)
    sides: list[list[Totals]] = [[] for _ in spec["sides"]]
    count = 0
    for number, outcome in enumerate(outcomes):
        count += 1
        if number < cut.chunks:
            _add_batches(spec, number, outcome, sides)
    if count != cut.chunks:
        template = gettext_noop(
            "The simulation needs the outcome of each of its chunks. "
            "Chunks: %(chunks)d, outcomes: %(outcomes)d."
        )
        raise EngineError("simulation_incomplete", template, chunks=cut.chunks, outcomes=count)
    strata = strata_of(cut.batches, len(cut.orders))
    return [Sample(side, batches, strata) for side, batches in zip(spec["sides"], sides, strict=True)]


def _add_batches(spec: Spec, number: int, outcome: Outcome, sides: list[list[Totals]]) -> None:
    """Add the batches of a chunk to their sides."""
    batches = chunk_batches(spec, number)
    if len(outcome) != len(batches) or any(
        values["tables"] != batch.tables for values, batch in zip(outcome, batches, strict=True)
    ):
        template = gettext_noop(
            "The outcome of chunk %(chunk)d does not belong to this chunk. Play it again."
        )
        raise EngineError("simulation_incomplete", template, chunk=number)
    for values, batch in zip(outcome, batches, strict=True):
        sides[batch.side].append(read_batch(values))
