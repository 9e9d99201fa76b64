"""Two players change seats by a director's hand, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tournaments.rules.errors import RulesError, gettext_noop
from tournaments.rules.seating.audit import meetings
from tournaments.rules.seating.request import Plan, Request, Tables


@dataclass(frozen=True, slots=True)
class Cost:
    """How good the rounds so far are with this one: fewer is better.

    repeats (E): meetings beyond the first, over all pairs. q: the sum of C(meetings, 2).
    """

    repeats: int
    q: int


@dataclass(frozen=True, slots=True)
class Swap:
    """A plan with two players exchanged, and the cost before and after."""

    plan: Plan
    before: Cost
    after: Cost


def swap(request: Request, plan: Plan, a: str, b: str) -> Swap:
    """Exchange the seats of a and b, who may sit at one table (then only their seats change).

    The rounds kept ready (`Plan.ahead`) are dropped: they were made for the tables as they were.
    Raises RulesError `same_player` or `player_not_seated`.
    """
    if a == b:
        raise RulesError("same_player", gettext_noop("Choose two different players to swap."))
    seated = {player for table in plan.tables for player in table}
    for player in (a, b):
        if player not in seated:
            raise RulesError("player_not_seated", gettext_noop("%(player)s has no seat."), player=player)
    other = {a: b, b: a}
    tables = tuple(tuple(other.get(player, player) for player in table) for table in plan.tables)
    return Swap(
        plan=replace(plan, tables=tables, ahead=()),
        before=cost(request, plan.tables),
        after=cost(request, tables),
    )


def cost(request: Request, tables: Tables) -> Cost:
    """The cost of the rounds so far with these tables as the next, among the players of the request."""
    present = frozenset(request.players)
    met = meetings((*request.past, tables))
    times = [count for pair, count in met.items() if pair <= present]
    return Cost(
        repeats=sum(count - 1 for count in times),
        q=sum(count * (count - 1) // 2 for count in times),
    )
