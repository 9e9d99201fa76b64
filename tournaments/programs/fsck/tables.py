"""Reads the tables of the ledger in batches, and checks each of them (`ledger`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from uuid import UUID

from django.db.models import Model

from tournaments.programs.fsck import ledger
from tournaments.programs.fsck.damage import Damage, Place, Scope, guarded
from tournaments.programs.fsck.ledger import Move, TableRows
from tournaments.tables.models.ledger import Account, Deal, Payout, SeatResult, Showdown, Transfer
from tournaments.tables.models.rounds import Occupant, Seat, Table
from tournaments.tables.verbs.ledger import ADDITIVE

BATCH = 25
"""Tables in one batch. All rows of a batch are in memory: some thousand transfers."""

TRANSFER = ("seq", "source_id", "target_id", "chips", "reason")
PARTS: tuple[tuple[type[Model], str, tuple[str, ...]], ...] = (
    (SeatResult, "seat_results", ("seat_id", "left", *ADDITIVE)),
    (Payout, "payouts", ("pool", "seat_id", "chips", "how")),
    (Showdown, "showdowns", ("seat_id", "stake", "passed", "kind", "cards", "pots", "chips")),
)
"""The other parts of a deal: their name in `Parts`, and their columns."""


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
            counts["transfers"] += table.transfers
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
            rows.left.append((number, occupant.from_deal, occupant.event_version))
    for table, name, pk, balance in Account.objects.filter(**here).values_list(
        "table_id", "name", "pk", "balance"
    ):
        tables[table].accounts[name] = pk, balance
    for deal in Deal.objects.filter(**here).order_by():
        tables[deal.table_id].deals.append(deal)
    transfers = Transfer.objects.filter(**here).order_by("pk")
    for table, deal_id, pk, *row in transfers.values_list("table_id", "deal_id", "pk", *TRANSFER).iterator(
        chunk_size=5000
    ):
        if deal_id is None:
            tables[table].moves.append(Move(pk, *row[1:]))
        else:
            tables[table].first.setdefault(deal_id, pk)
            tables[table].parts[deal_id].transfers.append(dict(zip(TRANSFER, row, strict=True)))
    deals = {"deal__table__in": list(tables)}
    for model, kind, columns in PARTS:
        for row in (
            model._base_manager.filter(**deals).order_by("pk").values("deal_id", "deal__table_id", *columns)
        ):
            parts = tables[row.pop("deal__table_id")].parts[row.pop("deal_id")]
            getattr(parts, kind).append(row)
    return tables
