"""Access to teams, their members and their line-ups.

Whoever sees a season sees its teams. Directors of the season run them; a captain hands in the line-ups of
their own team. A line-up that is not open is for the people of its team alone (`teams.showing`).
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.clubs.access.asking import by_id, may_direct, need_role, not_found
from tournaments.clubs.models.clubs import Role
from tournaments.core.audit import Actor
from tournaments.core.errors import NotAllowed
from tournaments.seasons.access import is_of_a_guest, may_see_season
from tournaments.seasons.models.seasons import Evening, Season
from tournaments.seasons.verbs.facts import evenings_of
from tournaments.teams.models import LineUp, Team, TeamMember
from tournaments.teams.verbs.showing import line_ups_for, places_in_teams
from tournaments.teams.verbs.teams import with_members


def team_for_viewer(actor: Actor, ref: object) -> Team:
    """A team of a season that the actor may look at, with its members."""
    team: Team = by_id(with_members(Team.objects.select_related("season__league__club", "club")), ref)
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
    evening: Evening = by_id(evenings_of(season), ref)
    evening.season = season
    is_member = actor.member_of(season.league.club) is not None or is_of_a_guest(actor, season.league)
    if not is_member and not teams_to_captain(actor, season).exists():
        raise not_found()
    return evening


def team_member_for_director(actor: Actor, ref: object) -> TeamMember:
    """Somebody in a team of a season that the actor may run."""
    rows = TeamMember.objects.select_related("team__season__league__club", "member__player__club")
    member: TeamMember = by_id(rows, ref)
    if not may_see_season(actor, member.team.season, by_slug=False):
        raise not_found()
    need_role(actor, member.team.season.league.club, Role.DIRECTOR)
    return member


def line_up_for_viewer(actor: Actor, ref: object) -> LineUp:
    """A line-up that the actor may see."""
    rows = line_ups_for(actor).select_related("team__season__league__club", "evening")
    line_up: LineUp = by_id(rows, ref)
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
        raise NotAllowed(
            "key_is_limited",
            _("A key for some tables cannot hand in line-ups. Use a key for the whole club."),
        )


def is_captain(actor: Actor, team: Team) -> bool:
    """Whether the actor is the captain of a team, signed in or by a key for a whole club."""
    return places_in_teams(actor).filter(team=team, captain=True).exists()


def teams_to_hand_in_of(actor: Actor, season: Season, members: Iterable[TeamMember]) -> set[UUID]:
    """The same teams as `teams_to_captain`, of somebody who looks at a page (no query but that of roles).

    members: as `teams.verbs.members_of_teams` gives them.
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
