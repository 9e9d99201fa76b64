"""Physical tables: players should not always sit at the same one.

The tables of a round are put into the order of the physical tables (index 0 is table 1). Larger tables come
first: a table changes places only with a table of its size, except for pinned tables (`Pin.table`), which
have priority.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.draw.rules.request import Request, Table, Tables


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
