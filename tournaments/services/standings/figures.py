"""Parts of a row of a standing, as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tournaments.rules.counting import RoundResult
from tournaments.rules.ranking import Value
from tournaments.rules.scoring import Row


def figure(value: Value) -> int | float | list[int] | None:
    """A score or the figure of a tie-break for JSON. The ranking uses the exact fraction."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else round(float(value), 3)
    return list(value) if isinstance(value, tuple) else value


def result_of_round(result: RoundResult) -> dict[str, Any]:
    return {"round": result.round, "result": figure(result.result), "state": result.state}


def last_round(row: Row) -> int | None:
    """The net chips in the newest round that the entry played."""
    newest = max((number for number, _table in row.tables), default=None)
    return sum(net for (number, _table), net in row.tables.items() if number == newest) if newest else None
