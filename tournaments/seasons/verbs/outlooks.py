"""What a season could become: needs on the last evening, and other schemes laid over it. Stores nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.events.models.events import Entry
from tournaments.seasons.models.seasons import Division, Evening, EveningKind, MemberStatus, Season
from tournaments.seasons.rules.needs import Need, Terms, needs, tells_places
from tournaments.seasons.rules.scheme import ALL, DEALS, MEMBERS, POINTS
from tournaments.seasons.rules.table import Line, table
from tournaments.seasons.verbs.facts import SeasonFacts, read_facts, rules_member
from tournaments.seasons.verbs.seasons import clean_scheme
from tournaments.seasons.verbs.tables import figure, groups_of
from tournaments.seasons.verbs.worths import worths_of


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
    (as `seasons.set_scheme`).
    """
    other = clean_scheme(scheme)
    facts = read_facts(season)
    evenings = list(facts.evenings)
    counted = worths_of(evenings, other, groups_of(season, other, evenings), anew=True)
    changed = read_facts(season, {pk: each.worth for pk, each in counted.items()}, evenings)
    tables = []
    for division in facts.tables:
        before = table(facts.of(division), facts.scheme, trend=False)
        after = table(changed.of(division), other, trend=False)
        tables.append(WhatIf(division, after, {line.person: line.place for line in before}))
    return tables


@dataclass(frozen=True)
class LastEvening:
    """The last evening of a table, and what the first ten need on it.

    people: how many can have a place at the most; None: nobody knows, so needs tell points and no places.
    goal: the place that they need. final: it is the last one for the final.
    chances: of each of them; empty where nothing can be told (`seasons.rules.forecast`).
    """

    evening: Evening
    division: Division | None
    people: int | None
    needs: Sequence[Need]
    goal: int = 1
    final: bool = False
    chances: Mapping[str, float] = field(default_factory=dict)


def needs_on_last_evening(
    season: Season, *, goal: int | None = None, facts: SeasonFacts | None = None
) -> list[LastEvening]:
    """What the first ten of each table need on its last evening.

    goal: the place to reach; None: the last one for the final of the table, or the first if it has none.

    Only for tables of which exactly one counting evening is still to come, and no other is planned. None
    where a minimum is a number of deals: nobody knows how many the last evening has.
    facts: of the season, if they are at hand.
    """
    from tournaments.seasons.rules.forecast import chances  # noqa: PLC0415 - it brings numpy along

    facts = facts or read_facts(season)
    if facts.scheme.least_in == DEALS and (facts.scheme.least_ranked or facts.scheme.least_final):
        return []
    last = []
    for division in facts.tables:
        counting = [each for each in facts.evenings_of(division) if each.kind == EveningKind.COUNTING]
        coming = [evening for evening in counting if evening.pk not in facts.worths]
        if len(coming) != 1 or len(counting) < max(facts.scheme.planned or 0, 2):
            continue
        (evening,) = coming
        final = goal is None and bool(facts.scheme.final) and _has_final(facts, division)
        place = goal or (facts.scheme.final if final else None) or 1
        known, by = facts.of(division), facts.scheme
        terms = Terms(
            str(evening.pk),
            evening.number,
            _people(season, facts, division, evening),
            evening.exact_weight,
            newcomers=_enrols(season, facts, division, evening),
            goal=place,
            final=final,
        )
        people = terms.people[-1] if tells_places(known, by, terms) else None
        likely = chances(known, by, terms, _expected(facts, division, evening))
        last.append(LastEvening(evening, division, people, needs(known, by, terms), place, final, likely))
    return last


def _is_begun(evening: Evening) -> bool:
    """Whether only an act of a director can enter further people."""
    return evening.event.status not in (EventStatus.DRAFT, EventStatus.OPEN)


def _enrols(season: Season, facts: SeasonFacts, division: Division | None, evening: Evening) -> bool:
    """Whether a guest of an evening becomes a member of this table."""
    return season.enrols and division is facts.tables[-1] and not _is_begun(evening)


def _people(season: Season, facts: SeasonFacts, division: Division | None, evening: Evening) -> range:
    """How many people may have a place on an evening; empty if nobody knows.

    A list of points is worth the same whatever the number is, so more places than points and members say
    nothing new.
    """
    event, scheme = evening.event, facts.scheme
    if scheme.among == MEMBERS and not _enrols(season, facts, division, evening):
        members = map(rules_member, facts.members_of(division))
        most: int | None = sum(not member.has_left(evening.number) for member in members)
    elif _is_begun(evening):
        most = Entry.objects.filter(event=event).exclude(status=EntryStatus.WITHDRAWN).count()
    else:
        most = event.capacity
    if scheme.worth == POINTS:
        enough = len(scheme.points) + len(facts.members) + 1
        most = enough if most is None else min(most, enough)
    return range(2, most + 1) if most else range(0)


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
