"""Rounds: drawn -> published -> playing -> closed. Published ones can become void."""

from __future__ import annotations

from tournaments.core.rules.errors import RulesError, gettext_noop
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.rules.phases.facts import EventFacts, RoundFacts
from tournaments.events.rules.phases.guards import (
    current,
    enough,
    not_closed,
    not_finished,
    proposal,
    public,
    running,
)


def rounds_complete(event: EventFacts) -> bool:
    """Return whether the last stage is over."""
    return event.last is not None and event.stage_over and not event.stages_left


def verify_draw(event: EventFacts) -> None:
    """Allow the next draw if the last round is closed, a stage is not over, and enough players are ready.

    Raises `event_not_running`, `event_finished`, `round_drawn`, `round_open`, `rounds_complete`,
    `too_few_checked_in`.
    """
    running(event)
    last = event.last
    if last is not None and last.status == RoundStatus.DRAWN:
        raise RulesError(
            "round_drawn",
            gettext_noop("Round %(round)d is already drawn. Publish it, or draw it again."),
            round=last.number,
        )
    if last is not None and last.status != RoundStatus.CLOSED:
        raise RulesError(
            "round_open",
            gettext_noop("Round %(round)d is still being played. Close it, then draw the next round."),
            round=last.number,
        )
    if last is not None and rounds_complete(event):
        raise RulesError(
            "rounds_complete",
            gettext_noop(
                "Every planned round has been played (%(rounds)d). Finish the event, plan more rounds, or "
                "add a stage."
            ),
            rounds=last.number,
        )
    enough(event)


def verify_redraw(event: EventFacts, round_: RoundFacts, draw: int) -> None:
    """Allow a proposal to be drawn again. draw: the version that the director saw.

    Raises `event_not_running`, `event_finished`, `round_published`, `draw_stale`, `too_few_checked_in`.
    """
    running(event)
    proposal(round_, gettext_noop("Round %(round)d is already published and cannot be drawn again."))
    current(round_, draw)
    enough(event)


def verify_discard(event: EventFacts, round_: RoundFacts) -> None:
    """Allow a proposal to be discarded (`event_finished`, `round_published`)."""
    not_finished(event)
    proposal(round_, gettext_noop("Round %(round)d is already published and cannot be discarded."))


def verify_publish(event: EventFacts, round_: RoundFacts, draw: int) -> None:
    """Allow a proposal to be published if it is not stale. draw: the version that the director saw.

    Raises `event_not_running`, `event_finished`, `round_published`, `draw_stale`, `entries_changed`.
    """
    running(event)
    proposal(round_, gettext_noop("Round %(round)d is already published."))
    current(round_, draw)
    if round_.stale:
        raise RulesError(
            "entries_changed",
            gettext_noop("The players of round %(round)d have changed since it was drawn. Draw it again."),
            round=round_.number,
        )


def verify_close(event: EventFacts, round_: RoundFacts, *, early: bool = False) -> None:
    """Allow a round to be closed when every table has played its deals, or when time is called (`early`).

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_closed`,
    `tables_unfinished`.
    """
    running(event)
    public(round_)
    not_closed(round_)
    if round_.unfinished and not early:
        raise RulesError(
            "tables_unfinished",
            gettext_noop(
                "Tables of round %(round)d that still have deals to play: %(tables)d. Finish them, or call "
                "time."
            ),
            tables=round_.unfinished,
            round=round_.number,
        )


def verify_clock(event: EventFacts, round_: RoundFacts) -> None:
    """Allow the clock of a round to be started or changed, as long as the round is open.

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_closed`, `round_void`.
    """
    running(event)
    public(round_)
    not_closed(round_)


def verify_take_back(event: EventFacts, round_: RoundFacts, entered: int) -> None:
    """Allow a published round to be taken back. entered: its deals and claims, with voided and settled ones.

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_closed`, `round_void`,
    `round_begun`.
    """
    running(event)
    public(round_)
    not_closed(round_)
    if entered:
        raise RulesError(
            "round_begun",
            gettext_noop(
                "Deals have been entered in round %(round)d (also voided ones count), so it cannot be taken "
                "back. Void the deals that count and close the round: then it is closed as not played."
            ),
            round=round_.number,
        )
