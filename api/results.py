"""The shapes of results: deals, totals, transfers, payouts, showdowns and standings."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api import fields
from api.formats import DOCUMENT, RESULT, STEPS, TOTAL
from api.shapes import Answer, DryRun, Id, Moment, Object, Shape, Whole


@extend_schema_field(DOCUMENT)
class Document(Object):
    """A poch-deal/1 or poch-scorecard/1. The engine checks it."""


@extend_schema_field({"type": "number"})
class Number(Object):
    """A number. Whole numbers have no decimal point."""


@extend_schema_field({"oneOf": [{"type": "number"}, {"type": "array", "items": {"type": "integer"}}]})
class Figure(Object):
    """The figure of a tie-break: a number, or for `countback` the numbers of first, second, ... places."""


@extend_schema_field({"$ref": "#/components/schemas/PochCount"})
class CountDocument(Object):
    """A poch-count/1. The engine checks it."""


class Speaking(Shape):
    """The seat that the sender speaks for. A guest always speaks for its own seat."""

    seat = Whole(
        required=False,
        min_value=0,
        max_value=9,
        allow_null=True,
        help_text="The seat that you speak for, if two people must agree.",
    )


class DealBody(Speaking):
    """A played deal. You can leave out `rules`, `dealer`, `chips` and `pools`: the table knows them."""

    document = Document()


class CountBody(Speaking):
    """The total of a table without its deals."""

    document = CountDocument()
    reason = fields.Str(
        "The reason of a correction. Without one, another total than the recorded one is refused.",
        required=False,
        max_length=200,
    )


class Revision(Answer):
    """A revision of a deal, or of the total of a table."""

    id = Id()
    table = Id(source="table_id")
    revision = fields.Int("1. Higher after a void or a correction.")
    kind = fields.Choice(["recorded", "void"])
    reason = fields.Str("The reason of a void or a correction.")
    via = fields.Str("How it was sent: `page`, `api`, `link` (a phone) or `task` (bots).")
    event_version = fields.Int("The version of the event after this revision.")
    recorded_at = Moment()


class DealShape(Revision):
    """A recorded deal."""

    number = fields.Int()
    seats = fields.Ints(
        "The numbers of the seats that played, in the order of the document. They differ from 0, 1, ... "
        "only if somebody has left in the middle of the round.",
        source="places",
    )
    document = Document(help_text="The document as it was sent, completed from the table.")
    result = serializers.SerializerMethodField(help_text="A poch-result/1.")
    next_dealer = fields.Int()

    @extend_schema_field(RESULT)
    def get_result(self, deal: Any) -> dict[str, Any]:
        """Return the result, with the transfers in the ledger."""
        result: dict[str, Any] = deal.whole_result
        return result


class CountShape(Revision):
    """The recorded total of a table."""

    document = CountDocument(help_text="The document as it was sent, with `board`.")
    result = serializers.SerializerMethodField(help_text="What the total means for each seat.")

    @extend_schema_field(TOTAL)
    def get_result(self, count: Any) -> dict[str, Any]:
        """Return the chips of each seat and of the board, with the transfers in the ledger."""
        return total_of(count.whole_result)


def total_of(result: dict[str, Any]) -> dict[str, Any]:
    """What a total means, without the dealers, which only the service needs."""
    shown = {name: result[name] for name in ("deals", "chips", "net", "transfers")}
    return {**shown, "board": result["pools"]["board"]}


class CountedTableShape(Answer):
    """A table whose total was entered without deals."""

    round = fields.Int()
    table = Id()
    number = fields.Int()


@extend_schema_field(STEPS)
class Steps(Object):
    """A poch-steps/1."""


class DealStepsShape(Answer):
    """A recorded deal step by step."""

    id = Id("The id of the deal.")
    table = Id(source="table_id")
    number = fields.Int()
    revision = fields.Int("The revision of the deal.")
    seats = fields.Ints(
        "The numbers of the seats that played, in the order of the document.", source="places"
    )
    watched = Steps(help_text="The deal step by step, a poch-steps/1.")


class Voiding(DryRun):
    reason = fields.Str("The reason, for the audit log.", required=False, max_length=200)


class TransferShape(Answer):
    """A transfer of chips: a row of the ledger."""

    id = Id()
    deal = fields.Int("The number of the deal. Null: no deal.", source="deal.number", null=True)
    revision = fields.Int(source="deal.revision", null=True)
    seq = fields.Int("0, 1, ... within the deal.")
    chips = fields.Int()
    reason = fields.Str("A reason of poch-result/1, or `start`, `issue`, `void`, `leftover`.")
    note = fields.Str()
    created_at = Moment()

    def get_fields(self) -> dict[str, Any]:
        """Add the accounts `from` and `to`, which cannot be attributes of a Python class."""
        accounts = {
            "from": fields.Str(source="source.name", read_only=True),
            "to": fields.Str(source="target.name", read_only=True),
        }
        return {**accounts, **super().get_fields()}


class DealRow(Answer):
    """A row that belongs to a deal and a seat."""

    id = Id()
    round = fields.Int(source="deal.table.round.number")
    table = Id(source="deal.table_id")
    deal = fields.Int("The number of the deal at its table.", source="deal.number")
    seat = fields.Int(source="seat.number", null=True)
    entry = Id(source="by_entry", null=True)
    player = Id(source="by_player", null=True)
    name = fields.Str(source="by_name", null=True)


class PayoutShape(DealRow):
    """A pool of a deal: the seat that took its chips, or that they were carried over."""

    pool = fields.Str()
    chips = fields.Int()
    how = fields.Choice(["meld", "upcard", "pot", "out", "carried"])


class ShowdownShape(DealRow):
    """The part of one seat in the Pochen of a deal."""

    stake = fields.Int()
    passed = fields.Bool()
    kind = fields.Str("The set that it showed. Empty: none.")
    cards = fields.Str()
    pots = fields.Ints("The pots that it won or shared, from 0.")
    chips = fields.Int("Chips won.")


class StandingsQuery(Shape):
    round = fields.Int(
        "The standing at the close of this round.", required=False, min_value=1, max_value=10_000
    )
    stage = fields.Str("The id or the number of a stage.", required=False, max_length=60)


class RoundOfRow(Answer):
    """What one round counts in a score."""

    round = fields.Int("0: the share of the score of earlier stages that this stage takes.")
    result = Number(
        allow_null=True,
        help_text="What the round is worth in the scoring. Null: a missed round that does not count.",
    )
    state = fields.Choice(
        ["counted", "struck", "missed", "missed_struck"],
        "A struck result does not count. `missed_struck`: a missed round whose value is struck.",
    )


@extend_schema_field(RoundOfRow(many=True))
class RoundsOfRow(Object):
    """The rounds of a score, as they are stored. A large event has thousands of them."""


class StandingRow(Answer):
    """One line of a standing."""

    place = fields.Int(
        "Null: the entry is not ranked, because it played fewer than `least_rounds` rounds.", null=True
    )
    entry = Id()
    player = Id()
    name = fields.Str()
    score = Number()
    deals = fields.Int()
    rounds = fields.Int()
    metrics = serializers.DictField(
        child=Figure(allow_null=True),
        help_text=(
            "The figures of the tie-breaks: a number, rounded to thousandths, or for `countback` how often "
            "the entry was first at a table, second, and so on. Null: it does not apply. `lots` are in the "
            "standing of a finished event only."
        ),
    )
    decided_by = fields.Str(
        "What decided this place: `score`, a tie-break, or `shared`. Lots decide when the event ends; "
        "until then equal players share a place. `stage`: who reached a later stage. "
        "In a knockout also `reached` (a later round) and `last_round` (the places in it). "
        "`enough_rounds`: who is ranked and who is not."
    )
    stage = fields.Int("The number of the last stage of the entry. The score belongs to it.")
    last = Number(allow_null=True, help_text="Net chips in the last round that the entry played.")
    results = RoundsOfRow(help_text="The rounds that make the score, struck and missed ones too.")
    adjusted = Number(help_text="What adjustments add to the score, before a mean is taken.")


class StandingShape(Answer):
    """The ranking of an event, or of one of its stages, at one version."""

    event = Id()
    version = fields.Int("The version of the event that it covers. 0: no standing yet.")
    round = fields.Int("With `?round=`: the number of the round.", null=True)
    stage = fields.Int("With `?stage=`: the number of the stage. Null: the whole event.", null=True)
    computed_at = Moment("Null: no standing yet, or the standing of a stage, computed on request.", null=True)
    on_boards = fields.Int(
        "Chips in the pools at the tables of these rounds, which nobody has won: minus the sum of "
        "all net chips."
    )
    missing_tie_breaks = fields.Strs(
        "Tie-breaks of the event that pass over `counted_tables`: only deals tell them."
    )
    counted_tables = CountedTableShape(
        many=True, help_text="The tables of these rounds whose total was entered without deals."
    )
    rows = StandingRow(many=True)
