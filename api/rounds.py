"""Draws: propose, publish, close."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django_filters import FilterSet, NumberFilter
from drf_spectacular.utils import extend_schema_field
from rest_framework.request import Request
from rest_framework.response import Response

from api import fields
from api.events import EventCollection
from api.lists import choice
from api.methods import Act, Add, Remove, Show, of_target, through
from api.resources import Item
from api.rights import Right
from api.shapes import Answer, Flag, Id, Items, Moment, Shape, Text, Whole
from tournaments.desk.verbs import rounds
from tournaments.draw.verbs import draws
from tournaments.draw.verbs.brief import Proposal
from tournaments.events.verbs.plans import deals_of
from tournaments.tables.access import round_for_director, round_for_viewer
from tournaments.tables.verbs.tables import rounds_to_show, with_seats, without_stages

if TYPE_CHECKING:
    from tournaments.events.models.events import Event
    from tournaments.tables.models.rounds import Round


ROUND_STATUSES = ["drawn", "published", "playing", "closed", "void"]
VOID_CAUSES = ["taken_back", "not_played", "played_again"]


class Successor(Answer):
    """An entry that took over a seat in the middle of the round."""

    from_deal = fields.Int("Its first deal at the table.")
    entry = Id(source="entry_id")
    player = Id(source="entry.player_id")
    name = fields.Str(source="entry.player.public_name")


class SeatShape(Answer):
    """An entry at a table. Seats are numbered clockwise from 0."""

    number = fields.Int()
    entry = Id(source="entry_id")
    player = Id(source="entry.player_id")
    name = fields.Str(source="entry.player.public_name")
    later = Successor(
        source="successors",
        many=True,
        help_text="Who took the seat over; the last of them has it now. Empty: `entry` still has it.",
    )
    empty_from = fields.Int(
        "The first deal without this seat, because its player has left. Null: somebody has it.", null=True
    )


class SeatedTable(Answer):
    """A table in its round."""

    id = Id("Null in a dry run.", null=True)
    number = fields.Int()
    deals_planned = fields.Int()
    deals_played = fields.Int()
    closed_at = Moment(null=True)
    seats = SeatShape(many=True)


class PlannedRound(Answer):
    """A future round, as it will be drawn if nothing changes."""

    number = fields.Int()
    tables = Items("For each table the ids of its entries, in seat order.", child=fields.Strs())


class RoundShape(Answer):
    """A round: everybody has one seat."""

    id = Id("Null in a dry run.", null=True)
    event = Id(source="event_id")
    stage = Id(source="stage_id", null=True)
    number = fields.Int()
    status = fields.Choice(ROUND_STATUSES)
    void_as = fields.Choice(
        VOID_CAUSES,
        "Why the round is void: it was taken back, it was closed without a deal, or its stage is played "
        "again. A void round counts nowhere, and the next draw gets its number. Null: it is not void.",
        null=True,
    )
    draw = fields.Int("Grows with each redraw and change of seats. Send the value that you have read.")
    seed = fields.Int("The same seed and moves give the same draw.")
    moves = fields.Int()
    by_hand = fields.Int("Changes by hand since the draw. Seed and moves do not reproduce them.")
    certificate = fields.Made(
        "The certificate of the seating, by category. Only directors see the wishes in it."
    )
    ahead = fields.Made(
        "The planned rounds after this one. Null: none, or you may not see them. Directors see them; "
        "others only with `plan_public` of the stage."
    )
    drawn_at = Moment(null=True)
    published_at = Moment(null=True)
    closed_at = Moment(null=True)
    tables = SeatedTable(source="seated", many=True)

    @extend_schema_field({"type": "object", "additionalProperties": True})
    def get_certificate(self, round_: Any) -> Any:
        """Return the part of the certificate that the actor may see."""
        if isinstance(round_, dict):
            return round_["certificate"]  # a proposal, which only directors can see
        return draws.certificate_for(round_.certificate, director=self.context["view"].is_director)

    @extend_schema_field(PlannedRound(many=True, allow_null=True))
    def get_ahead(self, round_: Any) -> Any:
        """Return the planned later rounds, if the actor may see them."""
        if isinstance(round_, dict):
            return round_["ahead"]
        return draws.visible_plan(round_, director=self.context["view"].is_director)


class Seats(Items):
    """A seating: a list of tables, beginning with table 1, each a list of ids of entries in seat order."""

    child = Items(max_length=10)


class Draw(Shape):
    """Options of a draw."""

    seed = Whole("Default: derived from the seed of the event.", 0, 2**63 - 1, required=False)


class NewRound(Draw):
    """Options of a draw, or a seating by hand."""

    seats = Seats(
        "A seating by hand: a list of tables, beginning with table 1, each a list of ids of entries in "
        "seat order. It must contain each checked-in entry once. Default: drawn.",
        required=False,
        max_length=5_000,
    )


class Seen(Shape):
    """The draw that the client has read."""

    draw = Whole(
        "The draw that you have read. A stale draw is refused. Default: the present draw.",
        1,
        2**31 - 1,
        source="draw_seen",
        required=False,
    )


class Redraw(Seen, Draw):
    """Options of a redraw."""


class TakingBack(Shape):
    """Why a published round is taken back."""

    reason = Text("For the log.", max_length=200)


class Closing(Shape):
    early = Flag("Close the round although some tables have deals left to play.", required=False)


class RoundsFilters(FilterSet):
    status = choice(ROUND_STATUSES)
    stage = NumberFilter(field_name="stage__number", help_text="The number of a stage.")
    number = NumberFilter(help_text="The number of a round.")


def _with_tables(round_: Round) -> Round:
    """Read the round again, with tables, seats and players."""
    return with_seats([rounds_to_show(round_.event, drawn_too=True, void=True).get(pk=round_.pk)])[0]


class RoundList(EventCollection, path="events/<slug:event>/rounds/"):
    """GET: List the rounds of an event with their tables, the newest first.

    Only directors see a round that is not published. The list contains void rounds.
    """

    filters = RoundsFilters
    shape = RoundShape
    order = "-id"  # void rounds share their number with later ones
    longest_body = 2 * 1024 * 1024
    get = Show(Right.READ)

    def rows(self) -> Any:
        return without_stages(rounds_to_show(self.target, drawn_too=self.is_director, void=True))

    complete = staticmethod(with_seats)

    @Add(Right.EVENTS, NewRound, at="rounds/{}/")
    def post(self) -> Any:
        """Draw the next round, or seat it by hand with `seats`.

        The round is a proposal until it is published. With `dry_run` you get the draw and its certificate
        without storing them.
        """
        if self.is_dry_run:
            return Response(
                self.serialize(_proposed(self.target, draws.propose_round(self.target, **self.body)))
            )
        return _with_tables(draws.draw_round(self.target, self.actor, **self.body))


class RoundItem(Item):
    """A round. Viewers of the event can read it, directors can change it."""

    shape: ClassVar[type[Shape]] = RoundShape
    held_by = "event"
    fetch = through(round_for_viewer, round_for_director)
    data = of_target(_with_tables)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let the client have seen the present draw, if it does not say which one."""
        super().initial(request, *args, **kwargs)
        if issubclass(self.methods[self.method].body, Seen):
            self.body.setdefault("draw_seen", self.target.draw)


class RoundOne(RoundItem, path="rounds/<slug:round>/"):
    """GET: Get a round with its seats and its certificate.

    DELETE: Discard a draw that is not published.
    """

    get = Show(Right.READ)
    delete = Remove(Right.EVENTS, verb=draws.discard_draw)


class RoundPublish(RoundItem, path="rounds/<slug:round>/publish/"):
    """Publish a draw. Its seats are fixed, and play can begin."""

    post = Act(Right.EVENTS, Seen, rounds.publish_round)


class RoundRedraw(RoundItem, path="rounds/<slug:round>/redraw/"):
    """Redraw a round that is not published."""

    post = Act(Right.EVENTS, Redraw, draws.redraw_round)


class RoundTakeBack(RoundItem, path="rounds/<slug:round>/take-back/"):
    @Add(Right.EVENTS, TakingBack, at="rounds/{}/")
    def post(self) -> Any:
        """Take back a published round without deals and claims.

        The round becomes void. The response is a new proposal with the same number and the same seats. You
        can change it, draw it again, discard it or publish it.
        """
        return _with_tables(rounds.take_back_round(self.target, self.actor, **self.body))


class RoundClose(RoundItem, path="rounds/<slug:round>/close/"):
    """Close a round. Play at its tables ends, and its standing is kept.

    A round without a deal becomes void: it was not played, and decides nothing.
    """

    post = Act(Right.EVENTS, Closing, rounds.close_round)


def _proposed(event: Event, proposal: Proposal) -> dict[str, Any]:
    """Return a proposal in the form of a stored round."""
    stage = proposal.brief.stage
    deals = deals_of(stage, event)
    tables: list[dict[str, Any]] = [
        {
            "number": number,
            "deals_planned": deals.at(len(entries)),
            "deals_played": 0,
            "seats": [
                {"number": seat, "entry_id": entry.pk, "entry": entry, "successors": []}
                for seat, entry in enumerate(entries)
            ],
        }
        for number, entries in enumerate(proposal.tables, 1)
    ]
    return {
        "event_id": event.pk,
        "stage_id": stage.pk,
        "number": proposal.brief.number,
        "status": "drawn",
        "draw": 1,
        "seed": proposal.brief.seed,
        "moves": proposal.moves,
        "by_hand": proposal.by_hand,
        "certificate": draws.certificate_for(proposal.certificate, director=True),
        "ahead": draws.planned_rounds(proposal.brief.number, proposal.ahead),
        "seated": tables,
    }
