"""Other schemes laid over a season: the table by them. Also the spread of a club's results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Club, Division, Evening, Event, EventStatus, Season
from tournaments.rules.season import trial
from tournaments.rules.season.table import Facts, Line, table
from tournaments.rules.season.trial import Moved, moved
from tournaments.rules.season.worth import Evening as Result
from tournaments.services.seasons.facts import read_facts
from tournaments.services.seasons.seasons import clean_scheme
from tournaments.services.seasons.tables import groups_of, in_points
from tournaments.services.seasons.worths import ages, over_now, result_of, worths_of

MOST_EVENINGS_OF_A_CLUB = 50
"""The newest so many evenings show how far results of a club spread."""


@dataclass(frozen=True)
class WhatIf:
    """One table under another scheme, and where everybody is beside the present one."""

    division: Division | None
    lines: Sequence[Line]
    moved: Sequence[Moved]

    def score_of(self, line: Line) -> int | float:
        """The score of a line, rounded for people."""
        return in_points(round(line.score * 1000))


def what_if(season: Season, scheme: Mapping[str, Any]) -> list[WhatIf]:
    """The tables of a season under another scheme, for the evenings that are over. Stores nothing.

    All evenings are read anew, so it takes some queries for each. Raises Invalid with the codes of schemes
    (as `seasons.set_scheme`), and RulesError `spread_missing` with `even` where an event has no spreads.
    """
    other = clean_scheme(scheme)
    facts = read_facts(season)
    evenings = list(facts.evenings)
    counted = worths_of(evenings, other, groups_of(season, other, evenings), anew=True)
    changed = read_facts(season, {pk: each.worth for pk, each in counted.items()})
    tables = []
    for division in facts.tables:
        before = table(facts.of(division), facts.scheme, trend=False)
        after = table(changed.of(division), other, trend=False)
        tables.append(WhatIf(division, after, moved(before, after)))
    return tables


def club_of(club: Club) -> trial.Club:
    """The spread of results of a club, from its newest finished events, for `trial.try_scheme`.

    Raises RulesError `trial_spread_missing` if fewer than two people played two of them.
    """
    events = Event.objects.filter(club=club, status=EventStatus.FINISHED).order_by("-finished_at")
    newest = list(events[:MOST_EVENINGS_OF_A_CLUB])
    return trial.club_of([result_of(Evening(event=event, number=1, weight=1)) for event in newest])


def results_of(season: Season) -> list[Result]:
    """The results of the evenings that are over, for trials with their own people."""
    over = over_now(read_facts(season).evenings)
    return [result_of(evening, age) for evening, age in zip(over, ages(over), strict=True)]


def facts_of(season: Season, division: Division | None) -> Facts:
    """The facts of one table of a season, for `rules.season.needs` and trials."""
    return read_facts(season).of(division)
