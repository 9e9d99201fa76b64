"""What another scheme would make of a season, and what a trial has shown, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import SchemeTrial
from tournaments.rules.season.reading import read_scheme
from tournaments.services.seasons.trials import WhatIf
from tournaments.services.seasons.trying import report_of

from .estimates import share_text
from .numbers import figures
from .scheme import scheme_lines


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
                WhatIfLine(
                    _place(moved.after),
                    names.get(line.person, ""),
                    figures(each.score_of(line)),
                    _place(moved.before),
                    moved.before != moved.after,
                )
                for line, moved in zip(each.lines, each.moved, strict=True)
            ],
        )
        for each in tables
    ]


@dataclass(frozen=True)
class TrialLine:
    """A trial. results: sentences; empty before the first season was played."""

    trial: SchemeTrial
    scheme: Sequence[str]
    results: Sequence[str]


def trial_lines(trials: Iterable[SchemeTrial]) -> list[TrialLine]:
    """What trials have shown so far."""
    return [TrialLine(trial, scheme_lines(read_scheme(trial.scheme)), _results(trial)) for trial in trials]


def _results(trial: SchemeTrial) -> list[str]:
    report = report_of(trial)
    if not report.seasons:
        return []
    said = [_("The best person wins %(share)s of the seasons.") % {"share": share_text(report.best)}]
    if report.without_final is not None:
        said.append(
            _("Without a final the best person wins %(share)s of them.")
            % {"share": share_text(report.without_final)}
        )
    return said


def _place(place: int | None) -> str:
    return "\N{EN DASH}" if place is None else str(place)
