"""What a draw is asked for and what it answers, as plain data.

Players are opaque ids. A table is its players clockwise from seat 0, who is the first dealer; a round
is its tables. Players of different groups (people and bots) are never mixed: one request a group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.rules.errors import RulesError, gettext_noop

Table = tuple[str, ...]
Tables = tuple[Table, ...]

MOVES = 200_000
"""The default budget of a draw, in swaps tried (about a second of CPython, rarely used up)."""


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
    ahead: rounds that a former plan kept ready (`Plan.ahead`). Given, the draw is never worse than
        was planned; left out for a redraw, which should differ.
    """

    players: tuple[str, ...]
    sizes: tuple[int, ...]
    past: tuple[Tables, ...] = ()
    rounds_left: int = 1
    seed: int = 0
    moves: int = MOVES
    ahead: tuple[Tables, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The answer to a request.

    tables: the next round, seats in order, larger tables first.
    ahead: the later rounds as they would be drawn if nothing changed (seat order open).
    moves: swaps that were tried for it.
    """

    tables: Tables
    ahead: tuple[Tables, ...] = ()
    moves: int = 0


def groups(players: Sequence[str], kinds: Mapping[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    """Return (kind, its players in order) for each kind, in the order in which kinds first appear.

    Bots sit at tables of bots only: draw each group for itself. A player missing from `kinds` counts
    as one of the kind "" (nothing special).
    """
    found: dict[str, list[str]] = {}
    for player in players:
        found.setdefault(kinds.get(player, ""), []).append(player)
    return [(kind, tuple(members)) for kind, members in found.items()]


def past_of(players: Iterable[str], rounds: Iterable[Iterable[Sequence[str]]]) -> tuple[Tables, ...]:
    """Return the rounds cut down to the tables at which any of these players sat: a group's own past."""
    present = frozenset(players)
    return tuple(
        tuple(tuple(table) for table in tables if not present.isdisjoint(table)) for tables in rounds
    )


def check_request(request: Request) -> None:
    """Refuse a request that no plan can answer (`bad_request`, `player_twice`)."""
    seen = Counter(request.players)
    twice = [player for player in request.players if seen[player] > 1]
    if twice:
        raise RulesError(
            "player_twice",
            gettext_noop("%(player)s is in the list of players twice."),
            player=twice[0],
        )
    if sum(request.sizes) != len(request.players) or not request.sizes or min(request.sizes) < 2:
        raise RulesError(
            "bad_request",
            gettext_noop("Tables with %(seats)d seats in all cannot seat %(players)d players."),
            seats=sum(request.sizes),
            players=len(request.players),
        )
    if request.rounds_left < 1 or request.moves < 0:
        raise RulesError(
            "bad_request", gettext_noop("A draw needs a round to draw and a budget that is not negative.")
        )
