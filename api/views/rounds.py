"""Rounds: draw, publish, close."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import RoundsFilters
from api.resources import READING, Item
from api.rights import Right
from api.shapes.base import Shape
from api.shapes.rounds import Closing, NewRound, Redraw, RoundShape, Seen, TakingBack
from api.views.events import EventCollection
from tournaments.desk.verbs import rounds, voiding
from tournaments.desk.verbs.publish import publish_round
from tournaments.draw.verbs import draws
from tournaments.draw.verbs.brief import Proposal
from tournaments.events.verbs.plans import deals_of
from tournaments.tables.access import round_for_director, round_for_viewer
from tournaments.tables.verbs.tables import rounds_to_show, with_seats, without_stages

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.events.models.events import Event
    from tournaments.tables.models.rounds import Round


class RoundList(EventCollection):
    rights = {"GET": Right.READ, "POST": Right.EVENTS}
    bodies = {"POST": NewRound}
    filters = RoundsFilters
    shape = RoundShape
    order = "-id"  # void rounds share their number with later ones
    longest_body = 2 * 1024 * 1024

    def rows(self) -> QuerySet[Round]:
        return without_stages(rounds_to_show(self.target, drawn_too=self.is_director, void=True))

    def complete(self, rows: list[Round]) -> list[Round]:
        return with_seats(rows)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the rounds of an event with their tables, the newest first.

        Only directors see a round that is not published. The list contains void rounds.
        """
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Draw the next round, or seat it by hand with `seats`.

        The round is a proposal until it is published. With `dry_run` you get the draw and its certificate
        without storing them.
        """
        if self.is_dry_run:
            return Response(
                self.serialize(_proposed(self.target, draws.propose_round(self.target, **self.body)))
            )
        drawn = draws.draw_round(self.target, self.actor, **self.body)
        return self.created(_with_tables(drawn), reverse("api:round", args=[drawn.pk]))


class RoundItem(Item["Round"]):
    """A round. Viewers of the event can read it, directors can change it."""

    shape: ClassVar[type[Shape]] = RoundShape
    held_by = "event"

    def fetch(self, round: str) -> Round:  # noqa: A002 - the name of the parameter in the address
        if self.request.method in READING:
            return round_for_viewer(self.actor, round)
        return round_for_director(self.actor, round)

    def represent(self) -> Any:
        return self.serialize(_with_tables(self.target))

    @property
    def draw_seen(self) -> int:
        """The draw that the client has read, or the present one."""
        return int(self.body.get("draw", self.target.draw))


class RoundOne(RoundItem):
    rights = {"GET": Right.READ, "DELETE": Right.EVENTS}
    answers = {"DELETE": {204: None}}

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a round with its seats and its certificate."""
        return self.show()

    def delete(self, request: Request, **ids: Any) -> Response:
        """Discard a draw that is not published."""
        draws.discard_draw(self.target, self.actor)
        return Response(status=204)


class RoundPublish(RoundItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Seen}

    def post(self, request: Request, **ids: Any) -> Response:
        """Publish a draw. Its seats are fixed, and play can begin."""
        return self.changed(publish_round(self.target, self.actor, self.draw_seen))


class RoundRedraw(RoundItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Redraw}

    def post(self, request: Request, **ids: Any) -> Response:
        """Redraw a round that is not published."""
        return self.changed(
            draws.redraw_round(self.target, self.actor, self.draw_seen, self.body.get("seed"))
        )


class RoundTakeBack(RoundItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": TakingBack}
    answers = {"POST": {201: RoundShape}}

    def post(self, request: Request, **ids: Any) -> Response:
        """Take back a published round without deals and claims.

        The round becomes void. The response is a new proposal with the same number and the same seats. You
        can change it, draw it again, discard it or publish it.
        """
        proposal = voiding.take_back_round(self.target, self.actor, **self.body)
        return self.created(_with_tables(proposal), reverse("api:round", args=[proposal.pk]))


class RoundClose(RoundItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Closing}

    def post(self, request: Request, **ids: Any) -> Response:
        """Close a round. Play at its tables ends, and its standing is kept.

        A round without a deal becomes void: it was not played, and decides nothing.
        """
        return self.changed(rounds.close_round(self.target, self.actor, **self.body))


def _with_tables(round_: Round) -> Round:
    """Read the round again, with tables, seats and players."""
    return with_seats([rounds_to_show(round_.event, drawn_too=True, void=True).get(pk=round_.pk)])[0]


def _proposed(event: Event, proposal: Proposal) -> dict[str, Any]:
    """Return a proposal in the form of a stored round."""
    stage = proposal.brief.stage
    deals = deals_of(stage, event)
    tables: list[dict[str, Any]] = [
        {
            "id": None,
            "number": number,
            "deals_planned": deals.at(len(entries)),
            "deals_played": 0,
            "closed_at": None,
            "seats": [
                {"number": seat, "entry_id": entry.pk, "entry": entry, "successors": [], "empty_from": None}
                for seat, entry in enumerate(entries)
            ],
        }
        for number, entries in enumerate(proposal.tables, 1)
    ]
    return {
        "id": None,
        "event_id": event.pk,
        "stage_id": stage.pk,
        "number": proposal.number,
        "status": "drawn",
        "void_as": None,
        "draw": 1,
        "seed": proposal.seed,
        "moves": proposal.moves,
        "by_hand": proposal.by_hand,
        "certificate": draws.certificate_for(proposal.certificate, director=True),
        "ahead": draws.planned_rounds(proposal.number, proposal.ahead),
        "drawn_at": None,
        "published_at": None,
        "closed_at": None,
        "seated": tables,
    }
