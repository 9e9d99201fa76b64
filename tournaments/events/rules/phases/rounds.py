"""Which step is allowed in the life of a round and of a table."""

from __future__ import annotations

from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.rules.phases import facts
from tournaments.events.rules.phases.events import RoundOpen


def rounds_complete(event: facts.EventFacts) -> bool:
    """Return whether the last stage is over."""
    return event.last is not None and event.stage_over and not event.stages_left


class RoundsComplete(Conflict):
    """All planned rounds have been played."""

    sentence = gettext_noop(
        "Every planned round has been played (%(rounds)d). Finish the event, plan more rounds, or "
        "add a stage."
    )


class RoundDrawn(Conflict):
    """The next round is already drawn."""

    sentence = gettext_noop("Round %(round)d is already drawn. Publish it, or draw it again.")


def verify_draw(event: facts.EventFacts) -> None:
    """Allow the next draw if the last round is closed, a stage is not over, and enough players are ready.

    Raises `event_not_running`, `event_finished`, `round_drawn`, `round_open`, `rounds_complete`,
    `too_few_checked_in`.
    """
    facts.running(event)
    last = event.last
    if last is not None and last.status == RoundStatus.DRAWN:
        raise RoundDrawn(round=last.number)
    if last is not None and last.status != RoundStatus.CLOSED:
        raise RoundOpen(
            sentence=gettext_noop(
                "Round %(round)d is still being played. Close it, then draw the next round."
            ),
            round=last.number,
        )
    if last is not None and rounds_complete(event):
        raise RoundsComplete(rounds=last.number)
    facts.enough(event)


def verify_redraw(event: facts.EventFacts, round_: facts.RoundFacts, draw: int) -> None:
    """Allow a proposal to be drawn again. draw: the version that the director saw.

    Raises `event_not_running`, `event_finished`, `round_published`, `draw_stale`, `too_few_checked_in`.
    """
    facts.running(event)
    facts.proposal(round_, gettext_noop("Round %(round)d is already published and cannot be drawn again."))
    facts.current(round_, draw)
    facts.enough(event)


def verify_discard(event: facts.EventFacts, round_: facts.RoundFacts) -> None:
    """Allow a proposal to be discarded (`event_finished`, `round_published`)."""
    facts.not_finished(event)
    facts.proposal(round_, gettext_noop("Round %(round)d is already published and cannot be discarded."))


class EntriesChanged(Conflict):
    """Players have come or gone since the round was drawn."""

    sentence = gettext_noop("The players of round %(round)d have changed since it was drawn. Draw it again.")


def verify_publish(event: facts.EventFacts, round_: facts.RoundFacts, draw: int) -> None:
    """Allow a proposal to be published if it is not stale. draw: the version that the director saw.

    Raises `event_not_running`, `event_finished`, `round_published`, `draw_stale`, `entries_changed`.
    """
    facts.running(event)
    facts.proposal(round_, gettext_noop("Round %(round)d is already published."))
    facts.current(round_, draw)
    if round_.stale:
        raise EntriesChanged(round=round_.number)


class TablesUnfinished(Conflict):
    """Some tables still have deals to play."""

    sentence = gettext_noop(
        "Tables of round %(round)d that still have deals to play: %(tables)d. Finish them, or call time."
    )


def verify_close(event: facts.EventFacts, round_: facts.RoundFacts, *, early: bool = False) -> None:
    """Allow a round to be closed when every table has played its deals, or when time is called (`early`).

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_closed`,
    `tables_unfinished`.
    """
    facts.being_played(event, round_)
    if round_.unfinished and not early:
        raise TablesUnfinished(tables=round_.unfinished, round=round_.number)


def verify_clock(event: facts.EventFacts, round_: facts.RoundFacts) -> None:
    """Allow the clock of a round to be started or changed, as long as the round is open.

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_closed`, `round_void`.
    """
    facts.being_played(event, round_)


class RoundBegun(Conflict):
    """Deals have been entered in the round."""

    sentence = gettext_noop(
        "Deals have been entered in round %(round)d (also voided ones count), so it cannot be taken "
        "back. Void the deals that count and close the round: then it is closed as not played."
    )


def verify_take_back(event: facts.EventFacts, round_: facts.RoundFacts, entered: int) -> None:
    """Allow a published round to be taken back. entered: its deals and claims, with voided and settled ones.

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_closed`, `round_void`,
    `round_begun`.
    """
    facts.being_played(event, round_)
    if entered:
        raise RoundBegun(round=round_.number)


class EventWithoutRules(Conflict):
    """The event has no rules of Poch, so it has no deals."""

    sentence = gettext_noop(
        "This event is played without the rules of Poch, so it has no deals. Enter the total of "
        "table %(table)d."
    )


class DealOutOfTurn(Conflict):
    """This is not the number of the next deal."""

    sentence = gettext_noop("Deal %(number)d is not the next deal at table %(table)d. Enter deal %(next)d.")


def verify_record_deal(event: facts.EventFacts, table: facts.TableFacts, number: int) -> None:
    """Allow deal `number` to be recorded if it is the next one and the round is being played.

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_closed`, `round_void`,
    `table_has_count`, `event_without_rules`, `table_closed`, `deal_out_of_turn`. Services handle a number
    that is already recorded before they call this.
    """
    _takes_deals(event, table)
    if table.without_rules:
        raise EventWithoutRules(table=table.number)
    _not_over(table)
    if number != table.deals + 1:
        raise DealOutOfTurn(number=number, table=table.number, next=table.deals + 1)


class NothingToVoid(Conflict):
    """The table has no deal."""

    sentence = gettext_noop("Table %(table)d has no deal that could be voided.")


class NotTheLastDeal(Conflict):
    """Only the last deal can be voided."""

    sentence = gettext_noop(
        "Only the last deal of a table can be voided. At table %(table)d that is deal %(last)d."
    )


def verify_void_last_deal(event: facts.EventFacts, table: facts.TableFacts, number: int) -> None:
    """Allow the last deal of a table to be voided until its round is closed. `number` must be its number.

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_closed`,
    `table_has_count`, `nothing_to_void`, `not_the_last_deal`.
    """
    _takes_deals(event, table)
    if not table.deals:
        raise NothingToVoid(table=table.number)
    if number != table.deals:
        raise NotTheLastDeal(table=table.number, last=table.deals)


class CorrectionTooLate(Conflict):
    """The round is closed. Only a director can correct its deals."""

    sentence = gettext_noop(
        "The round of table %(table)d is closed. Only a director can correct its deals now."
    )


def verify_correct_deal(event: facts.EventFacts, table: facts.TableFacts, *, closed_too: bool) -> None:
    """Allow a correction. `closed_too`: the actor may also correct deals of a closed round.

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_void`,
    `table_has_count`, `correction_too_late`.
    """
    facts.running(event)
    _not_void(table)
    _no_count(table)
    if table.round_status != RoundStatus.CLOSED:
        _table_open(table)
    elif not closed_too:
        raise CorrectionTooLate(table=table.number)


def verify_issue_chips(event: facts.EventFacts, table: facts.TableFacts) -> None:
    """Allow a director to issue chips while the round is played.

    Raises `round_not_published`, `round_closed`, `table_has_count`: a count says how many chips there are.
    """
    _takes_deals(event, table)


class CountOfTwo(Conflict):
    """Somebody left the table in the middle of the round, so its total would mix two players."""

    sentence = gettext_noop(
        "A player has left table %(table)d in the middle of the round, so one total would mix two "
        "players. Enter the deals one by one, or give the seat back first."
    )


def verify_record_count(event: facts.EventFacts, table: facts.TableFacts, after: int) -> None:
    """Allow a count while the round is played, in place of the deals after the first `after` ones.

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_closed`, `round_void`,
    `table_has_deals`, `table_closed`, `count_of_two`. Services handle a count that is already recorded before
    they call this.
    """
    facts.running(event)
    _table_open(table)
    verify_count_follows(table, after)
    if table.deals:
        _not_over(table)
    if table.changed:
        raise CountOfTwo(table=table.number)


class TableHasDeals(Conflict):
    """Deals are already recorded at this table, or at these tables."""

    sentence = gettext_noop(
        "Deals recorded at table %(table)d: %(deals)d. This total begins after %(after)d deals, so "
        "it does not fit. Look at the table, then enter the total for the rest."
    )


def verify_count_follows(table: facts.TableFacts, after: int) -> None:
    """Raise `table_has_deals` unless a count begins after all recorded deals."""
    if table.deals != after:
        raise TableHasDeals(table=table.number, deals=table.deals, after=after)


def verify_void_count(event: facts.EventFacts, table: facts.TableFacts) -> None:
    """Allow the count of a table to be voided until its round is closed.

    Raises `event_not_running`, `event_finished`, `round_not_published`, `round_closed`, `round_void`.
    """
    facts.running(event)
    _table_open(table)


class TableClosed(Conflict):
    """The game at this table is over."""

    sentence = gettext_noop("Table %(table)d has finished its game. Deals played: %(deals)d.")


def _not_over(table: facts.TableFacts) -> None:
    if table.over or (0 < table.deals_planned <= table.deals):
        raise TableClosed(table=table.number, deals=table.deals)


class TableHasCount(Conflict):
    """The total of the table is entered, so it takes no deals."""

    sentence = gettext_noop(
        "The total of table %(table)d is entered, so the table takes no deals and no more chips. "
        "Correct the total, or void it to enter deals."
    )


def _takes_deals(event: facts.EventFacts, table: facts.TableFacts) -> None:
    facts.running(event)
    _table_open(table)
    _no_count(table)


def _no_count(table: facts.TableFacts) -> None:
    if table.counted:
        raise TableHasCount(table=table.number)


def _not_void(table: facts.TableFacts) -> None:
    if table.round_status == RoundStatus.VOID:
        raise facts.RoundVoid(
            sentence=gettext_noop(
                "The round of table %(table)d is void, so nothing can be entered here. Look at the event for "
                "the new seats."
            ),
            table=table.number,
        )


def _table_open(table: facts.TableFacts) -> None:
    _not_void(table)
    if table.round_status == RoundStatus.DRAWN:
        raise facts.RoundNotPublished(
            sentence=gettext_noop("The round of table %(table)d is not published yet."), table=table.number
        )
    if table.round_status == RoundStatus.CLOSED:
        raise facts.RoundClosed(
            sentence=gettext_noop("The round of table %(table)d is already closed."), table=table.number
        )
