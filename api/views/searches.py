"""Longer searches for a better draw: start, watch, stop, take the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Item
from api.rights import Right
from api.shapes.rounds import Seen
from api.shapes.searches import NewSearch, SearchShape
from api.views.rounds import RoundItem
from tournaments.core.errors import NotFound
from tournaments.draw.verbs import searches
from tournaments.tables.access import round_for_director

if TYPE_CHECKING:
    from tournaments.draw.models import DrawSearch
    from tournaments.tables.models.rounds import Round


STORED = (
    *("id", "round_id", "draw", "status", "seed", "moves_planned", "moves_done"),
    *("started_at", "updated_at"),
)
"""The columns of a search that the response contains."""


class RoundSearch(Item["Round"]):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS, "DELETE": Right.EVENTS}
    bodies = {"POST": NewSearch}
    shape = SearchShape
    answers = {"POST": {202: SearchShape}}
    held_by = "event"

    def fetch(self, round: str) -> Round:  # noqa: A002 - the name of the parameter in the address
        return round_for_director(self.actor, round)

    def represent(self) -> Any:
        search = searches.search_of(self.target)
        if search is None:
            raise NotFound("no_search", _("No search was started for this round."))
        return self.serialize(search)

    def serialize(self, thing: DrawSearch) -> Any:
        progress = searches.progress_of(thing, self.target)
        return super().serialize(
            {name: getattr(thing, name) for name in STORED}
            | {
                "repeats_now": progress.now,
                "repeats_best": progress.best,
                "repeats_least": progress.least,
                "proved": progress.proved,
                "takeable": progress.takeable,
            }
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the progress of the search and its best result."""
        return self.show()

    def post(self, request: Request, **ids: Any) -> Response:
        """Start a longer search for a better draw of a round that is not published.

        The workers search in small steps. The round does not change until you take the result.
        """
        draw = self.body.get("draw", self.target.draw)
        started = searches.start_search(self.target, self.actor, draw, self.body.get("moves"))
        return Response(self.serialize(started), status=202, headers={"Location": self.request.path})

    def delete(self, request: Request, **ids: Any) -> Response:
        """Stop the search. You can still take its best result."""
        searches.stop_search(self.target, self.actor)
        return self.changed(self.target)


class SearchTake(RoundItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Seen}

    def post(self, request: Request, **ids: Any) -> Response:
        """Replace the draw by the best one that the search has found so far."""
        return self.changed(searches.take_search(self.target, self.actor, self.draw_seen))
