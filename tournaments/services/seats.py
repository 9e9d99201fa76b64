"""Changes by hand to who sits where."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import outbox
from tournaments.audit import Actor, log
from tournaments.errors import Invalid
from tournaments.models import Deal, Entry, Round, Seat, new_id
from tournaments.rules.errors import RulesError
from tournaments.rules.phases import verify_swap
from tournaments.rules.seating.audit import audit
from tournaments.rules.seating.by_hand import swap
from tournaments.rules.seating.request import Plan
from tournaments.selectors import past_tables

from .draws import request_for
from .facts import event_facts, round_facts
from .locks import bump, lock_round
from .refusals import as_conflict, sentence
from .seating import entries_at, groups_of, seating_of


@transaction.atomic
def swap_seats(round_: Round, actor: Actor, a: Entry, b: Entry, draw_seen: int) -> Round:
    """Two entries change seats: in a proposal freely, in a published round while their tables have no deal.

    The certificate is made anew, and the audit log tells what the swap cost.
    """
    round_ = lock_round(round_)
    event = round_.event
    seats = {seat.entry_id: seat for seat in Seat.objects.filter(round=round_).select_related("table")}
    mine = [seats[entry.pk].table_id for entry in (a, b) if entry.pk in seats]
    deals = Deal.objects.effective().filter(table__in=mine).count()
    with as_conflict():
        verify_swap(event_facts(event), round_facts(round_, event), draw_seen, deals)
    if len(mine) < 2:
        raise Invalid("player_not_seated", _("Choose two players who have a seat in this round."))
    tables = seating_of(round_)
    entries = entries_at(tables)
    if entries[str(a.pk)].player.is_bot != entries[str(b.pk)].player.is_bot:
        raise Invalid("bots_apart", _("Bots sit at tables of bots only: this swap would mix them."))
    certificate: dict[str, Any] = {}
    costs: dict[str, Any] = {}
    past = past_tables(event, round_.number)
    for group, members in groups_of(entries.values()).items():
        of_group = tuple(tuple(table) for table in tables if table[0] in members)
        request = request_for(event, round_.number, of_group, past, round_.seed)
        plan = Plan(tables=of_group, moves=round_.moves)
        if str(a.pk) in members or str(b.pk) in members:
            try:
                swapped = swap(request, plan, str(a.pk), str(b.pk))
            except RulesError as error:
                raise Invalid(error.code, sentence(error)) from error
            plan = swapped.plan
            costs = {"repeats": [swapped.before.repeats, swapped.after.repeats]}
        certificate[group] = audit(request, plan)
    round_.draw += 1
    round_.certificate, round_.ahead = certificate, {}
    round_.save(update_fields=["draw", "certificate", "ahead"])
    seat_a, seat_b = seats[a.pk], seats[b.pk]
    # The seats stay, for voided deals belong to them. An entry has one seat in a round at every moment, so
    # one gets up first; who it is that sits there meanwhile is asked by the database at the commit alone.
    for seat, entry in ((seat_a, new_id()), (seat_b, a.pk), (seat_a, b.pk)):
        Seat.objects.filter(pk=seat.pk).update(entry_id=entry)
    if round_.is_public:
        bump(event)
        outbox.add("standings.refresh", event.pk)
    log(actor, "swap_seats", round_, of=event, entries=[str(a.pk), str(b.pk)], draw=round_.draw, **costs)
    return round_
