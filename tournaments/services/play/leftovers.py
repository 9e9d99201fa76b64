"""The chips in the pools when the game of a table ends: shared out if the rules have `leftover: split`."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

from django.db.models import Count

import games.services as games
from tournaments.models import Account, Deal, Round, Seat, Table, Transfer

REASON = "leftover"


def pay(round_: Round, *, only: Table | None = None) -> None:
    """Share out the chips in the pools, in the order of play of the last deal of each table.

    Applies to all tables of a closed round, or to the table `only`. Does nothing
    unless the rules have `leftover: split`.
    """
    rules = round_.event.rules_in_force
    if rules["leftover"] != "split":
        return
    deals = Deal.objects.effective().filter(table__round=round_)
    if only is not None:
        deals = deals.filter(table=only)
    last_dealers: dict[UUID, int] = dict(deals.order_by("number").values_list("table_id", "document__dealer"))
    seats: dict[UUID, int] = dict(
        Seat.objects.filter(table__in=last_dealers)
        .values_list("table_id")
        .annotate(seats=Count("pk"))
        .order_by()
    )
    accounts: dict[UUID, dict[str, Account]] = {}
    for account in Account.objects.filter(table__in=last_dealers):
        accounts.setdefault(account.table_id, {})[account.name] = account
    transfers = []
    for table_id, by_name in accounts.items():
        shares = games.leftover(
            rules,
            pools={pool: by_name[pool].balance for pool in games.board(rules)},
            seats=seats[table_id],
            last_dealer=last_dealers[table_id],
        )
        transfers += [
            Transfer(
                table_id=table_id,
                seq=seq,
                source=by_name[share["from"]],
                target=by_name[share["to"]],
                chips=share["chips"],
                reason=REASON,
            )
            for seq, share in enumerate(shares)
        ]
    Transfer.objects.bulk_create(transfers)


def take_back(table: Table) -> None:
    """Move the chips that were shared out back to their pools, before they are shared out again."""
    paid: Counter[tuple[int, int]] = Counter()
    for source, target, chips, name in Transfer.objects.filter(table=table, reason=REASON).values_list(
        "source", "target", "chips", "target__name"
    ):
        if name.startswith("seat "):
            paid[source, target] += chips
        else:
            paid[target, source] -= chips
    Transfer.objects.bulk_create(
        Transfer(table=table, seq=seq, source_id=seat, target_id=pool, chips=chips, reason=REASON)
        for seq, ((pool, seat), chips) in enumerate((pair, chips) for pair, chips in paid.items() if chips)
    )
