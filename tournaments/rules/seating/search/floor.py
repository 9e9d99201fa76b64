"""What no plan can be better than: the bounds at which a search stops.

Each is a count that holds for every plan of these sizes after that past; the largest counts. The
audit has bounds of its own and shares nothing with these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence


def least_q(
    players: int,
    sizes: Sequence[int],
    rounds: int,
    met: dict[int, int],
    past: Iterable[Sequence[int]] = (),
) -> int:
    """A Q below which no `rounds` of these sizes can get after that past.

    met: pair a * players + b to its meetings so far. past: of each former round, how many people at
    each table are still here (newcomers, who met nobody there, may be left out).
    The larger of two counts. By players: each spends its new meetings on those whom it met least. By
    rounds: a table's people who come from fewer tables of another round must meet again.
    """
    before = sum(times * (times - 1) // 2 for times in met.values())
    among = rounds * (rounds - 1) // 2 * crowding(sizes, len(sizes))
    among += rounds * sum(_between(players, sizes, tables) for tables in past)
    return before + max(_thrift(players, sizes, rounds, met), among)


def crowding(sizes: Iterable[int], tables: int) -> int:
    """Pairs that must share a table when tables of these sizes are spread over that many others."""
    total = 0
    for size in sizes:
        each, more = divmod(size, tables)
        total += more * (each + 1) * each // 2 + (tables - more) * each * (each - 1) // 2
    return total


def _between(players: int, sizes: Sequence[int], past: Sequence[int]) -> int:
    """Pairs that one new round must have in common with a former one, seen from either side."""
    strangers = players - sum(past)
    return max(crowding(past, len(sizes)), crowding(sizes, len(past) + strangers))


def _thrift(players: int, sizes: Sequence[int], rounds: int, met: dict[int, int]) -> int:
    """The least that new meetings add to Q if every player meets the least met first."""
    least, most = rounds * (min(sizes) - 1), rounds * (max(sizes) - 1)
    spare = rounds * sum(size * (size - 1) for size in sizes) - players * least
    known: list[list[int]] = [[] for _ in range(players)]
    for pair, times in met.items():
        a, b = divmod(pair, players)
        known[a].append(times)
        known[b].append(times)
    total = 0
    extras: Counter[int] = Counter()
    for often in known:
        prices = _cheapest(often, players - 1 - len(often), most)
        total += sum(prices[:least])
        extras.update(prices[least:])
    for price in sorted(extras):
        taken = min(spare, extras[price])
        total += taken * price
        spare -= taken
    return -(-total // 2)


def _cheapest(often: Sequence[int], strangers: int, count: int) -> list[int]:
    """What this many more meetings of one player add to Q at the least, cheapest first."""
    if count <= strangers:
        return [0] * count
    levels = Counter(often)
    prices: list[int] = []
    level, known = 0, strangers
    while len(prices) < count:
        known += levels[level] if level else 0
        prices += [level] * min(known, count - len(prices))
        level += 1
    return prices


def least_f(small: Sequence[int], seats: int) -> int:
    """An F below which so many more seats at small tables cannot get: shared as evenly as can be."""
    levels = Counter(small)
    while seats:
        low = min(levels)
        raised = min(seats, levels[low])
        levels[low + 1] += raised
        levels[low] -= raised
        if not levels[low]:
            del levels[low]
        seats -= raised
    return sum(count * times * (times - 1) // 2 for times, count in levels.items())


def least_zone(zone: Sequence[int], sizes: Sequence[int], rounds: int) -> int:
    """The least that the small seats cost where they are for some of the players."""
    seats = sum(size for size in sizes if size < max(sizes))
    return rounds * sum(sorted(zone)[:seats])
