"""The parts of an event: rounds for everybody, a knockout, a final."""

from __future__ import annotations

from api.events import EventCollection, EventRoute
from api.methods import Act, Add, Remove, Show, of_target, one_of
from api.resources import Item
from api.rights import Right
from api.stage_settings import NewPlayOff, NewStage, Replay, StageEdit, StageShape
from tournaments.desk.verbs import rounds
from tournaments.draw.verbs import play_offs
from tournaments.events.verbs import stages
from tournaments.events.verbs.stages import stages_of


class StageList(EventCollection, path="events/<slug:event>/stages/"):
    """GET: List the stages of an event.

    POST: Add a stage after the last one.

    Fields that you leave out take the value of the event, or the default of the format.
    """

    shape = StageShape
    order = "number"
    rows = of_target(stages_of)
    get = Show(Right.READ)
    post = Add(Right.EVENTS, NewStage, stages.add_stage)


class PlayOffs(EventCollection, path="events/<slug:event>/play-offs/"):
    """Add a play-off as the next stage: a final among players who are equal.

    This is possible between two rounds, if a stage is over, the tie-breaks of the event have `play_off`, and
    players are equal across the cut of the next stage or, after the last stage, at the first place. The next
    draw seats them. A play-off decides their order and counts nowhere else.
    """

    shape = StageShape
    post = Add(Right.EVENTS, NewPlayOff, play_offs.add_play_off, at="events/{event}/stages/{}/")


class StageItem(Item):
    """A stage. Viewers of the event can read it, directors can change it."""

    shape = StageShape
    held_by = "event"
    fetch = one_of(stages_of, EventRoute.fetch)


class StageOne(StageItem, path="events/<slug:event>/stages/<slug:stage>/"):
    """GET: Get a stage: its format, its settings and, once it has begun, its entrants.

    PATCH: Change a stage that is not over.

    After its first round is published, settings that affect its rounds cannot change.

    DELETE: Remove a stage that has not begun.

    An event keeps at least one stage.
    """

    get = Show(Right.READ)
    patch = Act(Right.EVENTS, StageEdit, stages.edit_stage)
    delete = Remove(Right.EVENTS, verb=stages.remove_stage)


class StageReplay(StageItem, path="events/<slug:event>/stages/<slug:stage>/replay/"):
    """Play a stage again. Its rounds and those of later stages become void, and its cut is made anew."""

    post = Act(Right.EVENTS, Replay, rounds.replay_stage)


class StageEnd(StageItem, path="events/<slug:event>/stages/<slug:stage>/end/"):
    """End a stage before its last round. The next draw belongs to the next stage."""

    post = Act(Right.EVENTS, verb=stages.end_stage)
