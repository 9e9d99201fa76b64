"""Leagues of one club or several, and their seasons."""

from __future__ import annotations

from typing import Any

from api import fields
from api.events import STATUSES, VISIBILITIES
from api.methods import Act, Add, Remove, Show, of_target, through
from api.resources import Collection, Item
from api.rights import Right
from api.shapes import Answer, Flag, Id, Items, Moment, OneOf, Part, Several, Shape, Text
from tournaments.clubs.access import club_for, club_for_viewer, not_found
from tournaments.clubs.verbs.people import LONGEST_TITLE
from tournaments.seasons.access import (
    league_club_for_leaving,
    league_club_for_owner,
    league_for_director,
    league_for_viewer,
)
from tournaments.seasons.rules.scheme import Scheme
from tournaments.seasons.verbs import seasons
from tournaments.seasons.verbs.members import MOST_MEMBERS
from tournaments.teams.access import event_to_enter, leagues_to_show, players_to_enter, seasons_of_league
from tournaments.teams.verbs import leagues
from tournaments.teams.verbs.leagues import clubs_of

PRESET = "The preset of the rules of all its events. `none`: other chip games, with totals only."
ENROLS = "Whoever plays one of its evenings becomes a member. Default: true."
EVENTS = "Ids or slugs of events, in the order of the calendar."
PLAYERS = "Ids of players."


class LeagueShape(Answer):
    """A league of one club: its seasons over the years."""

    id = Id()
    name = fields.Str()
    club = fields.Str("The club that runs it.", source="club.slug")
    preset = fields.Str(PRESET)
    created_at = Moment()


class NewLeague(Shape):
    name = Text(max_length=200, longest=LONGEST_TITLE)
    preset = Text(f"{PRESET} Default: `pagat`.", max_length=100, required=False)


class LeagueEdit(Shape):
    name = Text(max_length=200, longest=LONGEST_TITLE)


class LeagueClubShape(Answer):
    """Another club that was asked, or takes part."""

    id = Id()
    club = fields.Str(source="club.slug")
    name = fields.Str(source="club.name")
    asked_at = Moment()
    agreed_at = Moment("When an owner of the club agreed. Null: it does not take part yet.", null=True)


class AskedClub(Shape):
    club = Text("The slug or id of the club.", max_length=100)


class SeasonShape(Answer):
    """Evenings that count together, by a scheme."""

    id = Id()
    slug = fields.Str()
    league = Id(source="league_id")
    club = fields.Str("The club that runs it.", source="league.club.slug")
    name = fields.Str()
    status = fields.Choice(STATUSES)
    visibility = fields.Choice(VISIBILITIES)
    scheme = Part(Scheme, "Its switches. Frozen when the season starts.")
    enrols = fields.Bool(ENROLS)
    previous = Id("The season before it.", source="previous_id", null=True)
    version = fields.Int("It grows with each change that the table depends on.")
    created_at = Moment()
    started_at = Moment(null=True)
    finished_at = Moment(null=True)


class SeasonFields(Shape):
    visibility = OneOf(VISIBILITIES, "Default: `public`.", required=False)
    scheme = Part(Scheme, required=False)
    enrols = Flag(ENROLS, required=False)


class NewSeason(SeasonFields):
    name = Text(max_length=200, longest=LONGEST_TITLE)
    events = Items(EVENTS, child=Text(max_length=100), max_length=500, required=False)
    players = Several(PLAYERS, max_length=10_000, most=MOST_MEMBERS, required=False)


class LeagueList(Collection, path="leagues/"):
    """GET: List the leagues of all clubs, the newest first.

    Everybody sees those with a public season. A key also sees those of its club, and others that have asked
    its club.
    """

    shape = LeagueShape
    by_columns = True
    order = "-id"
    fetch = through(lambda _actor: None)
    get = Show(Right.READ)

    def rows(self) -> Any:
        return leagues_to_show(self.actor)

    @Add(Right.EVENTS, NewLeague)
    def post(self) -> Any:
        """Create a league of the club of the key.

        `preset` is the rule family of all its events.
        """
        if self.actor.member is None:
            raise not_found()
        club = club_for(self.actor, str(self.actor.member.club_id), "director")
        return leagues.create_league(club, self.actor, **self.body)


class LeagueOne(Item, path="leagues/<slug:league>/"):
    """GET: Get a league.

    PATCH: Rename a league.
    """

    shape = LeagueShape
    held_by = "club"
    fetch = through(league_for_viewer, league_for_director)
    get = Show(Right.READ)
    patch = Act(Right.EVENTS, LeagueEdit, leagues.rename_league)


class LeagueClubList(Collection, path="leagues/<slug:league>/clubs/"):
    """GET: List the other clubs that were asked, or take part."""

    shape = LeagueClubShape
    by_columns = True
    fetch = through(league_for_director)
    rows = of_target(clubs_of)
    get = Show(Right.EVENTS)

    @Add(Right.EVENTS, AskedClub)
    def post(self) -> Any:
        """Ask another club to take part.

        It takes part when one of its owners agrees. Then its directors enter their events and players.
        """
        club = club_for_viewer(self.body["club"])
        return leagues.ask_club(self.target, self.actor, club)


class LeagueClubRoute(Item):
    """A route about the part of another club in a league, for an owner of that club."""

    shape = LeagueClubShape
    held_by = "club"

    def fetch(self, league: str, part: str) -> Any:
        parent = league_for_viewer(self.actor, league)
        return self.within(league_club_for_owner(self.actor, part), league_id=parent.pk)


class LeagueClubOne(LeagueClubRoute, path="leagues/<slug:league>/clubs/<slug:part>/"):
    """GET: Get the part of another club in a league.

    DELETE: End the part of a club in a league: it leaves or declines, or the league takes it off.

    Its evenings and members stay until they are taken off.
    """

    get = Show(Right.EVENTS)
    delete = Remove(Right.EVENTS, verb=leagues.leave_league)

    def fetch(self, league: str, part: str) -> Any:
        parent = league_for_viewer(self.actor, league)
        return self.within(league_club_for_leaving(self.actor, part), league_id=parent.pk)


class LeagueClubAgree(LeagueClubRoute, path="leagues/<slug:league>/clubs/<slug:part>/agree/"):
    """Agree, as an owner of that club, that it takes part."""

    post = Act(Right.CLUB, verb=leagues.agree_to_league)


class SeasonList(Collection, path="leagues/<slug:league>/seasons/"):
    """GET: List the seasons of a league, the newest first.

    Only keys of the club that runs it see drafts; keys of clubs that take part see private seasons.
    """

    shape = SeasonShape
    by_columns = True
    order = "-id"
    longest_body = 1024 * 1024
    fetch = through(league_for_viewer, league_for_director)
    get = Show(Right.READ)

    def rows(self) -> Any:
        return seasons_of_league(self.actor, self.target)

    @Add(Right.EVENTS, NewSeason, at="seasons/{}/")
    def post(self) -> Any:
        """Create a season as a draft, with its scheme, its first evenings and its members.

        A scheme that contradicts itself is refused, and so is an event of another rule family or of a club
        that does not take part. Then nothing is stored.
        """
        fields = dict(self.body)
        league = self.target
        fields["events"] = [event_to_enter(self.actor, league, ref) for ref in fields.get("events", ())]
        fields["players"] = players_to_enter(self.actor, league, fields.get("players", ()))
        return seasons.create_season(league.club, self.actor, league=league, **fields)
