"""The stages of an event: adding, changing, removing, ending them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import READING, Thing, Things
from api.rights import Right
from api.shapes.stages import NewStage, StageEdit, StageShape
from api.views.directing import AskedByDirectors
from tournaments.access import event_for_director, event_for_viewer, stage_for_director
from tournaments.services.events import stages
from tournaments.services.events.stages import stages_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Event, Stage


class StageList(AskedByDirectors["Event"], Things["Event"]):
    rights = {"GET": Right.READ, "POST": Right.EVENTS}
    bodies = {"POST": NewStage}
    shape = StageShape
    order = "number"

    def fetch(self, event: str) -> Event:
        if self.request.method in READING:
            return event_for_viewer(self.actor, event)
        return event_for_director(self.actor, event)

    def rows(self) -> QuerySet[Stage]:
        return stages_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """The stages of an event."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Add a stage after the last.

        What is left out is as the event has it, or as the format needs it.
        """
        return self.created(stages.add_stage(self.target, self.actor, **self.body))


class StageThing(AskedByDirectors["Stage"], Thing["Stage"]):
    """A stage that is looked at by who may see its event, and changed by who may run it."""

    shape = StageShape
    held_by = "event"

    def fetch(self, event: str, stage: str) -> Stage:
        if self.request.method in READING:
            found: Stage = self.one_of(stages_of(event_for_viewer(self.actor, event)), stage)
            return found
        of = event_for_director(self.actor, event)
        return self.within(stage_for_director(self.actor, stage), event_id=of.pk)


class StageOne(StageThing):
    rights = {"GET": Right.READ, "PATCH": Right.EVENTS, "DELETE": Right.EVENTS}
    bodies = {"PATCH": StageEdit}
    answers = {"DELETE": {204: None}}

    def get(self, request: Request, **ids: Any) -> Response:
        """A stage: its format, its settings, and who play it once it has begun."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Change a stage that is not over.

        What its rounds depend on is frozen once one of them is published.
        """
        return self.changed(stages.edit_stage(self.target, self.actor, **self.body))

    def delete(self, request: Request, **ids: Any) -> Response:
        """Remove a stage that has not begun.

        An event keeps one at least.
        """
        stages.remove_stage(self.target, self.actor)
        return Response(status=204)


class StageEnd(StageThing):
    rights = {"POST": Right.EVENTS}

    def post(self, request: Request, **ids: Any) -> Response:
        """End a stage before its last round: the next draw is the next stage's."""
        return self.changed(stages.end_stage(self.target, self.actor))
