"""What ratings are made from: events in their order, with the results of their tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableResult:
    """One round at one table. people: who sat there, at least two. scores: of each of them, more is better.

    Only the order of the scores counts. They may be net chips.
    """

    people: tuple[str, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class EventResult:
    """An event. day: the number of its day, from any first day on. tables: round by round."""

    key: str
    day: int
    tables: tuple[TableResult, ...]


History = Sequence[EventResult]
"""Events in the order in which they were played."""


def ranks(scores: Sequence[float]) -> list[float]:
    """Return the place of each score, from 1. Equal scores share the better place."""
    return [1.0 + sum(other > score for other in scores) for score in scores]
