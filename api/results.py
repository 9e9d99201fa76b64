"""The shapes of results: deals, totals, transfers, payouts, showdowns and standings."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema_field

from api import fields
from api.formats import DOCUMENT, RESULT, STEPS, TOTAL
from api.shapes import Answer, DryRun, Id, Moment, Object, Shape, Whole

Document = partial(Object, schema=DOCUMENT)
"""A poch-deal/1 or poch-scorecard/1. The engine checks it."""


Number = partial(Object, schema={"type": "number"})
"""A number. Whole numbers have no decimal point."""


CountDocument = partial(Object, schema={"$ref": "#/components/schemas/PochCount"})
"""A poch-count/1. The engine checks it."""


class Speaking(Shape):
    """The seat that the sender speaks for. A guest always speaks for its own seat."""

    seat = Whole("The seat that you speak for, if two people must agree.", 0, 9, required=False, null=True)


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
    document = Document("The document as it was sent, completed from the table.")
    result = fields.Made("A poch-result/1.")
    next_dealer = fields.Int()

    @extend_schema_field(RESULT)
    def get_result(self, deal: Any) -> dict[str, Any]:
        """Return the result, with the transfers in the ledger."""
        result: dict[str, Any] = deal.whole_result
        return result


class CountShape(Revision):
    """The recorded total of a table."""

    document = CountDocument("The document as it was sent, with `board`.")
    result = fields.Made("What the total means for each seat.")

    @extend_schema_field(TOTAL)
    def get_result(self, count: Any) -> dict[str, Any]:
        """Return the chips of each seat and of the board, with the transfers in the ledger."""
        return total_of(count.whole_result)


def total_of(result: dict[str, Any]) -> dict[str, Any]:
    """What a total means, without the dealers, which only the service needs."""
    shown = {name: result[name] for name in ("deals", "chips", "net", "transfers")}
    return {**shown, "board": result["pools"]["board"]}


Steps = partial(Object, schema=STEPS)
"""A poch-steps/1."""


class DealStepsShape(Answer):
    """A recorded deal step by step."""

    id = Id("The id of the deal.", source="deal.pk")
    table = Id(source="deal.table_id")
    number = fields.Int(source="deal.number")
    revision = fields.Int("The revision of the deal.", source="deal.revision")
    seats = fields.Ints(
        "The numbers of the seats that played, in the order of the document.", source="deal.places"
    )
    watched = Steps("The deal step by step, a poch-steps/1.")


class Voiding(DryRun):
    reason = fields.Str("The reason, for the audit log.", max_length=200)


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
