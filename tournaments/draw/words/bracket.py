"""The course of a stage over its rounds: the bracket of a knockout, moves up and down, planned rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum

from tournaments.core.models.choices import StageFormat
from tournaments.core.rules.statuses import RoundStatus
from tournaments.core.rules.units import in_points
from tournaments.events.models.events import Entry
from tournaments.tables.models.rounds import Occupant, Round, Seat, who_sits
from tournaments.tables.verbs.tables import IS_LEFT

MOST_TABLES = 16
"""A round with more tables than this is no column of a bracket."""


def bracket_of(round_: Round) -> list[dict[str, Any]]:
    """The public rounds of the knockout that contains this round, without those of very many tables.

    Empty for other formats (two queries). The state of a player: "on" (went on), "out", or "open" before the
    next round.
    """
    if round_.stage.format != StageFormat.KNOCKOUT:
        return []
    rounds = list(
        Round.objects.filter(stage=round_.stage)
        .exclude(status=RoundStatus.DRAWN)
        .annotate(table_count=Count("tables"))
        .filter(table_count__lte=MOST_TABLES)
        .defer("request", "certificate", "ahead")
        .order_by("number")
    )
    seats = list(
        Seat.objects.filter(round__in=rounds)
        .annotate(chips=Sum("results__net", default=0))
        .select_related("entry__player", "table")
        .annotate(**{IS_LEFT: Exists(Occupant.objects.filter(seat=OuterRef("pk")))})
        .order_by("table__number", "number")
    )
    seated = {here.pk: {seat.sitting.pk for seat in seats if seat.round_id == here.pk} for here in rounds}
    columns = []
    for here, later in zip(rounds, [*rounds[1:], None], strict=True):
        tables: dict[Any, dict[str, Any]] = {}
        for seat in seats:
            if seat.round_id != here.pk:
                continue
            blank = {"id": str(seat.table_id), "number": seat.table.number, "people": []}
            people = tables.setdefault(seat.table_id, blank)["people"]
            for entry, chips in _players(seat, round_.event.unit):
                went_on = later is not None and entry.pk in seated[later.pk]
                state = "open" if later is None else "on" if went_on else "out"
                people.append({"entry": entry, "chips": chips, "state": state})
        for table in tables.values():
            table["people"].sort(key=lambda player: -player["chips"])
        if tables:
            live = here.status != RoundStatus.CLOSED
            columns.append({"round": here, "live": live, "tables": list(tables.values())})
    return columns


def entries_in(bracket: Sequence[dict[str, Any]]) -> list[Entry]:
    """Everybody whom a bracket names."""
    return [player["entry"] for column in bracket for table in column["tables"] for player in table["people"]]


def _later() -> QuerySet[Any]:
    """Who took over seats, each with the net chips of the seat since then as `chips`."""
    since = Q(seat__results__deal__number__gte=F("from_deal"))
    rows = Occupant.objects.select_related("entry__player").exclude(entry=None).order_by("from_deal")
    return rows.annotate(chips=Sum("seat__results__net", filter=since, default=0))


def _players(seat: Any, unit: str) -> list[tuple[Entry, int | Fraction]]:
    """Who had a seat one after the other, with their own net chips. unit: `Event.unit`."""
    later = list(_later().filter(seat=seat)) if seat.is_left else []
    chips = [seat.chips, *(row.chips for row in later), 0]
    players = [seat.entry, *(row.entry for row in later)]
    own = [since - after for since, after in pairwise(chips)]
    return [(entry, in_points(net, unit)) for entry, net in zip(players, own, strict=True)]


def moves_of(round_: Round) -> dict[str, str]:
    """ "up" or "down" for each entry that changed tables in an up-and-down stage (at most one query)."""
    if round_.stage.format != StageFormat.LADDER:
        return {}
    tables: dict[int, dict[str, int]] = {}
    for number, entry, table in (
        Seat.objects.filter(
            round__stage_id=round_.stage_id, round__number__in=(round_.number - 1, round_.number)
        )
        .exclude(round__status=RoundStatus.VOID)
        .values_list("round__number", who_sits(), "table__number")
    ):
        tables.setdefault(number, {})[str(entry)] = table
    before, now = tables.get(round_.number - 1, {}), tables.get(round_.number, {})
    moved = {entry: table - now[entry] for entry, table in before.items() if entry in now}
    return {entry: "up" if by > 0 else "down" for entry, by in moved.items() if by}


def planned_with_names(
    planned: Sequence[Mapping[str, Any]] | None, entries: Mapping[str, Entry], *, for_members: bool = False
) -> list[dict[str, Any]]:
    """The planned rounds with names, without players who have left."""
    names = {
        pk: entry.player.name if for_members else entry.player.public_name for pk, entry in entries.items()
    }
    return [
        {
            "number": round_["number"],
            "tables": [[names[pk] for pk in table if pk in names] for table in round_["tables"]],
        }
        for round_ in planned or ()
    ]
