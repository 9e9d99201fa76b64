"""Prizes and awards."""

from rest_framework import serializers

from tournaments.standings.verbs.prizes import LIMITS

from .base import Flag, Id, Several, Shape, Text, Whole

FIRST = "The best place that gets this prize, from 1."
LAST = "The last place that gets it. Each place from `first` to `last` gets the same."
WHAT = "What there is to win, such as `a ham`."
AMOUNT = 'An amount with two decimals at most, such as "12.50", for people who share a place to divide.'
TAG = "The places count among the entries with this tag. Empty: among all."
CURRENCY = "The currency of the amounts, such as `EUR`."
ONE_EACH = (
    "Nobody wins twice: who wins a prize for a place is passed over for tags, and who wins with a tag is "
    "passed over for later tags."
)


class PrizeShape(Shape):
    """A prize for one place or several, in the standing or among the entries with a tag."""

    first = serializers.IntegerField(read_only=True, help_text=FIRST)
    last = serializers.IntegerField(read_only=True, help_text=LAST)
    what = serializers.CharField(read_only=True, help_text=WHAT)
    amount = serializers.CharField(read_only=True, allow_null=True, help_text=AMOUNT)
    tag = serializers.CharField(read_only=True, help_text=TAG)


class PrizesShape(Shape):
    """The prizes of an event. Only directors see them."""

    currency = serializers.CharField(read_only=True, help_text=CURRENCY)
    one_each = serializers.BooleanField(read_only=True, help_text=ONE_EACH)
    prizes = PrizeShape(many=True, read_only=True)
    tags_of_nobody = serializers.ListField(
        child=serializers.CharField(),
        read_only=True,
        help_text="Tags in the list that no entry has. Perhaps one has a typing mistake.",
    )


class NewPrize(Shape):
    first = Whole(help_text=FIRST)
    last = Whole(required=False, help_text=LAST + " Default: `first`.")
    what = Text(max_length=200, longest=LIMITS["what"], required=False, allow_blank=True, help_text=WHAT)
    amount = Text(max_length=40, required=False, allow_blank=True, allow_null=True, help_text=AMOUNT)
    tag = Text(max_length=100, longest=LIMITS["tag"], required=False, allow_blank=True, help_text=TAG)


class NewPrizes(Shape):
    """The whole list of prizes."""

    currency = Text(
        max_length=40, longest=LIMITS["currency"], required=False, allow_blank=True, help_text=CURRENCY
    )
    one_each = Flag(required=False, help_text=ONE_EACH + " Default: true.")
    prizes = Several(child=NewPrize(), max_length=1000, most=LIMITS["prizes"])


class WinnerShape(Shape):
    """Who wins an award, alone or with others."""

    entry = Id()
    player = Id()
    name = serializers.CharField(read_only=True)
    amount = serializers.CharField(
        read_only=True, allow_null=True, help_text="The amount for this entry. Null: the award has no amount."
    )


class AwardShape(Shape):
    """What one entry wins, or several that share places."""

    tag = serializers.CharField(read_only=True, help_text=TAG)
    first = serializers.IntegerField(read_only=True, help_text="The best place that they share.")
    last = serializers.IntegerField(read_only=True, help_text="The last place that they share.")
    winners = WinnerShape(many=True, read_only=True)
    each = serializers.ListField(
        child=serializers.CharField(), read_only=True, help_text="What each of them gets."
    )
    together = serializers.ListField(
        child=serializers.CharField(), read_only=True, help_text="What they share and must divide themselves."
    )


class AwardsShape(Shape):
    """Who gets what. Before the event is finished, only directors see who would."""

    event = Id()
    final = serializers.BooleanField(read_only=True, help_text="Whether the event is finished.")
    currency = serializers.CharField(read_only=True, help_text=CURRENCY)
    awards = AwardShape(many=True, read_only=True)
