"""Leagues, and the clubs that take part in them.

A league belongs to one club, whose directors run its seasons. They ask another club; an owner of that club
agrees, and can leave at any time. What was entered before stays in the tables: it is played.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

import games.services as games
from tournaments.clubs.models.clubs import Club
from tournaments.core.audit import Actor, log
from tournaments.core.locks import lock_club
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.seasons.models import League, LeagueClub
from tournaments.seasons.verbs.checks import clean_season_name

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
    club = lock_club(league.club)
    league = League.objects.select_related("club").get(pk=league.pk)
    if name != league.name:
        _refuse_taken_name(club, name)
        before, league.name = league.name, name
        league.save(update_fields=["name"])
        log(actor, "rename_league", league, within=club, before=before, after=name)
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
        asked.agreed_at, asked.agreed_by = timezone.now(), actor.user
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
        asked.left_at = timezone.now()
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
