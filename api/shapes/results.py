"""Deals and what they leave: transfers, payouts, showdowns, standings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from .base import DryRun, Id, Moment, Object, Shape, Whole
from .formats import DOCUMENT, RESULT


@extend_schema_field(DOCUMENT)
class Document(Object):
    """A poch-deal/1 or poch-scorecard/1; the engine looks into it."""


@extend_schema_field({"type": "number"})
class Number(Object):
    """A number, whole if it is."""


class DealBody(Shape):
    """A deal as it was played. What the table knows (`rules dealer chips pools`) may be left out."""

    document = Document()
    seat = Whole(
        required=False,
        min_value=0,
        max_value=9,
        allow_null=True,
        help_text="For whom you speak, where two people must agree on a deal.",
    )


class DealShape(Shape):
    """A recorded deal."""

    id = Id()
    table = Id(source="table_id")
    number = serializers.IntegerField(read_only=True)
    revision = serializers.IntegerField(read_only=True, help_text="1; more after the number was voided.")
    kind = serializers.ChoiceField(["recorded", "void"], read_only=True)
    reason = serializers.CharField(read_only=True, help_text="Why it was voided, or corrected.")
    document = Document(read_only=True, help_text="As sent, completed from the table.")
    result = serializers.SerializerMethodField(help_text="A poch-result/1.")
    next_dealer = serializers.IntegerField(read_only=True)
    via = serializers.CharField(
        read_only=True, help_text="`page`, `api`, `link` (who sits there), or `task` (bots)."
    )
    event_version = serializers.IntegerField(read_only=True, help_text="The event's version that it made.")
    recorded_at = Moment()

    @extend_schema_field(RESULT)
    def get_result(self, deal: Any) -> dict[str, Any]:
        """The result, its transfers read from the ledger."""
        result: dict[str, Any] = deal.whole_result
        return result


class Voiding(DryRun):
    reason = serializers.CharField(required=False, max_length=200, help_text="Why, for the audit log.")


class TransferShape(Shape):
    """One movement of chips: the ledger's row."""

    id = Id()
    deal = serializers.IntegerField(
        source="deal.number", allow_null=True, read_only=True, help_text="The deal's number; null: no deal's."
    )
    revision = serializers.IntegerField(source="deal.revision", allow_null=True, read_only=True)
    seq = serializers.IntegerField(read_only=True, help_text="0, 1, ... within its deal.")
    chips = serializers.IntegerField(read_only=True)
    reason = serializers.CharField(
        read_only=True, help_text="As in a poch-result/1; also `start`, `issue`, `void`, `leftover`."
    )
    note = serializers.CharField(read_only=True)
    created_at = Moment()

    def get_fields(self) -> dict[str, Any]:
        """The accounts are `from` and `to`, as in a result: no names for a class in Python."""
        accounts = {
            "from": serializers.CharField(source="source.name", read_only=True),
            "to": serializers.CharField(source="target.name", read_only=True),
        }
        return {**accounts, **super().get_fields()}


class OfADeal(Shape):
    """Where a row belongs."""

    id = Id()
    round = serializers.IntegerField(source="deal.table.round.number", read_only=True)
    table = Id(source="deal.table_id")
    deal = serializers.IntegerField(
        source="deal.number", read_only=True, help_text="The deal's number at its table."
    )
    seat = serializers.IntegerField(source="seat.number", allow_null=True, read_only=True)
    entry = Id(source="seat.entry_id", allow_null=True)
    player = Id(source="seat.entry.player_id", allow_null=True)
    name = serializers.CharField(source="seat.entry.player.public_name", allow_null=True, read_only=True)


class PayoutShape(OfADeal):
    """A pool in a deal: to whom its chips went, or that they were carried over."""

    pool = serializers.CharField(read_only=True)
    chips = serializers.IntegerField(read_only=True)
    how = serializers.ChoiceField(["meld", "upcard", "pot", "out", "carried"], read_only=True)


class ShowdownShape(OfADeal):
    """One seat's part in a deal's Pochen."""

    stake = serializers.IntegerField(read_only=True)
    passed = serializers.BooleanField(read_only=True)
    kind = serializers.CharField(read_only=True, help_text="The set it showed; empty: none shown.")
    cards = serializers.CharField(read_only=True)
    pots = serializers.ListField(
        child=serializers.IntegerField(),
        read_only=True,
        help_text="The layers it had a share in winning, from 0.",
    )
    chips = serializers.IntegerField(read_only=True, help_text="Chips won.")


class StandingsQuery(Shape):
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=10_000, help_text="The standing kept at this round's close."
    )
    stage = serializers.CharField(required=False, max_length=60, help_text="A stage's id or number.")


class StandingRow(Shape):
    """One line of the ranking."""

    place = serializers.IntegerField(read_only=True)
    entry = Id()
    player = Id()
    name = serializers.CharField(read_only=True)
    score = Number(read_only=True)
    deals = serializers.IntegerField(read_only=True)
    rounds = serializers.IntegerField(read_only=True)
    metrics = serializers.DictField(child=serializers.IntegerField(allow_null=True), read_only=True)
    decided_by = serializers.CharField(
        read_only=True,
        help_text=(
            "What set this place apart: `score`, a tie-break, or `shared`; before these `stage` (who came to "
            "a later one), and in a knockout `reached` (a later round) and `last_round` (how they came in)."
        ),
    )
    stage = serializers.IntegerField(
        read_only=True, help_text="The number of the stage that the entry reached, whose score this is."
    )
    last = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="Net chips in the newest round that the entry played."
    )


class StandingShape(Shape):
    """The ranking of an event, or of one of its stages, at one version."""

    event = Id()
    version = serializers.IntegerField(
        read_only=True, help_text="The event's version that it covers; 0 before the first."
    )
    round = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="With `?round=`: the round at whose close it was kept."
    )
    stage = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="With `?stage=`: the stage's number; null: of the event."
    )
    computed_at = Moment(
        allow_null=True,
        help_text="null before the first, and of a stage: it is counted when asked for.",
    )
    rows = StandingRow(many=True, read_only=True)
