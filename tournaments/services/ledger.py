"""The rows of a deal: transfers, seat results, payouts, showdown, each kind in one statement, then the deal's
own, which seals them (see tournaments/models/triggers).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from tournaments.compiled import insert, insert_as_is, insert_columns
from tournaments.models import (
    BETS,
    Account,
    Deal,
    Payout,
    PayoutHow,
    Seat,
    SeatResult,
    Showdown,
    Transfer,
    seat_account,
)

ADDITIVE = ("deals", "net", "staked", "pots", "out", "pools", "showdowns")
"""The numbers of a seat result that a void negates."""


def write(
    deal: Deal,
    result: dict[str, Any],
    *,
    accounts: Mapping[str, int] | None = None,
    seats: Mapping[int, int] | None = None,
) -> None:
    """Write the unsaved `deal`, and the rows of what `result` says happened in it (five statements).

    `accounts` (by name) and `seats` (by number) are the ids of those of its table, if they are known.
    """
    if accounts is None:
        accounts = dict(Account.objects.filter(table=deal.table).values_list("name", "pk"))
    if seats is None:
        seats = dict(Seat.objects.filter(table=deal.table).values_list("number", "pk"))
    moves = result["transfers"]
    insert_columns(
        Transfer,
        len(moves),
        {"table_id": deal.table_id, "deal_id": deal.pk, "note": "", "created_at": timezone.now()},
        {
            "seq": range(len(moves)),
            "source_id": [accounts[row["from"]] for row in moves],
            "target_id": [accounts[row["to"]] for row in moves],
            "chips": [row["chips"] for row in moves],
            "reason": [row["reason"] for row in moves],
        },
    )
    insert(SeatResult, _seat_results(deal, seats, result))
    insert(Payout, _payouts(deal, seats, result))
    insert(Showdown, _showdowns(deal, seats, result))
    _seal(deal)
    deal.whole_result = result


def reverse(deal: Deal, void: Deal) -> None:
    """Write the unsaved `void`, and its rows that undo `deal`: each transfer back, the last one first."""
    transfers = list(deal.transfers.order_by("-seq"))
    Transfer.objects.bulk_create(
        Transfer(
            table=void.table,
            deal=void,
            seq=seq,
            source_id=row.target_id,
            target_id=row.source_id,
            chips=row.chips,
            reason="void",
        )
        for seq, row in enumerate(transfers)
    )
    SeatResult.objects.bulk_create(
        SeatResult(
            deal=void,
            seat_id=row.seat_id,
            left=row.left,
            **{name: -getattr(row, name) for name in ADDITIVE},
        )
        for row in deal.seat_results.all()
    )
    _seal(void)


def _seal(deal: Deal) -> None:
    """Insert the deal's own row: recorded now, or when it says that it was."""
    if vars(deal)["recorded_at"] is None:
        insert(Deal, [deal])
    else:
        insert_as_is([deal])


def _won_from_pots(result: dict[str, Any], seats: int) -> list[int]:
    won = [0] * seats
    for row in result["transfers"]:
        if row["reason"] == "pot":
            won[_seat_number(row["to"])] += row["chips"]
    return won


def _seat_number(account: str) -> int:
    return int(account.removeprefix("seat "))


def _seat_results(deal: Deal, seats: Mapping[int, int], result: dict[str, Any]) -> list[SeatResult]:
    pochen = result["pochen"]
    contested = bool(pochen["showdown"])
    won = _won_from_pots(result, len(seats))
    return [
        SeatResult(
            deal_id=deal.pk,
            seat_id=pk,
            deals=1,
            net=result["net"][seat],
            staked=pochen["stakes"][seat],
            pots=won[seat],
            out=int(result["shedding"]["out"] == seat),
            pools=sum(1 for meld in result["melds"] if meld["seat"] == seat and meld["chips"]),
            showdowns=int(contested and seat in pochen["winners"]),
            left=result["shedding"]["left"][seat],
        )
        for seat, pk in seats.items()
    ]


def _payouts(deal: Deal, seats: Mapping[int, int], result: dict[str, Any]) -> list[Payout]:
    """One row for each time chips left a pool for a seat, and one for each pool that was carried over."""
    paid = [
        Payout(
            deal_id=deal.pk,
            pool=row["from"],
            seat_id=seats[_seat_number(row["to"])],
            chips=row["chips"],
            how=row["reason"],
        )
        for row in result["transfers"]
        if row["from"] in result["pools"] and row["reason"] in PayoutHow.values
    ]
    carried = [
        Payout(deal_id=deal.pk, pool=pool, chips=chips, how=PayoutHow.CARRIED)
        for pool, chips in result["pools"].items()
        if chips
    ]
    return paid + carried


def _showdowns(deal: Deal, seats: Mapping[int, int], result: dict[str, Any]) -> list[Showdown]:
    pochen = result["pochen"]
    shown = {row["seat"]: row for row in pochen["showdown"]}
    won = _won_from_pots(result, len(seats))
    return [
        Showdown(
            deal_id=deal.pk,
            seat_id=pk,
            stake=pochen["stakes"][seat],
            passed=seat in pochen["passed"],
            kind=shown[seat]["kind"] if seat in shown else "",
            cards=shown[seat]["cards"] if seat in shown else "",
            pots=[layer for layer, pot in enumerate(pochen["pots"]) if seat in pot["winners"]],
            chips=won[seat],
        )
        for seat, pk in seats.items()
    ]


def open_accounts(table_seats: dict[Any, int], pools: list[str], *, on_credit: bool) -> list[Account]:
    """The unsaved accounts of tables (`table_seats`: table -> number of seats)."""
    accounts = []
    for table, count in table_seats.items():
        accounts.append(Account(table=table, name="bank", overdraft=True))
        accounts.append(Account(table=table, name=BETS))
        accounts += [Account(table=table, name=pool) for pool in pools]
        accounts += [
            Account(table=table, name=seat_account(seat), overdraft=on_credit) for seat in range(count)
        ]
    return accounts
