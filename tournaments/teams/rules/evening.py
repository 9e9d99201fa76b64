"""The best people of an evening: what the best k of a club or a team have together.

Points are exact, and may be negative. The evening is one of individuals; teams only add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.teams.rules.order import places_of

WHOLE, POINTS, BEST_RESULT = "whole", "points", "best_result"
"""What decided a place: enough people, the sum, or the better best (second best, ...) result."""

NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class PersonResult:
    """What a person has on an evening, for their team.

    place: people of one team with the same place count as one result, together: somebody and their
    substitute. Empty: a result of its own.
    """

    person: str
    team: str
    points: Fraction
    place: str = ""


@dataclass(frozen=True, slots=True)
class TeamSum:
    """A team after an evening.

    counted: the results that count, the best first, each with the people who made it. struck: the others.
    missing: so many results fewer than k. ranked: else it has no place, and is listed behind those that have.
    """

    team: str
    place: int
    points: Fraction
    counted: tuple[tuple[tuple[str, ...], Fraction], ...]
    struck: tuple[tuple[tuple[str, ...], Fraction], ...]
    missing: int
    ranked: bool
    decided_by: str


class BestOfNobody(Invalid):
    """Nobody of a team would count."""

    sentence = gettext_noop("At least one person of each team counts. Choose a number from 1.")


def sums_of_best(
    results: Sequence[PersonResult], teams: Sequence[str], best: int, *, whole: bool = False
) -> list[TeamSum]:
    """Return the teams by the sum of their best results, best first.

    teams: all of them; equal ones stay in this order. best: k, from 1. A missing result counts 0. whole: a
    team with fewer than k results is not ranked instead. Equal sums: the better best result decides, then the
    second best, and so on; then they share the place. Of equal results of one team the first listed counts. A
    team without a result is never ranked. Results for none of the teams are left out.

    Raises Refusal: `best_of_nobody`, `counts_for_two_teams`.
    """
    if best < 1:
        raise BestOfNobody
    _check_once(results)
    found = {team: _results_of(team, results) for team in teams}
    ranked = {team: len(own) >= (best if whole else 1) for team, own in found.items()}
    rows = []
    for team in teams:
        counted = [points for _people, points in found[team][:best]]
        counted += [NOTHING] * (best - len(counted))
        rows.append((Fraction(ranked[team]), sum(counted, NOTHING), *sorted(counted, reverse=True)))
    lines = [
        TeamSum(
            team=team,
            place=place,
            points=row[1],
            counted=tuple(found[team][:best]),
            struck=tuple(found[team][best:]),
            missing=max(0, best - len(found[team])),
            ranked=ranked[team],
            decided_by=decided,
        )
        for team, row, (place, decided) in zip(
            teams, rows, places_of(rows, (WHOLE, POINTS, BEST_RESULT)), strict=True
        )
    ]
    return sorted(lines, key=lambda line: line.place)


def _results_of(team: str, results: Sequence[PersonResult]) -> list[tuple[tuple[str, ...], Fraction]]:
    """Return the results of a team, the best first. One result may be of several people."""
    people: dict[tuple[str, str], list[PersonResult]] = {}
    for result in results:
        if result.team == team:
            people.setdefault((result.place, "" if result.place else result.person), []).append(result)
    own = [
        (tuple(result.person for result in group), sum((result.points for result in group), NOTHING))
        for group in people.values()
    ]
    return sorted(own, key=lambda result: result[1], reverse=True)


class CountsForTwoTeams(Invalid):
    """Somebody counts for two teams on one evening."""

    sentence = gettext_noop("%(person)s counts for two teams on one evening. Choose one of them.")


def _check_once(results: Sequence[PersonResult]) -> None:
    team_of: dict[str, str] = {}
    for result in results:
        if team_of.setdefault(result.person, result.team) != result.team:
            raise CountsForTwoTeams(person=result.person)
