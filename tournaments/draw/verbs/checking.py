"""Repeating the draw of a round from its stored request, so that anybody can check it."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.draw.rules.request import Plan, Tables, request_from_json
from tournaments.draw.verbs.brief import is_as_planned, plan_for
from tournaments.draw.verbs.seating import is_seated_by_hand, seats_by_group
from tournaments.tables.models.rounds import Round


@dataclass(frozen=True)
class TableDifference:
    """A table whose seats differ from the repeated draw.

    number: of the table in its group, from 1. drawn, seated: ids of entries in seat order, empty if the table
    does not exist.
    """

    number: int
    drawn: tuple[str, ...]
    seated: tuple[str, ...]


@dataclass(frozen=True)
class GroupCheck:
    """The repeated draw of one group.

    repeatable: False for a round that was seated by hand from the start. by_hand: changes of the round by
    hand since the draw, which explain differences. planned_with: the round whose draw planned this one.
    """

    group: str
    seed: int
    moves: int
    repeatable: bool
    by_hand: int
    planned_with: int | None
    differences: tuple[TableDifference, ...]

    @property
    def same(self) -> bool:
        """Whether the repeated draw gives exactly the seats of the round."""
        return self.repeatable and not self.differences


def check_draw(round_: Round) -> list[GroupCheck]:
    """Repeat the draw of each group from its request, seed and budget, and compare it with the seats."""
    checks = []
    for group, seated in seats_by_group(round_).items():
        repeatable = bool(round_.request.get(group)) and not is_seated_by_hand(round_)
        planned_with, plan = _draw_again(round_, group) if repeatable else (None, Plan(tables=seated))
        checks.append(
            GroupCheck(
                group=group,
                seed=round_.seed,
                moves=round_.moves,
                repeatable=repeatable,
                by_hand=round_.by_hand,
                planned_with=planned_with,
                differences=_differences(plan.tables, seated),
            )
        )
    return checks


def _draw_again(round_: Round, group: str) -> tuple[int | None, Plan]:
    """The repeated plan of a group, and the number of the round that planned it."""
    request = request_from_json(round_.request[group])
    if not is_as_planned(request):
        return None, plan_for(request)
    # The draw of an earlier round planned this one: repeat that draw.
    before = Round.objects.filter(stage=round_.stage_id, number=round_.number - 1).first()
    if before is None or not before.request.get(group):
        return None, Plan(tables=())
    origin, plan = _draw_again(before, group)
    return origin or before.number, Plan(tables=plan.ahead[0] if plan.ahead else (), ahead=plan.ahead[1:])


def _differences(drawn: Tables, seated: Tables) -> tuple[TableDifference, ...]:
    most = max(len(drawn), len(seated))
    pairs = [(tables + ((),) * most)[:most] for tables in (drawn, seated)]
    return tuple(
        TableDifference(number, before, now)
        for number, (before, now) in enumerate(zip(*pairs, strict=True), 1)
        if before != now
    )
