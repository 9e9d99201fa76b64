"""A longer search for a better draw: begun, looked at, stopped, its best taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Thing
from api.rights import Right
from api.shapes.rounds import Seen
from api.shapes.searches import NewSearch, SearchShape
from api.views.rounds import RoundThing
from tournaments.access import round_for_director
from tournaments.errors import NotFound
from tournaments.services.draw import searches

if TYPE_CHECKING:
    from tournaments.models import DrawSearch, Round


STORED = (
    *("id", "round_id", "draw", "status", "seed", "moves_planned", "moves_done"),
    *("started_at", "updated_at"),
)
"""What is told of a search as it is stored."""


class RoundSearch(Thing["Round"]):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS, "DELETE": Right.EVENTS}
    bodies = {"POST": NewSearch}
    shape = SearchShape
    answers = {"POST": {202: SearchShape}}
    held_by = "event"

    def fetch(self, round: str) -> Round:  # noqa: A002 - the address calls it so
        return round_for_director(self.actor, round)

    def represent(self) -> Any:
        search = searches.search_of(self.target)
        if search is None:
            raise NotFound("no_search", _("Nobody has searched for a better draw of this round."))
        return self.tell(search)

    def tell(self, thing: DrawSearch) -> Any:
        progress = searches.progress_of(thing, self.target)
        return super().tell(
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
        """How far the search is, and what it has found."""
        return self.show()

    def post(self, request: Request, **ids: Any) -> Response:
        """Search longer for a better draw of a round that is not published.

        The workers do it, a slice at a time; the round stays as it is until the best that was found is taken.
        """
        seen = self.body.get("draw", self.target.draw)
        started = searches.start_search(self.target, self.actor, seen, self.body.get("moves"))
        return Response(self.tell(started), status=202, headers={"Location": self.request.path})

    def delete(self, request: Request, **ids: Any) -> Response:
        """Stop the search: what it has found so far can be taken."""
        searches.stop_search(self.target, self.actor)
        return self.changed(self.target)


class SearchTake(RoundThing):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Seen}

    def post(self, request: Request, **ids: Any) -> Response:
        """Take the best draw that the search has found so far."""
        return self.changed(searches.take_search(self.target, self.actor, self.draw_seen))
