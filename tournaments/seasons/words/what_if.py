"""What another scheme would make of a season, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.numbers import numbers
from tournaments.seasons.rules.table import Line
from tournaments.seasons.verbs.finals import WhatIf


@dataclass(frozen=True)
class WhatIfLine:
    """A line under another scheme. before: the place in the present table."""

    place: str
    name: str
    points: str
    before: str
    moves: bool


@dataclass(frozen=True)
class WhatIfTable:
    """A table under another scheme. division: empty without divisions."""

    division: str
    lines: Sequence[WhatIfLine]


def what_if_tables(tables: Iterable[WhatIf], names: Mapping[str, str]) -> list[WhatIfTable]:
    """The tables under another scheme in words."""
    return [
        WhatIfTable(
            "" if each.division is None else each.division.name,
            [
                _line(each, line, points, names)
                for line, points in zip(each.lines, numbers([line.score for line in each.lines]), strict=True)
            ],
        )
        for each in tables
    ]


def _line(table: WhatIf, line: Line, points: str, names: Mapping[str, str]) -> WhatIfLine:
    before = table.places_before.get(line.person)
    return WhatIfLine(
        _place(line.place),
        names.get(line.person, ""),
        points,
        _place(before),
        before != line.place,
    )


def _place(place: int | None) -> str:
    return "\N{EN DASH}" if place is None else str(place)
