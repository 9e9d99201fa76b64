"""Rounds: drawn -> published -> playing -> closed."""

from __future__ import annotations

from tournaments.rules.errors import RulesError, gettext_noop
from tournaments.rules.statuses import RoundStatus

from .facts import EventFacts, RoundFacts
from .guards import current, enough, not_closed, not_finished, proposal, public, running


def rounds_complete(event: EventFacts) -> bool:
    """Whether the last stage has had its last round: as many as were planned, its final, or it was ended."""
    return event.last is not None and event.stage_over and not event.stages_left


def verify_draw(event: EventFacts) -> None:
    """The next round is drawn when the former is closed, some stage is not over, and enough are checked in.

    Raises `event_not_running`, `event_finished`, `round_drawn`, `round_open`, `rounds_complete`,
    `too_few_checked_in`.
    """
    running(event)
    last = event.last
    if last is not None and last.status == RoundStatus.DRAWN:
        raise RulesError(
            "round_drawn",
            gettext_noop("Round %(round)d is drawn already: publish it, or draw it again."),
            round=last.number,
        )
    if last is not None and last.status != RoundStatus.CLOSED:
        raise RulesError(
            "round_open",
            gettext_noop("Round %(round)d is still being played: close it before you draw the next."),
            round=last.number,
        )
    if last is not None and rounds_complete(event):
        raise RulesError(
            "rounds_complete",
            gettext_noop(
                "All rounds have been played (%(rounds)d): finish the event, plan more, or add a stage."
            ),
            rounds=last.number,
        )
    enough(event)


def verify_redraw(event: EventFacts, round_: RoundFacts, draw: int) -> None:
    """A draw that is not published is made anew: `draw` is the one its reader saw.

    Raises `event_not_running`, `event_finished`, `round_published`, `draw_stale`, `too_few_checked_in`.
    """
    running(event)
    proposal(round_, gettext_noop("Round %(round)d is published: its seats are fixed."))
    current(round_, draw)
    enough(event)


def verify_discard(event: EventFacts, round_: RoundFacts) -> None:
    """A draw that is not published can be thrown away (`round_published`)."""
    not_finished(event)
    proposal(round_, gettext_noop("Round %(round)d is published and cannot be discarded."))


def verify_publish(event: EventFacts, round_: RoundFacts, draw: int) -> None:
    """A draw is published if it is the one its reader saw and still seats the right people.

    Raises `event_not_running`, `event_finished`, `round_published`, `draw_stale`, `entries_changed`.
    """
    running(event)
    proposal(round_, gettext_noop("Round %(round)d is published already."))
    current(round_, draw)
    if round_.stale:
        raise RulesError(
            "entries_changed",
            gettext_noop("Players have come or gone since round %(round)d was drawn: draw it again."),
            round=round_.number,
        )


def verify_close(event: EventFacts, round_: RoundFacts, *, early: bool = False) -> None:
    """A round is closed when every table has played its deals; `early`: time is called.

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_closed`,
    `tables_unfinished`.
    """
    running(event)
    public(round_)
    not_closed(round_)
    if round_.unfinished and not early:
        raise RulesError(
            "tables_unfinished",
            gettext_noop("Round %(round)d has tables with deals still to play (tables: %(tables)d)."),
            tables=round_.unfinished,
            round=round_.number,
        )
