"""Adding a play-off: one table for players who are equal where it matters."""

from __future__ import annotations

from django.db import transaction

from tournaments.core.actors import Actor
from tournaments.core.change import lock_event, log
from tournaments.core.models.choices import StageFormat
from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.draw.verbs.entrants import level_players, seatable_entries, seats_allowed
from tournaments.events.models.events import Event, Stage
from tournaments.events.rules.phases.events import verify_add_play_off
from tournaments.events.verbs.plans import courses, event_facts, newest_round_facts
from tournaments.events.verbs.stages import insert_stage
from tournaments.standings.rules.ranking import PLAY_OFF
from tournaments.standings.verbs import standings


@transaction.atomic
def add_play_off(event: Event, actor: Actor, deals_per_round: int | None = None) -> Stage:
    """Add a play-off as the next stage, between two stages or after the last one.

    Its first draw seats the players who are equal then: across the cut of the stage that follows, or at the
    first place if none follows. deals_per_round: None: as in the event.
    Raises Conflict: what `verify_add_play_off` and `level_players` raise, and `play_off_not_chosen`.
    """
    event = lock_event(event)
    number = place_of(event)
    fewest, most = seats_allowed(event)
    settings = {
        "format": StageFormat.FINAL,
        "play_off": True,
        "size": most,
        "least": fewest,
        "most": most,
        "deals_per_round": deals_per_round,
    }
    stage = insert_stage(event, number, settings)
    log(actor, "add_play_off", stage, within=event, number=stage.number)
    return stage


class PlayOffNotChosen(Conflict):
    """The tie-breaks of the event do not have a play-off."""

    sentence = gettext_noop(
        "The tie-breaks of this event do not have a play-off, so it would decide nothing."
    )


def place_of(event: Event) -> int:
    """The number that a play-off would have now. Raises Conflict like `add_play_off`."""
    if PLAY_OFF not in event.tie_breaks:
        raise PlayOffNotChosen
    stages = courses(event)
    coming = next((course for course in stages if not course.over), None)
    newest = newest_round_facts(event)
    verify_add_play_off(event_facts(event, newest), None if coming is None else coming.facts)
    number = len(stages) + 1 if coming is None else coming.stage.number
    before = next(course.stage for course in stages if course.stage.number == number - 1)
    ready = seatable_entries(event, 1 if newest is None else newest.number + 1)
    level_players(event, number, ready, standings.order_for_draw(event, before))
    return number
