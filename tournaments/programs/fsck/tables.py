"""Reads the tables of the ledger in batches, and checks each of them (`ledger`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any
from uuid import UUID

from tournaments.programs.fsck import ledger
from tournaments.programs.fsck.damage import Damage, Place, Scope, guarded
from tournaments.programs.fsck.ledger import DealRow, TableRows, TransferRow
from tournaments.tables.models.ledger import Account, Deal, Payout, SeatResult, Showdown, Transfer
from tournaments.tables.models.rounds import Occupant, Seat, Table

BATCH = 25
"""Tables in one batch. All rows of a batch are in memory: some thousand transfers."""

SEAT_RESULT = ("seat_id", "deals", "net", "staked", "pots", "out", "pools", "showdowns", "left")
PAYOUT = ("pool", "seat_id", "chips", "how")
SHOWDOWN = ("seat_id", "stake", "passed", "kind", "cards", "pots", "chips")


def check(scope: Scope, counts: Counter[str]) -> Iterator[Damage]:
    """Check every table of the scope whose round was published. Counts tables, deals and transfers."""
    last: UUID | None = None
    tables = scope.rows(Table).exclude(round__status="drawn").order_by("pk")
    while True:
        batch = tables if last is None else tables.filter(pk__gt=last)
        places = list(
            batch.values_list(
                "pk",
                "number",
                "round__number",
                "round__status",
                "round__event_id",
                "round__event__name",
                "round__event__version",
                "round__event__frozen_rules",
                "round__event__club_id",
                "round__event__club__name",
            )[:BATCH]
        )
        if not places:
            return
        last = places[-1][0]
        tables_here = {
            pk: TableRows(
                Place(club_name, club, name, event, round_, number, pk), status, rules or {}, version
            )
            for pk, number, round_, status, event, name, version, rules, club, club_name in places
        }
        for table in _read(tables_here).values():
            counts["tables"] += 1
            counts["deals"] += len(table.deals)
            counts["transfers"] += len(table.transfers)
            yield from guarded(partial(ledger.check, table), table.place)


def _read(tables: dict[UUID, TableRows]) -> dict[UUID, TableRows]:
    """Fill the rows of these tables (eight queries)."""
    here = {"table__in": list(tables)}
    for table, number, pk in (
        Seat.objects.filter(**here).order_by("number").values_list("table_id", "number", "pk")
    ):
        tables[table].seats[number] = pk
    for occupant in Occupant.objects.filter(seat__table__in=list(tables)).select_related("seat"):
        rows, number = tables[occupant.seat.table_id], occupant.seat.number
        rows.taken_over.append((number, occupant.from_deal))
        if occupant.entry_id is None:
            rows.left_empty.append((number, occupant.from_deal, occupant.event_version))
    for table, name, pk, balance in Account.objects.filter(**here).values_list(
        "table_id", "name", "pk", "balance"
    ):
        tables[table].accounts[name] = pk, balance
    for table, *row in (
        Deal.objects.filter(**here)
        .order_by()
        .values_list(
            "table_id",
            "pk",
            "number",
            "revision",
            "kind",
            "counted",
            "replaces_id",
            "document",
            "result",
            "next_dealer",
            "event_version",
            "recorded_at",
        )
    ):
        deal = DealRow(*row)
        tables[table].deals[deal.id] = deal
    for table, pk, deal_id, seq, source, target, chips, reason in (
        Transfer.objects.filter(**here)
        .order_by("pk")
        .values_list("table_id", "pk", "deal_id", "seq", "source_id", "target_id", "chips", "reason")
        .iterator(chunk_size=5000)
    ):
        tables[table].transfers.append(TransferRow(pk, deal_id, seq, source, target, chips, reason))
    seats = {"seat__table__in": list(tables)}
    for row in SeatResult.objects.filter(**seats).values("deal_id", "seat__table_id", *SEAT_RESULT):
        _put(tables[row.pop("seat__table_id")].seat_results, row)
    for row in Showdown.objects.filter(**seats).values("deal_id", "seat__table_id", *SHOWDOWN):
        _put(tables[row.pop("seat__table_id")].showdowns, row)
    for row in Payout.objects.filter(deal__table__in=list(tables)).values(
        "deal_id", "deal__table_id", *PAYOUT
    ):
        _put(tables[row.pop("deal__table_id")].payouts, row)
    return tables


def _put(parts: dict[UUID, list[dict[str, Any]]], row: dict[str, Any]) -> None:
    parts.setdefault(row.pop("deal_id"), []).append(row)
