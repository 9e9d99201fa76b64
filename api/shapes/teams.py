"""Teams of a season, their line-ups, and their table."""

from rest_framework import serializers

from tournaments.clubs.verbs.players import LONGEST_NAME
from tournaments.seasons.verbs.checks import LARGEST_NUMBER
from tournaments.teams.verbs import checks
from tournaments.teams.verbs.teams import LARGEST_BEST

from .base import Flag, Id, Moment, OneOf, Several, Shape, Text, Whole
from .clubs import LETTERS
from .season_standings import PointsAsKept

RESULTS = ["best", "match"]
RESULT = (
    "What makes the result of a team on an evening: `best`, the sum of what its best members are worth; "
    "`match`, series points against the other teams."
)
BEST = "With `best`: so many members of a team count."
SIZE = "So many people play for a team at once."
LEAST = "With fewer people a team does not play."
SUBSTITUTIONS = "The most substitutions of a team on a match day."
POINTS = "Series points of the places 1, 2, 3 ... Empty: n - 1 for the first of n teams, 0 for the last."
SHORT = "For narrow tables."
CLUB = "The slug of the club whose team it is. Null: of no club."
JOINED = "The number of the first evening on which they can play for the team."
LEFT = "The number of the last evening. 0: none at all. Null: until the end."
PLACE = "The place in the line-up, from 1."
FROM = "The first series in this place. 1: they were handed in; later: a substitute."
MOST_IN_LINE_UP = 20


class TeamSchemeShape(Shape):
    """How teams count in a season."""

    result = serializers.ChoiceField(RESULTS, read_only=True, help_text=RESULT)
    best = serializers.IntegerField(read_only=True, help_text=BEST)
    size = serializers.IntegerField(read_only=True, help_text=SIZE)
    least = serializers.IntegerField(read_only=True, help_text=LEAST)
    substitutions = serializers.IntegerField(read_only=True, help_text=SUBSTITUTIONS)
    points = serializers.ListField(
        child=serializers.FloatField(), source="points_in_numbers", read_only=True, help_text=POINTS
    )


class TeamSchemeEdit(Shape):
    result = OneOf(RESULTS, required=False, help_text=RESULT)
    best = Whole(required=False, bounds=(1, LARGEST_BEST), help_text=BEST)
    size = Whole(required=False, bounds=(1, MOST_IN_LINE_UP), help_text=SIZE)
    least = Whole(required=False, bounds=(1, MOST_IN_LINE_UP), help_text=LEAST)
    substitutions = Whole(required=False, bounds=(0, 100), help_text=SUBSTITUTIONS)
    points = Several(
        child=Whole(min_value=0, max_value=1000), max_length=1000, most=100, required=False, help_text=POINTS
    )


class TeamMemberShape(Shape):
    """Somebody in a team."""

    id = Id()
    player = Id(source="member.player_id")
    name = serializers.CharField(source="member.player.public_name", read_only=True)
    captain = serializers.BooleanField(read_only=True)
    joined = serializers.IntegerField(read_only=True, help_text=JOINED)
    left = serializers.IntegerField(read_only=True, allow_null=True, help_text=LEFT)


class TeamShape(Shape):
    """A team of a season, with all who are or were in it."""

    id = Id()
    season = Id(source="season_id")
    number = serializers.IntegerField(read_only=True, help_text="The order in which equal ones are listed.")
    name = serializers.CharField(read_only=True)
    short_name = serializers.CharField(read_only=True, help_text=SHORT)
    club = serializers.CharField(source="club.slug", read_only=True, allow_null=True, help_text=CLUB)
    members = TeamMemberShape(many=True, read_only=True)


class TeamFields(Shape):
    name = Text(max_length=400, longest=LONGEST_NAME, help_text=LETTERS)
    short_name = Text(max_length=100, longest=checks.LONGEST_SHORT_NAME, required=False, help_text=SHORT)
    club = Text(max_length=100, required=False, allow_null=True, help_text=CLUB)


class NewTeam(TeamFields):
    players = Several(
        child=Text(max_length=60),
        max_length=1000,
        most=checks.MOST_IN_A_TEAM,
        required=False,
        help_text="The ids of players who are members of the season.",
    )


class TeamEdit(TeamFields):
    pass


class NewTeamMembers(Shape):
    players = Several(
        child=Text(max_length=60),
        min_length=1,
        max_length=1000,
        most=checks.MOST_IN_A_TEAM,
        help_text="The ids of players who are members of the season.",
    )
    joined = Whole(required=False, bounds=(1, LARGEST_NUMBER), help_text=f"{JOINED} Default: 1.")


class TeamMemberEdit(Shape):
    joined = Whole(bounds=(1, LARGEST_NUMBER), help_text=JOINED)
    left = Whole(allow_null=True, bounds=(0, LARGEST_NUMBER), help_text=LEFT)
    captain = Flag(help_text="A new captain takes the place of the one before.")


class LineUpPlaceShape(Shape):
    """Who has a place of a line-up."""

    place = serializers.IntegerField(source="number", read_only=True, help_text=PLACE)
    player = Id(source="player_id")
    name = serializers.CharField(read_only=True)
    from_series = serializers.IntegerField(read_only=True, help_text=FROM)


class LineUpShape(Shape):
    """Who plays for a team on an evening."""

    id = Id()
    team = Id(source="team_id")
    evening = Id(source="evening_id")
    handed_in_at = Moment()
    revealed_at = Moment(
        allow_null=True,
        help_text="When all line-ups were in, or a director revealed them. Null: not yet.",
    )
    places = LineUpPlaceShape(many=True, read_only=True)


class LineUpsShape(Shape):
    """The line-ups of an evening."""

    results = LineUpShape(many=True, read_only=True)
    next = serializers.CharField(read_only=True, allow_null=True, help_text="Always null.")


class NewLineUp(Shape):
    team = serializers.UUIDField(help_text="The id of the team.")
    players = Several(
        child=Text(max_length=60),
        max_length=1000,
        most=MOST_IN_LINE_UP,
        help_text="The ids of the players in places 1, 2, 3 ...",
    )


class NewSubstitute(Shape):
    place = Whole(bounds=(1, MOST_IN_LINE_UP), help_text=PLACE)
    player = Text(max_length=60, help_text="The id of the player who comes in.")
    from_series = Whole(
        required=False, bounds=(2, 50), help_text="The first series that they play. Default: the next one."
    )


class TeamRowShape(Shape):
    """A line of the table of teams."""

    place = serializers.IntegerField(read_only=True, help_text="Shared by equal teams.")
    team = Id()
    name = serializers.CharField(read_only=True)
    short_name = serializers.CharField(read_only=True)
    points = PointsAsKept(read_only=True, help_text="Series points, or what the best members are worth.")
    against = PointsAsKept(read_only=True, help_text="In matches: the series points that the team missed.")
    game_points = PointsAsKept(read_only=True, help_text="In matches: net chips.")
    days_won = PointsAsKept(read_only=True, help_text="Evenings won; a shared first place counts in parts.")
    played = serializers.IntegerField(read_only=True, help_text="Evenings played.")
    decided_by = serializers.CharField(read_only=True, help_text="What decided the place.")


class TeamSeriesShape(Shape):
    """A team in one series of a match."""

    number = serializers.IntegerField(read_only=True)
    people = serializers.IntegerField(read_only=True, help_text="So many people played for the team.")
    plays = serializers.BooleanField(read_only=True, help_text="They were enough.")
    place = serializers.IntegerField(read_only=True)
    points = PointsAsKept(read_only=True)
    game_points = PointsAsKept(read_only=True)


class TeamResultShape(Shape):
    """What a team has from one evening."""

    match = serializers.IntegerField(
        read_only=True, help_text="Teams with the same number played each other, from 1."
    )
    team = Id()
    place = serializers.IntegerField(read_only=True)
    points = PointsAsKept(read_only=True)
    game_points = PointsAsKept(read_only=True, help_text="0 with `best`.")
    series = TeamSeriesShape(many=True, read_only=True, help_text="Empty with `best`.")
    counted = serializers.ListField(
        child=serializers.CharField(),
        read_only=True,
        help_text="With `best`: the ids of the players who count, the best first.",
    )


class TeamEveningShape(Shape):
    """The results of the teams on one evening."""

    evening = Id()
    number = serializers.IntegerField(read_only=True)
    counts = serializers.BooleanField(read_only=True, help_text="It is a part of the table.")
    results = TeamResultShape(many=True, read_only=True)


class TeamTableShape(Shape):
    """The table of teams of a season, and the results of its evenings."""

    season = Id()
    result = serializers.ChoiceField(RESULTS, read_only=True, help_text=RESULT)
    lines = TeamRowShape(many=True, read_only=True)
    evenings = TeamEveningShape(many=True, read_only=True)
