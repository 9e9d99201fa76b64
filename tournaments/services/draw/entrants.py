"""Who plays in a stage: everybody who is here, or those whom a cut or a knockout has let through.

The entrants of a stage are fixed, by seed, when its first round is drawn. Late entries join from the next
round, at the end of the seeds; a stage that chose who plays in it (it has a cut, is a knockout, or comes
after such a stage) lets nobody in any more: they may be entered, and are told that they wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from tournaments.models import (
    Entry,
    EntryStatus,
    Event,
    Stage,
    StageFormat,
)
from tournaments.rules.formats.cut import Cut, cut
from tournaments.rules.ranking import Ranked
from tournaments.services.standings import standings

from .seating import groups_of


@dataclass(frozen=True)
class Field:
    """Who can be seated in a round of a stage.

    players: they, in the order of entering. ranking: the standing that seeds them, best first, of everybody
    in the event. entrants: the stage's, by seed, with those who joined since. cut_report: how they were
    chosen, if some were not. waiting: ids of those who are here and were not let in.
    """

    players: tuple[Entry, ...]
    ranking: tuple[Ranked, ...]
    entrants: tuple[str, ...]
    cut_report: dict[str, Any] | None
    waiting: tuple[str, ...]


def is_closed(stage: Stage) -> bool:
    """Whether nobody can join a stage any more: it has begun, and it or one before chose who plays in it."""
    return stage.entrants is not None and _chooses(stage)


def seatable_in(event: Event, stage: Stage, round_number: int) -> list[Entry]:
    """Those who are here for a round and whom its stage lets in (two queries)."""
    ready = seatable_entries(event, round_number)
    if not is_closed(stage):
        return ready
    entrants = frozenset(stage.entrants or ())
    return [entry for entry in ready if str(entry.pk) in entrants]


def field_of(event: Event, stage: Stage, number: int, *, begins: bool) -> Field:
    """Who can be seated in this round. `begins`: it is the stage's first, which fixes its entrants."""
    ready = seatable_entries(event, number)
    ranking = tuple(standings.order_for_draw(event, stage))
    here = {str(entry.pk) for entry in ready}
    report = stage.cut_report
    if begins:
        entrants, report = _choose(event, stage, ready, ranking)
    elif is_closed(stage):
        entrants = list(stage.entrants or ())
    else:
        known = set(stage.entrants or ())
        entrants = [*(stage.entrants or ()), *(line.entry for line in ranking if line.entry in here - known)]
    inside = set(entrants)
    return Field(
        players=tuple(entry for entry in ready if str(entry.pk) in inside),
        ranking=ranking,
        entrants=tuple(entrants),
        cut_report=report,
        waiting=tuple(str(entry.pk) for entry in ready if str(entry.pk) not in inside),
    )


def _choose(
    event: Event, stage: Stage, ready: Sequence[Entry], ranking: Sequence[Ranked]
) -> tuple[list[str], dict[str, Any] | None]:
    """The entrants of a stage that begins, by seed, and how they were chosen."""
    before = Stage.objects.filter(event=event, number=stage.number - 1).first()
    if before is not None and is_closed(before):
        left = frozenset(before.entrants or ())
        ranking = [line for line in ranking if line.entry in left]
    cuts = [
        cut([line for line in ranking if line.entry in members], stage.cut, members, event.seed)
        for members in (frozenset(members) for members in groups_of(ready).values())
    ]
    inside = {entry for one in cuts for entry in one.entrants}
    entrants = [line.entry for line in ranking if line.entry in inside]
    return entrants, None if stage.cut is None else _report(cuts)


def _report(cuts: Sequence[Cut]) -> dict[str, Any]:
    """What is kept of a cut; of two groups' cuts what decided where it was close."""
    closest = max(cuts, key=lambda one: len(one.tied))
    counts = {name: sum(one.report[name] for one in cuts) for name in ("entrants", "out")}
    return closest.report | counts


def _chooses(stage: Stage) -> bool:
    chosen = Q(cut__isnull=False) | Q(format=StageFormat.KNOCKOUT)
    return Stage.objects.filter(chosen, event=stage.event_id, number__lte=stage.number).exists()


def seatable_entries(event: Event, round_number: int) -> list[Entry]:
    """The entries that a draw of this round seats: checked in, and counting from it or earlier."""
    return list(
        Entry.objects.filter(event=event, status=EntryStatus.CHECKED_IN, from_round__lte=round_number)
        .select_related("player")
        .order_by("number")
    )
