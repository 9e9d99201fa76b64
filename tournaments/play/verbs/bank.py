"""The bank of a table: chips that it issues to seats, and chips that it takes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_noop as _

from tournaments.core.audit import Actor, log
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.locks import lock_table
from tournaments.core.reasons import clean_reason
from tournaments.core.refusals import as_conflict
from tournaments.events.rules.phases import TableFacts, verify_issue_chips
from tournaments.events.verbs.facts import event_facts
from tournaments.play.models.claims import WithdrawalCause
from tournaments.play.verbs import claims
from tournaments.tables.models.ledger import BANK, Account, Deal, Transfer, seat_account
from tournaments.tables.models.rounds import Seat, Table, somebody_sits

MOST_CHIPS = 1_000_000


@transaction.atomic
def issue_chips(table: Table, actor: Actor, seats: Sequence[int], chips: int, reason: str) -> list[Transfer]:
    """Issue `chips` extra chips to each of these seats of a table with `table` purses.

    They do not count for the score. Claims that were made with the old purses are withdrawn. Raises Conflict
    or Invalid.
    """
    table = lock_table(table)
    with as_conflict():
        counted = Deal.objects.effective().counts().filter(table=table).exists()
        facts = TableFacts(table.number, table.round.status, counted=counted)
        verify_issue_chips(event_facts(table.round.event), facts)
    if table.round.event.rules_in_force["purse"] != "table":
        raise Conflict(
            "purses_on_credit", _("Purses are on credit in this event, so nobody can run out of chips.")
        )
    if not 1 <= chips <= MOST_CHIPS:
        raise Invalid(
            "chips_out_of_range", _("Issue 1 to %(most)d chips."), {"most": MOST_CHIPS}, field="chips"
        )
    reason = clean_reason(reason)
    accounts = dict(Account.objects.filter(table=table).values_list("name", "pk"))
    if not seats or not set(seats) <= set(
        Seat.objects.filter(somebody_sits(), table=table).values_list("number", flat=True)
    ):
        raise Invalid("no_such_seat", _("Choose seats of this table."), field="seats")
    next_seq = _next_seq(table)
    transfers = Transfer.objects.bulk_create(
        Transfer(
            table=table,
            seq=next_seq + offset,
            source_id=accounts[BANK],
            target_id=accounts[seat_account(seat)],
            chips=chips,
            reason="issue",
            note=reason,
        )
        for offset, seat in enumerate(sorted(set(seats)))
    )
    claims.withdraw_outdated(table, actor, WithdrawalCause.CHIPS_ISSUED)
    log(
        actor,
        "issue_chips",
        table,
        within=table.round.event,
        seats=sorted(set(seats)),
        chips=chips,
        reason=reason,
    )
    return transfers


def refit(table: Table, purses: Mapping[int, int | None], *, seats_before: int) -> None:
    """Issue and return chips after the number of seats of a table without deals has changed.

    `purses`: the chips that the player of each seat has now; None for a new player, who gets the starting
    chips of the event. Purses on credit stay empty.
    """
    event = table.round.event
    on_credit = event.rules_in_force["purse"] == "credit"
    accounts = {account.name: account for account in Account.objects.filter(table=table)}
    missing = [seat_account(seat) for seat in purses if seat_account(seat) not in accounts]
    for account in Account.objects.bulk_create(
        Account(table=table, name=name, overdraft=on_credit) for name in missing
    ):
        accounts[account.name] = account
    if on_credit:
        return
    bank, next_seq = accounts[BANK], _next_seq(table)
    transfers: list[Transfer] = []
    for seat in range(max(seats_before, len(purses))):
        account = accounts[seat_account(seat)]
        chips = purses.get(seat, 0)
        chips = event.starting_chips if chips is None else chips
        if more := chips - account.balance:
            source, target = (bank, account) if more > 0 else (account, bank)
            transfers.append(
                Transfer(
                    table=table,
                    seq=next_seq + len(transfers),
                    source=source,
                    target=target,
                    chips=abs(more),
                    reason="start" if more > 0 else "return",
                )
            )
    Transfer.objects.bulk_create(transfers)


def _next_seq(table: Table) -> int:
    last: int | None = Transfer.objects.filter(table=table, deal__isnull=True).aggregate(last=Max("seq"))[
        "last"
    ]
    return (last or 0) + 1
