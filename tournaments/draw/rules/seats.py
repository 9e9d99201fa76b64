"""Seats at the tables, and the physical table of each group. Turns of players differ by at most one.

With tables of one size this is a theorem. Split the games of each player into shares of as many games as a
table has seats, and colour the edges between shares and tables: each table has every colour once, each share
has no colour twice. So after every round each player had every seat equally often, up to one turn; this stays
true if later rounds are drawn as planned. With two table sizes, the last seat of the larger tables is removed
first, by a colouring of these tables; the rest has one size. Then the theorem holds if the players' turns at
small tables differ by at most one.

If the past was not planned like this, or players have pinned seats, `share_turns` makes the fairest choice of
first dealers in all rounds, and the other seats are as even as possible.

The tables of a round are put into the order of the physical tables (index 0 is table 1). Larger tables come
first: a table changes places only with a table of its size, except for pinned tables (`Pin.table`), which
have priority.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import lcm

from tournaments.draw.rules.request import Request, Table, Tables
from tournaments.draw.rules.turns import colour, part, share_turns

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


EXACT = 7
"""Up to this number of players all orders are compared; above, only exchanges of two seats."""


def order(
    table: Sequence[int], dealer: int, sat: Sequence[Sequence[int]], fixed: Mapping[int, int] | None = None
) -> list[int]:
    """Return the table from seat 0 (the dealer) on, with the seats that players had least often.

    sat: past turns as sat[player][seat]. fixed: seats of players with a pinned seat, not of the dealer. The
    result is optimal up to `EXACT` players.
    """
    places = {seat: player for player, seat in (fixed or {}).items() if player != dealer} | {0: dealer}
    others = [player for player in table if player not in places.values()]
    seats = [seat for seat in range(len(table)) if seat not in places]
    arrange = _exactly if len(table) <= EXACT else _by_exchanges
    places |= dict(zip(seats, arrange(others, seats, sat), strict=True))
    return [places[seat] for seat in range(len(table))]


def _exactly(others: Sequence[int], seats: Sequence[int], sat: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the cheapest order, by dynamic programming over the sets of seated players."""
    reached: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in seats:
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for seated, (cost, sofar) in reached.items():
            for index, player in enumerate(others):
                if seated >> index & 1:
                    continue
                with_player = seated | 1 << index
                price = cost + sat[player][seat]
                cheapest = following.get(with_player)
                if cheapest is None or price < cheapest[0]:
                    following[with_player] = (price, (*sofar, player))
        reached = following
    return next(iter(reached.values()))[1]


def _by_exchanges(others: Sequence[int], seats: Sequence[int], sat: Sequence[Sequence[int]]) -> list[int]:
    """Return an order that no exchange of two players improves."""
    placed = list(others)
    better = True
    while better:
        better = False
        for left in range(len(placed)):
            for right in range(left + 1, len(placed)):
                a, b = sat[placed[left]], sat[placed[right]]
                here, there = seats[left], seats[right]
                if a[there] + b[here] < a[here] + b[there]:
                    placed[left], placed[right] = placed[right], placed[left]
                    better = True
    return placed


def settle(
    rounds: Sequence[Sequence[list[int]]],
    sat: list[list[int]],
    seat: Callable[[Sequence[int]], Mapping[int, int]],
    passes: int = 4,
) -> None:
    """Order the seats after the dealers (seat 0 of each table) of all rounds together, in place.

    sat: past turns as sat[player][seat]. seat: returns the pinned seats of a table. Each table is ordered
    again while the others stay, until nothing changes or `passes` passes are done.
    """
    for table in (table for tables in rounds for table in tables):
        table[:] = order(table, table[0], sat, seat(table))
        _count(table, sat, 1)
    for _ in range(passes):
        changed = False
        for table in (table for tables in rounds for table in tables):
            _count(table, sat, -1)
            better = order(table, table[0], sat, seat(table))
            if _price(better, sat) < _price(table, sat):
                table[:] = better
                changed = True
            _count(table, sat, 1)
        if not changed:
            return


def _count(table: Sequence[int], sat: list[list[int]], by: int) -> None:
    for seat, player in enumerate(table):
        sat[player][seat] += by


def _price(table: Sequence[int], sat: Sequence[Sequence[int]]) -> int:
    return sum(sat[player][seat] for seat, player in enumerate(table))


def place_rounds(request: Request, rounds: Sequence[Tables]) -> tuple[Tables, ...]:
    """Return these rounds (the next one first) with their tables in the order of the physical tables.

    With `mix_tables` players sit at many different tables; else the order stays, except for pins.
    """
    own = {pin.player: pin.table - 1 for pin in request.pins if pin.table is not None}
    if not request.mix_tables:
        return tuple(tuple(_around(tables, _pinned(tables, own))) for tables in rounds)
    visits = _Visits(request)
    placed: list[list[Table]] = []
    for tables in rounds:
        following = visits.place(tables, _pinned(tables, own))
        visits.count(following, 1)
        placed.append(following)
    for _ in range(2 if len(rounds) > 1 else 0):
        for following in placed:
            visits.count(following, -1)
            visits.improve(following, set(_pinned(following, own)))
            visits.count(following, 1)
    return tuple(tuple(tables) for tables in placed)


def _pinned(tables: Sequence[Table], own: dict[str, int]) -> dict[int, int]:
    """Return the pinned tables: place to index in `tables`. The first of several pins wins."""
    pinned: dict[int, int] = {}
    if not own:
        return pinned
    for index, table in enumerate(tables):
        for player in table:
            place = own.get(player)
            if place is not None and place < len(tables) and place not in pinned:
                pinned[place] = index
                break
    return pinned


def _around(tables: Sequence[Table], pinned: dict[int, int]) -> Iterator[Table]:
    """Yield the tables in order, with pinned tables in their places."""
    taken = set(pinned.values())
    others = (table for index, table in enumerate(tables) if index not in taken)
    for place in range(len(tables)):
        yield tables[pinned[place]] if place in pinned else next(others)


class _Visits:
    """How often each player was at each physical table."""

    def __init__(self, request: Request) -> None:
        self.times: dict[str, dict[int, int]] = {player: {} for player in request.players}
        for tables in request.past:
            self.count(tables, 1)

    def count(self, tables: Sequence[Table], by: int) -> None:
        for place, table in enumerate(tables):
            for player in table:
                times = self.times.get(player)
                if times is not None:
                    times[place] = times.get(place, 0) + by

    def price(self, table: Table, place: int) -> int:
        """Return the price of this place for the table: the sum of squared visits of its players."""
        return sum(self.times[player].get(place, 0) ** 2 for player in table)

    def place(self, tables: Sequence[Table], pinned: dict[int, int]) -> list[Table]:
        """Return a round in order: pinned tables, then larger tables first, at places with few visits."""
        taken = set(pinned.values())
        others = [table for index, table in enumerate(tables) if index not in taken]
        others.sort(key=len, reverse=True)
        free = [place for place in range(len(tables)) if place not in pinned]
        placed: dict[int, Table] = {place: tables[index] for place, index in pinned.items()}
        start = 0
        while start < len(others):
            end = start
            while end < len(others) and len(others[end]) == len(others[start]):
                end += 1
            placed.update(self._share(others[start:end], free[start:end]))
            start = end
        result = [placed[place] for place in range(len(tables))]
        self.improve(result, set(pinned))
        return result

    def _share(self, tables: Sequence[Table], places: Sequence[int]) -> dict[int, Table]:
        """Give each table the first free place that is new to its players, else the cheapest place."""
        left = list(places)
        shared: dict[int, Table] = {}
        for table in tables:
            best, best_price = 0, -1
            for index, place in enumerate(left):
                price = self.price(table, place)
                if best_price < 0 or price < best_price:
                    best, best_price = index, price
                    if price == 0:
                        break
            shared[left.pop(best)] = table
        return shared

    def improve(self, tables: list[Table], fixed: set[int]) -> None:
        """Exchange tables of the same size as long as the price falls."""
        price = [self.price(table, place) for place, table in enumerate(tables)]
        movable = [place for place in range(len(tables)) if place not in fixed]
        for _ in range(8):
            better = False
            for here in movable:
                if not price[here]:
                    continue
                for there in movable:
                    if len(tables[here]) != len(tables[there]) or here == there:
                        continue
                    now = price[here] + price[there]
                    a, b = self.price(tables[there], here), self.price(tables[here], there)
                    if a + b < now:
                        tables[here], tables[there] = tables[there], tables[here]
                        price[here], price[there] = a, b
                        better = True
                        if not a:
                            break
            if not better:
                return
