"""Many deals in one request."""

from rest_framework import serializers

from .base import Id, Shape, Text, Whole
from .claims import ClaimShape
from .problems import Problem
from .results import DealBody, DealShape

MOST_DEALS = 500


class DealOfMany(DealBody):
    table = Text(max_length=60, help_text="The id of the table.")
    number = Whole(min_value=1, help_text="The number of the deal at its table.")


class ManyDeals(Shape):
    deals = serializers.ListField(child=DealOfMany(), min_length=1, max_length=MOST_DEALS)


class DealDone(Shape):
    """The result for one deal: status and body of its PUT."""

    table = Id()
    number = serializers.IntegerField(read_only=True)
    status = serializers.IntegerField(
        read_only=True,
        help_text="201: recorded. 200: already recorded. 202: waits for a second person. Others: refused.",
    )
    deal = DealShape(read_only=True, allow_null=True)
    claim = ClaimShape(read_only=True, allow_null=True)
    problem = Problem(read_only=True, allow_null=True)


class ManyDone(Shape):
    """The result for each deal, in the order of the request."""

    results = DealDone(many=True, read_only=True)
