"""Longer searches for a better draw, done by the workers."""

from __future__ import annotations

from rest_framework import serializers

from .base import Id, Moment, Shape, Whole
from .rounds import Seen

SEARCH_STATUSES = ["running", "done", "stopped", "taken"]


class SearchShape(Shape):
    """A search for a better draw of a round that is not published, as far as it has come."""

    id = Id()
    round = Id(source="round_id")
    draw = serializers.IntegerField(read_only=True, help_text="The round's draw that it began from.")
    status = serializers.ChoiceField(SEARCH_STATUSES, read_only=True)
    seed = serializers.IntegerField(read_only=True)
    moves_planned = serializers.IntegerField(read_only=True, help_text="Swaps to be tried.")
    moves_done = serializers.IntegerField(read_only=True)
    repeats_now = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="Repeats of the whole stage as it is planned with the draw; null: it is not planned.",
    )
    repeats_best = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="Repeats of the best plan that was found; null before one was.",
    )
    repeats_least = serializers.IntegerField(read_only=True, help_text="Repeats that no plan could avoid.")
    proved = serializers.BooleanField(read_only=True, help_text="Nothing better than the best can be found.")
    takeable = serializers.BooleanField(read_only=True, help_text="Something better than the draw was found.")
    started_at = Moment()
    updated_at = Moment()


class NewSearch(Seen):
    """How long to search."""

    moves = Whole(
        required=False,
        min_value=1,
        max_value=2**53,
        help_text="Swaps to be tried; left out: as many as is usual.",
    )
