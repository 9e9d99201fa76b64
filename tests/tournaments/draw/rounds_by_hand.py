"""Rounds for the tests that seat people by hand, and what must hold of their chips afterwards."""

from __future__ import annotations

from typing import Any

from django.db.models import Sum

from tests.builders import boss, published_round, running_event
from tournaments.draw.verbs import draws
from tournaments.models import Account, Entry, Round, Seat, Table, Transfer

PURSES = {"preset": "pagat", "purse": "table"}


def proposal(players: int, **fields: Any) -> Round:
    event = running_event(players, **fields)
    return draws.draw_round(event, boss(event))


def published(players: int, **fields: Any) -> Round:
    return published_round(running_event(players, **fields))


def tables_of(round_: Round) -> list[list[Entry]]:
    tables: dict[int, list[Entry]] = {}
    for seat in (
        Seat.objects.filter(round=round_)
        .select_related("entry__player", "table")
        .order_by("table__number", "number")
    ):
        tables.setdefault(seat.table.number, []).append(seat.entry)
    return list(tables.values())


def ids(round_: Round) -> list[list[str]]:
    return [[str(entry.pk) for entry in table] for table in tables_of(round_)]


def chips_are_conserved() -> None:
    for table in Table.objects.all():
        here = Account.objects.filter(table=table)
        assert sum(account.balance for account in here) == 0
        for account in here:
            moved = [
                Transfer.objects.filter(**{end: account}).aggregate(chips=Sum("chips"))["chips"] or 0
                for end in ("target", "source")
            ]
            assert account.balance == moved[0] - moved[1]
