"""Which table of a round stands where: nobody always at the same physical table.

The tables of a round are put into the order of the physical tables, index 0 being table 1. Larger tables
stay in front: a table only changes places with one of its size, unless somebody at it has a table of
their own (`Pin.table`), which comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.rules.seating.request import Request, Table, Tables


def place_rounds(request: Request, rounds: Sequence[Tables]) -> tuple[Tables, ...]:
    """Return these rounds (the next one first) with their tables in the order of the physical tables.

    With `mix_tables` everybody sits at as many different ones as can be found; else the order given
    stays, but for pins.
    """
    own = {pin.player: pin.table - 1 for pin in request.pins if pin.table is not None}
    if not request.mix_tables:
        return tuple(tuple(_around(tables, _pinned(tables, own))) for tables in rounds)
    been = _Been(request)
    placed: list[list[Table]] = []
    for tables in rounds:
        following = been.place(tables, _pinned(tables, own))
        been.count(following, 1)
        placed.append(following)
    for _ in range(2 if len(rounds) > 1 else 0):
        for following in placed:
            been.count(following, -1)
            been.improve(following, set(_pinned(following, own)))
            been.count(following, 1)
    return tuple(tuple(tables) for tables in placed)


def _pinned(tables: Sequence[Table], own: dict[str, int]) -> dict[int, int]:
    """Where tables must stand because of who sits there: place -> index in `tables`, the first wins."""
    found: dict[int, int] = {}
    if not own:
        return found
    for index, table in enumerate(tables):
        for player in table:
            place = own.get(player)
            if place is not None and place < len(tables) and place not in found:
                found[place] = index
                break
    return found


def _around(tables: Sequence[Table], pinned: dict[int, int]) -> Iterator[Table]:
    """The tables as they come, the pinned ones in their places."""
    taken = set(pinned.values())
    others = (table for index, table in enumerate(tables) if index not in taken)
    for place in range(len(tables)):
        yield tables[pinned[place]] if place in pinned else next(others)


class _Been:
    """How often everybody has been at each physical table."""

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
        """What it costs to have this table there: fresh is free, a third time dearer than two second ones."""
        return sum(self.times[player].get(place, 0) ** 2 for player in table)

    def place(self, tables: Sequence[Table], pinned: dict[int, int]) -> list[Table]:
        """Put one round in order: pins, then larger tables first, each where its players have been least."""
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
        """Give each table in turn the first place left that is new to its players, else the cheapest."""
        left = list(places)
        found: dict[int, Table] = {}
        for table in tables:
            best, best_price = 0, -1
            for index, place in enumerate(left):
                price = self.price(table, place)
                if best_price < 0 or price < best_price:
                    best, best_price = index, price
                    if price == 0:
                        break
            found[left.pop(best)] = table
        return found

    def improve(self, tables: list[Table], fixed: set[int]) -> None:
        """Exchange tables of one size while that gets cheaper."""
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
