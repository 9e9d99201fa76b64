"""The entrants of a stage: everybody who is here, or the players whom a cut or a knockout has chosen.

The first draw of a stage fixes its entrants, ordered by seed. Late entries join from the next round and come
last in that order. A stage is closed if it has a cut, is a knockout, or follows such a stage: then late
entries wait. A cut after which the rest plays on closes nothing: late entries join the rest.

Here are also the tables that the format of a stage demands (knockouts, ladders, finals), and the cuts that
would choose other players today, after a correction or an adjustment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet

import games.services as games
from tournaments.core.models.choices import StageFormat
from tournaments.core.rules.refusals import Conflict, Refusal, gettext_noop
from tournaments.core.rules.statuses import EntryStatus
from tournaments.draw.rules import knockout, ladder
from tournaments.draw.rules.cut import Cut, cut, level_across
from tournaments.draw.rules.groups import Groups
from tournaments.draw.verbs.seating import groups_of
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.stages import StagePlan, sizes_of
from tournaments.events.rules.tables import is_of_bots
from tournaments.events.verbs.plans import Outline, outline_of, plan_of
from tournaments.standings.models import Standing
from tournaments.standings.rules.ranking import Ranked
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.standings import table_rankings
from tournaments.tables.models.ledger import Adjustment
from tournaments.tables.models.rounds import Round, Seat
from tournaments.teams.verbs.match_days import match_day_of


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


Results = Sequence[Sequence[Ranked]]


def results_of(round_: Round, group: str) -> Results:
    """The ranking of each table of this group in a closed round, table 1 first."""
    entries = Entry.objects.filter(event=round_.event_id).exclude(player__bot="")
    bots = {str(pk) for pk in entries.values_list("pk", flat=True)}
    return [table for table in table_rankings(round_) if (table[0].entry in bots) == is_of_bots(group)]


def groups_of_format(
    event: Event,
    plan: StagePlan,
    field: Field,
    members: Sequence[str],
    number: int,
    results: Results,
    mates: Sequence[Sequence[str]] = (),
) -> Groups | None:
    """The tables of one group; None where the format demands none: rotation, Swiss, a final at several.

    number: of the round in the stage. results: of the round before in the same stage. mates: the tables of
    the round before, in any stage. The tables are empty if the group has played its final.
    """
    here = frozenset(members)
    seeds = [entry for entry in field.entrants if entry in here]
    if plan.format == StageFormat.FINAL:
        if len(sizes_of(plan, len(seeds))) > 1:
            return None
        code = ("play_off_table", tuple(seeds)) if plan.play_off else ("final_table", tuple(seeds[:1]))
        return Groups(tables=(tuple(seeds),), order=tuple(seeds), codes=(code,))
    if plan.format == StageFormat.KNOCKOUT:
        if number == 1:
            return knockout.first_round(seeds, plan, mates)
        if len(results) <= 1:
            return Groups(tables=(), order=())
        return knockout.next_round(
            results,
            plan,
            here,
            field.entrants,
            standing=[line.entry for line in field.ranking],
            lots_seed=event.seed,
        )
    if plan.format == StageFormat.LADDER:
        if number == 1:
            return ladder.first_round(seeds, plan)
        seated = {line.entry for table in results for line in table}
        newcomers = [entry for entry in seeds if entry not in seated]
        return ladder.next_round(results, plan, here, newcomers, number, event.seed)
    return None


def to_be_seated(
    event: Event,
    stage: Stage,
    number: int,
    ready: frozenset[str] | None = None,
    *,
    by_hand: bool = False,
) -> frozenset[str]:
    """Return the ids of the entries that this round should seat now.

    ready: the entries that the round can seat; without it they are read by `seatable_in`. by_hand: a director
    has made the whole seating. It seats everybody, even people without a line-up on a match day.
    """
    ready = seatable_in(event, stage, number) if ready is None else ready
    if not by_hand:
        day = match_day_of(event, stage, number, ready)
        if day is not None and day.is_open:
            return ready & day.seated
    if stage.format != StageFormat.KNOCKOUT:
        return ready
    before = list(Round.objects.filter(stage=stage, number__lt=number).order_by("number"))
    if not before:
        return ready
    field = field_of(event, stage, number, begins=False)
    seated: set[str] = set()
    for group, members in groups_of(field.players).items():
        try:
            groups = groups_of_format(
                event, plan_of(stage, event), field, members, len(before) + 1, results_of(before[-1], group)
            )
        except Refusal:
            return ready  # no table is left to draw; the next draw says so
        seated.update(groups.order if groups else ())
    return frozenset(seated)


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
