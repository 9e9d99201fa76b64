"""What dealt cards were worth on average, seat by seat, in thousandths of a chip.

Only whole numbers are used, so every machine computes the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.luck.features import Known, of_document

Weights = Mapping[str, Sequence[int]]
"""The weights of one table size, for `MELDING` and `HANDS`: thousandths of a chip a unit of each feature."""


class Worth(NamedTuple):
    """What the cards of a deal were worth. by: what is known of them. seats: in thousandths of a chip."""

    by: str
    seats: list[int]


def hand_worth(document: Mapping[str, Any], result: Mapping[str, Any], weights: Weights) -> Worth:
    """What the cards of a recorded deal were worth to each seat of its document. They add up to about 0."""
    known: Known = of_document(document, result)
    return Worth(known.by, worths(known.rows, weights[known.by]))


def worths(rows: Sequence[Sequence[int]], weights: Sequence[int]) -> list[int]:
    """What features are worth at each seat, from the mean of the table, rounded to thousandths of a chip."""
    seats = len(rows)
    raw = [sum(weight * value for weight, value in zip(weights, row, strict=True)) for row in rows]
    total = sum(raw)
    return [(2 * (seats * value - total) + seats) // (2 * seats) for value in raw]
