"""Who sits together where the format of a stage says so: knockouts, ladders, finals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from tournaments.models import Adjustment, Event, Round, Seat, StageFormat
from tournaments.rules.formats import knockout, ladder
from tournaments.rules.formats.groups import Groups
from tournaments.rules.formats.stages import StagePlan, sizes_of
from tournaments.rules.ranking import Ranked, rank
from tournaments.rules.scoring import Tally, rows
from tournaments.selectors import seat_tallies

from .entrants import Field
from .seating import BOTS

Results = Sequence[Sequence[Ranked]]


def results_of(event: Event, round_: Round, group: str) -> Results:
    """The ranking at each table of this group in a closed round, of that round alone, table 1 first.

    Adjustments that were given in the round count; ties are broken as the event's standings break them.
    """
    seats = Seat.objects.filter(round=round_).order_by("table__number", "number")
    tables: dict[str, list[str]] = {}
    for table, entry, bot in seats.values_list("table_id", "entry_id", "entry__player__bot"):
        if bool(bot) == (group == BOTS):
            tables.setdefault(str(table), []).append(str(entry))
    adjusted = Adjustment.objects.filter(round=round_, cancelled_at__isnull=True)
    tallies = [tally for tally in seat_tallies(event) if tally.round == round_.number]
    tallies += [
        Tally(str(entry), round_.number, "", adjusted=chips)
        for entry, chips in adjusted.values_list("entry_id", "chips")
    ]
    points = {int(size): event.points[size] for size in event.points} if event.scoring == "points" else None
    scored = {row.entry: row for row in rows([*chain(*tables.values())], tallies, event.scoring, points)}
    return [
        rank([scored[entry] for entry in entries], event.tie_breaks, event.seed)
        for entries in tables.values()
    ]


def groups_of_format(
    event: Event, plan: StagePlan, field: Field, members: Sequence[str], number: int, results: Results
) -> Groups | None:
    """The tables of one group of players; None where chance or the standings decide (rotation, Swiss).

    number: of the round within the stage. results: of the round before in the same stage, at the group's
    own tables. No table where the group has played its final.
    """
    here = frozenset(members)
    seeds = [entry for entry in field.entrants if entry in here]
    if plan.format == StageFormat.FINAL:
        sizes_of(plan, len(seeds))
        return Groups(tables=(tuple(seeds),), order=tuple(seeds), said=(("final_table", tuple(seeds[:1])),))
    if plan.format == StageFormat.KNOCKOUT:
        if number == 1:
            return knockout.first_round(seeds, plan)
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
