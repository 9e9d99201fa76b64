"""Who sits where in a round, as the ids of entries."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import Entry, Round, Seat

PEOPLE, BOTS = "people", "bots"
"""The groups that are seated apart: a record of people's cards has no bot's hand."""


def groups_of(entries: Iterable[Entry]) -> dict[str, list[str]]:
    """The ids of these entries, people and bots apart."""
    groups: dict[str, list[str]] = {}
    for entry in entries:
        groups.setdefault(BOTS if entry.player.is_bot else PEOPLE, []).append(str(entry.pk))
    return groups


def seating_of(round_: Round) -> list[list[str]]:
    """The tables of a round in their order: ids of entries in seat order."""
    tables: dict[int, list[str]] = {}
    for table, entry in (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "number")
        .values_list("table__number", "entry_id")
    ):
        tables.setdefault(table, []).append(str(entry))
    return list(tables.values())


def entries_at(tables: list[list[str]]) -> dict[str, Entry]:
    """The entries that sit at these tables, with their players, by id."""
    ids = [pk for table in tables for pk in table]
    found = Entry.objects.filter(pk__in=ids).select_related("player").order_by("number")
    return {str(entry.pk): entry for entry in found}
