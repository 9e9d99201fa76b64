"""Longer searches for a better draw: start, watch, stop, take the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Item
from api.rights import Right
from api.rounds import RoundItem, Seen
from api.shapes.base import Answer, Id, Moment, Whole
from tournaments.core.rules.refusals import NotFound, gettext_noop
from tournaments.draw.verbs import searches
from tournaments.tables.access import round_for_director

if TYPE_CHECKING:
    from tournaments.draw.models import DrawSearch
    from tournaments.tables.models.rounds import Round


SEARCH_STATUSES = ["running", "done", "stopped", "taken"]


class SearchShape(Answer):
    """A search for a better draw of a round that is not published, with its progress."""

    id = Id()
    round = Id(source="round_id")
    draw = serializers.IntegerField(help_text="The draw of the round from which the search began.")
    status = serializers.ChoiceField(SEARCH_STATUSES)
    seed = serializers.IntegerField()
    moves_planned = serializers.IntegerField(help_text="Swaps to try.")
    moves_done = serializers.IntegerField()
    repeats_now = serializers.IntegerField(
        allow_null=True,
        help_text="Repeats in the whole stage, as planned with the present draw. Null: no plan.",
    )
    repeats_best = serializers.IntegerField(
        allow_null=True, help_text="Repeats in the best plan so far. Null: none yet."
    )
    repeats_least = serializers.IntegerField(help_text="Repeats that no plan can avoid.")
    proved = serializers.BooleanField(help_text="It is proved that no better draw exists.")
    takeable = serializers.BooleanField(help_text="The search has a better draw than the present one.")
    started_at = Moment()
    updated_at = Moment()


class NewSearch(Seen):
    """The length of a search."""

    moves = Whole(
        required=False, min_value=1, max_value=2**53, help_text="Swaps to try. Default: the usual number."
    )


STORED = (
    *("id", "round_id", "draw", "status", "seed", "moves_planned", "moves_done"),
    *("started_at", "updated_at"),
)
"""The columns of a search that the response contains."""


class SearchMissing(NotFound):
    """This round has no search for a better draw."""

    code = "no_search"
    sentence = gettext_noop("No search was started for this round.")


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
            raise SearchMissing
        return self.serialize(search)

    def serialize(self, thing: DrawSearch) -> Any:
        stored = {name: getattr(thing, name) for name in STORED}
        return super().serialize(stored | searches.progress_of(thing, self.target))

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
