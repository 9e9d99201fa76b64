"""How a stage goes on from round to round: a knockout in columns, who came up or down, what is planned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum
from django.utils.translation import gettext

from tournaments.models import Entry, Event, Round, RoundStatus, Seat, StageFormat


@dataclass(frozen=True)
class Player:
    """Somebody at a table of a knockout. `state`: on (went on), out, or open while nobody knows."""

    name: str
    chips: int
    state: str


@dataclass(frozen=True)
class Table:
    """A table of a knockout's round."""

    id: str
    number: int
    people: list[Player]


@dataclass(frozen=True)
class Column:
    """A round of a knockout."""

    id: str
    title: str
    live: bool
    tables: list[Table]


def bracket_of(of: Round) -> list[Column]:
    """The public rounds of the knockout that this round belongs to, the first one first; else nothing.

    Two queries, and nothing for another format.
    """
    if of.stage.format != StageFormat.KNOCKOUT:
        return []
    rounds = list(Round.objects.filter(stage=of.stage).exclude(status=RoundStatus.DRAWN).order_by("number"))
    seats = list(
        Seat.objects.filter(round__in=rounds)
        .annotate(chips=Sum("results__net", default=0))
        .select_related("entry__player", "table")
        .order_by("table__number", "number")
    )
    seated = {of.pk: {seat.entry_id for seat in seats if seat.round_id == of.pk} for of in rounds}
    columns = []
    for place, here in enumerate(rounds):
        later = rounds[place + 1 :]
        tables: dict[Any, Table] = {}
        for seat in seats:
            if seat.round_id != here.pk:
                continue
            table = tables.setdefault(
                seat.table_id, Table(id=str(seat.table_id), number=seat.table.number, people=[])
            )
            went_on = bool(later) and seat.entry_id in seated[later[0].pk]
            state = "open" if not later else "on" if went_on else "out"
            table.people.append(Player(seat.entry.player.public_name, seat.chips, state))
        if not tables:
            continue
        for table in tables.values():
            table.people.sort(key=lambda player: -player.chips)
        columns.append(
            Column(
                id=str(here.pk),
                title=_column_title(here, len(tables)),
                live=here.status != RoundStatus.CLOSED,
                tables=list(tables.values()),
            )
        )
    return columns


def _column_title(of: Round, tables: int) -> str:
    if tables == 1:
        return gettext("The final table")
    return gettext("Round %(number)d") % {"number": of.number}


def came_of(of: Round) -> dict[str, str]:
    """Who came up or down a table since the round before, in an up-and-down stage (one query; else none)."""
    if of.stage.format != StageFormat.LADDER:
        return {}
    tables: dict[int, dict[str, int]] = {}
    for number, entry, table in Seat.objects.filter(
        round__stage_id=of.stage_id, round__number__in=(of.number - 1, of.number)
    ).values_list("round__number", "entry_id", "table__number"):
        tables.setdefault(number, {})[str(entry)] = table
    before, now = tables.get(of.number - 1, {}), tables.get(of.number, {})
    moved = {entry: table - now[entry] for entry, table in before.items() if entry in now}
    return {entry: "up" if by > 0 else "down" for entry, by in moved.items() if by}


@dataclass(frozen=True)
class Planned:
    """A round to come: its number, and each table's names."""

    number: int
    tables: list[list[str]]


def planned_told(
    planned: Sequence[Mapping[str, Any]] | None, entries: Mapping[str, Entry], *, for_members: bool = False
) -> list[Planned]:
    """The rounds to come with names; who has left since is left out."""
    return [
        Planned(
            number=of["number"],
            tables=[
                [
                    entries[pk].player.name if for_members else entries[pk].player.public_name
                    for pk in table
                    if pk in entries
                ]
                for table in of["tables"]
            ],
        )
        for of in planned or ()
    ]


def several_stages(event: Event) -> bool:
    """Whether an event has more than one stage: then its rounds say to which they belong (one query)."""
    return event.stages.count() > 1
