"""What people need in the last round of an event."""

from rest_framework import serializers

from .base import Id, Shape

CHANCE = "From 0 to 1, in thousandths. 0 and 1 are rounded: only `certain` says that something is certain."


class GoalShape(Shape):
    """The chance to reach a place, or a better one."""

    place = serializers.IntegerField(read_only=True, help_text="1: to win.")
    chance = serializers.FloatField(read_only=True, help_text=CHANCE)
    certain = serializers.ChoiceField(
        choices=["sure", "out", "open"], read_only=True, help_text="Sure, out of reach, or open."
    )
    chips = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="With so many more chips from now on, the chance is one half. Null: the goal is certain or "
        "out of reach, or the score does not follow from chips alone.",
    )
    at_table = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="The worst place at the table that is enough for sure. Null: there is none, or the score "
        "does not follow from places.",
    )
    alone = serializers.BooleanField(
        read_only=True, help_text="Whether `at_table` is enough only for who does not share it."
    )


class EntryNeedsShape(Shape):
    """What one entry can still reach."""

    entry = Id()
    player = Id()
    name = serializers.CharField(read_only=True)
    win = GoalShape(read_only=True)
    top = GoalShape(read_only=True)


class EventNeedsShape(Shape):
    """The chances in the last round."""

    event = Id()
    round = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="The last round. Null: nothing can be told now."
    )
    drawn = serializers.BooleanField(read_only=True, help_text="Whether its tables are known.")
    top = serializers.IntegerField(read_only=True, help_text="The place of the second goal.")
    rows = EntryNeedsShape(many=True, read_only=True, help_text="The best chance to win first.")
