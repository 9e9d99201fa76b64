"""Seats at the tables and first dealers (seat 0). Turns of players differ by at most one.

With tables of one size this is a theorem. Split the games of each player into shares of as many games as a
table has
seats, and colour the edges between shares and tables: each table has every colour once, each share has no
colour twice. So after every round each player had every seat equally often, up to one turn; this stays true
if later rounds are drawn as planned. With two table sizes, the last seat of the larger tables is removed
first, by a colouring of these tables; the rest has one size. Then the theorem holds if the players' turns at
small tables differ by at most one.

If the past was not planned like this, or players have pinned seats, `dealing` makes the fairest choice of
first dealers in all rounds, and the other seats are as even as possible.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import lcm

from tournaments.draw.rules.request import Request, Tables
from tournaments.draw.rules.seats.ordering import colour, dealers, order, part, settle
from tournaments.draw.rules.seats.places import share_turns

__all__ = ["dealers", "order", "seat_rounds"]

Rounds = list[list[list[int]]]


def seat_rounds(request: Request, rounds: Sequence[Tables]) -> tuple[Tables, ...]:
    """Return these rounds (the next one first) with each table in seat order.

    The seats of an earlier plan (`Request.ahead`) stay if it has the same tables and is as fair as new seats.
    """
    number_of = {player: number for number, player in enumerate(request.players)}
    numbered = [[[number_of[player] for player in table] for table in tables] for tables in rounds]
    history = _History(request, rounds, number_of)
    best = _weighed(numbered, history) if history.seat_of or not history.flat else None
    if best is None:
        best = _coloured(numbered, len(request.players), lambda seats: _turns_of(request, seats))
        # With uneven turns at small tables the colouring may be unfair to dealers.
        if history.unfairness(best)[0] > 1:
            weighed = _weighed(numbered, history)
            if history.unfairness(best)[0] > history.unfairness(weighed)[0] + 1:
                best = weighed
    kept = _kept(request, rounds, number_of)
    if kept and history.respects(kept) and history.unfairness(kept) <= history.unfairness(best):
        best = kept
    return tuple(
        tuple(tuple(request.players[player] for player in table) for table in tables) for tables in best
    )


class _History:
    """The past seats, the number of games and the pinned seats of all players."""

    def __init__(self, request: Request, rounds: Sequence[Tables], number_of: Mapping[str, int]) -> None:
        sizes = {len(table) for tables in (*request.past, *rounds) for table in tables}
        self.sat = [[0] * max(sizes) for _ in number_of]
        self.games = [0] * len(number_of)
        # A fair share of the first deals, in units that every table size divides.
        self.unit = lcm(*sizes)
        self.share = [0] * len(number_of)
        for tables in request.past:
            for table in tables:
                for seat, name in enumerate(table):
                    player = number_of.get(name)
                    if player is not None:
                        self.sat[player][seat] += 1
                        self.games[player] += 1
                        self.share[player] += self.unit // len(table)
        self.seat_of = {
            number_of[pin.player]: pin.seat
            for pin in request.pins
            if pin.seat is not None and pin.player in number_of
        }
        self.flat = all(counts == self.sat[0] for counts in self.sat)

    def seats_at(self, table: Sequence[int]) -> dict[int, int]:
        """Return the pinned seats at this table, by player. A seat that it does not have becomes its last."""
        seats: dict[int, int] = {}
        for player in sorted(table):
            if player in self.seat_of:
                seat = min(self.seat_of[player], len(table) - 1)
                if seat not in seats.values():
                    seats[player] = seat
        return seats

    def may_deal(self, table: Sequence[int]) -> list[int]:
        """Return the players of this table who may deal first."""
        pinned = self.seats_at(table)
        first = [player for player, seat in pinned.items() if seat == 0]
        return first or [player for player in table if player not in pinned] or list(table)

    def respects(self, rounds: Rounds) -> bool:
        """Return whether every player with a pinned seat has it."""
        return all(
            table[seat] == player
            for tables in rounds
            for table in tables
            for player, seat in self.seats_at(table).items()
        )

    def unfairness(self, rounds: Rounds) -> tuple[int, int, int]:
        """Return the spread of first deals at the end, the worst spread so far, and the sum of squares."""
        dealt = [counts[0] for counts in self.sat]
        classes = self.classes()
        worst = spread = 0
        for tables in rounds:
            for table in tables:
                dealt[table[0]] += 1
            spread = max(
                (
                    max(dealt[player] for player in members) - min(dealt[player] for player in members)
                    for members in classes
                ),
                default=0,
            )
            worst = max(worst, spread)
        return spread, worst, sum(count * count for count in dealt)

    def classes(self) -> list[list[int]]:
        """Group the players by their number of games. Players with pinned seats are left out."""
        by_games: defaultdict[int, list[int]] = defaultdict(list)
        for player, games in enumerate(self.games):
            if player not in self.seat_of:
                by_games[games].append(player)
        return list(by_games.values())


def _kept(request: Request, rounds: Sequence[Tables], number_of: Mapping[str, int]) -> Rounds | None:
    """Return the seats that the earlier plan has for these tables; None if its tables differ."""
    if len(request.ahead) < len(rounds):
        return None
    kept: Rounds = []
    for tables, planned in zip(rounds, request.ahead, strict=False):
        seated = {frozenset(table): table for table in planned}
        same = [seated.get(frozenset(table)) for table in tables]
        kept.append([[number_of[player] for player in table] for table in same if table is not None])
        if len(kept[-1]) < len(tables):
            return None
    return kept


def _turns_of(request: Request, seats: int) -> list[int]:
    """Return how often each seat of a table deals; empty if nobody counts that."""
    if request.deals is None:
        return []
    turns = [0] * seats
    for deal in range(request.deals.at(seats)):
        turns[deal % seats if request.clockwise else -deal % seats] += 1
    return turns


def _coloured(rounds: Rounds, players: int, turns_of: Callable[[int], Sequence[int]]) -> Rounds:
    """Return the seats of all rounds by colouring. turns_of: how often each seat deals, by table size."""
    tables = [list(table) for tables in rounds for table in tables]
    last: list[list[int]] = [[] for _ in tables]
    sizes = sorted({len(table) for table in tables}, reverse=True)
    for size, smaller in pairwise(sizes):
        for seats in range(size, smaller, -1):
            large = [number for number, table in enumerate(tables) if len(table) == seats]
            for number, seated in zip(
                large, _colour_shares([tables[number] for number in large], players, seats), strict=True
            ):
                last[number].append(seated[-1])
                tables[number].remove(seated[-1])
    behind = [rest[::-1] for rest in last]
    turns = [turns_of(len(table) + len(rest)) for table, rest in zip(tables, behind, strict=True)]
    seated_tables = _colour_shares(tables, players, sizes[-1], behind, turns if all(turns) else ())
    ordered = [[*seated, *rest] for seated, rest in zip(seated_tables, behind, strict=True)]
    following = iter(ordered)
    return [[next(following) for _ in tables] for tables in rounds]


def _colour_shares(
    tables: Sequence[Sequence[int]],
    players: int,
    seats: int,
    behind: Sequence[Sequence[int]] | None = None,
    turns: Sequence[Sequence[int]] = (),
) -> list[list[int]]:
    """Seat tables of one size, in the order of the rounds, with shares of `seats` games.

    behind: the players in the later seats of each table; then deals are shared evenly, and left neighbours
    are separated, too. turns: how often each seat of each table deals.
    """
    played = [0] * players
    owner: list[int] = []
    share_of: list[list[int]] = [[] for _ in range(players)]
    edges = []
    for table in tables:
        shares = []
        for player in table:
            if played[player] % seats == 0:
                share_of[player].append(len(owner))
                owner.append(player)
            played[player] += 1
            shares.append(share_of[player][-1])
        edges.append(shares)
    coloured = colour(edges, len(owner), seats)
    if behind is not None:
        part(coloured, owner, behind, turns)
    return [[owner[share] for share in seated] for seated in coloured]


def _weighed(rounds: Rounds, history: _History) -> Rounds:
    """Return the seats after a past: the fairest dealers, then the seats that players had least often."""
    seated: Rounds = []
    may_deal = [[history.may_deal(table) for table in tables] for tables in rounds]
    share = min(len(table) for tables in rounds for table in tables)
    played = max(history.games, default=0)
    turns = share_turns(may_deal, _levels(rounds, history), history.classes(), share - played % share, share)
    for tables, chosen in zip(rounds, turns, strict=True):
        seated.append(
            [
                [dealer, *(player for player in table if player != dealer)]
                for table, dealer in zip(tables, chosen, strict=True)
            ]
        )
    settle(seated, [list(counts) for counts in history.sat], history.seats_at)
    return seated


def _levels(rounds: Rounds, history: _History) -> list[int]:
    """Return the first deals of each player, minus a fair share for their number of games.

    So players who came late are not expected to deal first more often than others.
    """
    share = list(history.share)
    for tables in rounds:
        for table in tables:
            for player in table:
                share[player] += history.unit // len(table)
    level = [counts[0] for counts in history.sat]
    for members in history.classes():
        fair = sum(share[player] for player in members) // (len(members) * history.unit)
        for player in members:
            level[player] -= fair
    return level
