"""Which step is allowed in the life of an event, its entries and its stages."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.core.rules.statuses import EntryStatus, EventStatus, RoundStatus
from tournaments.events.rules.phases import facts


def verify_register(event: facts.EventFacts) -> None:
    """Allow a new entry until the event is finished (`event_finished`)."""
    facts.not_finished(event)


class EventNotOpen(Conflict):
    """The event is a draft."""

    sentence = gettext_noop("The event is still a draft. Open it, then check players in.")


class EntryWithdrawn(Conflict):
    """The entry has withdrawn."""

    sentence = gettext_noop("%(player)s has withdrawn and cannot play in this event again.")


class EntryCheckedIn(Conflict):
    """The entry is already checked in."""

    sentence = gettext_noop("%(player)s is already checked in.")


def verify_check_in(event: facts.EventFacts, entry: facts.EntryFacts) -> None:
    """Allow a registered entry to check in. An entry that has withdrawn is never seated again.

    Raises `event_not_open`, `event_finished`, `entry_checked_in`, `entry_withdrawn`.
    """
    facts.not_finished(event)
    if event.status == EventStatus.DRAFT:
        raise EventNotOpen
    if entry.status == EntryStatus.CHECKED_IN:
        raise EntryCheckedIn(player=entry.name)
    if entry.status == EntryStatus.WITHDRAWN:
        raise EntryWithdrawn(player=entry.name)


class EntrySeated(Conflict):
    """The entry has a seat in the open round."""

    sentence = gettext_noop("%(player)s has a seat in the open round. Close the round first.")


class EntryNotCheckedIn(Conflict):
    """The entry is not checked in."""

    sentence = gettext_noop("%(player)s is not checked in.")


def verify_undo_check_in(event: facts.EventFacts, entry: facts.EntryFacts) -> None:
    """Allow a check-in to be undone while the entry has no seat.

    Raises `event_finished`, `entry_not_checked_in`, `entry_seated`.
    """
    facts.not_finished(event)
    if entry.status != EntryStatus.CHECKED_IN:
        raise EntryNotCheckedIn(player=entry.name)
    if entry.seated:
        raise EntrySeated(player=entry.name)


def verify_withdraw(event: facts.EventFacts, entry: facts.EntryFacts) -> None:
    """Allow an entry to withdraw until the event is finished.

    A round that is being played goes on. A proposal that seats the entry becomes stale. Raises
    `event_finished`, `entry_withdrawn`.
    """
    facts.not_finished(event)
    if entry.status == EntryStatus.WITHDRAWN:
        raise EntryWithdrawn(sentence=gettext_noop("%(player)s has already withdrawn."), player=entry.name)


def next_round(last: facts.RoundFacts | None) -> int:
    """Return the number of the next round that can seat an entry, after the newest round `last`.

    A draw that is not published can still be made again, so it counts as the next round.
    """
    if last is None:
        return 1
    return last.number + (last.status != RoundStatus.DRAWN)


class EventFrozen(Conflict):
    """The event has started, so settings that affect results cannot change."""

    sentence = gettext_noop("The event has started, so its rules cannot change any more.")


def verify_edit(event: facts.EventFacts) -> None:
    """Allow changes of rules, table sizes and scoring until the event starts (`event_frozen`)."""
    if event.status not in (EventStatus.DRAFT, EventStatus.OPEN):
        raise EventFrozen


class EventNotDraft(Conflict):
    """The event is already open."""

    sentence = gettext_noop("The event is already open.")


def verify_open(event: facts.EventFacts) -> None:
    """Allow a draft to be opened for entries (`event_not_draft`)."""
    if event.status != EventStatus.DRAFT:
        raise EventNotDraft


class EventStarted(Conflict):
    """The event is already running."""

    sentence = gettext_noop("The event is already running.")


def verify_start(event: facts.EventFacts) -> None:
    """Allow a draft or open event to start if enough players are checked in.

    Raises `event_started`, `event_finished`, `too_few_checked_in`.
    """
    if event.status == EventStatus.RUNNING:
        raise EventStarted
    facts.not_finished(event)
    facts.enough(event)


class RoundOpen(Conflict):
    """A round is still open."""

    sentence = gettext_noop(
        "Round %(round)d is still open. Close it or discard its draw, then finish the event."
    )


class NothingPlayed(Conflict):
    """No round has been played."""

    sentence = gettext_noop("No round has been played yet. Draw and play a round first.")


def _no_open_round(event: facts.EventFacts, sentence: str = RoundOpen.sentence) -> None:
    if event.last is not None and event.last.status != RoundStatus.CLOSED:
        raise RoundOpen(sentence=sentence, round=event.last.number)


def verify_finish(event: facts.EventFacts) -> None:
    """Allow a running event to be finished when no round is open.

    Raises `event_not_running`, `round_open`, `nothing_played`.
    """
    facts.running(event)
    if event.last is None:
        raise NothingPlayed
    _no_open_round(event)


class EventNotFinished(Conflict):
    """The event is not finished."""

    sentence = gettext_noop("The event is not finished, so there is nothing to reopen.")


def verify_reopen(event: facts.EventFacts) -> None:
    """Allow a finished event to be reopened (`event_not_finished`)."""
    if event.status != EventStatus.FINISHED:
        raise EventNotFinished


def verify_adjust(event: facts.EventFacts, played: facts.RoundFacts | None = None) -> None:
    """Allow an adjustment while the event is running: in a published round (`played`), or in no round.

    Raises `event_not_running`, `event_finished`, `round_not_published`.
    """
    facts.running(event)
    if played is not None:
        facts.public(played)


MOST_STAGES: Final = 9

ANY_TIME: Final = frozenset(
    {"rounds_planned", "deals_per_round", "deals_per", "weights", "plan_public", "small_tables", "prefer"}
)
"""Settings that can change between the rounds of a stage. All others are fixed by its first draw."""


class TooManyStages(Conflict):
    """The event has reached its limit of stages."""

    sentence = gettext_noop("An event has at most %(most)d stages. Give one of them more rounds instead.")


def verify_add_stage(event: facts.EventFacts, stages: int = 1) -> None:
    """Allow a stage to be added after the existing `stages`, until the event is finished.

    Raises `event_finished`, `too_many_stages`. `check_stages` checks whether the stages fit together.
    """
    facts.not_finished(event)
    if stages >= MOST_STAGES:
        raise TooManyStages(most=MOST_STAGES)


class StageOver(Conflict):
    """The stage is over."""

    sentence = gettext_noop("Stage %(stage)d is over, so its settings cannot change any more.")


class StageBegun(Conflict):
    """The stage has begun."""

    sentence = gettext_noop(
        "Stage %(stage)d has begun. Only its rounds, deals, small tables and weights can still change."
    )


class RoundsDrawn(Conflict):
    """More rounds than this have already been drawn."""

    sentence = gettext_noop(
        "Stage %(stage)d already has %(drawn)d drawn rounds. Plan at least as many, or end the stage."
    )


def verify_edit_stage(
    event: facts.EventFacts,
    stage: facts.StageFacts,
    settings: Collection[str] = (),
    rounds: int | None = None,
) -> None:
    """Allow a stage's `settings` (names) to change until its first draw, `ANY_TIME` until it is over.

    rounds: the new number of rounds, if it changes.
    Raises `event_finished`, `stage_over`, `stage_begun`, `rounds_drawn`.
    """
    facts.not_finished(event)
    if not stage.rounds:
        return
    # After its last round a stage can get more rounds, until the next stage begins.
    if not stage.current:
        raise StageOver(stage=stage.number)
    if any(name not in ANY_TIME for name in settings):
        raise StageBegun(stage=stage.number)
    if rounds is not None and rounds < stage.rounds:
        raise RoundsDrawn(stage=stage.number, drawn=stage.rounds)


class StageOnly(Conflict):
    """An event needs at least one stage."""

    sentence = gettext_noop("An event needs at least one stage. Change this stage instead.")


class StageHasVoidRounds(Conflict):
    """The stage keeps void rounds, so it cannot be removed."""

    sentence = gettext_noop(
        "Stage %(stage)d keeps %(void)d void rounds with their deals, so it stays. Change its format "
        "and its rounds instead."
    )


def verify_remove_stage(
    event: facts.EventFacts, stage: facts.StageFacts, stages: int = 2, void: int = 0
) -> None:
    """Allow a stage without a round to be removed, unless it is the only one of `stages`. void: void rounds.

    Raises `event_finished`, `stage_begun`, `stage_has_void_rounds`, `stage_only`.
    """
    facts.not_finished(event)
    if stage.rounds:
        raise StageBegun(
            sentence=gettext_noop("Stage %(stage)d has begun. End it instead, or discard its draw first."),
            stage=stage.number,
        )
    if void:
        raise StageHasVoidRounds(stage=stage.number, void=void)
    if stages <= 1:
        raise StageOnly


class StageGoingOn(Conflict):
    """A stage must be over before a play-off."""

    sentence = gettext_noop(
        "A play-off comes after a stage. Stage %(stage)d is not over yet. Play or end it first."
    )


class PlayOffWaits(Conflict):
    """A play-off is next already."""

    sentence = gettext_noop("A play-off is next already. Draw its round, or remove it.")


def verify_add_play_off(event: facts.EventFacts, coming: facts.StageFacts | None) -> None:
    """Allow a play-off to be added when a stage is over and no round is open (`event.last`).

    coming: the first stage that is not over; None if all are.
    Raises `event_not_running`, `event_finished`, `round_open`, `play_off_waits`, `stage_going_on`.
    """
    facts.running(event)
    _no_open_round(
        event,
        gettext_noop("Round %(round)d is still open. Close it or discard its draw, then add a play-off."),
    )
    if coming is not None and coming.optional:
        raise PlayOffWaits
    if event.last is None or (coming is not None and coming.rounds):
        raise StageGoingOn(stage=1 if coming is None else coming.number)


class StageNotBegun(Conflict):
    """The stage has not begun."""

    sentence = gettext_noop("Stage %(stage)d has no round yet, so there is nothing to play again.")


def verify_replay_stage(event: facts.EventFacts, stage: facts.StageFacts) -> None:
    """Allow a stage that has begun to be played again, when no round is open (`event.last`).

    Raises `event_not_running`, `event_finished`, `stage_not_begun`, `round_open`.
    """
    facts.running(event)
    if not stage.rounds:
        raise StageNotBegun(stage=stage.number)
    _no_open_round(
        event,
        gettext_noop(
            "Round %(round)d is still open. Close it, take it back or discard its draw, then play the "
            "stage again."
        ),
    )


def verify_end_stage(event: facts.EventFacts, stage: facts.StageFacts) -> None:
    """Allow the current stage, or a play-off that has not begun, to end early, when no round is open.

    Raises `event_not_running`, `event_finished`, `stage_over`, `stage_not_begun`, `round_open`.
    """
    facts.running(event)
    if stage.over:
        raise StageOver(sentence=gettext_noop("Stage %(stage)d is already over."), stage=stage.number)
    if not stage.optional and (not stage.rounds or not stage.current):
        raise StageNotBegun(
            sentence=gettext_noop("Stage %(stage)d has not begun. Remove it instead."), stage=stage.number
        )
    _no_open_round(
        event,
        gettext_noop("Round %(round)d is still open. Close it or discard its draw, then end the stage."),
    )
