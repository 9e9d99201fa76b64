"""Teams of a season: who is in them, who plays on an evening, and their table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from api import fields
from api.methods import Act, Add, Remove, Show, of_target, one_of, through
from api.people import LETTERS
from api.resources import Collection, Item
from api.rights import Right
from api.season_standings import PointsAsKept
from api.seasons import SeasonItem, SeasonRoute
from api.shapes import Answer, Columns, Flag, Id, Items, Moment, OnePage, Several, Shape, Text, Whole
from tournaments.clubs.access import by_id
from tournaments.clubs.verbs.people import LONGEST_NAME
from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.seasons.access import season_for_viewer
from tournaments.seasons.verbs.checks import LARGEST_NUMBER
from tournaments.seasons.verbs.facts import evenings_of
from tournaments.teams import models
from tournaments.teams.access import (
    evening_for_line_ups,
    line_up_for_captain,
    line_up_for_viewer,
    team_for_captain,
    team_for_director,
    team_for_viewer,
)
from tournaments.teams.verbs import checks, line_ups, teams
from tournaments.teams.verbs.checks import club_of_league, scheme_of
from tournaments.teams.verbs.showing import line_ups_for
from tournaments.teams.verbs.tables import figures_of, team_table_of

if TYPE_CHECKING:
    from tournaments.seasons.models import Season


POINTS = "Series points of the places 1, 2, 3 ... Empty: n - 1 for the first of n teams, 0 for the last."
SHORT = "For narrow tables."
CLUB = "The slug of the club whose team it is. Null: of no club."
JOINED = "The number of the first evening on which they can play for the team."
LEFT = "The number of the last evening. 0: none at all. Null: until the end."
PLACE = "The place in the line-up, from 1."
FROM = "The first series in this place. 1: they were handed in; later: a substitute."
MOST_IN_LINE_UP = 20


class TeamSchemeEdit(Columns):
    """How teams count in a season."""

    row = models.TeamScheme
    settings = teams.SCHEME_SETTINGS

    points = Several(POINTS, child=Whole(least=0, most=1000), max_length=1000, most=100, required=False)


class TeamSchemeShape(Answer):
    """How teams count in a season."""

    shows = TeamSchemeEdit

    points = Items(POINTS, child=fields.Float(), source="points_in_numbers")


class TeamMemberShape(Answer):
    """Somebody in a team."""

    id = Id()
    player = Id(source="member.player_id")
    name = fields.Str(source="member.player.public_name")
    captain = fields.Bool()
    joined = fields.Int(JOINED)
    left = fields.Int(LEFT, null=True)


class TeamShape(Answer):
    """A team of a season, with all who are or were in it."""

    id = Id()
    season = Id(source="season_id")
    number = fields.Int("The order in which equal ones are listed.")
    name = fields.Str()
    short_name = fields.Str(SHORT)
    club = fields.Str(CLUB, source="club.slug", null=True)
    members = TeamMemberShape(many=True)


class TeamFields(Shape):
    name = Text(LETTERS, max_length=400, longest=LONGEST_NAME)
    short_name = Text(SHORT, max_length=100, longest=checks.LONGEST_SHORT_NAME, required=False)
    club = Text(CLUB, max_length=100, required=False, null=True)


class NewTeam(TeamFields):
    players = Several(
        "The ids of players who are members of the season.",
        max_length=1000,
        most=checks.MOST_IN_A_TEAM,
        required=False,
    )


class TeamEdit(TeamFields):
    pass


class NewTeamMembers(Shape):
    players = Several(
        "The ids of players who are members of the season.",
        min_length=1,
        max_length=1000,
        most=checks.MOST_IN_A_TEAM,
    )
    joined = Whole(f"{JOINED} Default: 1.", required=False, bounds=(1, LARGEST_NUMBER))


class TeamMemberEdit(Shape):
    joined = Whole(JOINED, bounds=(1, LARGEST_NUMBER))
    left = Whole(LEFT, null=True, bounds=(0, LARGEST_NUMBER))
    captain = Flag("A new captain takes the place of the one before.")


class LineUpPlaceShape(Answer):
    """Who has a place of a line-up."""

    place = fields.Int(PLACE, source="number")
    player = Id(source="player_id")
    name = fields.Str()
    from_series = fields.Int(FROM)


class LineUpShape(Answer):
    """Who plays for a team on an evening."""

    id = Id()
    team = Id(source="team_id")
    evening = Id(source="evening_id")
    handed_in_at = Moment()
    revealed_at = Moment("When all line-ups were in, or a director revealed them. Null: not yet.", null=True)
    places = LineUpPlaceShape(many=True)


class LineUpsShape(OnePage):
    """The line-ups of an evening."""

    results = LineUpShape(many=True)


class NewLineUp(Shape):
    team = fields.Uuid("The id of the team.")
    players = Several("The ids of the players in places 1, 2, 3 ...", max_length=1000, most=MOST_IN_LINE_UP)


class NewSubstitute(Shape):
    place = Whole(PLACE, bounds=(1, MOST_IN_LINE_UP))
    player = Text("The id of the player who comes in.", max_length=60)
    from_series = Whole(
        "The first series that they play. Default: the next one.", required=False, bounds=(2, 50)
    )


class TeamRowShape(Answer):
    """A line of the table of teams."""

    place = fields.Int("Shared by equal teams.")
    team = Id()
    name = fields.Str()
    short_name = fields.Str()
    points = PointsAsKept("Series points, or what the best members are worth.")
    against = PointsAsKept("In matches: the series points that the team missed.")
    game_points = PointsAsKept("In matches: net chips.")
    days_won = PointsAsKept("Evenings won; a shared first place counts in parts.")
    played = fields.Int("Evenings played.")
    decided_by = fields.Str("What decided the place.")


class TeamSeriesShape(Answer):
    """A team in one series of a match."""

    number = fields.Int()
    people = fields.Int("So many people played for the team.")
    plays = fields.Bool("They were enough.")
    place = fields.Int()
    points = PointsAsKept()
    game_points = PointsAsKept()


class TeamResultShape(Answer):
    """What a team has from one evening."""

    match = fields.Int("Teams with the same number played each other, from 1.")
    team = Id()
    place = fields.Int()
    points = PointsAsKept()
    game_points = PointsAsKept("0 with `best`.")
    series = TeamSeriesShape(many=True, help_text="Empty with `best`.")
    counted = fields.Strs("With `best`: the ids of the players who count, the best first.")


class TeamEveningShape(Answer):
    """The results of the teams on one evening."""

    evening = Id()
    number = fields.Int()
    counts = fields.Bool("It is a part of the table.")
    results = TeamResultShape(many=True)


class TeamTableShape(Answer):
    """The table of teams of a season, and the results of its evenings."""

    season = Id()
    result = fields.Choice(models.TeamResult.values, models.TeamScheme.result.field.help_text)
    lines = TeamRowShape(many=True)
    evenings = TeamEveningShape(many=True)


def _with_club(body: Mapping[str, Any], season: Season) -> dict[str, Any]:
    """The body with the row of the club that it names."""
    if body.get("club") is None:
        return dict(body)
    return {**body, "club": club_of_league(season.league, body["club"])}


class TeamScheme(SeasonItem, path="seasons/<slug:season>/team-scheme/"):
    """GET: Get how teams count in a season."""

    shape = TeamSchemeShape
    get = Show(Right.READ)
    data = of_target(scheme_of)

    @Act(Right.EVENTS, TeamSchemeEdit)
    def put(self) -> Any:
        """Change how teams count in a season. What is left out stays as it is."""
        settings = dict(self.body)
        if "points" in settings:
            settings["points"] = [1000 * points for points in settings["points"]]
        teams.set_team_scheme(self.target, self.actor, **settings)
        return self.target


class TeamList(SeasonRoute, Collection, path="seasons/<slug:season>/teams/"):
    """GET: List the teams of a season with their members."""

    shape = TeamShape
    get = Show(Right.READ)

    def rows(self) -> Any:
        return teams.with_members(teams.teams_of(self.target))

    @Add(Right.EVENTS, NewTeam, at="teams/{}/")
    def post(self) -> Any:
        """Make a team. Its members are members of the season, and of no other team of it."""
        team = teams.make_team(self.target, self.actor, **_with_club(self.body, self.target))
        return team_for_viewer(self.actor, team.pk)


class TeamItem(Item):
    """A team. Viewers of its season can read, directors can change."""

    shape: ClassVar[type[Shape]] = TeamShape
    held_by = "season"
    fetch = through(team_for_viewer, team_for_director)


class TeamOne(TeamItem, path="teams/<slug:team>/"):
    """GET: Get a team with its members.

    DELETE: Remove a team that was made by mistake, and has handed in no line-up.
    """

    get = Show(Right.READ)
    delete = Remove(Right.EVENTS, verb=teams.remove_team)

    @Act(Right.EVENTS, TeamEdit)
    def patch(self) -> Any:
        """Change the name, the short name or the club of a team."""
        teams.edit_team(self.target, self.actor, **_with_club(self.body, self.target.season))
        return self.fetch(*self.kwargs.values())


class TeamMembers(TeamItem, path="teams/<slug:team>/members/"):
    """Take members of the season into a team. If one cannot be taken, none is.

    Nobody is in two teams of one season, also after they have left one.
    """

    post = Act(Right.EVENTS, NewTeamMembers, teams.add_team_members)


class TeamMemberOne(Item, path="teams/<slug:team>/members/<slug:member>/"):
    """GET: Get somebody who is or was in a team.

    PATCH: Say from which and until which evening somebody is in a team, or make them its captain.

    DELETE: Take somebody out of a team who was put there by mistake, and has been in no line-up.

    While the team has a line-up that is hidden, nobody can be taken out of it, in the line-up or not.
    """

    shape = TeamMemberShape
    held_by = "team.season"
    get = Show(Right.READ)
    patch = Act(Right.EVENTS, TeamMemberEdit, teams.edit_team_member)
    delete = Remove(Right.EVENTS, verb=teams.remove_team_member)
    fetch = one_of(lambda team: team.members.select_related("member__player"), TeamItem.fetch)


class TeamTable(SeasonRoute, Item, path="seasons/<slug:season>/team-table/"):
    """Get the table of the teams of a season, with the results of each evening.

    Evenings that are not over are shown so far, and are no part of the table.
    """

    shape = TeamTableShape
    get = Show(Right.READ)

    def data(self) -> Any:
        return figures_of(team_table_of(self.target))


class TeamUnknown(Invalid):
    """The season has no such team."""

    sentence = gettext_noop("The season has no such team.")


class LineUpList(Collection, path="seasons/<slug:season>/evenings/<slug:evening>/lineups/"):
    """GET: List the line-ups of an evening that you may see.

    All of them, when all teams have handed in theirs, when a director has revealed them, or when the first
    series has begun. Before that, those of your own team, and those that you have handed in.
    """

    shape = LineUpShape
    get = Show(Right.READ)

    def fetch(self, season: str, evening: str) -> Any:
        parent = season_for_viewer(self.actor, season)
        if self.method == "GET":
            return by_id(evenings_of(parent), evening)
        return evening_for_line_ups(self.actor, parent, evening)

    def rows(self) -> Any:
        return line_ups_for(self.actor).filter(evening=self.target)

    @Add(Right.RESULTS, NewLineUp, at="lineups/{}/")
    def post(self) -> Any:
        """Hand in who plays for a team on an evening, as its captain or as a director of the season.

        A second line-up of a team replaces its first. When the last team has handed in, everybody sees all
        line-ups. A team without a line-up can still hand in when series have begun: it plays from the next
        one on.
        """
        team = team_for_captain(self.actor, self.body["team"])
        if team.season_id != self.target.season_id:
            raise TeamUnknown(field="team")
        line_up = line_ups.hand_in_line_up(team, self.target, self.actor, self.body["players"])
        return line_up_for_viewer(self.actor, line_up.pk)


class LineUpReveal(Item, path="seasons/<slug:season>/evenings/<slug:evening>/lineups/reveal/"):
    """Show everybody the line-ups that are in, although some are missing."""

    shape = LineUpsShape
    held_by = "season"
    fetch = one_of(evenings_of, SeasonRoute.fetch)
    post = Act(Right.EVENTS, verb=line_ups.reveal_line_ups)

    def data(self) -> Any:
        rows = line_ups_for(self.actor).filter(evening=self.target)
        return list(rows)


class LineUpOne(Item, path="lineups/<slug:lineup>/"):
    """Get a line-up that you may see."""

    shape = LineUpShape
    fetch = through(line_up_for_viewer)
    get = Show(Right.READ)


class LineUpSubstitutes(Item, path="lineups/<slug:lineup>/substitutes/"):
    shape = LineUpShape
    held_by = "evening.event"
    fetch = through(line_up_for_captain)

    @Act(Right.RESULTS, NewSubstitute)
    def post(self) -> None:
        """Let somebody of the team take a place from the next series on, or from a later one."""
        line_ups.substitute(self.target, self.actor, **self.body)
