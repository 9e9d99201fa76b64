"""The entrants of a stage: everybody who is here, or the players whom a cut or a knockout has chosen.

The first draw of a stage fixes its entrants, ordered by seed. Late entries join from the next round and come
last in that order. A stage is closed if it has a cut, is a knockout, or follows such a stage: then late
entries wait. A cut after which the rest plays on closes nothing: late entries join the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet

import games.services as games
from tournaments.core.models.choices import StageFormat
from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.core.rules.statuses import EntryStatus
from tournaments.draw.rules.formats.cut import Cut, cut, level_across
from tournaments.draw.verbs.seating import groups_of
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.standings.rules.ranking import Ranked
from tournaments.standings.verbs import standings


@dataclass(frozen=True)
class Field:
    """The players for a round of a stage.

    players: who can be seated, in the order of their entries. ranking: everybody in the event, best first.
    entrants: of the stage, by seed, late ones included. cut_report: how the cut chose. waiting: ids of
    players who are here and are no entrants. upper: of two groups (`Stage.upper`).
    """

    players: tuple[Entry, ...]
    ranking: tuple[Ranked, ...]
    entrants: tuple[str, ...]
    cut_report: dict[str, Any] | None
    waiting: tuple[str, ...]
    upper: frozenset[str] | None = None

    def without_others(self, seated: frozenset[str]) -> Field:
        """The same field, in which only these entries play and the others wait."""
        others = [str(entry.pk) for entry in self.players if str(entry.pk) not in seated]
        return replace(
            self,
            players=tuple(entry for entry in self.players if str(entry.pk) in seated),
            waiting=(*self.waiting, *others),
        )


def is_closed(stage: Stage, stages: Sequence[Stage] | None = None) -> bool:
    """Whether a stage takes no more players: it has begun, and its entrants were chosen.

    stages: all of the event, if they are at hand.
    """
    return stage.entrants is not None and _chooses(stage, stages)


def seatable_in(
    event: Event,
    stage: Stage,
    round_number: int,
    stages: Sequence[Stage] | None = None,
    entries: Iterable[Entry] | None = None,
) -> frozenset[str]:
    """Return the ids of the entries that a round of this stage can seat (at most two queries).

    stages, entries: all of the event, if they are at hand.
    """
    if entries is None:
        ready = frozenset(str(pk) for pk in _seatable(event, round_number).values_list("pk", flat=True))
    else:
        ready = frozenset(str(entry.pk) for entry in entries if _is_seatable(entry, round_number))
    return ready & frozenset(stage.entrants or ()) if is_closed(stage, stages) else ready


def field_of(event: Event, stage: Stage, number: int, *, begins: bool) -> Field:
    """The players for this round. `begins`: it is the first round of the stage and fixes its entrants."""
    ready = seatable_entries(event, number)
    ranking = tuple(standings.order_for_draw(event, stage, cuts=begins))
    here = {str(entry.pk) for entry in ready}
    report = stage.cut_report
    if begins:
        entrants, report = choose(event, stage, ready, ranking)
    elif is_closed(stage):
        entrants = list(stage.entrants or ())
    else:
        late = here - set(stage.entrants or ())
        entrants = [*(stage.entrants or ()), *(line.entry for line in ranking if line.entry in late)]
    inside = set(entrants)
    return Field(
        players=tuple(entry for entry in ready if str(entry.pk) in inside),
        ranking=ranking,
        entrants=tuple(entrants),
        cut_report=report,
        waiting=tuple(str(entry.pk) for entry in ready if str(entry.pk) not in inside),
        upper=stage.upper_of(entrants, report),
    )


def choose(
    event: Event, stage: Stage, ready: Sequence[Entry], ranking: Sequence[Ranked]
) -> tuple[list[str], dict[str, Any] | None]:
    """Return the entrants of a stage that begins, ordered by seed, and the report of its cut, if it has one.

    The report also keeps who was absent, and who was chosen: later, substitutes may take their places.
    """
    ranking = _remaining(event, stage.number, ranking)
    if stage.play_off:
        level = {entry for part in level_players(event, stage.number, ready, ranking) for entry in part}
        return [line.entry for line in ranking if line.entry in level], None
    cuts = [
        cut([line for line in ranking if line.entry in members], stage.cut, members, event.seed)
        for members in (frozenset(members) for members in groups_of(ready).values())
    ]
    inside = {entry for part in cuts for entry in part.entrants}
    chosen = [line.entry for line in ranking if line.entry in inside]
    rest = {entry for part in cuts for entry in part.out} if stage.splits else ()
    absent = [line.entry for line in ranking if line.entry not in {str(entry.pk) for entry in ready}]
    who = {"chosen": chosen, "absent": absent}
    entrants = chosen + [line.entry for line in ranking if line.entry in rest]
    return entrants, None if stage.cut is None else _report(cuts) | who


class PlayOffSize(Conflict):
    """The rules do not allow a table for so many equal players."""

    sentence = gettext_noop(
        "%(players)d players are equal, but these rules need %(fewest)d to %(most)d players at a "
        "table. Lots will decide."
    )


class NobodyLevel(Conflict):
    """No players are equal where a play-off would matter."""

    sentence = gettext_noop(
        "No players are equal where it matters now: at the cut of the next stage or, after the last "
        "stage, at the first place. A play-off is not necessary."
    )


def level_players(
    event: Event, number: int, ready: Sequence[Entry], ranking: Sequence[Ranked]
) -> list[tuple[str, ...]]:
    """The players of a play-off with this number, of people and of bots: equal across the line that is next.

    That line is the cut of the next stage; after the last stage it is the first place. Raises Conflict
    `nobody_level`, or `play_off_size` if the rules have no table for so many.
    """
    later = Stage.objects.filter(event=event, number__gte=number, play_off=False).order_by("number").first()
    line = 1 if later is None else later.cut or 0
    ranking = _remaining(event, number, ranking)
    level = [level_across(ranking, line, members) for members in groups_of(ready).values()]
    if not any(level):
        raise NobodyLevel
    fewest, most = seats_allowed(event)
    for players in filter(None, level):
        if not fewest <= len(players) <= most:
            raise PlayOffSize(players=len(players), fewest=fewest, most=most)
    return [players for players in level if players]


def seats_allowed(event: Event) -> tuple[int, int]:
    """The fewest and the most players at a table in the rules of the event."""
    return games.seats_range(games.make_rules(event.rules))


def _remaining(event: Event, number: int, ranking: Sequence[Ranked]) -> Sequence[Ranked]:
    """The lines of entries that no earlier stage has left out, before the stage with this number."""
    stages = Stage.objects.filter(event=event, number__lt=number, play_off=False)
    before = stages.order_by("-number").first()
    if before is None or not is_closed(before):
        return ranking
    left = frozenset(before.entrants or ())
    return [line for line in ranking if line.entry in left]


def _report(cuts: Sequence[Cut]) -> dict[str, Any]:
    """Make one report of the cuts of people and bots: the sums, and the cut with the most equal players."""
    closest = max(cuts, key=lambda part: len(part.tied))
    counts = {name: sum(part.report[name] for part in cuts) for name in ("entrants", "out")}
    return closest.report | counts


def _chooses(stage: Stage, stages: Sequence[Stage] | None) -> bool:
    """Whether this stage or an earlier one chooses its entrants, by a cut or as a knockout.

    A play-off chooses its own, and none for later stages.
    """
    if stage.play_off:
        return True
    until = Stage.objects.filter(event=stage.event_id) if stages is None else stages
    return any(
        one.number <= stage.number
        and not one.splits
        and (one.cut is not None or one.format == StageFormat.KNOCKOUT)
        for one in until
    )


def seatable_entries(event: Event, round_number: int) -> list[Entry]:
    """Return the entries that are checked in and count from this round or earlier, with their players."""
    return list(_seatable(event, round_number).select_related("player").order_by("number"))


def _is_seatable(entry: Entry, round_number: int) -> bool:
    return entry.status == EntryStatus.CHECKED_IN and entry.from_round <= round_number


def _seatable(event: Event, round_number: int) -> QuerySet[Entry]:
    return Entry.objects.filter(event=event, status=EntryStatus.CHECKED_IN, from_round__lte=round_number)
