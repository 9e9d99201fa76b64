"""The stages of an event: add, change, remove, end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.events import EventCollection
from api.formats import NewPlayOff, NewStage, Replay, StageEdit, StageShape
from api.resources import READING, Item
from api.rights import Right
from tournaments.clubs.access import by_id
from tournaments.desk.verbs import rounds
from tournaments.draw.verbs import play_offs
from tournaments.events.access import event_for_director, event_for_viewer, stage_for_director
from tournaments.events.verbs import stages
from tournaments.events.verbs.stages import stages_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.events.models.events import Stage


class StageList(EventCollection):
    rights = {"GET": Right.READ, "POST": Right.EVENTS}
    bodies = {"POST": NewStage}
    shape = StageShape
    order = "number"

    def rows(self) -> QuerySet[Stage]:
        return stages_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the stages of an event."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Add a stage after the last one.

        Fields that you leave out take the value of the event, or the default of the format.
        """
        return self.created(stages.add_stage(self.target, self.actor, **self.body))


class PlayOffs(EventCollection):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": NewPlayOff}
    shape = StageShape

    def post(self, request: Request, **ids: Any) -> Response:
        """Add a play-off as the next stage: a final among players who are equal.

        This is possible between two rounds, if a stage is over, the tie-breaks of the event have `play_off`,
        and players are equal across the cut of the next stage or, after the last stage, at the first place.
        The next draw seats them. A play-off decides their order and counts nowhere else.
        """
        stage = play_offs.add_play_off(self.target, self.actor, **self.body)
        return self.created(stage, f"{request.path.removesuffix('play-offs/')}stages/{stage.pk}/")


class StageItem(Item["Stage"]):
    """A stage. Viewers of the event can read it, directors can change it."""

    shape = StageShape
    held_by = "event"

    def fetch(self, event: str, stage: str) -> Stage:
        if self.request.method in READING:
            match: Stage = by_id(stages_of(event_for_viewer(self.actor, event)), stage)
            return match
        parent = event_for_director(self.actor, event)
        return self.within(stage_for_director(self.actor, stage), event_id=parent.pk)


class StageOne(StageItem):
    rights = {"GET": Right.READ, "PATCH": Right.EVENTS, "DELETE": Right.EVENTS}
    bodies = {"PATCH": StageEdit}
    answers = {"DELETE": {204: None}}

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a stage: its format, its settings and, once it has begun, its entrants."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Change a stage that is not over.

        After its first round is published, settings that affect its rounds cannot change.
        """
        return self.changed(stages.edit_stage(self.target, self.actor, **self.body))

    def delete(self, request: Request, **ids: Any) -> Response:
        """Remove a stage that has not begun.

        An event keeps at least one stage.
        """
        stages.remove_stage(self.target, self.actor)
        return Response(status=204)


class StageReplay(StageItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": Replay}

    def post(self, request: Request, **ids: Any) -> Response:
        """Play a stage again. Its rounds and those of later stages become void, and its cut is made anew."""
        return self.changed(rounds.replay_stage(self.target, self.actor, **self.body))


class StageEnd(StageItem):
    rights = {"POST": Right.EVENTS}

    def post(self, request: Request, **ids: Any) -> Response:
        """End a stage before its last round. The next draw belongs to the next stage."""
        return self.changed(stages.end_stage(self.target, self.actor))
