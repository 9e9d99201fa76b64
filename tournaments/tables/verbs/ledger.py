"""Writes the rows of a deal: first its parts (transfers, seat results, payouts, showdowns), then the deal.

The row of the deal seals its parts: see `tournaments/core/triggers`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection

from tournaments.core import moments
from tournaments.tables.models.ledger import (
    BETS,
    Account,
    Deal,
    DealKind,
    Payout,
    PayoutHow,
    SeatResult,
    Showdown,
    Transfer,
    seat_account,
)
from tournaments.tables.models.rounds import Seat
from tournaments.tables.rules.places import account_names

ADDITIVE = ("deals", "net", "staked", "pots", "out", "pools", "showdowns")
"""The numbers of a seat result that a void negates."""

HOW = frozenset(PayoutHow.values)
CARRIED = PayoutHow.CARRIED.value


class Parts(NamedTuple):
    """The columns of the parts of a deal, without the deal."""

    transfers: list[dict[str, Any]]
    seat_results: list[dict[str, Any]]
    payouts: list[dict[str, Any]]
    showdowns: list[dict[str, Any]]


def parts_of(result: Mapping[str, Any], *, accounts: Mapping[str, int], seats: Mapping[int, int]) -> Parts:
    """The parts that follow from a result. `accounts` (by name) and `seats` (by number) are ids."""
    if "melds" not in result:
        return Parts(_transfers(accounts, result), _counted(seats, result), [], [])
    return Parts(
        transfers=_transfers(accounts, result),
        seat_results=_seat_results(seats, result),
        payouts=_payouts(seats, result),
        showdowns=_showdowns(seats, result),
    )


def write(
    deal: Deal,
    result: dict[str, Any],
    *,
    accounts: Mapping[str, int] | None = None,
    seats: Mapping[int, int] | None = None,
) -> None:
    """Insert the unsaved `deal` with its `result`, and the rows that follow from it.

    `accounts` (by name) and `seats` (by number) are ids, by what the document calls them. They are read if
    not passed.
    """
    deal.result = {key: value for key, value in result.items() if key != "transfers"}
    deal.next_dealer = result["next_dealer"]
    if accounts is None:
        ids = dict(Account.objects.filter(table=deal.table).values_list("name", "pk"))
        names = account_names(deal.places).items()
        accounts = {**ids, **{name: ids[account] for name, account in names}}
    if seats is None:
        numbered = dict(Seat.objects.filter(table=deal.table).values_list("number", "pk"))
        seats = {index: numbered[seat] for index, seat in enumerate(deal.places)}
    _insert_parts(deal, parts_of(result, accounts=accounts, seats=seats))
    deal.save()
    deal.whole_result = result


_INSERT_PARTS = """
WITH transfers AS (
    INSERT INTO tournaments_transfer
        (table_id, deal_id, seq, source_id, target_id, chips, reason, note, created_at)
    SELECT %(table)s, %(deal)s, seq, source_id, target_id, chips, reason, '', %(now)s
    FROM json_to_recordset(%(transfers)s)
        AS part (seq int, source_id bigint, target_id bigint, chips bigint, reason text)
), seat_results AS (
    INSERT INTO tournaments_seatresult
        (deal_id, seat_id, deals, net, staked, pots, "out", pools, showdowns, "left")
    SELECT %(deal)s, seat_id, deals, net, staked, pots, "out", pools, showdowns, "left"
    FROM json_to_recordset(%(seat_results)s)
        AS part (seat_id bigint, deals int, net bigint, staked bigint, pots bigint, "out" int, pools int,
                 showdowns int, "left" int)
), payouts AS (
    INSERT INTO tournaments_payout (deal_id, pool, seat_id, chips, how)
    SELECT %(deal)s, pool, seat_id, chips, how
    FROM json_to_recordset(%(payouts)s) AS part (pool text, seat_id bigint, chips bigint, how text)
)
INSERT INTO tournaments_showdown (deal_id, seat_id, stake, passed, kind, cards, pots, chips)
SELECT %(deal)s, seat_id, stake, passed, kind, cards, pots, chips
FROM json_to_recordset(%(showdowns)s)
    AS part (seat_id bigint, stake bigint, passed boolean, kind text, cards text, pots jsonb, chips bigint)
"""
"""Inserts all parts of a deal on PostgreSQL: one statement, which the server plans once for a connection.

Four `bulk_create`s take about five times as long, mostly in Python.
"""


def _insert_parts(deal: Deal, parts: Parts) -> None:
    now = moments.now()
    if connection.vendor == "postgresql":
        rows = {name: json.dumps(part) for name, part in parts._asdict().items()}
        with connection.cursor() as cursor:
            cursor.execute(_INSERT_PARTS, {**rows, "table": deal.table_id, "deal": deal.pk, "now": now})
        return
    Transfer.objects.bulk_create(
        Transfer(table_id=deal.table_id, deal_id=deal.pk, created_at=now, **row) for row in parts.transfers
    )
    SeatResult.objects.bulk_create(SeatResult(deal_id=deal.pk, **row) for row in parts.seat_results)
    Payout.objects.bulk_create(Payout(deal_id=deal.pk, **row) for row in parts.payouts)
    Showdown.objects.bulk_create(Showdown(deal_id=deal.pk, **row) for row in parts.showdowns)


def reverse(deal: Deal, void: Deal) -> None:
    """Insert the unsaved `void` of `deal` and the rows that reverse it: its transfers, the last one first.

    The void says who undid the deal, when and why. The rest is made from the deal.
    """
    void.table, void.number, void.revision = deal.table, deal.number, deal.revision + 1
    void.kind, void.replaces, void.counted = DealKind.VOID, deal, deal.counted
    void.document, void.result, void.next_dealer = deal.document, deal.result, deal.dealer
    transfers = deal.transfers.order_by("seq").values("source_id", "target_id", "chips")
    results = deal.seat_results.values("seat_id", "left", *ADDITIVE)
    _insert_parts(void, reversed_parts(list(transfers), list(results)))
    void.save()


def reversed_parts(
    transfers: Sequence[Mapping[str, Any]], seat_results: Iterable[Mapping[str, Any]]
) -> Parts:
    """The parts of a void, from those of the deal. transfers: in their order."""
    return Parts(
        transfers=[
            {
                "seq": seq,
                "source_id": row["target_id"],
                "target_id": row["source_id"],
                "chips": row["chips"],
                "reason": "void",
            }
            for seq, row in enumerate(reversed(transfers))
        ],
        seat_results=[
            {name: -value if name in ADDITIVE else value for name, value in row.items()}
            for row in seat_results
        ],
        payouts=[],
        showdowns=[],
    )


def _won_from_pots(result: Mapping[str, Any], seats: int) -> list[int]:
    won = [0] * seats
    for row in result["transfers"]:
        if row["reason"] == "pot":
            won[_seat_number(row["to"])] += row["chips"]
    return won


def _seat_number(account: str) -> int:
    return int(account.removeprefix("seat "))


def _transfers(accounts: Mapping[str, int], result: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "seq": seq,
            "source_id": accounts[row["from"]],
            "target_id": accounts[row["to"]],
            "chips": row["chips"],
            "reason": row["reason"],
        }
        for seq, row in enumerate(result["transfers"])
    ]


def _seat_results(seats: Mapping[int, int], result: Mapping[str, Any]) -> list[dict[str, Any]]:
    pochen, shedding = result["pochen"], result["shedding"]
    contested = bool(pochen["showdown"])
    won = _won_from_pots(result, len(seats))
    paid = [meld["seat"] for meld in result["melds"] if meld["chips"]]
    return [
        {
            "seat_id": pk,
            "deals": 1,
            "net": result["net"][seat],
            "staked": pochen["stakes"][seat],
            "pots": won[seat],
            "out": int(shedding["out"] == seat),
            "pools": paid.count(seat),
            "showdowns": int(contested and seat in pochen["winners"]),
            "left": shedding["left"][seat],
        }
        for seat, pk in seats.items()
    ]


def _counted(seats: Mapping[int, int], result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The results of a count: chips and deals. It does not say how the chips were won."""
    unknown = dict.fromkeys((*ADDITIVE, "left"), 0)
    return [
        {"seat_id": pk, **unknown, "deals": result["deals"], "net": result["net"][seat]}
        for seat, pk in seats.items()
    ]


def _payouts(seats: Mapping[int, int], result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One row for each time that a seat took chips from a pool, and one for each pool carried over."""
    paid = [
        {
            "pool": row["from"],
            "seat_id": seats[_seat_number(row["to"])],
            "chips": row["chips"],
            "how": row["reason"],
        }
        for row in result["transfers"]
        if row["from"] in result["pools"] and row["reason"] in HOW
    ]
    carried = [
        {"pool": pool, "seat_id": None, "chips": chips, "how": CARRIED}
        for pool, chips in result["pools"].items()
        if chips
    ]
    return paid + carried


def _showdowns(seats: Mapping[int, int], result: Mapping[str, Any]) -> list[dict[str, Any]]:
    pochen = result["pochen"]
    shown = {row["seat"]: row for row in pochen["showdown"]}
    none: dict[str, str] = {"kind": "", "cards": ""}
    won = _won_from_pots(result, len(seats))
    return [
        {
            "seat_id": pk,
            "stake": pochen["stakes"][seat],
            "passed": seat in pochen["passed"],
            "kind": shown.get(seat, none)["kind"],
            "cards": shown.get(seat, none)["cards"],
            "pots": [layer for layer, pot in enumerate(pochen["pots"]) if seat in pot["winners"]],
            "chips": won[seat],
        }
        for seat, pk in seats.items()
    ]


def open_accounts(table_seats: Mapping[UUID, int], pools: list[str], *, on_credit: bool) -> list[Account]:
    """Return the accounts of these tables, not yet saved: of the bank, the bets, the pools and the seats.

    table_seats: the number of seats by table. on_credit: the purses of the seats can go below zero.
    """
    accounts = []
    for table, count in table_seats.items():
        accounts.append(Account(table_id=table, name="bank", overdraft=True))
        accounts.append(Account(table_id=table, name=BETS))
        accounts += [Account(table_id=table, name=pool) for pool in pools]
        accounts += [
            Account(table_id=table, name=seat_account(seat), overdraft=on_credit) for seat in range(count)
        ]
    return accounts
