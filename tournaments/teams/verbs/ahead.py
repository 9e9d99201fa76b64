"""What a match day needs before its first series: the line-ups, and tables for team-mates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.rules.refusals import Refusal
from tournaments.events.models.events import Event
from tournaments.seasons.models import Evening, Season
from tournaments.seasons.verbs.facts import evenings_of
from tournaments.teams.models import LineUp, Team, TeamResult
from tournaments.teams.rules.seating import sizes_for
from tournaments.teams.verbs.checks import scheme_of
from tournaments.teams.verbs.line_ups import teams_to_hand_in


@dataclass(frozen=True)
class MatchDayAhead:
    """An evening of teams that play matches. missing: those without a line-up. refused: why no draw fits."""

    evening: Evening
    missing: list[Team]
    refused: Refusal | None


def evenings_in_seasons(event: Event) -> list[Evening]:
    """The evenings that an event is, with their seasons (one query)."""
    rows = Evening.objects.filter(event=event).select_related("season__league__club", "season__team_scheme")
    return list(rows.order_by("season__started_at", "pk"))


def match_days_ahead(event: Event, evenings: Sequence[Evening]) -> list[MatchDayAhead]:
    """The match days among these evenings of an event that need something (no query if none is one)."""
    days = []
    for evening in evenings:
        if evening.season.is_over or scheme_of(evening.season).result != TeamResult.MATCH:
            continue
        teams = teams_to_hand_in(evening.season, evening)
        size = scheme_of(evening.season).size
        known = {line_up.team_id: line_up for line_up in LineUp.objects.filter(evening=evening)}
        is_open = any(line_up.revealed_at for line_up in known.values())
        # Nobody may learn how many people a hidden line-up has.
        people = [line_up.places.count() for line_up in known.values()] if is_open else [size] * len(teams)
        missing = [team for team in teams if team.pk not in known]
        days.append(MatchDayAhead(evening, missing, why_no_tables(people, event)))
    return [day for day in days if day.missing or day.refused]


def why_no_tables(people: Sequence[int], event: Event) -> Refusal | None:
    """Why team-mates cannot sit apart at the tables of an event. people: of each of two or more teams."""
    if len(people) < 2:
        return None
    stage = event.stages.first()
    limits = [getattr(stage, name, None) or getattr(event, name) for name in ("size", "least", "most")]
    try:
        sizes_for(people, (limits[0], limits[1], limits[2]))
    except Refusal as error:
        return error
    return None


def why_no_match_day(season: Season) -> Refusal | None:
    """Why the teams of a season, each with a whole line-up, could not play the next evening.

    Without an evening, the tables are as large as an event has them if nobody says otherwise.
    """
    scheme = scheme_of(season)
    if scheme.result != TeamResult.MATCH:
        return None
    coming = evenings_of(season).filter(over_at=None).first()
    people = [scheme.size] * season.teams.count()
    return why_no_tables(people, coming.event if coming else Event())
