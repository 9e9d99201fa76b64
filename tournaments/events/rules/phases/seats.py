"""Changes of seats: freely in a proposal; in a published round only at tables without a deal.

A deal belongs to the players who played it. `draw` is the version of the draw that the director saw, and
`deals_at_tables` counts the deals at the tables that would change.
"""

from __future__ import annotations

from typing import Final

from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.core.rules.statuses import EntryStatus
from tournaments.events.rules.phases import facts
from tournaments.events.rules.phases.events import EntrySeated, EntryWithdrawn
from tournaments.events.rules.phases.rounds import verify_issue_chips, verify_record_deal

WITH_DEALS: Final = {
    "swap_seats": gettext_noop(
        "These tables have recorded deals (%(deals)d). Void them before you swap seats."
    ),
    "move_seat": gettext_noop(
        "These tables have recorded deals (%(deals)d). Void them before you move a player."
    ),
    "seat_by_hand": gettext_noop(
        "Some of these tables have recorded deals (%(deals)d). Leave those tables as they are, or void "
        "the deals first."
    ),
    "leave_out": gettext_noop(
        "This table has recorded deals (%(deals)d). Void them before you remove a player."
    ),
    "substitute": gettext_noop(
        "This table has recorded deals (%(deals)d). On the page of the table, a substitute can take over "
        "the seat of a player who leaves."
    ),
}
"""Each change of seats by hand, and why it cannot be made at tables with deals."""


class TableGrownTooLarge(Conflict):
    """The table would have too many players."""

    sentence = gettext_noop(
        "That table would have %(there)d players, but at most %(most)d may sit there. Swap two "
        "players instead."
    )


class TableLeftTooSmall(Conflict):
    """The table would have too few players."""

    sentence = gettext_noop(
        "The table would have too few players (%(left)d, at least %(least)d are needed). "
        "Seat a substitute, or move another player there first."
    )


def verify_reseat(
    change: str,
    event: facts.EventFacts,
    round_: facts.RoundFacts,
    draw: int,
    deals_at_tables: int = 0,
    *,
    left: int | None = None,
    there: int | None = None,
    into: facts.EntryFacts | None = None,
) -> None:
    """Allow a change of seats by hand (a key of `WITH_DEALS`). It does not check whether all are seated.

    left: so many stay at a table that a player leaves; there: so many sit at a table that gets one more.
    into: a substitute for a missing player.
    Raises `event_not_running`, `event_finished`, `round_closed`, `draw_stale`, `table_has_deals`,
    `table_left_too_small`, `table_grown_too_large`, `entry_withdrawn`, `entry_seated`.
    """
    facts.running(event)
    facts.not_closed(round_)
    facts.current(round_, draw)
    if deals_at_tables:
        raise Conflict("table_has_deals", WITH_DEALS[change], deals=deals_at_tables)
    if left is not None and left < event.least:
        raise TableLeftTooSmall(left=left, least=event.least)
    if there is not None and there > event.most:
        raise TableGrownTooLarge(there=there, most=event.most)
    if into is not None:
        _sits_in(
            into,
            gettext_noop("%(player)s already has a seat in this round. Swap the two players instead."),
        )


class TooFewLeft(Conflict):
    """Too few players would be left at the table."""

    sentence = gettext_noop(
        "Table %(table)d would play on with %(left)d players, and the rules need %(least)d. "
        "Choose a substitute, or close the round with the deals that have been played."
    )


class TableNotBegun(Conflict):
    """The table has no deal yet."""

    sentence = gettext_noop(
        "Table %(table)d has no deal yet. Give the seat to a substitute on the page of the draw, as "
        "for a missing player."
    )


class NextDealMoved(Conflict):
    """The next deal has another number than the one that you saw."""

    sentence = gettext_noop(
        "The deals of table %(table)d have changed since you looked: deal %(next)d is the next one "
        "now. Check who played the last deal, then try again."
    )


def verify_leave_table(
    event: facts.EventFacts,
    table: facts.TableFacts,
    number: int,
    into: facts.EntryFacts | None,
    *,
    left: int,
    least: int,
) -> None:
    """Allow a player to leave a table before deal `number`, which is the next one.

    into: the substitute; `seated`: it has or had a seat in this round. None: `left` players go on without
    one; the rules need at least `least`. Raises what `verify_record_deal` raises, but `next_deal_moved` in
    place of `deal_out_of_turn`; `table_not_begun`, `too_few_left`, `entry_seated`, `entry_withdrawn`.
    """
    verify_record_deal(event, table, table.deals + 1)
    if not table.deals:
        raise TableNotBegun(table=table.number)
    if number != table.deals + 1:
        raise NextDealMoved(table=table.number, next=table.deals + 1)
    if into is None:
        if left < least:
            raise TooFewLeft(table=table.number, left=left, least=least)
        return
    _sits_in(into, gettext_noop("%(player)s has or had a seat in this round already. Choose somebody else."))


class RecordedSince(Conflict):
    """Deals have been recorded since the player left."""

    sentence = gettext_noop(
        "Since %(player)s has left, deals have been recorded at table %(table)d (also voided ones "
        "count), so the seat stays as it is."
    )


def verify_give_back(
    event: facts.EventFacts, table: facts.TableFacts, back: facts.EntryFacts, recorded: int
) -> None:
    """Allow a seat to go back to `back`, who had left. recorded: deals since then, with voided ones.

    Raises `event_not_running`, `event_finished`, `round_void`, `round_closed`, `recorded_since`,
    `entry_withdrawn`.
    """
    verify_issue_chips(event, table)
    if recorded:
        raise RecordedSince(player=back.name, table=table.number)
    _not_withdrawn(back)


def verify_search(event: facts.EventFacts, round_: facts.RoundFacts, draw: int) -> None:
    """Allow a longer search, or its result to be taken, while the round is a proposal.

    Raises `event_not_running`, `event_finished`, `round_published`, `draw_stale`.
    """
    facts.running(event)
    facts.proposal(
        round_, gettext_noop("Round %(round)d is already published, so its draw cannot be improved any more.")
    )
    facts.current(round_, draw)


def _not_withdrawn(entry: facts.EntryFacts) -> None:
    if entry.status == EntryStatus.WITHDRAWN:
        raise EntryWithdrawn(player=entry.name)


def _sits_in(entry: facts.EntryFacts, seated: str) -> None:
    _not_withdrawn(entry)
    if entry.seated:
        raise EntrySeated(sentence=seated, player=entry.name)
