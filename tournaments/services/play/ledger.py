"""The rows of a deal: transfers, seat results, payouts, showdown in one statement, then in another the deal's
own, which seals them (see tournaments/models/triggers).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Model
from django.utils import timezone

from tournaments.compiled import Rows, insert, insert_as_is, insert_rows, one_row
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

HOW = frozenset(PayoutHow.values)
CARRIED = PayoutHow.CARRIED.value


def write(
    deal: Deal,
    result: dict[str, Any],
    *,
    accounts: Mapping[str, int] | None = None,
    seats: Mapping[int, int] | None = None,
    along: Iterable[Model] = (),
) -> None:
    """Write the unsaved `deal`, and the rows of what `result` says happened in it (two statements).

    `accounts` (by name) and `seats` (by number) are the ids of those of its table, if they are known. What is
    to be inserted `along` with it takes no further statement.
    """
    if accounts is None:
        accounts = dict(Account.objects.filter(table=deal.table).values_list("name", "pk"))
    if seats is None:
        seats = dict(Seat.objects.filter(table=deal.table).values_list("number", "pk"))
    insert_rows(
        _transfers(deal, accounts, result),
        _seat_results(deal, seats, result),
        _payouts(deal, seats, result),
        _showdowns(deal, seats, result),
        *map(one_row, along),
    )
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


def _transfers(deal: Deal, accounts: Mapping[str, int], result: dict[str, Any]) -> Rows:
    moves = result["transfers"]
    return Rows(
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


def _seat_results(deal: Deal, seats: Mapping[int, int], result: dict[str, Any]) -> Rows:
    pochen, shedding = result["pochen"], result["shedding"]
    contested = bool(pochen["showdown"])
    won = _won_from_pots(result, len(seats))
    paid = [meld["seat"] for meld in result["melds"] if meld["chips"]]
    return Rows(
        SeatResult,
        len(seats),
        {"deal_id": deal.pk, "deals": 1},
        {
            "seat_id": list(seats.values()),
            "net": [result["net"][seat] for seat in seats],
            "staked": [pochen["stakes"][seat] for seat in seats],
            "pots": [won[seat] for seat in seats],
            "out": [int(shedding["out"] == seat) for seat in seats],
            "pools": [paid.count(seat) for seat in seats],
            "showdowns": [int(contested and seat in pochen["winners"]) for seat in seats],
            "left": [shedding["left"][seat] for seat in seats],
        },
    )


def _payouts(deal: Deal, seats: Mapping[int, int], result: dict[str, Any]) -> Rows:
    """One row for each time chips left a pool for a seat, and one for each pool that was carried over."""
    paid = [
        (row["from"], seats[_seat_number(row["to"])], row["chips"], row["reason"])
        for row in result["transfers"]
        if row["from"] in result["pools"] and row["reason"] in HOW
    ]
    carried = [(pool, None, chips, CARRIED) for pool, chips in result["pools"].items() if chips]
    rows = paid + carried
    each = {
        name: [row[place] for row in rows] for place, name in enumerate(("pool", "seat_id", "chips", "how"))
    }
    return Rows(Payout, len(rows), {"deal_id": deal.pk}, each)


def _showdowns(deal: Deal, seats: Mapping[int, int], result: dict[str, Any]) -> Rows:
    pochen = result["pochen"]
    shown = {row["seat"]: row for row in pochen["showdown"]}
    none: dict[str, str] = {"kind": "", "cards": ""}
    won = _won_from_pots(result, len(seats))
    return Rows(
        Showdown,
        len(seats),
        {"deal_id": deal.pk},
        {
            "seat_id": list(seats.values()),
            "stake": [pochen["stakes"][seat] for seat in seats],
            "passed": [seat in pochen["passed"] for seat in seats],
            "kind": [shown.get(seat, none)["kind"] for seat in seats],
            "cards": [shown.get(seat, none)["cards"] for seat in seats],
            "pots": [
                [layer for layer, pot in enumerate(pochen["pots"]) if seat in pot["winners"]]
                for seat in seats
            ],
            "chips": [won[seat] for seat in seats],
        },
    )


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
