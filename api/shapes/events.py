"""Events, entries, adjustments."""

from typing import Any

from rest_framework import serializers

from .base import Flag, Id, Moment, Object, OneOf, Shape, Text, Whole
from .stages import NewStage

STATUSES = ["draft", "open", "running", "finished"]
VISIBILITIES = ["private", "unlisted", "public"]
SCORINGS = ["chips", "average", "place", "points"]
ENTRY_STATUSES = ["registered", "checked_in", "withdrawn"]


class EventShape(Shape):
    """A tournament or league night."""

    id = Id()
    slug = serializers.CharField(read_only=True)
    club = serializers.CharField(source="club.slug", read_only=True)
    name = serializers.CharField(read_only=True)
    status = serializers.ChoiceField(STATUSES, read_only=True)
    visibility = serializers.ChoiceField(VISIBILITIES, read_only=True)
    starts_on = serializers.DateField(read_only=True, allow_null=True)
    rules = Object(read_only=True, help_text="A preset with overrides, as they were given.")
    frozen_rules = Object(read_only=True, allow_null=True, help_text="Every switch, from the start on.")
    starting_chips = serializers.IntegerField(
        read_only=True, help_text="Chips a seat brings, with `table` purses."
    )
    size = serializers.IntegerField(read_only=True, help_text="Preferred seats a table.")
    least = serializers.IntegerField(read_only=True)
    most = serializers.IntegerField(read_only=True)
    rounds_planned = serializers.IntegerField(
        read_only=True, help_text="Of all stages together; 0: not known yet."
    )
    deals_per_round = serializers.IntegerField(read_only=True)
    scoring = serializers.ChoiceField(SCORINGS, read_only=True)
    points = Object(read_only=True, help_text='With `points`: what each place earns, {"4": [5, 3, 2, 1]}.')
    tie_breaks = serializers.ListField(child=serializers.CharField(), read_only=True)
    two_agree = serializers.BooleanField(
        read_only=True, help_text="A deal counts once a second person confirms it: `/tables/{id}/claims/`."
    )
    pace_ms = serializers.IntegerField(read_only=True, help_text="Milliseconds between two deals of bots.")
    auto_draw = serializers.BooleanField(
        read_only=True, help_text="Rounds are drawn, published, closed by themselves."
    )
    encore = serializers.BooleanField(
        read_only=True, help_text="With `auto_draw`: it begins again when it is over."
    )
    version = serializers.IntegerField(
        read_only=True, help_text="Grows with each change that standings depend on."
    )
    created_at = Moment()
    started_at = Moment(allow_null=True)
    finished_at = Moment(allow_null=True)


class Points(serializers.DictField):
    """What each place earns, by the number of seats."""

    child = serializers.ListField(child=Whole(min_value=0, max_value=1_000_000), max_length=10)
    default_error_messages = {"bad_size": "Tables are named by their number of seats, “2” to “10”."}

    def to_internal_value(self, data: Any) -> Any:
        points = super().to_internal_value(data)
        if not set(points) <= {str(size) for size in range(2, 11)}:
            self.fail("bad_size")
        return points


class EventFields(Shape):
    """What a director decides about an event. What it may be is the verbs' business (422)."""

    visibility = OneOf(VISIBILITIES, required=False)
    starts_on = serializers.DateField(required=False, allow_null=True)
    rules = Object(required=False, help_text='`{"preset": NAME}` with any overrides, or every switch.')
    starting_chips = Whole(required=False)
    size = Whole(required=False)
    least = Whole(required=False)
    most = Whole(required=False)
    rounds_planned = Whole(
        required=False, help_text="Of an event with one stage: with several, each stage has its own."
    )
    deals_per_round = Whole(required=False)
    scoring = OneOf(SCORINGS, required=False)
    points = Points(required=False)
    tie_breaks = serializers.ListField(child=Text(max_length=40), max_length=20, required=False)
    two_agree = Flag(required=False, help_text="A deal counts once a second person confirms it.")
    pace_ms = Whole(required=False)
    auto_draw = Flag(required=False)
    encore = Flag(required=False)


class NewEvent(EventFields):
    name = Text(max_length=200)
    slug = serializers.SlugField(
        max_length=80, required=False, help_text="Made of the name if it is not given."
    )
    stages = NewStage(
        many=True, required=False, help_text="In the order of playing; left out: one rotation of all rounds."
    )


class EventEdit(EventFields):
    name = Text(max_length=200)
    status = OneOf(
        ["open"], help_text="Opens a draft. For the rest there are `start`, `finish` and `reopen`."
    )


class Reopening(Shape):
    reason = Text(max_length=200, required=False)


class EntryShape(Shape):
    """A player in an event."""

    id = Id()
    number = serializers.IntegerField(read_only=True, help_text="1, 2, ... in the order of entering.")
    player = Id(source="player_id")
    name = serializers.CharField(source="player.public_name", read_only=True)
    bot = serializers.CharField(source="player.bot", read_only=True)
    status = serializers.ChoiceField(ENTRY_STATUSES, read_only=True)
    from_round = serializers.IntegerField(read_only=True, help_text="The round that the status counts from.")
    seeding = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="1 is the strongest; null: after those who have one.",
    )


class NewEntries(Shape):
    players = serializers.ListField(
        child=Text(max_length=400),
        min_length=1,
        max_length=10_000,
        help_text="Players of the roster by id or name; a name that it lacks makes a new player.",
    )
    checked_in = Flag(required=False, help_text="They are here: they are seated from the next draw on.")


class EnteredShape(Shape):
    """The entries that were made, in the order asked for."""

    results = EntryShape(many=True, read_only=True)
    next = serializers.CharField(read_only=True, allow_null=True, help_text="Always null.")


class SeededShape(Shape):
    """The entries that have a seeding, the strongest first."""

    results = EntryShape(many=True, read_only=True)
    next = serializers.CharField(read_only=True, allow_null=True, help_text="Always null: there is one page.")


class EntryEdit(Shape):
    status = OneOf(ENTRY_STATUSES)
    seeding = Whole(
        allow_null=True, help_text="Its place among the seeded, the others move; null: it has none."
    )


class Seeding(Shape):
    """Who are the strongest."""

    order = serializers.ListField(
        child=Text(max_length=60),
        max_length=10_000,
        help_text="Entries' ids, the strongest first; who is left out has no seeding.",
    )


class AdjustmentShape(Shape):
    """A director's penalty or correction."""

    id = Id()
    entry = Id(source="entry_id")
    name = serializers.CharField(source="entry.player.public_name", read_only=True)
    round = serializers.IntegerField(
        source="round.number",
        allow_null=True,
        read_only=True,
        help_text="The round's number; null: outside any.",
    )
    chips = serializers.IntegerField(read_only=True)
    reason = serializers.CharField(read_only=True)
    author = serializers.CharField(
        source="author.username",
        allow_null=True,
        read_only=True,
        help_text="The member who gave it; null: it came with an imported event.",
    )
    created_at = Moment()
    cancelled_at = Moment(allow_null=True)
    cancelled_by = serializers.CharField(
        source="cancelled_by.username",
        allow_null=True,
        read_only=True,
        help_text="The member who cancelled it.",
    )


class NewAdjustment(Shape):
    entry = serializers.UUIDField(help_text="The entry's id.")
    chips = Whole(help_text="Given, or taken if negative.")
    reason = Text(max_length=200)
    round = Whole(required=False, allow_null=True, help_text="A round's number.")
