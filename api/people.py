"""The players of a club. One human over the clubs: results, seasons, opponents."""

from __future__ import annotations

from typing import Any

from rest_framework.response import Response
from rest_framework.reverse import reverse

import games.services as games
from api import fields
from api.evenings import InPoints
from api.lists import page_of_list
from api.methods import Act, Add, Remove, Show, club_of, one_of, through
from api.resources import Collection, Item, Resource
from api.results import Number
from api.rights import Right
from api.shapes import Answer, Id, ListQuery, Moment, OneOf, Shape, Text
from tournaments.clubs.verbs import people
from tournaments.clubs.verbs.people import LONGEST_NAME, MOST_LETTERS, lock_player, players_of
from tournaments.seasons.access import (
    events_of_person,
    person_for_editing,
    person_for_viewer,
    seasons_of_person,
)
from tournaments.seasons.verbs.figures import opponents
from tournaments.seasons.verbs.results import evening_results, season_results

PERSON_VISIBILITIES = ["members", "public", "hidden"]
VISIBILITY = (
    "Who may see the person: `members` of their clubs, everybody (`public`), or nobody else (`hidden`)."
)


LETTERS = f"At most {MOST_LETTERS} letters, as people count them."


class PlayerShape(Answer):
    """A person or a bot in the club's roster."""

    id = Id()
    name = fields.Str("The name within the club.")
    public_name = fields.Str("The name on public pages.")
    bot = fields.Str("The policy of a bot. Empty: a person.")
    created_at = Moment()
    anonymised_at = Moment(null=True)


class NewPlayer(Shape):
    name = Text(LETTERS, max_length=400, longest=LONGEST_NAME)
    public_name = Text(LETTERS, max_length=400, longest=LONGEST_NAME, required=False)
    bot = Text(
        "The policy of a bot. Default: a person.",
        max_length=20,
        required=False,
        one_of=[bot.name for bot in games.bots()],
    )


class PlayerEdit(Shape):
    name = Text(LETTERS, max_length=400, longest=LONGEST_NAME)
    public_name = Text(LETTERS, max_length=400, longest=LONGEST_NAME)


class PlayerLinkShape(Answer):
    """The link by which an account takes a player. `token` is shown only in this response."""

    token = fields.Str()
    link = fields.Str("The page where the person says that it is them.")


class PlayersQuery(ListQuery):
    search = fields.Str("Part of the name.", max_length=100)
    bots = fields.Choice(["true", "false"], "`true`: only bots. `false`: only people.")


class PlayerOfPersonShape(Answer):
    """A player of a club who is this person."""

    player = Id(source="pk")
    club = fields.Str(source="club.slug")
    name = fields.Str(source="public_name")


class PersonShape(Answer):
    """One human over the clubs of this installation."""

    id = Id("Of their first player.", source="ref")
    name = fields.Str(source="public_name")
    visibility = fields.Choice(PERSON_VISIBILITIES, VISIBILITY)
    players = PlayerOfPersonShape(many=True)


class PersonEdit(Shape):
    visibility = OneOf(PERSON_VISIBILITIES, VISIBILITY)


class PersonResultShape(Answer):
    """A person in one event."""

    event = Id(source="event.pk")
    name = fields.Str(source="event.name")
    club = fields.Str(source="event.club.slug")
    starts_on = fields.Day(source="event.starts_on", null=True)
    entry = Id()
    place = fields.Int("Among people. Null: none.", null=True)
    people = fields.Int("How many people were ranked.")
    score = fields.Float()
    net = Number("Net chips.")
    deals = fields.Int("Deals played.")


class PersonSeasonShape(Answer):
    """A person in one season."""

    season = Id(source="season.pk")
    name = fields.Str(source="season.name")
    league = Id(source="season.league_id")
    club = fields.Str(source="season.league.club.slug")
    status = fields.Str(source="season.status")
    player = Id("By whom they are a member.", source="member.player_id")
    division = fields.Str("Empty: none.")
    place = fields.Int("As announced, if the season is finished.", null=True)
    people = fields.Int("How many are in the table.")
    points = InPoints(null=True)
    attended = fields.Int("Evenings played or organised.")
    move = fields.Str("At its end, such as `up`. Empty: none.")


class EstimateShape(Answer):
    """A figure with its 95 % interval."""

    mean = fields.Float("Null: there is no data.", null=True)
    low = fields.Float(null=True)
    high = fields.Float(null=True)


class OpponentShape(Answer):
    """Somebody who sat at a table with a person."""

    player = Id("The player with whom it happened last.", source="player.pk")
    name = fields.Str(source="player.public_name")
    club = fields.Str(source="player.club.slug")
    tables = fields.Int()
    deals = fields.Int()
    ahead = EstimateShape(help_text="The share of tables at which the person won more chips; equal is half.")
    difference = EstimateShape(help_text="How many chips more the person won, for each table.")


class PersonRoute(Resource):
    """A route about a person. Who may see them can read."""

    fetch = through(person_for_viewer, person_for_editing)


class PersonOne(PersonRoute, Item, path="people/<slug:person>/"):
    """GET: Get a person, by the id of one of their players.

    Members of the clubs of the person see them, unless the person is public or hidden.

    PATCH: Say who may see a person.

    The person can, and for somebody without an account an owner of one of their clubs.
    """

    shape = PersonShape
    get = Show(Right.READ)
    patch = Act(Right.CLUB, PersonEdit, people.set_visibility)

    def hold(self) -> None:
        """Lock the players of the person."""
        for player in sorted(self.target.players, key=lambda each: each.club_id):
            lock_player(player)


class PersonResults(PersonRoute, Collection, path="people/<slug:person>/results/"):
    """List the events of a person with places, the newest first.

    An event in which they played no deal is left out, so a page can be shorter than its limit.
    """

    shape = PersonResultShape
    order = "-id"
    get = Show(Right.READ)

    def rows(self) -> Any:
        # `complete` reads the rest, of the rows of a page.
        return self._events().values("id")

    def complete(self, rows: Any) -> Any:
        shown = self._events().filter(pk__in=[row["id"] for row in rows])
        shown = shown.only("name", "starts_on", "club__slug")
        results = evening_results(self.target, shown, limit=len(rows))
        return sorted(results, key=lambda result: result.event.pk, reverse=True)

    def _events(self) -> Any:
        return events_of_person(self.actor, self.target)


class PersonSeasons(PersonRoute, Collection, path="people/<slug:person>/seasons/"):
    """List the seasons of a person with places, the newest first."""

    shape = PersonSeasonShape
    order = "-id"
    get = Show(Right.READ)

    def rows(self) -> Any:
        return self._seasons().values("id")

    def complete(self, rows: Any) -> Any:
        shown = self._seasons().filter(pk__in=[row["id"] for row in rows])
        shown = shown.only("name", "status", "league__club__slug")
        results = season_results(self.target, shown)
        return sorted(results, key=lambda result: result.season.pk, reverse=True)

    def _seasons(self) -> Any:
        return seasons_of_person(self.actor, self.target)


class PersonOpponents(PersonRoute, Collection, path="people/<slug:person>/opponents/"):
    shape = OpponentShape

    @Show(Right.READ)
    def get(self) -> Any:
        """List with whom a person sat, most tables first: head to head in their newest 50 events.

        Intervals are 95 % intervals. Only events that you may see count.
        """
        rows = opponents(self.target, events_of_person(self.actor, self.target))
        page = page_of_list(
            rows, "ref", self.request, limit=self.query["limit"], cursor=self.query.get("cursor")
        )
        shape = self.shape(context={"view": self})
        return self.listed([shape.to_representation(row) for row in page.rows], page.next)


# ---- The roster of a club.


BOTS = {"true": True, "false": False}


class PlayerList(Collection, path="clubs/<slug:club>/players/"):
    """GET: List the players of a club.

    POST: Add a person or a bot to the roster.
    """

    shape = PlayerShape
    by_columns = True
    fetch = through(club_of("director"))
    get = Show(Right.EVENTS, query=PlayersQuery)
    post = Add(Right.EVENTS, NewPlayer, people.add_player)

    def rows(self) -> Any:
        return players_of(
            self.target, search=self.query.get("search", ""), bots=BOTS.get(self.query.get("bots", ""))
        )


class PlayerOne(Item, path="clubs/<slug:club>/players/<slug:player>/"):
    """GET: Get a player.

    PATCH: Change the name of a player, for the club or for the public.

    DELETE: Remove a player from the roster.

    Events in which the player took part stay as they are.
    """

    shape = PlayerShape
    held_by = "club"
    get = Show(Right.EVENTS)
    patch = Act(Right.EVENTS, PlayerEdit, people.edit_player)
    delete = Remove(Right.EVENTS, verb=people.remove_player)
    fetch = one_of(players_of, through(club_of("director")))


class PlayerLink(Item, path="clubs/<slug:club>/players/<slug:player>/link/"):
    """DELETE: Let a player have no account and no link. The account keeps its players of other clubs."""

    shape = PlayerLinkShape
    fetch = PlayerOne.fetch
    held_by = "club"
    delete = Remove(Right.EVENTS, verb=people.leave)

    def represent(self) -> Any:
        """Return the player: a link has the version of its player."""
        return PlayerOne.shape(self.target, context={"view": self}).data

    @Add(Right.EVENTS, without=("ETag",))
    def post(self) -> Any:
        """Make the link by which a person takes a player into their account.

        Whoever opens it can take the player into their account. It works once, and replaces the link before.
        You cannot get it again later.
        """
        token = people.make_link(self.target, self.actor)
        link = reverse("take_player", kwargs={"token": token}, request=self.request)
        return Response(
            PlayerLinkShape({"token": token, "link": link}).data, status=201, headers={"Location": link}
        )
