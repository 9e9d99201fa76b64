"""Which physical table each group has, and the turns of players there.

The tables of a round are put into the order of the physical tables (index 0 is table 1). Larger tables come
first: a table changes places only with a table of its size, except for pinned tables (`Pin.table`), which
have priority.

Players are compared within classes with equally many games. `level` is the number of first deals of each
player, adjusted so that classes can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from tournaments.draw.rules.request import Request, Table, Tables
from tournaments.draw.rules.seats.ordering import dealers


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


Rounds = Sequence[Sequence[Sequence[int]]]
Classes = Sequence[Sequence[int]]

TRIALS = 5_000
"""The most tables whose dealers are chosen again when there are several classes."""


def share_turns(
    rounds: Rounds, level: Sequence[int], classes: Classes, first: int, share: int
) -> list[list[int]]:
    """Return a first dealer for each table of each round. rounds: the players who may deal first, by table.

    With tables of `share` seats each player deals first once in `share` rounds. So rounds are planned in
    blocks of this length (the first block has `first` rounds left), or all together if that ends more
    evenly.
    """
    chosen: list[list[int]] = []
    after = list(level)
    start, end = 0, first
    while start < len(rounds):
        block = _block(rounds[start:end], after, classes)
        for player in (player for round_ in block for player in round_):
            after[player] += 1
        chosen += block
        start, end = end, end + share
    if len(rounds) > first and _spread(level, chosen, classes) > 1:
        choices = [chosen, _block(rounds, level, classes)]
        chosen = min(choices, key=lambda dealers_: _spread(level, dealers_, classes))
        # Fairness at the end counts more than on the way.
        fairest = _fairest(level, rounds, classes)
        if _spread(level, chosen, classes) > _spread(level, fairest, classes) + 1:
            chosen = fairest
    return chosen


def _block(rounds: Rounds, level: Sequence[int], classes: Classes) -> list[list[int]]:
    """Return the fairest dealers of these rounds. On the way the spread is at most one above its least."""
    now = list(level)
    chosen: list[list[int]] = []
    planned = _fairest(now, rounds, classes)
    for number, tables in enumerate(rounds):
        following = planned[number]
        if _spread(now, [following], classes) > 1:
            at_once = _fairest_now(now, tables, classes)
            if _spread(now, [following], classes) > _spread(now, [at_once], classes) + 1:
                following = at_once
        chosen.append(following)
        for player in following:
            now[player] += 1
        if following is not planned[number]:
            planned[number + 1 :] = _fairest(now, rounds[number + 1 :], classes)
    return chosen


def _fairest(level: Sequence[int], rounds: Rounds, classes: Classes) -> list[list[int]]:
    """Return the dealers of these rounds with the least spread within classes.

    With one class the choice is optimal. With several, the levels of the classes are shifted against each
    other to try other choices.
    """
    tables = [table for round_ in rounds for table in round_]
    best = _split(dealers(level, tables), rounds)
    reached = _spread(level, best, classes)
    if len(classes) == 1 or reached < 2:
        return best
    for shifts in _shifts(len(classes), max(2 * len(classes), TRIALS // len(tables))):
        trial = list(level)
        for members, by in zip(classes, shifts, strict=True):
            for player in members:
                trial[player] += by
        choice = _split(dealers(trial, tables), rounds)
        spread = _spread(level, choice, classes)
        if spread < reached:
            best, reached = choice, spread
        if reached < 2:
            break
    return best


def _fairest_now(level: Sequence[int], tables: Sequence[Sequence[int]], classes: Classes) -> list[int]:
    """Return the fairest dealers of one round. Its tables share no player, so all ranges can be tried."""
    best = _fairest(level, [tables], classes)[0]
    reached = _spread(level, [best], classes)
    class_of = {player: number for number, members in enumerate(classes) for player in members}
    width = reached - 1
    while len(classes) > 1 and width >= 0:
        ends = [
            range(max(level[player] for player in members) - width, min(level[p] for p in members) + 2)
            for members in classes
        ]
        tries = max(1, TRIALS // len(tables))
        for lower in islice(product(*ends), tries):
            choice = _within(level, tables, class_of, lower, width)
            if choice:
                best = choice
                break
        else:
            return best
        width -= 1
    return best


def _within(
    level: Sequence[int],
    tables: Sequence[Sequence[int]],
    class_of: Mapping[int, int],
    lower: Sequence[int],
    width: int,
) -> list[int]:
    """Return dealers that keep every class between its `lower` and `lower` + `width`; empty without any."""
    chosen = []
    for table in tables:
        room = {p: level[p] - lower[class_of[p]] for p in table if p in class_of}
        if not room:  # only players with pinned seats, who are not compared
            chosen.append(table[0])
            continue
        first = min(room, key=room.__getitem__)
        if room[first] >= width or sum(1 for left in room.values() if left < 0) > 1 or room[first] < -1:
            return []
        chosen.append(first)
    return chosen


def _shifts(classes: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield shifts of the classes against each other, the smallest first."""
    for reach in (1, 2):
        ways = (way for way in product(range(-reach, reach + 1), repeat=min(classes, 5)) if any(way))
        for way in islice(sorted(ways, key=lambda way: sum(map(abs, way))), most):
            yield (*way, *[0] * (classes - len(way)))


def _spread(level: Sequence[int], chosen: Sequence[Sequence[int]], classes: Sequence[Sequence[int]]) -> int:
    """Return the spread within classes after these first deals."""
    after = list(level)
    for round_ in chosen:
        for player in round_:
            after[player] += 1
    counts = [[after[player] for player in members] for members in classes]
    return max((max(turns) - min(turns) for turns in counts), default=0)


def _split(chosen: Sequence[int], rounds: Sequence[Sequence[object]]) -> list[list[int]]:
    following = iter(chosen)
    return [[next(following) for _ in tables] for tables in rounds]
