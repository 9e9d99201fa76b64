"""Stages: added at the end, changed and removed until they begin, ended between two rounds."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from tournaments.core.rules.errors import RulesError, gettext_noop
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.rules.phases.facts import EventFacts, StageFacts
from tournaments.events.rules.phases.guards import not_finished, running

MOST_STAGES: Final = 9

ANY_TIME: Final = frozenset(
    {"rounds_planned", "deals_per_round", "deals_per", "weights", "plan_public", "small_tables", "prefer"}
)
"""Settings that can change between the rounds of a stage. All others are fixed by its first draw."""


def verify_add_stage(event: EventFacts, stages: int = 1) -> None:
    """Allow a stage to be added after the existing `stages`, until the event is finished.

    Raises `event_finished`, `too_many_stages`. `check_stages` checks whether the stages fit together.
    """
    not_finished(event)
    if stages >= MOST_STAGES:
        raise RulesError(
            "too_many_stages",
            gettext_noop("An event has at most %(most)d stages. Give one of them more rounds instead."),
            most=MOST_STAGES,
        )


def verify_edit_stage(
    event: EventFacts, stage: StageFacts, settings: Collection[str] = (), rounds: int | None = None
) -> None:
    """Allow a stage's `settings` (names) to change until its first draw, `ANY_TIME` until it is over.

    rounds: the new number of rounds, if it changes.
    Raises `event_finished`, `stage_over`, `stage_begun`, `rounds_drawn`.
    """
    not_finished(event)
    if not stage.rounds:
        return
    # After its last round a stage can get more rounds, until the next stage begins.
    if not stage.current:
        raise RulesError(
            "stage_over",
            gettext_noop("Stage %(stage)d is over, so its settings cannot change any more."),
            stage=stage.number,
        )
    if any(name not in ANY_TIME for name in settings):
        raise RulesError(
            "stage_begun",
            gettext_noop(
                "Stage %(stage)d has begun. Only its rounds, deals, small tables and weights can still "
                "change."
            ),
            stage=stage.number,
        )
    if rounds is not None and rounds < stage.rounds:
        raise RulesError(
            "rounds_drawn",
            gettext_noop(
                "Stage %(stage)d already has %(drawn)d drawn rounds. Plan at least as many, or end the stage."
            ),
            stage=stage.number,
            drawn=stage.rounds,
        )


def verify_remove_stage(event: EventFacts, stage: StageFacts, stages: int = 2, void: int = 0) -> None:
    """Allow a stage without a round to be removed, unless it is the only one of `stages`. void: void rounds.

    Raises `event_finished`, `stage_begun`, `stage_has_void_rounds`, `stage_only`.
    """
    not_finished(event)
    if stage.rounds:
        raise RulesError(
            "stage_begun",
            gettext_noop("Stage %(stage)d has begun. End it instead, or discard its draw first."),
            stage=stage.number,
        )
    if void:
        raise RulesError(
            "stage_has_void_rounds",
            gettext_noop(
                "Stage %(stage)d keeps %(void)d void rounds with their deals, so it stays. Change its format "
                "and its rounds instead."
            ),
            stage=stage.number,
            void=void,
        )
    if stages <= 1:
        raise RulesError(
            "stage_only", gettext_noop("An event needs at least one stage. Change this stage instead.")
        )


def verify_add_play_off(event: EventFacts, coming: StageFacts | None) -> None:
    """Allow a play-off to be added when a stage is over and no round is open (`event.last`).

    coming: the first stage that is not over; None if all are.
    Raises `event_not_running`, `event_finished`, `round_open`, `play_off_waits`, `stage_going_on`.
    """
    running(event)
    last = event.last
    if last is not None and last.status != RoundStatus.CLOSED:
        raise RulesError(
            "round_open",
            gettext_noop("Round %(round)d is still open. Close it or discard its draw, then add a play-off."),
            round=last.number,
        )
    if coming is not None and coming.optional:
        raise RulesError(
            "play_off_waits",
            gettext_noop("A play-off is next already. Draw its round, or remove it."),
        )
    if last is None or (coming is not None and coming.rounds):
        raise RulesError(
            "stage_going_on",
            gettext_noop(
                "A play-off comes after a stage. Stage %(stage)d is not over yet. Play or end it first."
            ),
            stage=1 if coming is None else coming.number,
        )


def verify_replay_stage(event: EventFacts, stage: StageFacts) -> None:
    """Allow a stage that has begun to be played again, when no round is open (`event.last`).

    Raises `event_not_running`, `event_finished`, `stage_not_begun`, `round_open`.
    """
    running(event)
    if not stage.rounds:
        raise RulesError(
            "stage_not_begun",
            gettext_noop("Stage %(stage)d has no round yet, so there is nothing to play again."),
            stage=stage.number,
        )
    last = event.last
    if last is not None and last.status != RoundStatus.CLOSED:
        raise RulesError(
            "round_open",
            gettext_noop(
                "Round %(round)d is still open. Close it, take it back or discard its draw, then play the "
                "stage again."
            ),
            round=last.number,
        )


def verify_end_stage(event: EventFacts, stage: StageFacts) -> None:
    """Allow the current stage, or a play-off that has not begun, to end early, when no round is open.

    Raises `event_not_running`, `event_finished`, `stage_over`, `stage_not_begun`, `round_open`.
    """
    running(event)
    if stage.over:
        raise RulesError("stage_over", gettext_noop("Stage %(stage)d is already over."), stage=stage.number)
    if not stage.optional and (not stage.rounds or not stage.current):
        raise RulesError(
            "stage_not_begun",
            gettext_noop("Stage %(stage)d has not begun. Remove it instead."),
            stage=stage.number,
        )
    last = event.last
    if last is not None and last.status != RoundStatus.CLOSED:
        raise RulesError(
            "round_open",
            gettext_noop("Round %(round)d is still open. Close it or discard its draw, then end the stage."),
            round=last.number,
        )
