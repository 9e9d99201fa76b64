"""The deals of an event: one list, or many in one request, each with its own status."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError
from django_filters import FilterSet, NumberFilter, UUIDFilter
from rest_framework.response import Response

import games.services as games
from api import fields
from api.claims import ClaimShape
from api.methods import Act, Show, through
from api.problems import Problem, problem_of
from api.resources import Collection
from api.results import DealBody, DealShape
from api.rights import Right, acts_as_director
from api.shapes import Answer, Id, Items, Shape, Text, Whole
from tournaments.clubs.access import not_found
from tournaments.core.rules.refusals import Refusal
from tournaments.events.access import event_for_recording, event_for_viewer
from tournaments.play.verbs import claims, results
from tournaments.play.verbs.results import event_deals, with_transfers
from tournaments.tables.access import refs_without_table, table_for_recording

MOST_DEALS = 500


class EventDealsFilters(FilterSet):
    round = NumberFilter(field_name="table__round__number", help_text="The number of a round.")
    table = UUIDFilter(field_name="table_id", help_text="The id of a table.")
    since = NumberFilter(
        field_name="event_version",
        lookup_expr="gt",
        help_text="Only deals that were recorded after this version of the event.",
    )


class DealOfMany(DealBody):
    table = Text("The id of the table.", max_length=60)
    number = Whole("The number of the deal at its table.", least=1)


class ManyDeals(Shape):
    deals = Items(child=DealOfMany(), min_length=1, max_length=MOST_DEALS)


class DealDone(Answer):
    """The result for one deal: status and body of its PUT."""

    table = Id()
    number = fields.Int()
    status = fields.Int(
        "201: recorded. 200: already recorded. 202: waits for a second person. Others: refused."
    )
    deal = DealShape(allow_null=True)
    claim = ClaimShape(allow_null=True)
    problem = Problem(allow_null=True)


class ManyDone(Answer):
    """The result for each deal, in the order of the request."""

    results = DealDone(many=True)


class EventDeals(Collection, path="events/<slug:event>/deals/"):
    """GET: List the deals of all tables of an event that count, in the order in which they were recorded.

    Deals of void rounds are left out. A corrected deal is where its correction was recorded.
    """

    filters = EventDealsFilters
    shape = DealShape
    longest_body = 2 * 1024 * 1024
    fetch = through(event_for_viewer, event_for_recording)
    get = Show(Right.READ)

    def rows(self) -> Any:
        return event_deals(self.target).filter(counted__isnull=True)

    complete = staticmethod(with_transfers)

    @Act(Right.RESULTS, ManyDeals, answers={200: ManyDone})
    def post(self) -> Any:
        """Record up to 500 deals of the tables of an event, in the given order.

        Each deal is recorded or refused on its own, like a PUT of that deal. `status` is the status of that
        PUT; `deal`, `claim` or `problem` is its body. A refused deal does not stop the others. If you send
        the same request again, deals that are already recorded return 200. A limited key is refused for each
        deal of another table.
        """
        deals = self.body["deals"]
        self._unknown = refs_without_table(sent["table"] for sent in deals)
        return Response({"results": [self._record(index, sent) for index, sent in enumerate(deals)]})

    def _record(self, index: int, sent: dict[str, Any]) -> dict[str, Any]:
        outcome = {"table": sent["table"], "number": sent["number"]}
        outcome |= {"deal": None, "claim": None, "problem": None}
        try:
            if sent["table"] in self._unknown:
                raise not_found()
            table = table_for_recording(self.actor, sent["table"])
            if table.round.event_id != self.target.pk:
                raise not_found()
            made = claims.submit(
                table,
                self.actor,
                sent["number"],
                sent["document"],
                seat=sent.get("seat"),
                at_once=table.round.event.two_agree and acts_as_director(self.request),
            )
        except (Refusal, games.EngineError, IntegrityError) as error:
            return {**outcome, **_refused(error, f"/deals/{index}")}
        if isinstance(made, results.Recorded):
            return {**outcome, "status": 201 if made.created else 200, "deal": DealShape(made.deal).data}
        return {**outcome, "status": 202, "claim": ClaimShape(made, context={"view": self}).data}


def _refused(exception: Exception, place: str) -> dict[str, Any]:
    """Return the problem document, with pointers into the whole body."""
    problem = dict(problem_of(exception, "/document").data)
    if problem["status"] == 500:
        raise exception
    if "errors" in problem:
        problem["errors"] = [
            {**error, "pointer": place + error["pointer"]} if "pointer" in error else error
            for error in problem["errors"]
        ]
    return {"status": problem["status"], "problem": problem}
