"""Leagues, the clubs that take part in them, and what a match day needs before its first series.

A league belongs to one club, whose directors run its seasons. They ask another club; an owner of that club
agrees, and can leave at any time. What was entered before stays in the tables: it is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

import games.services as games
from tournaments.clubs.models import Club
from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import change, lock, lock_club, log
from tournaments.core.rules.refusals import Conflict, Invalid, Refusal, gettext_noop
from tournaments.events.models.events import Event
from tournaments.seasons.models import Evening, League, LeagueClub, Season
from tournaments.seasons.verbs.checks import clean_season_name
from tournaments.seasons.verbs.facts import evenings_of
from tournaments.teams.models import LineUp, Team, TeamResult
from tournaments.teams.rules.seating import sizes_for
from tournaments.teams.verbs.checks import scheme_of
from tournaments.teams.verbs.line_ups import teams_to_hand_in

NO_RULES = "none"
"""The preset of events that are played without the rules of Poch."""


class LeagueRulesUnknown(Invalid):
    """There are no such rules."""

    sentence = gettext_noop("There are no rules “%(preset)s”. Choose one of: %(choices)s.")


@transaction.atomic
def create_league(club: Club, actor: Actor, name: str, *, preset: str = "pagat") -> League:
    """Create a league of this club. preset: the rule family of all its events.

    Raises Invalid `league_name_taken`, `league_rules_unknown`, or a code of names.
    """
    name = clean_season_name(name)
    if preset not in (*games.presets(), NO_RULES):
        raise LeagueRulesUnknown(
            preset=preset[:100], choices=", ".join((*games.presets(), NO_RULES)), field="preset"
        )
    club = lock_club(club)
    _refuse_taken_name(club, name)
    league = League.objects.create(club=club, name=name, preset=preset)
    log(actor, "create_league", league, within=club, name=name, preset=preset)
    return league


@transaction.atomic
def rename_league(league: League, actor: Actor, name: str) -> League:
    """Rename a league. Raises Invalid `league_name_taken` or a code of names."""
    name = clean_season_name(name)
    before = lock(league).name
    with change(league, actor, "rename_league", before=before, after=name) as league:
        if name != league.name:
            _refuse_taken_name(league.club, name)
            league.name = name
    return league


class LeagueOfThisClub(Invalid):
    """The club has the league itself."""

    sentence = gettext_noop("%(club)s has this league itself, so it need not be asked.")


class LeagueClubKnown(Conflict):
    """The club was asked already, or takes part."""

    sentence = gettext_noop("%(club)s was asked already, or takes part in %(league)s.")


@transaction.atomic
def ask_club(league: League, actor: Actor, club: Club) -> LeagueClub:
    """Ask another club to take part. It takes part when one of its owners agrees.

    Raises Invalid `league_of_this_club`; Conflict `league_club_known` if it was asked or takes part already.
    """
    if club.pk == league.club_id:
        raise LeagueOfThisClub(club=club.name, field="club")
    lock_club(league.club)
    if LeagueClub.objects.filter(league=league, club=club, left_at=None).exists():
        raise LeagueClubKnown(club=club.name, league=league.name)
    asked = LeagueClub.objects.create(league=league, club=club, asked_by=actor.user)
    log(actor, "ask_club", asked, within=league.club, club=str(club.pk))
    return asked


class LeagueConsentOver(Conflict):
    """The club has left the league, or declined."""

    sentence = gettext_noop("%(club)s has left %(league)s, or declined. The league must ask again.")


@transaction.atomic
def agree_to_league(asked: LeagueClub, actor: Actor) -> LeagueClub:
    """Let this club take part: an owner of it agrees. Idempotent. Raises Conflict `league_consent_over`."""
    asked = _locked(asked)
    if asked.left_at is not None:
        raise LeagueConsentOver(club=asked.club.name, league=asked.league.name)
    if asked.agreed_at is None:
        asked.agreed_at, asked.agreed_by = moments.now(), actor.user
        asked.save(update_fields=["agreed_at", "agreed_by"])
        _log_in_both(actor, "agree_to_league", asked)
    return asked


@transaction.atomic
def leave_league(asked: LeagueClub, actor: Actor) -> LeagueClub:
    """End the part of this club in a league: its owner leaves or declines, or the league takes it off.

    Idempotent. Evenings and members that were entered stay, until a director takes them off.
    """
    asked = _locked(asked)
    if asked.left_at is None:
        asked.left_at = moments.now()
        asked.save(update_fields=["left_at"])
        _log_in_both(actor, "leave_league", asked)
    return asked


def leagues_of(club: Club) -> QuerySet[League]:
    """The leagues of a club, by name."""
    return League.objects.filter(club=club).order_by("sort_key")


def clubs_of(league: League) -> QuerySet[LeagueClub]:
    """The other clubs that were asked or take part, by name."""
    rows = LeagueClub.objects.filter(league=league, left_at=None).select_related("club")
    return rows.order_by("club__sort_key", "pk")


def leagues_joined(club: Club) -> QuerySet[LeagueClub]:
    """The leagues of other clubs that asked this club, or in which it takes part."""
    rows = LeagueClub.objects.filter(club=club, left_at=None).select_related("league__club", "club")
    return rows.order_by("asked_at")


def _locked(asked: LeagueClub) -> LeagueClub:
    """The row, read again; both clubs are locked, in the order of their ids."""
    both = {asked.club_id, asked.league.club_id}
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=both).order_by("pk"))
    return LeagueClub.objects.select_related("club", "league__club").get(pk=asked.pk)


def _log_in_both(actor: Actor, verb: str, asked: LeagueClub) -> None:
    for club in sorted((asked.club, asked.league.club), key=lambda each: each.pk):
        log(actor, verb, asked, within=club, league=str(asked.league_id))


class LeagueNameTaken(Invalid):
    """The club already has a league of this name."""

    sentence = gettext_noop("%(club)s already has a league “%(name)s”.")


def _refuse_taken_name(club: Club, name: str) -> None:
    if League.objects.filter(club=club, name=name).exists():
        raise LeagueNameTaken(club=club.name, name=name, field="name")


# ---- What a match day needs before its first series: the line-ups, and tables for team-mates.


@dataclass(frozen=True)
class MatchDayAhead:
    """An evening of teams that play matches. missing: those without a line-up. refused: why no draw fits."""

    evening: Evening
    missing: list[Team]
    refused: Refusal | None


def evenings_in_seasons(event: Event) -> list[Evening]:
    """The evenings of all seasons that count this event, with their seasons (one query)."""
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
    """Why team-mates cannot sit apart at the tables of an event; None if they can.

    people: the number of people of each team.
    """
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

    If no evening is to come, the table sizes are the defaults of an event.
    """
    scheme = scheme_of(season)
    if scheme.result != TeamResult.MATCH:
        return None
    coming = evenings_of(season).filter(over_at=None).first()
    people = [scheme.size] * season.teams.count()
    return why_no_tables(people, coming.event if coming else Event())
