"""What a season could become: needs on the last evening, and other schemes laid over it. Stores nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tournaments.models import Division, Evening, EveningKind, MemberStatus, Season
from tournaments.rules.season.needs import Need, needs
from tournaments.rules.season.scheme import ALL
from tournaments.rules.season.table import Line, table
from tournaments.services.seasons.facts import SeasonFacts, read_facts
from tournaments.services.seasons.seasons import clean_scheme
from tournaments.services.seasons.tables import figure, groups_of
from tournaments.services.seasons.worths import worths_of

if TYPE_CHECKING:
    from tournaments.rules.forecasts.evening import EveningChance


@dataclass(frozen=True)
class WhatIf:
    """One table under another scheme. places_before: of each person in the present table."""

    division: Division | None
    lines: Sequence[Line]
    places_before: Mapping[str, int | None]

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
        tables.append(WhatIf(division, after, {line.person: line.place for line in before}))
    return tables


@dataclass(frozen=True)
class LastEvening:
    """The last evening of a table, and what the first ten need on it.

    people: how many are expected. goal: the place that they need. final: it is the last one for the final.
    chances: of each of them, by simulation; empty where nothing can be told (`rules.forecasts.evening`).
    """

    evening: Evening
    division: Division | None
    people: int
    needs: Sequence[Need]
    goal: int = 1
    final: bool = False
    chances: Mapping[str, EveningChance] = field(default_factory=dict)


def needs_on_last_evening(
    season: Season, *, goal: int | None = None, facts: SeasonFacts | None = None
) -> list[LastEvening]:
    """What the first ten of each table need on its last evening.

    goal: the place to reach; None: the last one for the final of the table, or the first if it has none.

    Only for tables of which exactly one counting evening is still to come, and no other is planned. All
    active members are expected.
    facts: of the season, if they are at hand.
    """
    from tournaments.rules.forecasts.evening import chances  # noqa: PLC0415 - it brings numpy along

    facts = facts or read_facts(season)
    last = []
    for division in facts.tables:
        counting = [each for each in facts.evenings_of(division) if each.kind == EveningKind.COUNTING]
        coming = [evening for evening in counting if evening.pk not in facts.worths]
        if len(coming) != 1 or len(counting) < max(facts.scheme.planned or 0, 2):
            continue
        (evening,) = coming
        people = _expected(facts, division, evening)
        final = goal is None and bool(facts.scheme.final) and _has_final(facts, division)
        place = goal or (facts.scheme.final if final else None) or 1
        known, by = facts.of(division), facts.scheme
        terms: dict[str, Any] = {"weight": evening.exact_weight, "goal": place, "final": final}
        found = needs(known, by, evening.number, people, **terms)
        likely = chances(known, by, evening.number, people, found, **terms)
        by_person = {chance.person: chance for chance in likely}
        last.append(LastEvening(evening, division, people, found, place, final, by_person))
    return last


def _expected(facts: SeasonFacts, division: Division | None, evening: Evening) -> int:
    """Among how many people the places of an evening count for this table."""
    is_shared = facts.scheme.among == ALL and evening.division_id is None
    members = facts.members if is_shared else facts.members_of(division)
    return sum(member.status == MemberStatus.ACTIVE for member in members)


def _has_final(facts: SeasonFacts, division: Division | None) -> bool:
    """Whether a table leads to a final; while none is in the calendar, only the first one does."""
    if any(evening.kind == EveningKind.FINAL for evening in facts.evenings):
        return facts.final_of(division) is not None
    return facts.scheme.final is not None and division is facts.tables[0]
