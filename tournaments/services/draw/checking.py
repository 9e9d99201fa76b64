"""Making a draw again from what is stored with its round, and comparing: anybody can check a draw."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Round
from tournaments.rules.seating.request import Plan, Tables
from tournaments.rules.seating.wire import request_from_json

from .brief import is_as_planned, plan_for
from .seating import entries_at, groups_of, seating_of


@dataclass(frozen=True)
class TableDifference:
    """A table that is not as the draw makes it.

    number: of the table within its group, from 1. drawn, seated: entries' ids in seat order; none where
    there is no such table.
    """

    number: int
    drawn: tuple[str, ...]
    seated: tuple[str, ...]


@dataclass(frozen=True)
class GroupCheck:
    """What became of making one group's draw again.

    known: whether it can be made again (False for a round that was seated by hand from the start, or drawn
    before requests were kept). by_hand: changes by hand since the draw, of the whole round: they account for
    differences. planned_with: the round that this one was planned with, where it was.
    """

    group: str
    seed: int
    moves: int
    known: bool
    by_hand: int
    planned_with: int | None
    differences: tuple[TableDifference, ...]

    @property
    def same(self) -> bool:
        """Whether the draw gives the very seats of the round."""
        return self.known and not self.differences


def check_draw(round_: Round) -> list[GroupCheck]:
    """Make each group's draw again from its request, seed and budget, and compare it with the seats."""
    seats = seating_of(round_)
    checks = []
    for group, members in groups_of(entries_at(seats).values()).items():
        here = frozenset(members)
        seated = tuple(tuple(table) for table in seats if table[0] in here)
        known = bool(round_.request.get(group)) and not (round_.by_hand and not round_.moves)
        planned_with, plan = _again(round_, group) if known else (None, Plan(tables=seated))
        checks.append(
            GroupCheck(
                group=group,
                seed=round_.seed,
                moves=round_.moves,
                known=known,
                by_hand=round_.by_hand,
                planned_with=planned_with,
                differences=_differences(plan.tables, seated),
            )
        )
    return checks


def _again(round_: Round, group: str) -> tuple[int | None, Plan]:
    """The group's plan, drawn again; with the round that it was planned with, if it was."""
    request = request_from_json(round_.request[group])
    if not is_as_planned(request):
        return None, plan_for(request)
    # A round that was planned is checked where its plan was made.
    before = Round.objects.filter(stage=round_.stage_id, number=round_.number - 1).first()
    if before is None or not before.request.get(group):
        return None, Plan(tables=())
    origin, plan = _again(before, group)
    return origin or before.number, Plan(tables=plan.ahead[0] if plan.ahead else (), ahead=plan.ahead[1:])


def _differences(drawn: Tables, seated: Tables) -> tuple[TableDifference, ...]:
    most = max(len(drawn), len(seated))
    pairs = [(tables + ((),) * most)[:most] for tables in (drawn, seated)]
    return tuple(
        TableDifference(number, one, other)
        for number, (one, other) in enumerate(zip(*pairs, strict=True), 1)
        if one != other
    )
