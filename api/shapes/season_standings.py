"""The table of a season, its honours, and its end."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.clubs.verbs.players import LONGEST_TITLE

from .base import Id, Moment, Object, Shape, Text
from .evenings import InPoints

STATES = ["counted", "struck", "missed", "missed_struck"]
OUTCOME_NAMES = ("worth", "state", "place", "reason")
OUTCOMES = {
    "type": "array",
    "items": {
        "type": "object",
        "required": list(OUTCOME_NAMES),
        "properties": {
            "worth": {"type": ["number", "null"], "description": "Null: it does not count at all."},
            "state": {"type": "string", "enum": STATES, "description": "`struck`: it does not count."},
            "place": {"type": "integer", "description": "The place of the evening. 0: none."},
            "reason": {"type": "string", "description": "Why it was missed. Empty: it was played."},
        },
    },
}
POINTS_OR_NULL = {"type": ["number", "null"]}
COVERS = "The version of each event that counts and that you can list."
AS_OF = "The table after the evenings up to this number. Default: the present one."


class SeasonStandingsQuery(Shape):
    as_of = serializers.IntegerField(required=False, min_value=1, max_value=1000, help_text=AS_OF)
    division = serializers.CharField(
        required=False, max_length=40, help_text="The id or number of a division. Default: all."
    )
    since = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        help_text="`moved` says who moved since this version. Default: since the one before.",
    )


@extend_schema_field(OUTCOMES)
class Outcomes(serializers.Field[Any, Any, Any, Any]):
    """What each evening gives, in the order of `evenings`."""

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field(POINTS_OR_NULL)
class PointsOrNull(serializers.Field[Any, Any, Any, Any]):
    """A number of points, or nothing."""

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field({"type": "number"})
class PointsAsKept(PointsOrNull):
    """A number of points."""


class SeasonRowShape(Shape):
    """A line of a table."""

    place = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="Shared by equal members. Null: too few evenings."
    )
    final = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="The place after the final. Null: it is not over."
    )
    player = Id()
    name = serializers.CharField(read_only=True)
    score = PointsAsKept(read_only=True, help_text="The evenings that count, `bonus`, `credits` and `start`.")
    bonus = PointsAsKept(read_only=True, help_text="For the evenings attended.")
    credits = PointsAsKept(read_only=True)
    start = PointsAsKept(read_only=True)
    attended = serializers.IntegerField(read_only=True, help_text="Evenings played or organised.")
    missed = serializers.IntegerField(read_only=True)
    trend = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="Places gained since the evening before."
    )
    metrics = Object(read_only=True, help_text="The figures of the tie-breaks of the scheme, by name.")
    decided_by = serializers.CharField(
        read_only=True, allow_null=True, help_text="The tie-break that separates it from the line above."
    )
    outcomes = Outcomes(read_only=True)


class SeasonTableShape(Shape):
    """The table of one division, or of the whole season."""

    division = Id(allow_null=True, help_text="Null: the season has no divisions.")
    name = serializers.CharField(read_only=True, help_text="The name of the division.")
    evenings = serializers.ListField(
        child=serializers.CharField(), read_only=True, help_text="The ids of the evenings that are over."
    )
    rows = SeasonRowShape(many=True, read_only=True)


class CoveredShape(Shape):
    event = Id()
    version = serializers.IntegerField(read_only=True)


class MovedShape(Shape):
    """Somebody whose place or score changed. Null: no place before, or none after."""

    player = Id()
    place_before = serializers.IntegerField(read_only=True, allow_null=True)
    place_after = serializers.IntegerField(read_only=True, allow_null=True)
    score_before = PointsOrNull(read_only=True)
    score_after = PointsOrNull(read_only=True)


class SeasonStandingShape(Shape):
    """The tables of a season at one version."""

    season = Id()
    version = serializers.IntegerField(
        read_only=True, help_text="The version of the season that it covers. 0: there is no table yet."
    )
    as_of = serializers.IntegerField(read_only=True, allow_null=True, help_text=AS_OF)
    computed_at = Moment(allow_null=True)
    covers = CoveredShape(many=True, read_only=True, help_text=COVERS)
    tables = SeasonTableShape(many=True, read_only=True)
    moved = MovedShape(many=True, read_only=True, help_text="Who moved, and from where.")


class HonourShape(Shape):
    """What a member had at the end of a season, and where they go. It stays as it was announced."""

    id = Id()
    player = Id(source="member.player_id")
    name = serializers.CharField(source="member.player.public_name", read_only=True)
    division = serializers.CharField(read_only=True, help_text="The name of the division. Empty: none.")
    place = serializers.IntegerField(read_only=True, allow_null=True, help_text="Null: too few evenings.")
    points = InPoints(help_text="In the table.")
    finalist = serializers.BooleanField(read_only=True, help_text="The final made the place.")
    move = serializers.CharField(read_only=True, help_text="Why they are in `next_division`, such as `up`.")
    next_division = serializers.CharField(read_only=True, help_text="Empty: none.")
    at = Moment()


class NewEnd(Shape):
    """What a director says at the end of a season."""

    leaving = serializers.ListField(
        child=Text(max_length=60),
        max_length=2000,
        required=False,
        help_text="Players who will not be in the next season. Who has withdrawn leaves anyway.",
    )
    newcomers = serializers.ListField(
        child=Text(max_length=60),
        max_length=2000,
        required=False,
        help_text="Players for the foot of its last division, in this order.",
    )
    winners = serializers.ListField(
        child=Text(max_length=60),
        max_length=2000,
        required=False,
        help_text="Who won a play-off between two divisions.",
    )
    next_name = Text(
        max_length=200,
        longest=LONGEST_TITLE,
        required=False,
        help_text="The name of the next season. Default: this name, numbered on.",
    )
    seen = Text(
        max_length=60,
        required=False,
        help_text="The `seen` of the dry run that you have seen. 409 if the end would differ from it.",
    )


class SeasonMoveShape(Shape):
    """Where somebody goes. Null: not in a division, or not in the season."""

    player = Id()
    name = serializers.CharField(read_only=True)
    before = serializers.CharField(read_only=True, allow_null=True)
    after = serializers.CharField(read_only=True, allow_null=True)
    reason = serializers.CharField(read_only=True, help_text="Such as `up`, `down`, `stays` or `slides_up`.")


class PairShape(Shape):
    """A play-off between two divisions."""

    above = serializers.CharField(read_only=True, help_text="The player who would stay above.")
    below = serializers.CharField(read_only=True, help_text="The player who would stay below.")
    winner = serializers.CharField(read_only=True, help_text="Empty: nobody has said who won.")


class NextDivisionShape(Shape):
    """The order of a division in the next season."""

    name = serializers.CharField(read_only=True)
    players = serializers.ListField(child=serializers.CharField(), read_only=True)
    reserves = serializers.ListField(child=serializers.CharField(), read_only=True)


class EndHonourShape(Shape):
    player = Id()
    name = serializers.CharField(read_only=True)
    division = serializers.CharField(read_only=True)
    place = serializers.IntegerField(read_only=True, allow_null=True)
    points = InPoints()
    finalist = serializers.BooleanField(read_only=True)


class SeasonEndShape(Shape):
    """The end of a season: everything that it does."""

    season = Id()
    next = Id(help_text="The draft of the next season.")
    next_name = serializers.CharField(read_only=True)
    seen = serializers.CharField(read_only=True, help_text="Names this end: send it back to do exactly this.")
    honours = EndHonourShape(many=True, read_only=True)
    moves = SeasonMoveShape(many=True, read_only=True)
    divisions = NextDivisionShape(many=True, read_only=True)
    pairs = PairShape(many=True, read_only=True)
    removed = serializers.ListField(
        child=Id(),
        read_only=True,
        help_text="Players who leave the draft of the next season, which is there after a reopening.",
    )
