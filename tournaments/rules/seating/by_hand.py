"""Seats changed by a director's hand: two exchanged, one moved, a whole seating; and what that costs.

A director may put people together who must sit apart: nothing is refused here but what is no seating at
all. The certificate (`audit`) tells the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb

from tournaments.rules.errors import RulesError, gettext_noop
from tournaments.rules.seating.counts import at_small, meetings, q_of, repeats_of
from tournaments.rules.seating.faults import check_seating
from tournaments.rules.seating.request import Plan, Request, Table, Tables
from tournaments.rules.seating.wishes import wishes_kept


@dataclass(frozen=True, slots=True)
class Cost:
    """How good the rounds so far are with this one: fewer is better.

    repeats (E): meetings beyond the first, over all pairs. q: the sum of C(meetings, 2). wishes: wishes and
    pins broken in this round. small (F): the sum over all players of C(games at small tables, 2).
    """

    repeats: int
    q: int
    wishes: int = 0
    small: int = 0

    def __add__(self, other: Cost) -> Cost:
        """The cost of two groups of players who are seated apart."""
        return Cost(
            repeats=self.repeats + other.repeats,
            q=self.q + other.q,
            wishes=self.wishes + other.wishes,
            small=self.small + other.small,
        )


@dataclass(frozen=True, slots=True)
class Change:
    """A plan changed by hand, and the cost before and after.

    The rounds kept ready (`Plan.ahead`) are dropped: they were made for the tables as they were.
    """

    plan: Plan
    before: Cost
    after: Cost


def swap(request: Request, plan: Plan, a: str, b: str) -> Change:
    """Exchange the seats of a and b, who may sit at one table (then only their seats change).

    Raises RulesError `same_player` or `player_not_seated`.
    """
    if a == b:
        raise RulesError("same_player", gettext_noop("Choose two different players to swap."))
    for player in (a, b):
        _place_of(plan.tables, player)
    other = {a: b, b: a}
    return _changed(
        request, plan, tuple(tuple(other.get(player, player) for player in table) for table in plan.tables)
    )


def move(request: Request, plan: Plan, player: str, table: int, *, least: int, most: int) -> Change:
    """Move one player to the last seat of another table (from 1): that one grows, the old one shrinks.

    least and most: the sizes that a table may have. Raises RulesError `player_not_seated`,
    `no_such_table`, `already_there`, `table_too_small` or `table_too_large`.
    """
    here = _place_of(plan.tables, player)
    there = table - 1
    if not 0 <= there < len(plan.tables):
        raise RulesError(
            "no_such_table",
            gettext_noop("There is no table %(table)d in this round: its tables are 1 to %(tables)d."),
            table=table,
            tables=len(plan.tables),
        )
    if here == there:
        raise RulesError(
            "already_there",
            gettext_noop("%(player)s sits at table %(table)d already: choose another one."),
            player=player,
            table=table,
        )
    changed: list[Table] = list(plan.tables)
    changed[here] = tuple(other for other in changed[here] if other != player)
    changed[there] = (*changed[there], player)
    return seat(request, plan, changed, least=least, most=most)


def seat(request: Request, plan: Plan, tables: Sequence[Sequence[str]], *, least: int, most: int) -> Change:
    """Take a whole seating made by hand, table 1 first, instead of the plan.

    Raises RulesError where it is none: `player_not_seated`, `player_seated_twice`, `player_unknown`,
    `table_too_small`, `table_too_large`.
    """
    wanted = tuple(tuple(table) for table in tables)
    check_seating(request.players, wanted, least, most)
    return _changed(request, plan, wanted)


def cost(request: Request, tables: Tables) -> Cost:
    """The cost of the rounds so far with these tables as the next, among the players of the request."""
    present = frozenset(request.players)
    past = meetings(request.past, present)
    met = past + meetings([tables], present)
    small = at_small((*request.past, tables))
    return Cost(
        repeats=repeats_of(met),
        q=q_of(met),
        wishes=wishes_kept(request, [tables], past)["broken"],
        small=sum(comb(small[player], 2) for player in request.players),
    )


def _changed(request: Request, plan: Plan, tables: Tables) -> Change:
    return Change(
        plan=replace(plan, tables=tables, ahead=()),
        before=cost(request, plan.tables),
        after=cost(request, tables),
    )


def _place_of(tables: Tables, player: str) -> int:
    for place, table in enumerate(tables):
        if player in table:
            return place
    raise RulesError("player_not_seated", gettext_noop("%(player)s has no seat."), player=player)
