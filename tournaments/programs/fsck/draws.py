"""The check of draws: certificates are computed again from the seats, cut reports are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from tournaments.core.rules.statuses import RoundStatus
from tournaments.draw.verbs.entrants import fits
from tournaments.events.models.events import Event, Stage
from tournaments.programs.documents.draws import verify_draw
from tournaments.programs.documents.parts import InvalidDocument
from tournaments.programs.fsck.damage import Damage, Place, Scope, guarded
from tournaments.tables.models.rounds import Occupant, Round, Seat


def check(scope: Scope, counts: Counter[str]) -> Iterator[Damage]:
    """Check the certificates and the cut reports of the scope. Counts both."""
    events = scope.rows(Event).select_related("club").order_by("pk")
    for event in events.iterator(chunk_size=100):
        place = Place.of(event)
        numbers = Round.objects.filter(event=event).exclude(status=RoundStatus.VOID).values_list("number")
        if sorted(numbers) != [(number,) for number in range(1, len(numbers) + 1)]:
            yield Damage("rounds_wrong", place)
        for round_ in Round.objects.filter(event=event).select_related("event", "stage").order_by("number"):
            counts["certificates"] += len(round_.certificate)
            yield from guarded(partial(_round, round_, place), place)
        for stage in Stage.objects.filter(event=event, cut__isnull=False, entrants__isnull=False):
            counts["cuts"] += 1
            yield from guarded(partial(_cut, stage, place), place)


def _round(round_: Round, place: Place) -> Iterator[Damage]:
    where = replace(place, round=round_.number)
    tables: dict[int, list[int]] = {}
    planned: dict[int, int] = {}
    rows = Seat.objects.filter(round=round_).values_list("table__number", "table__deals_planned", "number")
    for table, deals, seat in rows:
        tables.setdefault(table, []).append(seat)
        planned[table] = deals
    if sorted(tables) != list(range(1, len(tables) + 1)) or any(
        sorted(seats) != list(range(len(seats))) for seats in tables.values()
    ):
        yield Damage("seats_wrong", where, at=round_.drawn_at)
    each = round_.deals_each
    if (each is None and len(set(planned.values())) > 1) or (
        each is not None and any(deals != each * len(tables[table]) for table, deals in planned.items())
    ):
        yield Damage("deals_wrong", where, at=round_.drawn_at)
    sitting = [
        *Seat.objects.filter(round=round_).values_list("entry_id", flat=True),
        *Occupant.objects.filter(round=round_, entry__isnull=False).values_list("entry_id", flat=True),
    ]
    if len(set(sitting)) < len(sitting):
        yield Damage("seated_twice", where, at=round_.drawn_at)
    try:
        verify_draw(round_)
    except (InvalidDocument, KeyError, TypeError, ValueError, IndexError) as error:
        yield Damage(
            "certificate_differs",
            where,
            at=round_.drawn_at,
            place=getattr(error, "pointer", "") or type(error).__name__,
        )


def _cut(stage: Stage, place: Place) -> Iterator[Damage]:
    """A later correction may change who would go on, so the report must fit the entrants only."""
    report: dict[str, Any] = stage.cut_report or {}
    entrants = list(stage.entrants or ())
    inside, outside = report.get("last_in", ""), report.get("first_out", "")
    chosen = report.get("chosen", ())
    fit = (
        fits(stage, entrants, {"entrants": None, "chosen": ()} | report)
        and (not inside or inside in chosen)
        and (not outside or outside not in chosen)
        and bool(report.get("out")) >= bool(outside)
        and _are_entries(stage, [*entrants, *report.get("tied", ()), *report.get("passed_over", ())])
        and _are_entries(stage, [*report.get("chosen", ()), *report.get("absent", ())])
        and not set(report.get("passed_over", ())) & set(chosen)
    )
    if not fit:
        yield Damage("cut_differs", place, number=stage.number)


def _are_entries(stage: Stage, ids: list[str]) -> bool:
    """Whether all these ids are entries of the event of the stage, and the entrants are there once each."""
    known = {str(pk) for pk in stage.event.entries.values_list("pk", flat=True)}
    entrants = stage.entrants or ()
    return known >= set(ids) and len(set(entrants)) == len(entrants)
