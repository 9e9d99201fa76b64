"""What a season could become: needs on the last evening, and other schemes laid over it. Stores nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Club, Division, Evening, EveningKind, Event, EventStatus, MemberStatus, Season
from tournaments.rules.season import trial
from tournaments.rules.season.needs import Need, needs
from tournaments.rules.season.table import Line, table
from tournaments.rules.season.trial import Moved, moved
from tournaments.services.seasons.facts import SeasonFacts, read_facts
from tournaments.services.seasons.seasons import clean_scheme
from tournaments.services.seasons.tables import figure, groups_of
from tournaments.services.seasons.worths import result_of, worths_of

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
        return figure(line.score)


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


@dataclass(frozen=True)
class LastEvening:
    """The last evening of a table, and what the first ten need on it. people: how many are expected."""

    evening: Evening
    division: Division | None
    people: int
    needs: Sequence[Need]


def needs_on_last_evening(
    season: Season, *, goal: int = 1, facts: SeasonFacts | None = None
) -> list[LastEvening]:
    """What the first ten of each table need on its last evening, to reach the place `goal`.

    Only for tables of which exactly one counting evening is still to come. All active members are expected.
    facts: of the season, if they are at hand.
    """
    facts = facts or read_facts(season)
    last = []
    for division in facts.tables:
        coming = [
            evening
            for evening in facts.evenings_of(division)
            if evening.kind == EveningKind.COUNTING and evening.pk not in facts.worths
        ]
        over = [evening for evening in facts.evenings_of(division) if evening.pk in facts.worths]
        if len(coming) != 1 or not over:
            continue
        (evening,) = coming
        members = facts.members_of(division)
        people = sum(member.status == MemberStatus.ACTIVE for member in members)
        found = needs(
            facts.of(division), facts.scheme, evening.number, people, weight=evening.exact_weight, goal=goal
        )
        last.append(LastEvening(evening, division, people, found))
    return last
