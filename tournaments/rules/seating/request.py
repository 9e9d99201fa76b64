"""What a draw is asked for and what it answers, as plain data.

Players are opaque ids. A table is its players clockwise from seat 0, who is the first dealer; a round
is its tables, in the order of the physical tables they sit at (index 0 is table 1). Players of different
groups (people and bots) are never mixed: one request a group.
"""

from __future__ import annotations

from dataclasses import dataclass

Table = tuple[str, ...]
Tables = tuple[Table, ...]

MOVES = 800_000
"""The default budget of a draw, in swaps tried (under a second of CPython, rarely used up)."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Two players who should not sit at one table: family, club mates. `must`: never; else a wish."""

    a: str
    b: str
    must: bool = True


@dataclass(frozen=True, slots=True)
class Together:
    """Two players who ask to sit at one table: in the next round if they have not met yet, or `always`.

    `must`: a draw without it is refused; else a wish.
    """

    a: str
    b: str
    must: bool = False
    always: bool = False


@dataclass(frozen=True, slots=True)
class Pin:
    """A player who always sits in one seat (from 0), or at one physical table (from 1: a wheelchair)."""

    player: str
    seat: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Weights:
    """What is more important, as whole numbers: what one unit of each costs.

    repeats: two people meeting once more, for each time they have met (Q). wishes: a wish that is not
    kept. small: somebody at a small table once more, for each time they have been there (F).
    standing: the squared distance in the standings of two people at one table (Swiss only).
    What must be kept is no matter of weights.
    """

    repeats: int = 1_000
    wishes: int = 3_000
    small: int = 10
    standing: int = 1


@dataclass(frozen=True, slots=True)
class Request:
    """One group of players to seat for the next round.

    players: ids in a stable order; the same request always gives the same plan.
    sizes: seats of each table, larger first (`sizes.split`), adding up to the players.
    past: the group's rounds so far, oldest first; players who have left since may occur in it.
    rounds_left: rounds still to be drawn, this one included. All are planned, the next is returned,
        so that the first rounds leave room for the last.
    seed: chance, passed in. Another seed, another draw.
    moves: the budget, in swaps tried, never in seconds.
    attempts: the search ends after so many of its attempts though moves are left; 0: it does not. So a draw
        is made again that was taken from a search before its end.
    ahead: rounds that a former plan kept ready (`Plan.ahead`). Given, the draw is never worse than
        was planned; left out for a redraw, which should differ.
    apart, together, pins, weights: what is asked of the tables. What two pins, or a pin and a wish,
        contradict is refused before the search (`check`).
    standing: each player's place in the standings (1 is first, places are shared), in the order of
        `players`: the draw brings neighbours together. Empty: the draw does not look at it.
    small_to: who gets the smaller tables: "shared" out evenly, the "high" or the "low" places (of
        `standing`, or in the order of `players` where that is empty).
    groups: who sits together, as the format of the stage demands it (knockout, ladder), table 1 first:
        only seats are drawn then. `standing`, `ahead` and the weights do not matter.
    mix_tables: share out the physical tables, too (a rotation); else table 1 is the highest in the
        standings, or in `groups`.
    """

    players: tuple[str, ...]
    sizes: tuple[int, ...]
    past: tuple[Tables, ...] = ()
    rounds_left: int = 1
    seed: int = 0
    moves: int = MOVES
    attempts: int = 0
    ahead: tuple[Tables, ...] = ()
    apart: tuple[Apart, ...] = ()
    together: tuple[Together, ...] = ()
    pins: tuple[Pin, ...] = ()
    weights: Weights = Weights()
    standing: tuple[int, ...] = ()
    small_to: str = "shared"
    groups: Tables = ()
    mix_tables: bool = True


@dataclass(frozen=True, slots=True)
class Plan:
    """The answer to a request.

    tables: the next round in the order of the physical tables, seats in order.
    ahead: the later rounds, likewise, as they will be drawn if nothing changes.
    moves: swaps that were tried for it.
    """

    tables: Tables
    ahead: tuple[Tables, ...] = ()
    moves: int = 0
