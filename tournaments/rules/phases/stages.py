"""Stages: added at the end, changed and removed until they begin, ended between two rounds."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from tournaments.rules.errors import RulesError, gettext_noop
from tournaments.rules.statuses import RoundStatus

from .facts import EventFacts, StageFacts
from .guards import not_finished, running

MOST_STAGES: Final = 9

ANY_TIME: Final = frozenset({"rounds_planned", "deals_per_round", "weights", "plan_public", "small_tables"})
"""What may be changed between the rounds of a stage; the rest is settled by its first draw."""


def verify_add_stage(event: EventFacts, stages: int = 1) -> None:
    """A stage is added behind the `stages` that there are, until the event is finished.

    Raises `event_finished`, `too_many_stages`. Whether it suits those before is `check_stages`' question.
    """
    not_finished(event)
    if stages >= MOST_STAGES:
        raise RulesError(
            "too_many_stages",
            gettext_noop("An event has at most %(most)d stages: give one of them more rounds instead."),
            most=MOST_STAGES,
        )


def verify_edit_stage(
    event: EventFacts, stage: StageFacts, settings: Collection[str] = (), rounds: int | None = None
) -> None:
    """A stage's `settings` (names) change until its first draw, some of them (`ANY_TIME`) until it is over.

    rounds: the number of rounds asked for, if it changes.
    Raises `event_finished`, `stage_over`, `stage_begun`, `rounds_drawn`.
    """
    not_finished(event)
    if not stage.rounds:
        return
    # A stage that has had all its rounds may be given more, as long as the next has not begun.
    if not stage.current:
        raise RulesError(
            "stage_over",
            gettext_noop("Stage %(stage)d is over: what it was played by stays as it is."),
            stage=stage.number,
        )
    if any(name not in ANY_TIME for name in settings):
        raise RulesError(
            "stage_begun",
            gettext_noop(
                "Stage %(stage)d has begun: only its rounds, deals, small tables and weights can change."
            ),
            stage=stage.number,
        )
    if rounds is not None and rounds < stage.rounds:
        raise RulesError(
            "rounds_drawn",
            gettext_noop(
                "Stage %(stage)d has more rounds drawn already (%(drawn)d): plan as many, or end it."
            ),
            stage=stage.number,
            drawn=stage.rounds,
        )


def verify_remove_stage(event: EventFacts, stage: StageFacts, stages: int = 2) -> None:
    """A stage without a round is removed, unless it is the only one of `stages`.

    Raises `event_finished`, `stage_begun`, `stage_only`.
    """
    not_finished(event)
    if stage.rounds:
        raise RulesError(
            "stage_begun",
            gettext_noop("Stage %(stage)d has begun: end it instead, or discard its draw first."),
            stage=stage.number,
        )
    if stages <= 1:
        raise RulesError(
            "stage_only", gettext_noop("An event has at least one stage: change this one instead.")
        )


def verify_end_stage(event: EventFacts, stage: StageFacts) -> None:
    """The current stage ends before its last round, when none of its rounds is open.

    Raises `event_not_running`, `event_finished`, `stage_over`, `stage_not_begun`, `round_open`.
    """
    running(event)
    if stage.over:
        raise RulesError("stage_over", gettext_noop("Stage %(stage)d is over already."), stage=stage.number)
    if not stage.rounds or not stage.current:
        raise RulesError(
            "stage_not_begun",
            gettext_noop("Stage %(stage)d has not begun: remove it instead."),
            stage=stage.number,
        )
    last = event.last
    if last is not None and last.status != RoundStatus.CLOSED:
        raise RulesError(
            "round_open",
            gettext_noop("Round %(round)d is still open: close it, or discard its draw, first."),
            round=last.number,
        )
