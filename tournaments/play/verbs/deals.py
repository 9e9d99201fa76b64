"""Selectors of deals and of their ledger, by table or by event."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db.models import CharField, Count, F, Field, Max, OuterRef, QuerySet, Subquery, UUIDField
from django.db.models.functions import Cast, Coalesce

from tournaments.core.rules.places import account_names
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.models.events import Event
from tournaments.tables.models.ledger import Account, Deal, DealKind, Payout, Showdown, Transfer
from tournaments.tables.models.rounds import Occupant, Table


def table_ledger(table: Table) -> QuerySet[Transfer]:
    """All transfers of a table, oldest first."""
    return Transfer.objects.filter(table=table).select_related("source", "target", "deal").order_by("id")


def deal_revisions(table: Table, number: int) -> QuerySet[Deal]:
    """All revisions of a deal of a table, with its voids, oldest first."""
    return Deal.objects.single().filter(table=table, number=number).order_by("revision")


def table_deals(table: Table) -> QuerySet[Deal]:
    """The deals of a table that count, by number. A count is none of them."""
    return Deal.objects.effective().single().filter(table=table).order_by("number")


def event_deals(event: Event) -> QuerySet[Deal]:
    """The deals of an event that count. Those of void rounds do not."""
    deals = Deal.objects.effective().filter(table__round__event=event)
    return deals.exclude(table__round__status=RoundStatus.VOID)


def with_transfers(deals: list[Deal]) -> list[Deal]:
    """Read the transfers of all these deals with two queries, and return the deals.

    The transfers become no objects: a page of deals has thousands of them.
    """
    rows = Transfer.objects.filter(deal__in=deals).order_by("deal_id", "seq")
    # If transfers join the names of their accounts, PostgreSQL reads the accounts of all clubs.
    accounts = Account.objects.filter(table__in={deal.table_id for deal in deals})
    names = dict(accounts.values_list("pk", "name"))
    # As a text, because an id object for each transfer costs more than all the rest.
    columns = (Cast("deal_id", CharField()), "source", "target", "chips", "reason")
    transfers: dict[UUID, list[dict[str, Any]]] = {
        UUID(deal_id): [
            {"from": names[source], "to": names[target], "chips": chips, "reason": reason}
            for _deal_id, source, target, chips, reason in group
        ]
        for deal_id, group in groupby(rows.values_list(*columns), key=itemgetter(0))
    }
    for deal in deals:
        rows_of_deal = transfers.get(deal.pk, [])
        # Every seat that plays pays an ante, so the accounts of the deal tell which seats these are.
        moved = {row[end] for row in rows_of_deal for end in ("from", "to")}
        seats = sorted(int(name[5:]) for name in moved if name.startswith("seat "))
        if len(seats) == len(deal.document["chips"]):
            deal.places = seats
        if deal.places[-1] >= len(deal.places):
            named = {account: name for name, account in account_names(deal.places).items()}
            for row in rows_of_deal:
                row["from"] = named.get(row["from"], row["from"])
                row["to"] = named.get(row["to"], row["to"])
        deal.whole_result = {**deal.result, "transfers": rows_of_deal}
    return deals


def deals_and_count(table: Table) -> QuerySet[Deal]:
    """The deals of a table that count, by number, and its count."""
    return Deal.objects.effective().filter(table=table).order_by("number")


def table_version(table: Table) -> str:
    """A text that changes with each deal, void and change of players at a table (one query)."""
    counts = Table.objects.filter(pk=table.pk).aggregate(
        deals=Count("deals", distinct=True),
        changes=Count("seats__occupants", distinct=True),
        newest=Max("seats__occupants"),
    )
    return "-".join(str(counts[name] or 0) for name in ("deals", "changes", "newest"))


def last_number(table: Table) -> int:
    """The number of the last deal of a table that counts; 0 if there is none."""
    return table_deals(table).values_list("number", flat=True).last() or 0


def later_deals(deal: Deal) -> int:
    """The number of deals of the table that were played after this one."""
    return table_deals(deal.table).filter(number__gt=deal.number).count()


def payouts_of(event: Event) -> QuerySet[Payout]:
    """The payouts of the deals of an event that count, each with who had the seat (`by_entry`, ...)."""
    return _of_deals_that_count(Payout.objects.all(), event)


def showdowns_of(event: Event) -> QuerySet[Showdown]:
    """The part of each seat in the Pochen, for the deals of an event that count."""
    return _of_deals_that_count(Showdown.objects.all(), event)


def _of_deals_that_count(rows: QuerySet[Any], event: Event) -> QuerySet[Any]:
    counting = rows.filter(
        deal__table__round__event=event, deal__kind=DealKind.RECORDED, deal__replaced_by__isnull=True
    ).exclude(deal__table__round__status=RoundStatus.VOID)
    with_players: QuerySet[Any] = counting.select_related("deal__table__round").annotate(
        by_entry=_who_played("pk", UUIDField()),
        by_player=_who_played("player_id", UUIDField()),
        by_name=_who_played("player__public_name", CharField()),
    )
    return with_players


def _who_played(column: str, kind: Field[Any, Any]) -> Coalesce:
    """A column of the entry that had the seat in the deal of a row."""
    taken = Occupant.objects.filter(seat=OuterRef("seat"), from_deal__lte=OuterRef("deal__number"))
    last = Subquery(taken.order_by("-from_deal").values(f"entry__{column}")[:1])
    return Coalesce(last, F(f"seat__entry__{column}"), output_field=kind)
