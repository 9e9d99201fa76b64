"""The bank of a table: chips that are brought to it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.audit import Actor, log
from tournaments.errors import Conflict, Invalid
from tournaments.models import BANK, Account, Table, Transfer, seat_account
from tournaments.rules.phases import TableFacts, verify_issue_chips

from .facts import event_facts
from .locks import lock_table
from .reasons import clean_reason
from .refusals import as_conflict

MOST_CHIPS = 1_000_000


@transaction.atomic
def issue_chips(table: Table, actor: Actor, seats: Sequence[int], chips: int, reason: str) -> list[Transfer]:
    """Issue `chips` extra chips to each of these seats of a table with `table` purses.

    They are no winnings: scores count what is won and lost, not what was brought.
    """
    table = lock_table(table)
    with as_conflict():
        verify_issue_chips(event_facts(table.round.event), TableFacts(table.number, table.round.status))
    if table.round.event.rules_in_force["purse"] != "table":
        raise Conflict("purses_on_credit", _("Purses are on credit here: nobody ever runs out of chips."))
    if not 1 <= chips <= MOST_CHIPS:
        raise Invalid(
            "chips_out_of_range", _("Issue 1 to %(most)d chips.") % {"most": MOST_CHIPS}, field="chips"
        )
    reason = clean_reason(reason)
    accounts = dict(Account.objects.filter(table=table).values_list("name", "pk"))
    if not seats or any(seat_account(seat) not in accounts for seat in seats):
        raise Invalid("no_such_seat", _("Choose seats of this table."), field="seats")
    last = Transfer.objects.filter(table=table, deal__isnull=True).aggregate(last=Max("seq"))["last"]
    transfers = Transfer.objects.bulk_create(
        Transfer(
            table=table,
            seq=(last or 0) + 1 + offset,
            source_id=accounts[BANK],
            target_id=accounts[seat_account(seat)],
            chips=chips,
            reason="issue",
            note=reason,
        )
        for offset, seat in enumerate(sorted(set(seats)))
    )
    log(
        actor,
        "issue_chips",
        table,
        of=table.round.event,
        seats=sorted(set(seats)),
        chips=chips,
        reason=reason,
    )
    return transfers
