"""The evenings of a season, and its final."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import EveningsFilters
from api.resources import READING, Collection, Item
from api.rights import Right
from api.shapes.base import Shape
from api.shapes.evenings import (
    EveningEdit,
    EveningShape,
    FinalistsShape,
    NewEvening,
    StartGivenShape,
    StartPoints,
    WhoIsHere,
)
from api.shapes.events import EnteredShape
from tournaments.clubs.access import by_id, need_role, not_found
from tournaments.core.audit import Actor
from tournaments.seasons.access import (
    evening_for_director,
    evening_for_entrant,
    season_for_entrant,
    season_for_viewer,
    unknown_events,
)
from tournaments.seasons.verbs import evenings, finals
from tournaments.seasons.verbs.facts import evenings_of, names_of_members
from tournaments.seasons.verbs.tables import lock_with_events
from tournaments.teams.access import event_to_enter

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.seasons.models import Evening, Season


class EveningList(Collection["Season"]):
    rights = {"GET": Right.READ, "POST": Right.EVENTS}
    bodies = {"POST": NewEvening}
    filters = EveningsFilters
    shape = EveningShape
    by_columns = True

    def fetch(self, season: str) -> Season:
        if self.request.method in READING:
            return season_for_viewer(self.actor, season)
        return season_for_entrant(self.actor, season)

    def rows(self) -> QuerySet[Evening]:
        return evenings_of(self.target)

    def complete(self, rows: list[Any]) -> list[Any]:
        unknown = unknown_events(self.actor, self.target)
        hidden = dict.fromkeys(EveningShape.OF_EVENTS)
        return [row | hidden if row["event_id"] in unknown else row for row in rows]

    def get(self, request: Request, **ids: Any) -> Response:
        """List the evenings of a season, in the order in which they were added."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Let an event count in a season.

        You direct the club of the event. Directors of a club that takes part give the event alone; weight,
        kind, number, division, and what of it counts, are for directors of the club that runs the season.
        """
        settings = dict(self.body)
        event = event_to_enter(self.actor, self.target.league, settings.pop("event"))
        if settings:
            need_role(self.actor, self.target.league.club, "director")
        evening = evenings.add_evening(self.target, self.actor, event, **settings)
        return self.created(evening, reverse("api:evening", args=[self.target.pk, evening.pk]))


class EveningRoute(Item["Evening"]):
    """A route about an evening. Viewers of the season can read, its directors can change."""

    shape: ClassVar[type[Shape]] = EveningShape

    def fetch(self, season: str, evening: str) -> Evening:
        parent = season_for_viewer(self.actor, season)
        if self.request.method in READING:
            match: Evening = by_id(evenings_of(parent), evening)
            match.season = parent
            return match
        return self.within(self.changeable(self.actor, evening), season_id=parent.pk)

    def changeable(self, actor: Actor, evening: str) -> Evening:
        """Return the evening for a change."""
        return evening_for_director(actor, evening)

    def hold(self) -> None:
        """Lock the events that count before the season, as the verbs do."""
        lock_with_events(self.target.season)


class EveningOne(EveningRoute):
    rights = {"GET": Right.READ, "PATCH": Right.EVENTS, "DELETE": Right.EVENTS}
    bodies = {"PATCH": EveningEdit}
    answers = {"DELETE": {204: None}}

    def changeable(self, actor: Actor, evening: str) -> Evening:
        return (evening_for_entrant if self.request.method == "DELETE" else evening_for_director)(
            actor, evening
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """Get an evening."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Change the weight, the kind or the number of an evening, or what of it counts."""
        return self.changed(evenings.edit_evening(self.target, self.actor, **self.body))

    def delete(self, request: Request, **ids: Any) -> Response:
        """Let an event count no more, with the absences of its evening. The event stays as it is.

        Line-ups of teams that are still hidden are removed with it. An evening with line-ups that everybody
        sees stays: change its kind to `friendly`, so that it counts for nothing.
        """
        evenings.take_off_evening(self.target, self.actor)
        return Response(status=204)


class EveningFinalists(EveningRoute):
    rights = {"GET": Right.READ, "POST": Right.EVENTS}
    bodies = {"POST": WhoIsHere}
    shape = FinalistsShape
    answers = {"POST": {200: EnteredShape}}
    without = {"POST": ("ETag",)}

    def represent(self) -> Any:
        if self.target.kind != "final":
            raise not_found()
        result = finals.qualified(self.target)
        names = names_of_members(self.target.season)
        return self.serialize(
            {
                "finalists": [
                    {
                        "player": each.person,
                        "name": names[each.person],
                        "seed": each.seed,
                        "start": each.start,
                    }
                    for each in result.finalists
                ],
                "too_few": result.too_few,
            }
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """Get who plays a final by the present table, and the points that they take along."""
        return self.show()

    def post(self, request: Request, **ids: Any) -> Response:
        """Enter the finalists in the event of a final, with their seeds from the table.

        All counting evenings before are over. `here` names who can come; the next ones move up for others.
        """
        entered = finals.enter_finalists(self.target, self.actor, self.body.get("here"))
        return Response(EnteredShape({"results": entered, "next": None}, context={"view": self}).data)

    @property
    def event_of_target(self) -> Any:
        return self.target.event


class EveningStartPoints(EveningRoute):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": StartPoints}
    shape = StartGivenShape
    without = {"POST": ("ETag",)}

    def represent(self) -> Any:
        """Return the evening: `If-Match` is its ETag."""
        return EveningShape(self.target, context={"view": self}).data

    def post(self, request: Request, **ids: Any) -> Response:
        """Give those who play a final the points that they take along, as adjustments. Once.

        The event of the final is running.
        """
        given = finals.give_start_points(self.target, self.actor, **self.body)
        return Response(self.serialize({"given": given}))
