"""Who sits where at a table, and who deals first (seat 0): nobody more than once more than anybody else.

With tables of one size that is a theorem. Split each player's games into shares of as many games as a
table has seats, and colour the edges between shares and tables: each table has every colour once, each
share none twice. So after every round everybody has had every seat about equally often, once more or
less, and so it stays when later rounds are drawn as they were planned. With larger and smaller tables
the last seat of the larger is taken out first, by a colouring of those tables alone; the rest is of one
size. Then it holds wherever everybody's count of small tables differs by one at most.

Where something was played that was not planned so, or somebody has a seat of their own, the first
dealers of all rounds are the fairest there are (`dealing`), and the other seats as even as can be.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import lcm

from tournaments.rules.seating.request import Request, Tables
from tournaments.rules.seating.seats.colouring import colour
from tournaments.rules.seating.seats.dealing import dealers
from tournaments.rules.seating.seats.neighbours import part
from tournaments.rules.seating.seats.ordering import order, settle
from tournaments.rules.seating.seats.turns import share_turns

__all__ = ["dealers", "order", "seat_rounds"]

Rounds = list[list[list[int]]]


def seat_rounds(request: Request, rounds: Sequence[Tables]) -> tuple[Tables, ...]:
    """Return these rounds (the next one first), each table in seat order, tables as they stand.

    Every round seats all players of the request once. Seats that a former plan kept ready
    (`Request.ahead`) stay as they are where its tables come again and they are as fair as new ones.
    """
    number_of = {player: number for number, player in enumerate(request.players)}
    numbered = [[[number_of[player] for player in table] for table in tables] for tables in rounds]
    history = _History(request, rounds, number_of)
    best = _weighed(numbered, history) if history.seat_of or not history.flat else None
    if best is None:
        best = _coloured(numbered, len(request.players))
        # Small tables that are shared out badly may cost a fairer choice of dealers than that.
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
    """What the seats must take into account: where everybody sat, how often they played, who is pinned."""

    def __init__(self, request: Request, rounds: Sequence[Tables], number_of: Mapping[str, int]) -> None:
        sizes = {len(table) for tables in (*request.past, *rounds) for table in tables}
        self.sat = [[0] * max(sizes) for _ in number_of]
        self.games = [0] * len(number_of)
        # A fair share of the first deals, in units that divide by every size of table.
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
        """Who at this table must have which seat: the last one, where a table lacks that seat."""
        found: dict[int, int] = {}
        for player in sorted(table):
            if player in self.seat_of:
                seat = min(self.seat_of[player], len(table) - 1)
                if seat not in found.values():
                    found[player] = seat
        return found

    def may_deal(self, table: Sequence[int]) -> list[int]:
        """Who of this table may deal first."""
        pinned = self.seats_at(table)
        first = [player for player, seat in pinned.items() if seat == 0]
        return first or [player for player in table if player not in pinned] or list(table)

    def respects(self, rounds: Rounds) -> bool:
        """Whether everybody who has a seat of their own sits there."""
        return all(
            table[seat] == player
            for tables in rounds
            for table in tables
            for player, seat in self.seats_at(table).items()
        )

    def unfairness(self, rounds: Rounds) -> tuple[int, int, int]:
        """How far apart first deals lie among people with as many games: at the end, at worst; squared."""
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
        """The players by how often they played; those with a seat of their own stand aside."""
        by_games: defaultdict[int, list[int]] = defaultdict(list)
        for player, games in enumerate(self.games):
            if player not in self.seat_of:
                by_games[games].append(player)
        return list(by_games.values())


def _kept(request: Request, rounds: Sequence[Tables], number_of: Mapping[str, int]) -> Rounds | None:
    """The seats that were kept ready for these very tables, in the order of the tables given."""
    if len(request.ahead) < len(rounds):
        return None
    kept: Rounds = []
    for tables, planned in zip(rounds, request.ahead, strict=False):
        seated = {frozenset(table): table for table in planned}
        found = [seated.get(frozenset(table)) for table in tables]
        kept.append([[number_of[player] for player in table] for table in found if table is not None])
        if len(kept[-1]) < len(tables):
            return None
    return kept


def _coloured(rounds: Rounds, players: int) -> Rounds:
    """Seats by colouring alone: every table of all rounds at once."""
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
    seated_tables = _colour_shares(tables, players, sizes[-1], behind)
    ordered = [[*seated, *rest] for seated, rest in zip(seated_tables, behind, strict=True)]
    following = iter(ordered)
    return [[next(following) for _ in tables] for tables in rounds]


def _colour_shares(
    tables: Sequence[Sequence[int]],
    players: int,
    seats: int,
    behind: Sequence[Sequence[int]] | None = None,
) -> list[list[int]]:
    """Seat tables of one size, given in the order of the rounds: everybody's games in shares of `seats`.

    behind: who sits at each table after these; given, neighbours are parted, too.
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
        part(coloured, owner, behind)
    return [[owner[share] for share in seated] for seated in coloured]


def _weighed(rounds: Rounds, history: _History) -> Rounds:
    """Seats after a history: the fairest dealers, then everybody where they sat least."""
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
    """How often each dealt first, less what people with as many games should have by the end.

    So that those who came late are measured with each other, and nobody has to catch up.
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
