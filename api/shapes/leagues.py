"""Leagues, the clubs that take part in them, seasons and their divisions."""

from rest_framework import serializers

from tournaments.clubs.verbs.players import LONGEST_TITLE
from tournaments.seasons.verbs import divisions, seasons
from tournaments.seasons.verbs.members import MOST_MEMBERS

from .base import Flag, Id, Moment, Object, OneOf, Several, Shape, Text, Whole
from .events import STATUSES, VISIBILITIES

PRESET = "The preset of the rules of all its events. `none`: other chip games, with totals only."
SCHEME = (
    "The switches of the season. What is left out has its default. `worth`: what an evening is worth, "
    "`points` (by place, from the list `points`, then `beyond`; the default is 10 8 6 5 4 3 2 1), "
    "`linear` (1000(n-p)/(n-1)), `root` (10√n/√p), `tables` (place points at the tables), `even` "
    "(evened chips), `net_root` (square root of the net chips) or `score` (the score of the evening). "
    "`among`: places count among `all` or `members`. `planned`, `best`, `struck`, `mean_from`: which "
    'evenings count. `decay`: [[days, "2/3"], ...]. `bonus`, `least_ranked`, `least_final` (in '
    "`evenings` or `deals`: `least_in`): attendance. `excused`, `unexcused`, `organiser`: an absence is"
    " worth `nothing`, the `mean` or a `fixed` number (`excused_points`, ...). `ties`: what separates "
    "equal scores. `final`: so many play it; `carry`, `carry_points`, `carry_step`: what they take "
    "along. Frozen when the season starts."
)
ENROLS = "Whoever plays one of its evenings becomes a member. Default: true."
EVENTS = "Ids or slugs of events, in the order of the calendar."
PLAYERS = "Ids of players."
SIZE = "How many people it has in the next season. Null: as many as now."


class LeagueShape(Shape):
    """A league of one club: its seasons over the years."""

    id = Id()
    name = serializers.CharField(read_only=True)
    club = serializers.CharField(source="club.slug", read_only=True, help_text="The club that runs it.")
    preset = serializers.CharField(read_only=True, help_text=PRESET)
    created_at = Moment()


class NewLeague(Shape):
    name = Text(max_length=200, longest=LONGEST_TITLE)
    preset = Text(max_length=100, required=False, help_text=f"{PRESET} Default: `pagat`.")


class LeagueEdit(Shape):
    name = Text(max_length=200, longest=LONGEST_TITLE)


class LeagueClubShape(Shape):
    """Another club that was asked, or takes part."""

    id = Id()
    club = serializers.CharField(source="club.slug", read_only=True)
    name = serializers.CharField(source="club.name", read_only=True)
    asked_at = Moment()
    agreed_at = Moment(
        allow_null=True, help_text="When an owner of the club agreed. Null: it does not take part yet."
    )


class AskedClub(Shape):
    club = Text(max_length=100, help_text="The slug or id of the club.")


class SeasonShape(Shape):
    """Evenings that count together, by a scheme."""

    id = Id()
    slug = serializers.CharField(read_only=True)
    league = Id(source="league_id")
    club = serializers.CharField(
        source="league.club.slug", read_only=True, help_text="The club that runs it."
    )
    name = serializers.CharField(read_only=True)
    status = serializers.ChoiceField(STATUSES, read_only=True)
    visibility = serializers.ChoiceField(VISIBILITIES, read_only=True)
    scheme = Object(read_only=True, help_text=SCHEME)
    enrols = serializers.BooleanField(read_only=True, help_text=ENROLS)
    previous = Id(source="previous_id", allow_null=True, help_text="The season before it.")
    version = serializers.IntegerField(
        read_only=True, help_text="It grows with each change that the table depends on."
    )
    created_at = Moment()
    started_at = Moment(allow_null=True)
    finished_at = Moment(allow_null=True)


class SeasonFields(Shape):
    visibility = OneOf(VISIBILITIES, required=False, help_text="Default: `public`.")
    scheme = Object(required=False, help_text=SCHEME)
    enrols = Flag(required=False, help_text=ENROLS)


class NewSeason(SeasonFields):
    name = Text(max_length=200, longest=LONGEST_TITLE)
    events = serializers.ListField(
        child=Text(max_length=100), max_length=500, required=False, help_text=EVENTS
    )
    players = Several(
        child=Text(max_length=60), max_length=10_000, most=MOST_MEMBERS, required=False, help_text=PLAYERS
    )


class SeasonEdit(SeasonFields):
    name = Text(max_length=200, longest=LONGEST_TITLE)
    status = OneOf(
        ["draft", "open"],
        help_text="`open` announces a draft. `draft` sets a running season back, until it has ended once. "
        "Other changes: `start`, `moves` and `reopen`.",
    )


class SeasonReopening(Shape):
    reason = Text(max_length=400)


class DivisionShape(Shape):
    """A part of a season with a table of its own."""

    id = Id()
    number = serializers.IntegerField(read_only=True, help_text="1 is the highest division.")
    name = serializers.CharField(read_only=True)
    size = serializers.IntegerField(read_only=True, allow_null=True, help_text=SIZE)
    up = serializers.IntegerField(read_only=True, help_text="So many go up at the end.")
    down = serializers.IntegerField(read_only=True, help_text="So many go down at the end.")
    play_off = serializers.IntegerField(
        read_only=True, help_text="So many pairs play with the division below, after those who go down."
    )


class DivisionsShape(Shape):
    """The divisions of a season, the highest first."""

    results = DivisionShape(many=True, read_only=True)
    next = serializers.CharField(read_only=True, allow_null=True, help_text="Always null: there is one page.")


class NewDivision(Shape):
    name = Text(max_length=200, longest=LONGEST_TITLE)
    size = Whole(required=False, allow_null=True, bounds=(1, divisions.LARGEST), help_text=SIZE)
    up = Whole(required=False, bounds=(0, divisions.LARGEST), help_text="So many go up. Default: 0.")
    down = Whole(required=False, bounds=(0, divisions.LARGEST), help_text="So many go down. Default: 0.")
    play_off = Whole(
        required=False, bounds=(0, divisions.LARGEST), help_text="So many pairs play. Default: 0."
    )


class NewDivisions(Shape):
    """All divisions, the highest first."""

    divisions = Several(child=NewDivision(), max_length=1000, most=divisions.MOST)


class PlayOffsShape(Shape):
    """The play-offs among equal members that were noted, in their order."""

    results = serializers.ListField(
        child=serializers.DictField(child=serializers.IntegerField()),
        read_only=True,
        help_text="Each by player a number, more is better.",
    )
    next = serializers.CharField(read_only=True, allow_null=True, help_text="Always null: there is one page.")


class NewSeasonPlayOff(Shape):
    results = serializers.DictField(
        child=Whole(bounds=(-seasons.LARGEST_RESULT, seasons.LARGEST_RESULT)),
        help_text="By the id of a player a number, more is better. It counts with the tie-break `play_off`.",
    )
