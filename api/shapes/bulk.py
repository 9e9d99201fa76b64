"""Many deals at once."""

from rest_framework import serializers

from .base import Id, Shape, Text, Whole
from .claims import ClaimShape
from .problems import Problem
from .results import DealBody, DealShape

MOST_DEALS = 500


class DealOfMany(DealBody):
    table = Text(max_length=60, help_text="The table's id.")
    number = Whole(min_value=1, help_text="The deal's number at its table.")


class ManyDeals(Shape):
    deals = serializers.ListField(child=DealOfMany(), min_length=1, max_length=MOST_DEALS)


class DealDone(Shape):
    """What became of one deal: what its PUT would have answered."""

    table = Id()
    number = serializers.IntegerField(read_only=True)
    status = serializers.IntegerField(
        read_only=True, help_text="201: recorded; 200: it was already; 202: it waits for a second person."
    )
    deal = DealShape(read_only=True, allow_null=True)
    claim = ClaimShape(read_only=True, allow_null=True)
    problem = Problem(read_only=True, allow_null=True)


class ManyDone(Shape):
    """What became of each deal, in the order they were sent."""

    results = DealDone(many=True, read_only=True)
