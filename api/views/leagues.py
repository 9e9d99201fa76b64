"""Leagues, and the clubs that take part in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import READING, Collection, Item
from api.rights import Right
from api.shapes.leagues import (
    AskedClub,
    LeagueClubShape,
    LeagueEdit,
    LeagueShape,
    NewLeague,
    NewSeason,
    SeasonShape,
)
from tournaments.clubs.access import club_for, club_for_viewer, not_found
from tournaments.seasons.access import (
    league_club_for_leaving,
    league_club_for_owner,
    league_for_director,
    league_for_viewer,
)
from tournaments.seasons.verbs import seasons
from tournaments.teams.access import event_to_enter, leagues_to_show, players_to_enter, seasons_of_league
from tournaments.teams.verbs import leagues
from tournaments.teams.verbs.leagues import clubs_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.seasons.models import League, LeagueClub, Season


class LeagueList(Collection[None]):
    rights = {"GET": Right.READ, "POST": Right.EVENTS}
    bodies = {"POST": NewLeague}
    shape = LeagueShape
    by_columns = True
    order = "-id"

    def fetch(self) -> None:
        return None

    def rows(self) -> QuerySet[League]:
        return leagues_to_show(self.actor)

    def get(self, request: Request) -> Response:
        """List the leagues of all clubs, the newest first.

        Everybody sees those with a public season. A key also sees those of its club, and others that have
        asked its club.
        """
        return self.page()

    def post(self, request: Request) -> Response:
        """Create a league of the club of the key.

        `preset` is the rule family of all its events.
        """
        if self.actor.member is None:
            raise not_found()
        club = club_for(self.actor, str(self.actor.member.club_id), "director")
        return self.created(leagues.create_league(club, self.actor, **self.body))


class LeagueOne(Item["League"]):
    rights = {"GET": Right.READ, "PATCH": Right.EVENTS}
    bodies = {"PATCH": LeagueEdit}
    shape = LeagueShape
    held_by = "club"

    def fetch(self, league: str) -> League:
        if self.request.method in READING:
            return league_for_viewer(self.actor, league)
        return league_for_director(self.actor, league)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a league."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Rename a league."""
        league = self.target
        if "name" in self.body:
            league = leagues.rename_league(league, self.actor, self.body["name"])
        return self.changed(league)


class LeagueClubList(Collection["League"]):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS}
    bodies = {"POST": AskedClub}
    shape = LeagueClubShape
    by_columns = True

    def fetch(self, league: str) -> League:
        return league_for_director(self.actor, league)

    def rows(self) -> QuerySet[LeagueClub]:
        return clubs_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the other clubs that were asked, or take part."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Ask another club to take part.

        It takes part when one of its owners agrees. Then its directors enter their events and players.
        """
        club = club_for_viewer(self.body["club"])
        return self.created(leagues.ask_club(self.target, self.actor, club))


class LeagueClubRoute(Item["LeagueClub"]):
    """A route about the part of another club in a league, for an owner of that club."""

    shape = LeagueClubShape
    held_by = "club"

    def fetch(self, league: str, part: str) -> LeagueClub:
        parent = league_for_viewer(self.actor, league)
        return self.within(league_club_for_owner(self.actor, part), league_id=parent.pk)


class LeagueClubOne(LeagueClubRoute):
    rights = {"GET": Right.EVENTS, "DELETE": Right.EVENTS}
    answers = {"DELETE": {204: None}}

    def fetch(self, league: str, part: str) -> LeagueClub:
        parent = league_for_viewer(self.actor, league)
        return self.within(league_club_for_leaving(self.actor, part), league_id=parent.pk)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the part of another club in a league."""
        return self.show()

    def delete(self, request: Request, **ids: Any) -> Response:
        """End the part of a club in a league: it leaves or declines, or the league takes it off.

        Its evenings and members stay until they are taken off.
        """
        leagues.leave_league(self.target, self.actor)
        return Response(status=204)


class LeagueClubAgree(LeagueClubRoute):
    rights = {"POST": Right.CLUB}

    def post(self, request: Request, **ids: Any) -> Response:
        """Agree, as an owner of that club, that it takes part."""
        return self.changed(leagues.agree_to_league(self.target, self.actor))


class SeasonList(Collection["League"]):
    rights = {"GET": Right.READ, "POST": Right.EVENTS}
    bodies = {"POST": NewSeason}
    shape = SeasonShape
    by_columns = True
    order = "-id"
    longest_body = 1024 * 1024

    def fetch(self, league: str) -> League:
        if self.request.method in READING:
            return league_for_viewer(self.actor, league)
        return league_for_director(self.actor, league)

    def rows(self) -> QuerySet[Season]:
        return seasons_of_league(self.actor, self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the seasons of a league, the newest first.

        Only keys of the club that runs it see drafts; keys of clubs that take part see private seasons.
        """
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Create a season as a draft, with its scheme, its first evenings and its members.

        A scheme that contradicts itself is refused, and so is an event of another rule family or of a club
        that does not take part. Then nothing is stored.
        """
        fields = dict(self.body)
        league = self.target
        fields["events"] = [event_to_enter(self.actor, league, ref) for ref in fields.get("events", ())]
        fields["players"] = players_to_enter(self.actor, league, fields.get("players", ()))
        season = seasons.create_season(league.club, self.actor, league=league, **fields)
        return self.created(season, reverse("api:season", args=[season.pk]))
