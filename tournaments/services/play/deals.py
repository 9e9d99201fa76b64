"""The recorded deals of a table or an event, as they are read."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from tournaments.models import (
    Deal,
    DealKind,
    Event,
    Payout,
    Showdown,
    Table,
    Transfer,
)


def table_ledger(table: Table) -> QuerySet[Transfer]:
    """Every transfer of a table, in the order it happened."""
    return Transfer.objects.filter(table=table).select_related("source", "target", "deal").order_by("id")


def deal_revisions(table: Table, number: int) -> QuerySet[Deal]:
    """Every revision of a table's deal, voids too, in order."""
    return Deal.objects.filter(table=table, number=number).order_by("revision")


def table_deals(table: Table) -> QuerySet[Deal]:
    """The deals of a table that count, in order."""
    return Deal.objects.effective().filter(table=table).order_by("number")


def payouts_of(event: Event) -> QuerySet[Payout]:
    """The payouts of the deals of an event that count."""
    return _of_deals_that_count(Payout.objects.all(), event)


def showdowns_of(event: Event) -> QuerySet[Showdown]:
    """Every seat's part in the Pochen of the deals of an event that count."""
    return _of_deals_that_count(Showdown.objects.all(), event)


def _of_deals_that_count(rows: QuerySet[Any], event: Event) -> QuerySet[Any]:
    return rows.filter(
        deal__table__round__event=event, deal__kind=DealKind.RECORDED, deal__replaced_by__isnull=True
    ).select_related("deal__table__round", "seat__entry__player")
