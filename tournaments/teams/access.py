"""Fetch teams and line-ups, and check the rights of the actor.

Whoever sees a season sees its teams. Directors of the season run them; a captain hands in the line-ups of
their own team. A line-up that is not open is for the people of its team alone (`teams.verbs.showing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.clubs.access import RoleTooLow, by_id, may_direct, need_role, not_found
from tournaments.clubs.models import Club, Player, Role
from tournaments.core.actors import Actor
from tournaments.core.models.choices import Visibility
from tournaments.core.rules.refusals import Invalid, NotFound, gettext_noop
from tournaments.events.access import KeyIsLimited, event_for_viewer
from tournaments.events.models.events import Event
from tournaments.seasons.access import is_of_a_guest, may_see_season
from tournaments.seasons.models import Evening, League, LeagueClub, Season, SeasonStatus
from tournaments.seasons.verbs.checks import consent_of
from tournaments.seasons.verbs.facts import evenings_of
from tournaments.seasons.verbs.members import people_to_enter
from tournaments.teams.models import LineUp, Team, TeamMember
from tournaments.teams.verbs.showing import line_ups_for, places_in_teams
from tournaments.teams.verbs.teams import with_members


def leagues_to_show(actor: Actor) -> QuerySet[League]:
    """The leagues with a season for everybody, and those of the actor's club: its own, and others that asked
    it or in which it takes part. Without a key there is no such club.
    """
    shown = Season.objects.filter(league=OuterRef("pk"), visibility=Visibility.PUBLIC)
    leagues = Exists(shown.exclude(status=SeasonStatus.DRAFT))
    member = actor.member
    if member is not None and actor.sees_all_of(member.club):
        joined = LeagueClub.objects.filter(club=member.club_id, left_at=None).values("league")
        return League.objects.filter(leagues | Q(club=member.club_id) | Q(pk__in=joined))
    return League.objects.filter(leagues)


def seasons_of_league(actor: Actor, league: League) -> QuerySet[Season]:
    """The seasons of a league that the actor may see."""
    seasons = Season.objects.filter(league=league)
    if actor.sees_all_of(league.club):
        return seasons
    seasons = seasons.exclude(status=SeasonStatus.DRAFT)
    return seasons if is_of_a_guest(actor, league) else seasons.filter(visibility=Visibility.PUBLIC)


class EventUnknown(Invalid):
    """There is no such event, or you may not see it."""

    sentence = gettext_noop("There is no event %(id)s.")


def event_to_enter(actor: Actor, league: League, ref: object) -> Event:
    """An event that the actor may enter into a season: they direct its club, which takes part in the league.

    Raises Invalid `event_unknown`, `club_not_in_league`; NotAllowed `role_too_low`.
    """
    try:
        event = event_for_viewer(actor, str(ref))
    except NotFound:
        raise EventUnknown(id=str(ref)[:100], field="event") from None
    _need_part(actor, league, event.club)
    return event


def players_to_enter(actor: Actor, league: League, refs: Sequence[object]) -> list[Player]:
    """Players whom the actor may enter into a season, in this order: of a club that they direct and that
    takes part in the league.

    Raises Invalid `player_unknown`, `club_not_in_league`; NotAllowed `role_too_low`.
    """
    people = people_to_enter(refs)
    for club in {player.club_id: player.club for player in people}.values():
        _need_part(actor, league, club)
    return people


def _need_part(actor: Actor, league: League, club: Club) -> None:
    """Raise unless this club takes part, and the actor directs it."""
    consent_of(league, club)
    if not may_direct(actor, club):
        raise RoleTooLow(role=str(Role.DIRECTOR.label), club=club.name)


def team_for_viewer(actor: Actor, ref: object) -> Team:
    """A team of a season that the actor may look at, with its members."""
    team = by_id(with_members(Team.objects.select_related("season__league__club", "club")), ref)
    if not may_see_season(actor, team.season, by_slug=False):
        raise not_found()
    return team


def team_for_director(actor: Actor, ref: object) -> Team:
    """A team of a season that the actor may run."""
    team = team_for_viewer(actor, ref)
    need_role(actor, team.season.league.club, Role.DIRECTOR)
    return team


def team_for_captain(actor: Actor, ref: object) -> Team:
    """A team whose line-ups the actor may hand in: they are its captain, or run the season."""
    team = team_for_viewer(actor, ref)
    _need_captain(actor, team)
    return team


def evening_for_line_ups(actor: Actor, season: Season, ref: object) -> Evening:
    """An evening of a season for which the actor may perhaps hand in: a member of a club, or a captain.

    The team itself must come from `team_for_captain`.
    """
    evening = by_id(evenings_of(season), ref)
    evening.season = season
    is_member = actor.member_of(season.league.club) is not None or is_of_a_guest(actor, season.league)
    if not is_member and not teams_to_captain(actor, season).exists():
        raise not_found()
    return evening


def team_member_for_director(actor: Actor, ref: object) -> TeamMember:
    """Somebody in a team of a season that the actor may run."""
    rows = TeamMember.objects.select_related("team__season__league__club", "member__player__club")
    member = by_id(rows, ref)
    if not may_see_season(actor, member.team.season, by_slug=False):
        raise not_found()
    need_role(actor, member.team.season.league.club, Role.DIRECTOR)
    return member


def line_up_for_viewer(actor: Actor, ref: object) -> LineUp:
    """A line-up that the actor may see."""
    rows = line_ups_for(actor).select_related("team__season__league__club", "evening")
    line_up = by_id(rows, ref)
    if not may_see_season(actor, line_up.team.season, by_slug=False):
        raise not_found()
    return line_up


def line_up_for_captain(actor: Actor, ref: object) -> LineUp:
    """A line-up into which the actor may let a substitute come: they are the captain, or run the season."""
    line_up = line_up_for_viewer(actor, ref)
    _need_captain(actor, line_up.team)
    return line_up


def _need_captain(actor: Actor, team: Team) -> None:
    """Raise unless the actor is the captain of a team, or runs its season. A limited key is refused."""
    if is_captain(actor, team):
        return
    need_role(actor, team.season.league.club, Role.DIRECTOR)
    if actor.grants is not None:
        raise KeyIsLimited(
            sentence=gettext_noop(
                "A key for some tables cannot hand in line-ups. Use a key for the whole club."
            )
        )


def is_captain(actor: Actor, team: Team) -> bool:
    """Whether the actor is the captain of a team, signed in or by a key for a whole club."""
    return places_in_teams(actor).filter(team=team, captain=True).exists()


def teams_to_hand_in_of(actor: Actor, season: Season, members: Iterable[TeamMember]) -> set[UUID]:
    """The same teams as `teams_to_captain`, of somebody who looks at a page (no query but that of roles).

    members: as `teams.verbs.teams.members_of_teams` gives them.
    """
    if may_direct(actor, season.league.club):
        return {row.team_id for row in members}
    return teams_led_by(actor, members)


def teams_led_by(actor: Actor, members: Iterable[TeamMember]) -> set[UUID]:
    """The teams whose captain somebody is who looks at a page, among these members of teams (no query)."""
    user = actor.user
    if user is None or user.pk is None:
        return set()
    return {row.team_id for row in members if row.captain and row.member.player.user_id == user.pk}


def teams_to_captain(actor: Actor, season: Season) -> QuerySet[Team]:
    """The teams of a season whose line-ups the actor may hand in, in their order."""
    teams = Team.objects.filter(season=season).order_by("number")
    if may_direct(actor, season.league.club):
        return teams
    return teams.filter(pk__in=places_in_teams(actor).filter(captain=True).values("team"))
