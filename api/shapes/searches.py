"""Longer searches for a better draw."""

from __future__ import annotations

from rest_framework import serializers

from .base import Id, Moment, Shape, Whole
from .rounds import Seen

SEARCH_STATUSES = ["running", "done", "stopped", "taken"]


class SearchShape(Shape):
    """A search for a better draw of a round that is not published, with its progress."""

    id = Id()
    round = Id(source="round_id")
    draw = serializers.IntegerField(
        read_only=True, help_text="The draw of the round from which the search began."
    )
    status = serializers.ChoiceField(SEARCH_STATUSES, read_only=True)
    seed = serializers.IntegerField(read_only=True)
    moves_planned = serializers.IntegerField(read_only=True, help_text="Swaps to try.")
    moves_done = serializers.IntegerField(read_only=True)
    repeats_now = serializers.IntegerField(
        read_only=True,
        allow_null=True,
        help_text="Repeats in the whole stage, as planned with the present draw. Null: no plan.",
    )
    repeats_best = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="Repeats in the best plan so far. Null: none yet."
    )
    repeats_least = serializers.IntegerField(read_only=True, help_text="Repeats that no plan can avoid.")
    proved = serializers.BooleanField(read_only=True, help_text="It is proved that no better draw exists.")
    takeable = serializers.BooleanField(
        read_only=True, help_text="The search has a better draw than the present one."
    )
    started_at = Moment()
    updated_at = Moment()


class NewSearch(Seen):
    """The length of a search."""

    moves = Whole(
        required=False, min_value=1, max_value=2**53, help_text="Swaps to try. Default: the usual number."
    )
