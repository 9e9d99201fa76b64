"""Persons: one human over the clubs of this installation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.cursors import page_of_list
from api.resources import READING, Collection, Item, Resource
from api.rights import Right
from api.shapes.people import (
    OpponentShape,
    PersonEdit,
    PersonResultShape,
    PersonSeasonShape,
    PersonShape,
)
from tournaments.clubs.verbs import people
from tournaments.clubs.verbs.people import Someone
from tournaments.clubs.verbs.players import lock_player
from tournaments.seasons.access import (
    events_of_person,
    person_for_editing,
    person_for_viewer,
    seasons_of_person,
)
from tournaments.seasons.verbs.figures import opponents
from tournaments.seasons.verbs.results import evening_results, season_results

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.events.models.events import Event
    from tournaments.seasons.models import Season


class PersonRoute(Resource[Someone]):
    """A route about a person. Who may see them can read."""

    def fetch(self, person: str) -> Someone:
        if self.request.method in READING:
            return person_for_viewer(self.actor, person)
        return person_for_editing(self.actor, person)


class PersonOne(PersonRoute, Item[Someone]):
    rights = {"GET": Right.READ, "PATCH": Right.CLUB}
    bodies = {"PATCH": PersonEdit}
    shape = PersonShape

    def hold(self) -> None:
        """Lock the players of the person."""
        for player in sorted(self.target.players, key=lambda each: each.club_id):
            lock_player(player)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a person, by the id of one of their players.

        Members of the clubs of the person see them, unless the person is public or hidden.
        """
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Say who may see a person.

        The person can, and for somebody without an account an owner of one of their clubs.
        """
        if "visibility" in self.body:
            people.set_visibility(self.target, self.actor, self.body["visibility"])
        return self.changed(self.fetch(**self.kwargs))


class PersonResults(PersonRoute, Collection[Someone]):
    rights = {"GET": Right.READ}
    shape = PersonResultShape
    order = "-id"

    def rows(self) -> Any:
        # `complete` reads the rest, of the rows of a page.
        return self._events().values("id")

    def complete(self, rows: list[Any]) -> list[Any]:
        shown = self._events().filter(pk__in=[row["id"] for row in rows])
        shown = shown.only("name", "starts_on", "club__slug")
        results = evening_results(self.target, shown, limit=len(rows))
        return sorted(results, key=lambda result: result.event.pk, reverse=True)

    def _events(self) -> QuerySet[Event]:
        return events_of_person(self.actor, self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the events of a person with places, the newest first.

        An event in which they played no deal is left out, so a page can be shorter than its limit.
        """
        return self.page()


class PersonSeasons(PersonRoute, Collection[Someone]):
    rights = {"GET": Right.READ}
    shape = PersonSeasonShape
    order = "-id"

    def rows(self) -> Any:
        return self._seasons().values("id")

    def complete(self, rows: list[Any]) -> list[Any]:
        shown = self._seasons().filter(pk__in=[row["id"] for row in rows])
        shown = shown.only("name", "status", "league__club__slug")
        results = season_results(self.target, shown)
        return sorted(results, key=lambda result: result.season.pk, reverse=True)

    def _seasons(self) -> QuerySet[Season]:
        return seasons_of_person(self.actor, self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the seasons of a person with places, the newest first."""
        return self.page()


class PersonOpponents(PersonRoute, Collection[Someone]):
    rights = {"GET": Right.READ}
    shape = OpponentShape

    def get(self, request: Request, **ids: Any) -> Response:
        """List with whom a person sat, most tables first: head to head in their newest 50 events.

        Intervals are 95 % intervals. Only events that you may see count.
        """
        rows = opponents(self.target, events_of_person(self.actor, self.target))
        page = page_of_list(rows, "ref", request, limit=self.query["limit"], cursor=self.query.get("cursor"))
        shape = self.shape(context={"view": self})
        return self.listed([shape.to_representation(row) for row in page.rows], page.next)
