"""Somebody leaves in the middle of a round: from the next deal on a substitute has their seat, or nobody.

A substitute plays on with the purse of the seat, so no chips are brought or taken away. If nobody sits in,
who leaves takes the purse away: it stays in the account of the seat, out of play. So no transfer is needed,
and a correction or a void of an earlier deal changes the purse as if nobody had left. Results count deal by
deal: those of the earlier deals stay with who left, later ones are the substitute's.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

import games.services as games
from tournaments.core.actors import Actor
from tournaments.core.change import bump, lock_table, log
from tournaments.core.refreshes import queue_refresh
from tournaments.core.rules.refusals import Conflict, Invalid, disagreeing, gettext_noop
from tournaments.core.rules.statuses import EntryStatus
from tournaments.desk.verbs.seats import PlayerNotSeated, fresh_entry, inherit, same_kind, set_status
from tournaments.events.models.events import Entry
from tournaments.events.rules.phases.facts import EntryFacts, TableFacts
from tournaments.events.rules.phases.seats import verify_give_back, verify_leave_table
from tournaments.events.verbs.plans import event_facts
from tournaments.play.models import WithdrawalCause
from tournaments.play.verbs import claims, phones
from tournaments.tables.models.ledger import Account, Deal, seat_account
from tournaments.tables.models.rounds import Occupant, Seat, Table
from tournaments.tables.verbs.table_states import table_state
from tournaments.tables.verbs.tables import has_played_in, seats_with_people
from tournaments.tables.verbs.tallies import seat_tallies


@dataclass(frozen=True)
class Leaving:
    """A seat whose player leaves.

    out: who leaves. into: who takes the seat over; None: nobody. from_deal: the first deal after the change.
    purse: the chips at the seat now. net: the chips that `out` has won or lost in this round, and keeps.
    """

    table: Table
    seat: int
    out: Entry
    into: Entry | None
    from_deal: int
    purse: int
    net: int

    @property
    def last_deal(self) -> int:
        """The last deal of the player who leaves."""
        return self.from_deal - 1


def preview_leave_table(
    table: Table, actor: Actor, out: Entry, into: Entry | None, from_deal: int
) -> Leaving:
    """Return what `leave_table` would do, or raise the same errors. Changes nothing."""
    with transaction.atomic():
        preview = leave_table(table, actor, out, into, from_deal)
        transaction.set_rollback(True)
    return preview


@transaction.atomic
def leave_table(
    table: Table,
    actor: Actor,
    out: Entry,
    into: Entry | None,
    from_deal: int,
    *,
    withdraw: bool = False,
) -> Leaving:
    """Give the seat of `out`, who leaves, to `into` from deal `from_deal` on, which must be the next one.

    into: it is checked in. None: the seat stays empty, and the table plays with one seat less. `out` is
    registered again and can play in a later round; with `withdraw` they leave the event. Open claims of the
    table are withdrawn, and the phone of `out` loses its access. Raises Conflict; Invalid if `out` does not
    sit at this table.
    """
    table = lock_table(table)
    round_, event = table.round, table.round.event
    state = table_state(table)
    out = fresh_entry(out, event)
    into = None if into is None else fresh_entry(into, event)
    seat = _seat_of(table, out)
    with disagreeing(stated=from_deal, expected=state.next_number):
        verify_leave_table(
            event_facts(event),
            TableFacts(
                table.number,
                round_.status,
                state.next_number - 1,
                state.deals_planned,
                over=not state.can_ante,
                counted=state.counted is not None,
            ),
            from_deal,
            None if into is None else EntryFacts(into.status, has_played_in(round_, into), into.player.name),
            left=state.seats - 1,
            least=games.seats_range(state.rules)[0],
        )
    _refuse_another_change(seat, from_deal)
    if into is not None:
        same_kind(round_.stage, out, into)
    net = next(int(tally.chips) for tally in seat_tallies(event, round_.number) if tally.entry == str(out.pk))
    version = bump(event)
    Occupant.objects.create(seat=seat, round=round_, entry=into, from_deal=from_deal, event_version=version)
    if out.status != EntryStatus.WITHDRAWN:
        status = EntryStatus.WITHDRAWN if withdraw else EntryStatus.REGISTERED
        set_status(out, status, round_.number + 1)
    if into is not None:
        if into.status != EntryStatus.CHECKED_IN or into.from_round > round_.number:
            set_status(into, EntryStatus.CHECKED_IN, round_.number)
        inherit(round_, out, into, gone=False)
    purse = Account.objects.get(table=table, name=seat_account(seat.number)).balance
    _tell(table, actor, seat)
    log(
        actor,
        "leave_table",
        table,
        within=event,
        number=from_deal,
        seat=seat.number,
        out=str(out.pk),
        into=None if into is None else str(into.pk),
        purse=purse,
        withdraw=withdraw,
    )
    return Leaving(table, seat.number, out, into, from_deal, purse, net)


class SeatNotLeft(Invalid):
    """Nobody has left this seat in the middle of the round."""

    sentence = gettext_noop("Nobody has left seat %(seat)d of table %(table)d in this round.")


@transaction.atomic
def give_seat_back(table: Table, actor: Actor, number: int) -> Seat:
    """Undo the last change of seat `number` (from 0), as long as no deal has been recorded since.

    Who has left is checked in again, and a substitute stays checked in. Raises Conflict; Invalid if nobody
    has left this seat.
    """
    table = lock_table(table)
    round_, event = table.round, table.round.event
    change = Occupant.objects.filter(seat__table=table, seat__number=number).order_by("from_deal").last()
    if change is None:
        raise SeatNotLeft(seat=number + 1, table=table.number, field="seat")
    back = fresh_entry(seats_with_people().get(pk=change.seat_id).playing(change.from_deal - 1), event)
    since = Deal.objects.filter(
        table=table, number__gte=change.from_deal, event_version__gt=change.event_version
    )
    verify_give_back(
        event_facts(event),
        TableFacts(table.number, round_.status),
        EntryFacts(back.status, name=back.player.name),
        recorded=since.count(),
    )
    into = change.entry
    change.delete()
    set_status(back, EntryStatus.CHECKED_IN, round_.number)
    if into is not None:
        inherit(round_, into, back, gone=True)
    bump(event)
    seat = seats_with_people().get(pk=change.seat_id)
    _tell(table, actor, seat)
    log(
        actor,
        "give_seat_back",
        table,
        within=event,
        number=change.from_deal,
        seat=number,
        out=None if into is None else str(into.pk),
        into=str(back.pk),
    )
    return seat


def _seat_of(table: Table, entry: Entry) -> Seat:
    """The seat of this table that the entry has now. Raises Invalid without one."""
    for seat in seats_with_people().filter(table=table):
        if seat.sitting == entry and seat.empty_from is None:
            return seat
    raise PlayerNotSeated(
        sentence=gettext_noop("%(player)s does not sit at table %(table)d."),
        player=entry.player.name,
        table=table.number,
        field="out",
    )


class SeatChangesLater(Conflict):
    """Somebody takes over this seat in a later deal."""

    sentence = gettext_noop(
        "%(player)s has this seat from deal %(deal)d on. Record the deals before it, or give the "
        "seat back first."
    )


def _refuse_another_change(seat: Seat, from_deal: int) -> None:
    """Raise Conflict if the seat changes hands in this deal or a later one."""
    later = next((row for row in seat.successors if row.from_deal >= from_deal), None)
    if later is not None:
        raise SeatChangesLater(player=seat.sitting.player.name, deal=later.from_deal)


def _tell(table: Table, actor: Actor, seat: Seat) -> None:
    """Withdraw the claims of a table and free a seat that changed hands, and count the standings anew."""
    claims.withdraw_all(table, actor, WithdrawalCause.SEATS_CHANGED)
    phones.free_seat(table, actor, seat.number)
    queue_refresh(table.round.event_id)
