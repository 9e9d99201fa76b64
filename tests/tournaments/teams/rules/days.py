"""Teams of the tests, and the match day of a Skat league that is kept as a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from tournaments.teams.rules.lineups import (
    LineUp,
    MatchRules,
    Place,
    check_line_up,
    line_up_of,
    with_substitute,
)
from tournaments.teams.rules.results import Results

LEAGUE = MatchRules()
"""Four teams of four, four series, three substitutions."""


def skat_league_day() -> dict[str, Any]:
    """Return the kept match day."""
    data: dict[str, Any] = json.loads(Path(__file__).with_name("skat_league_day.json").read_text())
    return data


def line_ups_of(day: Mapping[str, Any]) -> list[LineUp]:
    """Return the line-ups of a kept day, handed in and changed by the checks of the rules."""
    team_of = {person: team["team"] for team in day["teams"] for person in team["squad"]}
    made = []
    for team in day["teams"]:
        squad = frozenset(team["squad"])
        line_up = line_up_of(team["team"], team["line_up"])
        check_line_up(line_up, squad, LEAGUE, team_of)
        for change in team["substitutes"]:
            since = change["from_series"]
            assert line_up.playing(since - 1)[change["place"]] == change["out"]
            comes = Place(change["place"], change["in"], since)
            line_up = with_substitute(line_up, comes, squad, LEAGUE, team_of, begun=since - 1)
        made.append(line_up)
    return made


def results(**points: float) -> Results:
    """Return the results of a series: game points by person."""
    return {person: Fraction(amount) for person, amount in points.items()}


def teams(*sizes: int) -> list[LineUp]:
    """Return line-ups of so many people: A1, A2 ... in team A, B1 ... in team B."""
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(sizes)]
    return [
        line_up_of(name, [f"{name}{place}" for place in range(1, size + 1)])
        for name, size in zip(names, sizes, strict=True)
    ]


def sums(line_ups: Sequence[LineUp], *totals: float) -> Results:
    """Return results of a series in which the first person of each team has the total, and nobody else."""
    return {line_up.playing(1)[1]: Fraction(total) for line_up, total in zip(line_ups, totals, strict=True)}


def columns(rows: Iterable[object], *names: str) -> list[Any]:
    """Return these fields of each row."""
    return [tuple(getattr(row, name) for name in names) for row in rows]
