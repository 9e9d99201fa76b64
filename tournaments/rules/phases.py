"""The life of an event, its entries, its rounds and a table's deals: which step is allowed when.

Each step has three faces. `verify_*` raises a RulesError that says why not, in a sentence; `can` asks
the same question for a button; doing it is the services' business. The facts go in as small records,
so that the page, the API and a bot all ask the same question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import ParamSpec

from tournaments.rules.errors import RulesError, gettext_noop

P = ParamSpec("P")


class EventStatus(StrEnum):
    """domain.md, "Life of an event"."""

    DRAFT = "draft"
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class EntryStatus(StrEnum):
    """domain.md: an entry, each status with the round it counts from."""

    REGISTERED = "registered"
    CHECKED_IN = "checked_in"
    WITHDRAWN = "withdrawn"


class RoundStatus(StrEnum):
    """domain.md: a round."""

    DRAWN = "drawn"
    PUBLISHED = "published"
    PLAYING = "playing"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round as the steps see it.

    draw: grows with every redraw and swap. unfinished: its tables that have not played all their deals
    (nor ended before, for want of chips). deals: deals recorded and not voided. stale: whether somebody
    seated has withdrawn, or somebody else has checked in, since it was drawn.
    """

    number: int
    status: str
    draw: int = 1
    unfinished: int = 0
    deals: int = 0
    stale: bool = False


@dataclass(frozen=True, slots=True)
class EventFacts:
    """An event as the steps see it.

    ready: entries checked in. least: the fewest players a table may have. rounds_planned: 0 where the
    director has set no number. last: the newest round, None before the first draw.
    """

    status: str
    ready: int = 0
    least: int = 3
    rounds_planned: int = 0
    last: RoundFacts | None = None


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """An entry: its status, and whether it has a seat in a round that is not closed."""

    status: str
    seated: bool = False


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table: its number, its round's status, its deals recorded, how many it plays (0: till time is
    called), and whether its game is over for another reason (somebody cannot pay the ante).
    """

    number: int
    round_status: str
    deals: int = 0
    deals_planned: int = 0
    over: bool = False


def can(verify: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Whether that step is allowed now."""
    return why_not(verify, *args, **kwargs) is None


def why_not(verify: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> RulesError | None:
    """What stands against that step; None where nothing does."""
    try:
        verify(*args, **kwargs)
    except RulesError as error:
        return error
    return None


# The event: draft -> open -> running -> finished, and back to running.


def verify_edit(event: EventFacts) -> None:
    """The event's rules, sizes and scoring change only until it starts (`event_frozen`)."""
    if event.status not in (EventStatus.DRAFT, EventStatus.OPEN):
        raise RulesError("event_frozen", gettext_noop("The event has started: its rules are frozen."))


def verify_open(event: EventFacts) -> None:
    """A draft is opened for entries (`event_not_draft`)."""
    if event.status != EventStatus.DRAFT:
        raise RulesError("event_not_draft", gettext_noop("The event is open already."))


def verify_start(event: EventFacts) -> None:
    """An event starts from draft or open with enough players checked in.

    Raises `event_started`, `event_finished`, `too_few_checked_in`.
    """
    if event.status == EventStatus.RUNNING:
        raise RulesError("event_started", gettext_noop("The event is running already."))
    _not_finished(event)
    _enough(event)


def verify_finish(event: EventFacts) -> None:
    """A running event is finished when no round is open.

    Raises `event_not_running`, `round_open` (close or discard it first), `nothing_played`.
    """
    _running(event)
    last = event.last
    if last is None:
        raise RulesError("nothing_played", gettext_noop("No round has been played yet."))
    if last.status != RoundStatus.CLOSED:
        raise RulesError(
            "round_open",
            gettext_noop("Round %(round)d is still open: close it, or discard its draw, before you finish."),
            round=last.number,
        )


def verify_reopen(event: EventFacts) -> None:
    """A finished event may be reopened (`event_not_finished`)."""
    if event.status != EventStatus.FINISHED:
        raise RulesError("event_not_finished", gettext_noop("Only a finished event can be reopened."))


def verify_adjust(event: EventFacts) -> None:
    """Adjustments are given while the event is running (`event_not_running`, `event_finished`)."""
    _running(event)


# Entries: registered <-> checked_in, both -> withdrawn.


def verify_register(event: EventFacts) -> None:
    """Entries are taken until the end (`event_finished`); late ones join from the next round."""
    _not_finished(event)


def verify_check_in(event: EventFacts, entry: EntryFacts) -> None:
    """A registered entry checks in; one that has withdrawn is never seated again.

    Raises `event_not_open`, `event_finished`, `entry_checked_in`, `entry_withdrawn`.
    """
    _not_finished(event)
    if event.status == EventStatus.DRAFT:
        raise RulesError("event_not_open", gettext_noop("Open the event before anybody checks in."))
    if entry.status == EntryStatus.CHECKED_IN:
        raise RulesError("entry_checked_in", gettext_noop("This entry is checked in already."))
    if entry.status == EntryStatus.WITHDRAWN:
        raise RulesError(
            "entry_withdrawn", gettext_noop("This entry has withdrawn and does not play in this event again.")
        )


def verify_undo_check_in(event: EventFacts, entry: EntryFacts) -> None:
    """A check-in is taken back while nobody has given the entry a seat.

    Raises `event_finished`, `entry_not_checked_in`, `entry_seated`.
    """
    _not_finished(event)
    if entry.status != EntryStatus.CHECKED_IN:
        raise RulesError("entry_not_checked_in", gettext_noop("This entry is not checked in."))
    if entry.seated:
        raise RulesError(
            "entry_seated",
            gettext_noop("This entry has a seat in the open round: close that first."),
        )


def verify_withdraw(event: EventFacts, entry: EntryFacts) -> None:
    """An entry withdraws at any time before the end; a round it sits in is played on as it stands.

    A draw that seats it and is not published becomes stale. Raises `event_finished`, `entry_withdrawn`.
    """
    _not_finished(event)
    if entry.status == EntryStatus.WITHDRAWN:
        raise RulesError("entry_withdrawn", gettext_noop("This entry has withdrawn already."))


def next_round(event: EventFacts) -> int:
    """The number of the round an entry counts from that is registered now: the next that can seat it.

    A draw that is not published can still be made anew, so it counts as the next.
    """
    if event.last is None:
        return 1
    return event.last.number + (event.last.status != RoundStatus.DRAWN)


# Rounds: drawn -> published -> playing -> closed.


def verify_draw(event: EventFacts) -> None:
    """The next round is drawn when the former is closed and enough players are checked in.

    Raises `event_not_running`, `event_finished`, `round_drawn`, `round_open`, `rounds_complete`,
    `too_few_checked_in`.
    """
    _running(event)
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
    if last is not None and 0 < event.rounds_planned <= last.number:
        raise RulesError(
            "rounds_complete",
            gettext_noop("All %(rounds)d rounds have been played: finish the event, or plan another round."),
            rounds=event.rounds_planned,
        )
    _enough(event)


def verify_redraw(event: EventFacts, round_: RoundFacts, draw: int) -> None:
    """A draw that is not published is made anew: `draw` is the one its reader saw.

    Raises `event_not_running`, `event_finished`, `round_published`, `draw_stale`, `too_few_checked_in`.
    """
    _running(event)
    _proposal(round_, gettext_noop("Round %(round)d is published: its seats are fixed."))
    _current(round_, draw)
    _enough(event)


def verify_discard(event: EventFacts, round_: RoundFacts) -> None:
    """A draw that is not published can be thrown away (`round_published`)."""
    _not_finished(event)
    _proposal(round_, gettext_noop("Round %(round)d is published and cannot be discarded."))


def verify_swap(event: EventFacts, round_: RoundFacts, draw: int, deals_at_tables: int = 0) -> None:
    """Two players change seats: in a proposal freely, in a published round while no deal is recorded
    at their tables (`deals_at_tables`), because a deal belongs to who played it.

    Raises `event_not_running`, `event_finished`, `round_closed`, `draw_stale`, `table_has_deals`.
    """
    _running(event)
    _not_closed(round_)
    _current(round_, draw)
    if deals_at_tables:
        raise RulesError(
            "table_has_deals",
            gettext_noop("Void the deals of these tables before you swap seats (recorded: %(deals)d)."),
            deals=deals_at_tables,
        )


def verify_publish(event: EventFacts, round_: RoundFacts, draw: int) -> None:
    """A draw is published if it is the one its reader saw and still seats the right people.

    Raises `event_not_running`, `event_finished`, `round_published`, `draw_stale`, `entries_changed`.
    """
    _running(event)
    _proposal(round_, gettext_noop("Round %(round)d is published already."))
    _current(round_, draw)
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
    _running(event)
    _public(round_)
    _not_closed(round_)
    if round_.unfinished and not early:
        raise RulesError(
            "tables_unfinished",
            gettext_noop("Round %(round)d has tables with deals still to play (tables: %(tables)d)."),
            tables=round_.unfinished,
            round=round_.number,
        )


# A table's deals.


def verify_record_deal(event: EventFacts, table: TableFacts, number: int) -> None:
    """A deal is recorded at a table of a round being played, in its turn.

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_closed`, `table_closed`,
    `deal_out_of_turn` (names the next number; a number already taken is the services' question).
    """
    _running(event)
    _table_open(table)
    if table.over or (0 < table.deals_planned <= table.deals):
        raise RulesError(
            "table_closed",
            gettext_noop("Table %(table)d has finished its game (deals played: %(deals)d)."),
            table=table.number,
            deals=table.deals,
        )
    if number != table.deals + 1:
        raise RulesError(
            "deal_out_of_turn",
            gettext_noop("Deal %(number)d is not the next at table %(table)d: deal %(next)d is."),
            number=number,
            table=table.number,
            next=table.deals + 1,
        )


def verify_void_last_deal(event: EventFacts, table: TableFacts, number: int) -> None:
    """The last deal of a table is voided until its round is closed; `number` says which is meant.

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_closed`,
    `nothing_to_void`, `not_the_last_deal`.
    """
    _running(event)
    _table_open(table)
    if not table.deals:
        raise RulesError(
            "nothing_to_void", gettext_noop("Table %(table)d has no deal to void."), table=table.number
        )
    if number != table.deals:
        raise RulesError(
            "not_the_last_deal",
            gettext_noop("Only the last deal of table %(table)d can be voided: deal %(last)d."),
            table=table.number,
            last=table.deals,
        )


def verify_issue_chips(event: EventFacts, table: TableFacts) -> None:
    """A director issues chips at a table being played (`round_not_published`, `round_closed`)."""
    _running(event)
    _table_open(table)


def _running(event: EventFacts) -> None:
    _not_finished(event)
    if event.status != EventStatus.RUNNING:
        raise RulesError("event_not_running", gettext_noop("The event has not started."))


def _not_finished(event: EventFacts) -> None:
    if event.status == EventStatus.FINISHED:
        raise RulesError("event_finished", gettext_noop("The event is finished: reopen it first."))


def _enough(event: EventFacts) -> None:
    if event.ready < event.least:
        raise RulesError(
            "too_few_checked_in",
            gettext_noop(
                "A table needs %(least)d players: %(ready)d are checked in, %(missing)d more are needed."
            ),
            least=event.least,
            ready=event.ready,
            missing=event.least - event.ready,
        )


def _proposal(round_: RoundFacts, sentence: str) -> None:
    if round_.status != RoundStatus.DRAWN:
        raise RulesError("round_published", sentence, round=round_.number)


def _current(round_: RoundFacts, draw: int) -> None:
    if draw != round_.draw:
        raise RulesError(
            "draw_stale",
            gettext_noop("Round %(round)d was drawn or changed again since you looked: look once more."),
            round=round_.number,
        )


def _public(round_: RoundFacts) -> None:
    if round_.status == RoundStatus.DRAWN:
        raise RulesError(
            "round_not_published",
            gettext_noop("Round %(round)d is not published yet."),
            round=round_.number,
        )


def _not_closed(round_: RoundFacts) -> None:
    if round_.status == RoundStatus.CLOSED:
        raise RulesError("round_closed", gettext_noop("Round %(round)d is closed."), round=round_.number)


def _table_open(table: TableFacts) -> None:
    if table.round_status == RoundStatus.DRAWN:
        raise RulesError(
            "round_not_published",
            gettext_noop("The round of table %(table)d is not published yet."),
            table=table.number,
        )
    if table.round_status == RoundStatus.CLOSED:
        raise RulesError(
            "round_closed", gettext_noop("The round of table %(table)d is closed."), table=table.number
        )
