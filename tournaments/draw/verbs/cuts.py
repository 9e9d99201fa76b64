"""The cuts that would choose other players today, after a correction or an adjustment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from tournaments.draw.verbs.entrants import choose
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.verbs.plans import Outline, outline_of
from tournaments.standings.models import Standing
from tournaments.standings.verbs import standings
from tournaments.tables.models.ledger import Adjustment
from tournaments.tables.models.rounds import Round, Seat


@dataclass(frozen=True)
class ChangedCut:
    """A cut that would choose other players today. into, out: ids of entries that come in, or go out."""

    stage: Stage
    into: tuple[str, ...]
    out: tuple[str, ...]


def changed_cuts(event: Event, outline: Outline | None = None) -> list[ChangedCut]:
    """Return the cuts that would choose other players today, of stages that have begun.

    Each cut is made again among the players of that time, from the results and adjustments that count before
    its stage. One query, two more for each cut, and some more where results have changed since.
    """
    outline = outline or outline_of(event)
    changed = []
    for stage in outline.stages:
        first = next((round_ for round_ in outline.rounds if round_.stage_id == stage.pk), None)
        if first is None or stage.cut_report is None or not _touched(event, first):
            continue
        chosen = stage.cut_report["chosen"]
        now = _chosen_now(event, stage, first)
        into = tuple(entry for entry in now if entry not in chosen)
        out = tuple(entry for entry in chosen if entry not in now)
        if into or out:
            changed.append(ChangedCut(stage, into, out))
    return changed


def fits(stage: Stage, entrants: Sequence[str], report: Mapping[str, Any]) -> bool:
    """Whether the numbers in the report of a cut agree with these entrants of its stage."""
    chosen, upper = len(set(report["chosen"])), stage.upper_of(entrants, report)
    if upper is None:
        return bool(report["entrants"] == len(entrants) == chosen)
    return bool(report["entrants"] == len(upper) >= chosen)  # its substitutes come beside whom they replace


def _touched(event: Event, first: Round) -> bool:
    """Whether a correction or an adjustment since the draw of this round may have changed its cut."""
    revised = Standing.objects.filter(event=event, round__number__lt=first.number, revised__isnull=False)
    later = Q(created_at__gt=first.drawn_at) | Q(cancelled_at__gt=first.drawn_at)
    return revised.exists() or Adjustment.objects.filter(later, event=event).exists()


def _chosen_now(event: Event, stage: Stage, first: Round) -> list[str]:
    report = stage.cut_report or {}
    ranking = standings.order_for_draw(event, stage, before=first)
    seats = Seat.objects.filter(round__in=Round.objects.filter(event=event, number__lt=first.number))
    # Where nobody took the seat over, the second id is None.
    ids = seats.values_list("entry_id", "occupants__entry_id")
    played = {str(pk) for both in ids for pk in both} - {str(None)}
    here = (played | {*report["chosen"]}) - {*report["absent"]}
    entries = Entry.objects.filter(event=event, pk__in=here).select_related("player").order_by("number")
    _entrants, now = choose(event, stage, list(entries), ranking)
    chosen: list[str] = (now or {})["chosen"]
    return chosen
