"""Many deals in one request, each for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import IntegrityError
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

import games.services as games
from api.problems import told
from api.resources import Resource
from api.rights import Right, acts_as_director
from api.shapes.bulk import ManyDeals, ManyDone
from api.shapes.claims import ClaimShape
from api.shapes.results import DealShape
from tournaments.access import event_for_recording, table_for_recording
from tournaments.errors import NotFound, ServiceError
from tournaments.services.play import claims, results

if TYPE_CHECKING:
    from tournaments.models import Event


class EventDeals(Resource["Event"]):
    rights = {"POST": Right.RESULTS}
    bodies = {"POST": ManyDeals}
    answers = {"POST": {200: ManyDone}}
    longest_body = 2 * 1024 * 1024

    def fetch(self, event: str) -> Event:
        return event_for_recording(self.actor, event)

    def post(self, request: Request, **ids: Any) -> Response:
        """Record up to 500 deals of an event's tables, in the order in which they come.

        Each is recorded or refused for itself, as its PUT would be: `status` says how, and `deal` or
        `problem` tells the rest. One that is refused does not stop the others; sent again, those that were
        recorded are answered with 200. A key for some tables is refused for the others, deal by deal.
        """
        done = [self._record(index, sent) for index, sent in enumerate(self.body["deals"])]
        return Response({"results": done})

    def _record(self, index: int, sent: dict[str, Any]) -> dict[str, Any]:
        """What became of one deal."""
        nothing = {"deal": None, "claim": None, "problem": None}
        named = {"table": sent["table"], "number": sent["number"], **nothing}
        try:
            table = table_for_recording(self.actor, sent["table"])
            if table.round.event_id != self.target.pk:
                raise NotFound("not_found", _("There is no such thing here, or it is not open to you."))
            made = claims.submit_deal(
                table,
                self.actor,
                sent["number"],
                sent["document"],
                seat=sent.get("seat"),
                at_once=table.round.event.two_agree and acts_as_director(self.request),
            )
        except (ServiceError, games.EngineError, IntegrityError) as error:
            return {**named, **_refused(error, f"/deals/{index}")}
        if isinstance(made, results.Recorded):
            return {**named, "status": 201 if made.created else 200, "deal": DealShape(made.deal).data}
        return {**named, "status": 202, "claim": ClaimShape(made, context={"view": self}).data}


def _refused(error: Exception, place: str) -> dict[str, Any]:
    """The problem document, whose pointers are those of the whole body."""
    problem = dict(told(error, "/document").data)
    if problem["status"] == 500:
        raise error
    if "errors" in problem:
        problem["errors"] = [
            {**fault, "pointer": place + fault["pointer"]} if "pointer" in fault else fault
            for fault in problem["errors"]
        ]
    return {"status": problem["status"], "problem": problem}
