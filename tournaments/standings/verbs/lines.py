"""The rows of a standing as they are stored."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tournaments.events.rules.counting import RoundResult
from tournaments.standings.rules.placing import Placed
from tournaments.standings.rules.ranking import Value
from tournaments.standings.rules.scoring import Row

METRICS = ("net", "pochen", "out", "pools", "showdowns", "best_round", "rounds_won")
"""The metrics in every row of a standing, whatever its tie-breaks."""


def row_of(line: Placed) -> dict[str, Any]:
    """The row of this line: see `standings.compute`."""
    return {
        "place": None if line.below else line.ranked.place,
        "entry": line.ranked.entry,
        "score": figure(line.ranked.score),
        "deals": line.row.deals,
        "rounds": len({number for number, _table in line.row.tables}),
        "metrics": {
            name: figure(value)
            for name, value in (
                *((name, getattr(line.row, name)) for name in METRICS),
                *line.ranked.metrics.items(),
            )
        },
        "decided_by": line.ranked.decided_by,
        "last": _last_round(line.row),
        "stage": line.stage,
        "results": [_result(result) for result in line.row.results],
        "adjusted": figure(line.row.adjusted),
    }


def figure(value: Value) -> int | float | list[int] | None:
    """A score or the figure of a tie-break for JSON. The ranking uses the exact fraction."""
    if value is None or isinstance(value, tuple):
        return value if value is None else list(value)
    return number_of(value)


def number_of(value: int | Fraction) -> int | float:
    """An exact number for JSON: with three decimals at most."""
    return value.numerator if value.denominator == 1 else round(float(value), 3)


def _result(result: RoundResult) -> dict[str, Any]:
    return {"round": result.round, "result": figure(result.result), "state": result.state}


def _last_round(row: Row) -> int | float | None:
    newest = max((number for number, _table in row.tables), default=None)
    if newest is None:
        return None
    return number_of(sum(net for (number, _table), net in row.tables.items() if number == newest))
