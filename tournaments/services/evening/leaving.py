"""Somebody leaves in the middle of a round: from the next deal on, a substitute has their seat.

The seat goes on as it is. Its purse stays on the table and the substitute plays with it, so no chips are
brought or taken away, and a correction or a void of an earlier deal changes the purse as if nobody had left.
Results count deal by deal: those of the earlier deals stay with who left, later ones are the substitute's.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.errors import Conflict, Invalid
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import bump, lock_table
from tournaments.kernel.refreshes import queue_refresh
from tournaments.kernel.refusals import as_conflict
from tournaments.models import (
    Account,
    Deal,
    Entry,
    EntryStatus,
    Occupant,
    Seat,
    Table,
    WithdrawalCause,
    seat_account,
)
from tournaments.rules.phases import EntryFacts, TableFacts, verify_give_back, verify_take_over
from tournaments.services.draw.tables import has_played_in, seats_with_people
from tournaments.services.events.facts import event_facts
from tournaments.services.play import claims, phones
from tournaments.services.standings.table_states import table_state
from tournaments.services.standings.tallies import seat_tallies

from .seats import fresh_entry, inherit, same_kind


@dataclass(frozen=True)
class TakeOver:
    """A seat that changes hands.

    from_deal: the first deal of `into`. purse: the chips at the seat now, with which `into` goes on. net: the
    chips that `out` has won or lost in this round; they stay theirs.
    """

    table: Table
    seat: int
    out: Entry
    into: Entry
    from_deal: int
    purse: int
    net: int

    @property
    def last_deal(self) -> int:
        """The last deal of `out`."""
        return self.from_deal - 1


def preview_take_over(table: Table, actor: Actor, out: Entry, into: Entry, from_deal: int) -> TakeOver:
    """Return what `take_over_seat` would do, or raise the same errors. Changes nothing."""
    with transaction.atomic():
        preview = take_over_seat(table, actor, out, into, from_deal)
        transaction.set_rollback(True)
    return preview


@transaction.atomic
def take_over_seat(
    table: Table, actor: Actor, out: Entry, into: Entry, from_deal: int, *, withdraw: bool = False
) -> TakeOver:
    """Give the seat of `out`, who leaves, to `into` from deal `from_deal` on, which must be the next one.

    `into` is checked in. `out` is registered again and can play in a later round; with `withdraw` they leave
    the event. Open claims of the table are withdrawn, and the phone of `out` loses its access. Raises
    Conflict; Invalid if `out` does not sit at this table.
    """
    table = lock_table(table)
    round_, event = table.round, table.round.event
    state = table_state(table)
    out, into = fresh_entry(out, event), fresh_entry(into, event)
    seat = _seat_of(table, out)
    with as_conflict(stated=from_deal, expected=state.next_number):
        verify_take_over(
            event_facts(event),
            TableFacts(
                table.number,
                round_.status,
                state.next_number - 1,
                state.deals_planned,
                over=not state.can_ante,
            ),
            from_deal,
            EntryFacts(into.status, has_played_in(round_, into), into.player.name),
        )
    _refuse_another_change(seat, from_deal)
    same_kind(out, into)
    net = next(tally.chips for tally in seat_tallies(event, round_.number) if tally.entry == str(out.pk))
    Occupant.objects.create(seat=seat, round=round_, entry=into, from_deal=from_deal)
    if into.status != EntryStatus.CHECKED_IN or into.from_round > round_.number:
        _set_status(into, EntryStatus.CHECKED_IN, round_.number)
    if out.status != EntryStatus.WITHDRAWN:
        status = EntryStatus.WITHDRAWN if withdraw else EntryStatus.REGISTERED
        _set_status(out, status, round_.number + 1)
    inherit(round_.stage, out, into)
    purse = Account.objects.get(table=table, name=seat_account(seat.number)).balance
    _changed(table, actor, seat)
    log(
        actor,
        "take_over_seat",
        table,
        within=event,
        number=from_deal,
        seat=seat.number,
        out=str(out.pk),
        into=str(into.pk),
        purse=purse,
        withdraw=withdraw,
    )
    return TakeOver(table, seat.number, out, into, from_deal, purse, net)


@transaction.atomic
def give_seat_back(table: Table, actor: Actor, into: Entry) -> Seat:
    """Undo the change by which `into` took over a seat, as long as no deal of theirs counts. Return the seat.

    Who has left is checked in again, and `into` stays checked in. Raises Conflict; Invalid if `into` has
    taken over no seat of this table.
    """
    table = lock_table(table)
    round_, event = table.round, table.round.event
    into = fresh_entry(into, event)
    change = Occupant.objects.filter(seat__table=table, entry=into).first()
    if change is None:
        raise Invalid(
            "seat_not_taken_over",
            _("%(player)s has not taken over a seat of table %(table)d."),
            {"player": into.player.name, "table": table.number},
            field="entry",
        )
    seat = seats_with_people().get(pk=change.seat_id)
    back = fresh_entry(seat.playing(change.from_deal - 1), event)
    with as_conflict():
        verify_give_back(
            event_facts(event),
            TableFacts(table.number, round_.status),
            EntryFacts(back.status, name=back.player.name),
            played=Deal.objects.effective().filter(table=table, number__gte=change.from_deal).count(),
        )
    _refuse_another_change(seat, change.from_deal + 1)
    change.delete()
    _set_status(back, EntryStatus.CHECKED_IN, round_.number)
    inherit(round_.stage, into, back)
    _changed(table, actor, seat)
    log(
        actor,
        "give_seat_back",
        table,
        within=event,
        number=change.from_deal,
        seat=seat.number,
        out=str(into.pk),
        into=str(back.pk),
    )
    return seats_with_people().get(pk=seat.pk)


def _seat_of(table: Table, entry: Entry) -> Seat:
    """The seat of this table that the entry has now. Raises Invalid without one."""
    for seat in seats_with_people().filter(table=table):
        if seat.sitting == entry:
            return seat
    raise Invalid(
        "player_not_seated",
        _("%(player)s does not sit at table %(table)d."),
        {"player": entry.player.name, "table": table.number},
        field="out",
    )


def _refuse_another_change(seat: Seat, from_deal: int) -> None:
    """Raise Conflict if somebody takes over this seat in this deal or a later one."""
    later = next((row for row in seat.occupants.all() if row.from_deal >= from_deal), None)
    if later is not None:
        raise Conflict(
            "seat_changes_later",
            _(
                "%(player)s has this seat from deal %(deal)d on. Record the deals before it, or give the "
                "seat back first."
            ),
            {"player": later.entry.player.name, "deal": later.from_deal},
        )


def _set_status(entry: Entry, status: EntryStatus, from_round: int) -> None:
    entry.status, entry.from_round = status, from_round
    entry.save(update_fields=["status", "from_round"])


def _changed(table: Table, actor: Actor, seat: Seat) -> None:
    """Tell the claims and the phone of a seat that changed hands, and count the standings anew."""
    claims.withdraw_all(table, actor, WithdrawalCause.SEATS_CHANGED)
    phones.free_seat(table, actor, seat.number)
    bump(table.round.event)
    queue_refresh(table.round.event_id)
