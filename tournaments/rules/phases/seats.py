"""Changing who sits where: in a proposal freely, in a published round while no deal is in the way.

A deal belongs to who played it, so none may be recorded at the tables that are touched. All of these ask
for `draw`, the version of the draw that their reader saw.
"""

from __future__ import annotations

from tournaments.rules.errors import RulesError, gettext_noop
from tournaments.rules.statuses import EntryStatus

from .facts import EntryFacts, EventFacts, RoundFacts
from .guards import current, not_closed, proposal, running


def verify_swap(event: EventFacts, round_: RoundFacts, draw: int, deals_at_tables: int = 0) -> None:
    """Two players change seats; `deals_at_tables`: deals recorded at their tables.

    Raises `event_not_running`, `event_finished`, `round_closed`, `draw_stale`, `table_has_deals`.
    """
    _changeable(
        event,
        round_,
        draw,
        deals_at_tables,
        gettext_noop("Void the deals of these tables before you swap seats (recorded: %(deals)d)."),
    )


def verify_move(
    event: EventFacts,
    round_: RoundFacts,
    draw: int,
    deals_at_tables: int = 0,
    *,
    left: int | None = None,
    there: int | None = None,
) -> None:
    """A player moves to another table, where `there` will sit then, from one where `left` remain.

    Raises what `verify_swap` raises, `table_left_too_small` and `table_grown_too_large`.
    """
    _changeable(
        event,
        round_,
        draw,
        deals_at_tables,
        gettext_noop("Void the deals of these tables before you move a player (recorded: %(deals)d)."),
    )
    _left(event, left)
    if there is not None and there > event.most:
        raise RulesError(
            "table_grown_too_large",
            gettext_noop("That table would have %(there)d players and may have %(most)d: swap two instead."),
            there=there,
            most=event.most,
        )


def verify_seat_by_hand(event: EventFacts, round_: RoundFacts, draw: int, deals_at_tables: int = 0) -> None:
    """The whole round is seated by hand; `deals_at_tables`: deals at the tables that it changes.

    Raises what `verify_swap` raises. Whether the seating is complete is not asked here.
    """
    _changeable(
        event,
        round_,
        draw,
        deals_at_tables,
        gettext_noop("Leave tables with deals as they are, or void their deals first (recorded: %(deals)d)."),
    )


def verify_leave_out(
    event: EventFacts, round_: RoundFacts, draw: int, deals_at_table: int = 0, *, left: int | None = None
) -> None:
    """Somebody who is not there loses the seat, and the table plays on with the `left` who remain.

    Raises what `verify_swap` raises, and `table_left_too_small`.
    """
    _changeable(
        event,
        round_,
        draw,
        deals_at_table,
        gettext_noop("Void the deals of this table before you leave somebody out (recorded: %(deals)d)."),
    )
    _left(event, left)


def verify_substitute(
    event: EventFacts,
    round_: RoundFacts,
    draw: int,
    deals_at_table: int = 0,
    *,
    into: EntryFacts | None = None,
) -> None:
    """`into` takes the seat of somebody who is not there.

    Raises what `verify_swap` raises, `entry_seated` and `entry_withdrawn`.
    """
    _changeable(
        event,
        round_,
        draw,
        deals_at_table,
        gettext_noop("Void the deals of this table before a substitute sits in (recorded: %(deals)d)."),
    )
    if into is not None and into.status == EntryStatus.WITHDRAWN:
        raise RulesError(
            "entry_withdrawn", gettext_noop("This entry has withdrawn and does not play in this event again.")
        )
    if into is not None and into.seated:
        raise RulesError(
            "entry_seated",
            gettext_noop("The substitute has a seat in this round already: swap the two instead."),
        )


def verify_search(event: EventFacts, round_: RoundFacts, draw: int) -> None:
    """A better draw is searched for, or taken, while the round is a proposal.

    Raises `event_not_running`, `event_finished`, `round_published`, `draw_stale`.
    """
    running(event)
    proposal(round_, gettext_noop("Round %(round)d is published: only a proposal can be searched further."))
    current(round_, draw)


def _changeable(event: EventFacts, round_: RoundFacts, draw: int, deals: int, sentence: str) -> None:
    running(event)
    not_closed(round_)
    current(round_, draw)
    if deals:
        raise RulesError("table_has_deals", sentence, deals=deals)


def _left(event: EventFacts, left: int | None) -> None:
    if left is not None and left < event.least:
        raise RulesError(
            "table_left_too_small",
            gettext_noop(
                "Only %(left)d would be left at the table and it needs %(least)d: "
                "put a substitute in, or move somebody there first."
            ),
            left=left,
            least=event.least,
        )
