"""Access to leagues, seasons, their evenings, members and credits, and to persons.

Members of all clubs that take part in a league see its seasons. The directors of the club of the league run
them; directors of another club enter their own events and players, and take them off again.
"""

from __future__ import annotations

from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.clubs.access import by_id, come_to_row, may_direct, need_role, not_found, row_for
from tournaments.clubs.models import Club, PersonVisibility, Role
from tournaments.clubs.verbs.people import Someone, someone_of
from tournaments.core.actors import Actor
from tournaments.core.models.choices import Visibility
from tournaments.core.models.columns import parse_id
from tournaments.core.rules.refusals import NotAllowed, gettext_noop
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.access import may_name_event
from tournaments.events.models.events import Event
from tournaments.seasons.models import (
    Credit,
    Division,
    Evening,
    Honour,
    League,
    LeagueClub,
    Season,
    SeasonMember,
    SeasonStatus,
)
from tournaments.teams.models import Team


def may_see_season(actor: Actor, season: Season, *, by_slug: bool) -> bool:
    """Whether the actor may see a season: a public one, an unlisted one by its id, or one of their clubs.

    Drafts are for members of the club of the league.
    """
    if season.status != SeasonStatus.DRAFT and (
        season.visibility == Visibility.PUBLIC or (season.visibility == Visibility.UNLISTED and not by_slug)
    ):
        return True
    return actor.sees_all_of(season.league.club) or (
        season.status != SeasonStatus.DRAFT and is_of_a_guest(actor, season.league)
    )


def with_teams(seasons: QuerySet[Season]) -> QuerySet[Season]:
    """The seasons with `has_teams`: whether there are any."""
    return seasons.annotate(has_teams=Exists(Team.objects.filter(season=OuterRef("pk"))))


def season_for_viewer(actor: Actor, ref: str, *related: str) -> Season:
    """A season by its slug or id that the actor may look at, with its league and club.

    `has_teams`, `has_divisions` and `has_honours` (of any season of its league) say which tabs it has.
    related: what else is read with it.
    """
    key = parse_id(ref)
    divisions = Division.objects.filter(season=OuterRef("pk"))
    with_league = Season.objects.select_related("league__club", "previous", *related)
    honours = Honour.objects.filter(member__season__league=OuterRef("league"))
    seasons = with_teams(with_league).annotate(has_divisions=Exists(divisions), has_honours=Exists(honours))
    season = seasons.filter(pk=key).first() if key else seasons.filter(slug=ref).first()
    if season is None or not may_see_season(actor, season, by_slug=key is None):
        raise not_found()
    come_to_row(season)
    return season


def unknown_events(actor: Actor, season: Season) -> set[UUID]:
    """The events of a season that the actor may not know (`may_name_event`; one query for a key)."""
    events = Event.objects.filter(evenings__season=season).select_related("club")
    shown = events.only("status", "visibility", "club")
    return {event.pk for event in shown if not may_name_event(actor, event)}


def season_for_director(actor: Actor, ref: str) -> Season:
    """A season that the actor may run."""
    season = season_for_viewer(actor, ref)
    need_role(actor, season.league.club, Role.DIRECTOR)
    return season


def season_for_entrant(actor: Actor, ref: str) -> Season:
    """A season into which the actor may enter events and players of a club: of its league, or one that
    takes part. The event or player itself must come from `event_for_director` or `player_for`.
    """
    season = season_for_viewer(actor, ref)
    _need_director_of_one(actor, _clubs_of(season.league))
    return season


def clubs_to_enter(actor: Actor, league: League) -> list[Club]:
    """The clubs whose events and players the actor may enter into a season of this league, its own first."""
    return [club for club in _clubs_of(league) if may_direct(actor, club)]


def league_for_viewer(actor: Actor, ref: object) -> League:
    """A league with a season that the actor may see, or of a club of theirs."""
    league = by_id(League.objects.select_related("club"), ref)
    is_shown = Season.objects.filter(league=league, visibility=Visibility.PUBLIC).exclude(
        status=SeasonStatus.DRAFT
    )
    if not (actor.sees_all_of(league.club) or is_of_a_guest(actor, league, asked=True) or is_shown.exists()):
        raise not_found()
    return league


def league_for_director(actor: Actor, ref: object) -> League:
    """A league that the actor may run."""
    league = league_for_viewer(actor, ref)
    need_role(actor, league.club, Role.DIRECTOR)
    return league


def league_club_for_owner(actor: Actor, ref: object) -> LeagueClub:
    """The part of a club in a league of another one, for an owner of that club: to agree, or to leave."""
    return row_for(actor, Role.OWNER, LeagueClub.objects.select_related("league__club"), ref)


def league_club_for_leaving(actor: Actor, ref: object) -> LeagueClub:
    """The part of a club in a league, for who may end it: its owner, or a director of the league."""
    asked = by_id(LeagueClub.objects.select_related("club", "league__club"), ref)
    if not may_direct(actor, asked.league.club):
        need_role(actor, asked.club, Role.OWNER)
    return asked


def evening_for_director(actor: Actor, ref: object) -> Evening:
    """An evening of a season that the actor may run."""
    return row_for(actor, Role.DIRECTOR, _evenings(), ref, "season__league__club")


def evening_for_entrant(actor: Actor, ref: object) -> Evening:
    """An evening that the actor may remove from its season: they run the season, or the event."""
    evening = by_id(_evenings(), ref)
    _need_director_of_one(actor, [evening.season.league.club, evening.event.club])
    return evening


def season_member_for_director(actor: Actor, ref: object) -> SeasonMember:
    """A member of a season that the actor may run."""
    return row_for(actor, Role.DIRECTOR, _members(), ref, "season__league__club")


def season_member_for_entrant(actor: Actor, ref: object) -> SeasonMember:
    """A member whom the actor may withdraw or remove: they run the season, or the club of the player."""
    member = by_id(_members(), ref)
    _need_director_of_one(actor, [member.season.league.club, member.player.club])
    return member


def credit_for_director(actor: Actor, ref: object) -> Credit:
    """A credit in a season that the actor may run."""
    return row_for(actor, Role.DIRECTOR, Credit.objects.all(), ref, "member__season__league__club")


def may_see_person(actor: Actor, someone: Someone) -> bool:
    """Whether the actor may see the page of a person, and so links to it.

    The person always may; others as the person has chosen (`PersonVisibility`), by default the members of
    their clubs.
    """
    if is_that_person(actor, someone) or someone.visibility == PersonVisibility.PUBLIC:
        return True
    return someone.visibility == PersonVisibility.MEMBERS and bool(_clubs_seen(actor, someone))


def _clubs_seen(actor: Actor, someone: Someone) -> list[UUID]:
    """The clubs of a person of which the actor sees everything."""
    return [player.club_id for player in someone.players if actor.sees_all_of(player.club)]


def is_that_person(actor: Actor, someone: Someone) -> bool:
    """Whether the actor is this person, signed in or by a key for a whole club."""
    if actor.user is None or actor.grants is not None or someone.user_id is None:
        return False  # a stranger on a page has no id, and neither has the account of somebody without one
    return someone.user_id == actor.user.pk


def person_for_viewer(actor: Actor, ref: object) -> Someone:
    """A person by the id of the person or of one of their players. Bots and anonymous people are none."""
    someone = someone_of(ref)
    if someone is None or not may_see_person(actor, someone):
        raise not_found()
    return someone


class PersonNotYours(NotAllowed):
    """Only the person can do this."""

    sentence = gettext_noop("Only the person can do this.")


def person_for_editing(actor: Actor, ref: object) -> Someone:
    """A person for whom the actor may speak: themselves, or who has no account, for an owner of a club."""
    someone = someone_of(ref)
    if someone is None:
        raise not_found()
    if is_that_person(actor, someone):
        return someone
    if not may_see_person(actor, someone) and not _owns_one(actor, someone):
        raise not_found()
    if someone.user_id is not None or not _owns_one(actor, someone):
        raise PersonNotYours
    return someone


def _owns_one(actor: Actor, someone: Someone) -> bool:
    """Whether the actor owns a club of this person."""
    members = [actor.member_of(player.club) for player in someone.players if actor.grants is None]
    return any(member is not None and member.may(Role.OWNER) for member in members)


def events_of_person(actor: Actor, someone: Someone) -> QuerySet[Event]:
    """The events with a player of this person that the actor may see, newest first, with their clubs."""
    events = Event.objects.filter(entries__player__in=[player.pk for player in someone.players])
    events = events.exclude(status=EventStatus.DRAFT)
    if not is_that_person(actor, someone):
        mine = _clubs_seen(actor, someone)
        events = events.filter(Q(visibility=Visibility.PUBLIC) | Q(club__in=mine))
    return events.select_related("club").order_by("-started_at", "-created_at").distinct()


def seasons_of_person(actor: Actor, someone: Someone) -> QuerySet[Season]:
    """The seasons with a player of this person that the actor may see, newest first."""
    seasons = Season.objects.filter(members__player__in=[player.pk for player in someone.players])
    seasons = seasons.exclude(status=SeasonStatus.DRAFT).select_related("league__club")
    if not is_that_person(actor, someone):
        mine = _clubs_seen(actor, someone)
        part = LeagueClub.objects.filter(club__in=mine, agreed_at__isnull=False, left_at=None)
        joined = Q(league__in=part.values("league"))
        seasons = seasons.filter(Q(visibility=Visibility.PUBLIC) | Q(league__club__in=mine) | joined)
    return seasons.order_by("-created_at").distinct()


def is_of_a_guest(actor: Actor, league: League, *, asked: bool = False) -> bool:
    """Whether the actor is a member of another club that takes part, or that was `asked`."""
    return any(actor.sees_all_of(club) for club in _clubs_of(league, asked=asked)[1:])


def _need_director_of_one(actor: Actor, clubs: list[Club]) -> None:
    """Raise unless the actor directs one of these clubs: NotFound if they are a member of none of them."""
    own = [club for club in clubs if actor.member_of(club) is not None]
    if not any(may_direct(actor, club) for club in own):
        need_role(actor, own[0] if own else clubs[0], Role.DIRECTOR)


def _clubs_of(league: League, *, asked: bool = False) -> list[Club]:
    """The club of a league, then those that take part. asked: also those that were asked to."""
    return [league.club, *(part.club for part in league.parts if asked or part.agreed_at is not None)]


def _evenings() -> QuerySet[Evening]:
    return Evening.objects.select_related("season__league__club", "event__club", "division")


def _members() -> QuerySet[SeasonMember]:
    return SeasonMember.objects.select_related("season__league__club", "player__club", "division")
