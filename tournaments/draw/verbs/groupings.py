"""The tables that the format of a stage demands: knockouts, ladders, finals."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.core.models.choices import StageFormat
from tournaments.core.rules.refusals import Refusal
from tournaments.draw.rules.formats import knockout, ladder
from tournaments.draw.rules.formats.groups import Groups
from tournaments.draw.verbs.entrants import Field, field_of, seatable_in
from tournaments.draw.verbs.seating import groups_of
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.categories import is_of_bots
from tournaments.events.rules.stages import StagePlan, sizes_of
from tournaments.events.verbs.plans import plan_of
from tournaments.standings.rules.ranking import Ranked
from tournaments.standings.verbs.standings import table_rankings
from tournaments.tables.models.rounds import Round
from tournaments.teams.verbs.match_days import match_day_of

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
