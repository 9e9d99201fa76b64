"""The chips in the pools when the game of a table ends: shared out if the rules have `leftover: split`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import games.services as games
from tournaments.core.rules.places import account_names, places_in
from tournaments.tables.models.ledger import BOARD, Account, Deal, Transfer
from tournaments.tables.models.rounds import Occupant, Round, Seat, Table
from tournaments.tables.verbs.table_states import pools_of

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
    last = {deal.table_id: deal for deal in deals.order_by("number")}
    seats: dict[UUID, list[int]] = {}
    for table, seat in Seat.objects.filter(table__in=last).values_list("table_id", "number"):
        seats.setdefault(table, []).append(seat)
    empty: dict[UUID, dict[int, int]] = {}
    left = Occupant.objects.filter(seat__table__in=last, entry=None)
    for table, seat, from_deal in left.values_list("seat__table_id", "seat__number", "from_deal"):
        empty.setdefault(table, {})[seat] = from_deal
    accounts: dict[UUID, dict[str, Account]] = {}
    for account in Account.objects.filter(table__in=last):
        accounts.setdefault(account.table_id, {})[account.name] = account
    transfers = []
    for table_id, by_name in accounts.items():
        deal = last[table_id]
        balances = {name: account.balance for name, account in by_name.items()}
        shares = shares_of(
            rules,
            pools_of(balances, rules, counted=deal.counted is not None),
            places_in(seats[table_id], empty.get(table_id, {}), deal.number),
            deal.last_dealer,
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


def shares_of(
    rules: Mapping[str, Any], pools: Mapping[str, int], places: Sequence[int], last_dealer: int
) -> list[dict[str, Any]]:
    """The shares of the chips in the pools for the seats that played the last deal (`core.rules.places`).

    last_dealer: counted among them. Each share: the accounts `from` and `to`, and `chips`.
    """
    names = account_names(places)
    if BOARD in pools:
        # Shares do not depend on the pool, and the rules do not know this one.
        pool = games.board(rules)[0]
        shares = shares_of(rules, {pool: pools[BOARD]}, places, last_dealer)
        return [{**share, "from": BOARD} for share in shares]
    shares = games.leftover(rules, pools=pools, seats=len(places), last_dealer=last_dealer)
    return [{**share, "to": names[share["to"]]} for share in shares]


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
