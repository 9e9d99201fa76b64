"""The bounds at which a search stops. No plan with these sizes after this past can be better.

The audit has its own bounds and shares no code with these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence


def least_q(
    players: int, sizes: Sequence[int], rounds: int, met: dict[int, int], past: Iterable[Sequence[int]] = ()
) -> int:
    """Return a bound of Q after `rounds` more rounds with these table sizes.

    met: the meetings so far of pair a * players + b. past: for each past round, how many present players sat
    at each table (newcomers may be left out). It is the larger of two bounds. By players: each meets the
    players it met least. By rounds: players of a table who come from fewer tables of another round must meet
    again.
    """
    before = sum(times * (times - 1) // 2 for times in met.values())
    among = rounds * (rounds - 1) // 2 * crowding(sizes, len(sizes))
    among += rounds * sum(_between(players, sizes, tables) for tables in past)
    return before + max(_thrift(players, sizes, rounds, met), among)


def crowding(sizes: Iterable[int], tables: int) -> int:
    """Return the fewest pairs that stay together when these tables are spread over `tables` tables."""
    total = 0
    for size in sizes:
        each, more = divmod(size, tables)
        total += more * (each + 1) * each // 2 + (tables - more) * each * (each - 1) // 2
    return total


def _between(players: int, sizes: Sequence[int], past: Sequence[int]) -> int:
    """Return the least number of pairs that a new round has in common with a past round."""
    strangers = players - sum(past)
    return max(crowding(past, len(sizes)), crowding(sizes, len(past) + strangers))


def _thrift(players: int, sizes: Sequence[int], rounds: int, met: dict[int, int]) -> int:
    """Return the least that new meetings add to Q if every player meets the players it met least."""
    least, most = rounds * (min(sizes) - 1), rounds * (max(sizes) - 1)
    spare = rounds * sum(size * (size - 1) for size in sizes) - players * least
    times_of: list[list[int]] = [[] for _ in range(players)]
    for pair, times in met.items():
        a, b = divmod(pair, players)
        times_of[a].append(times)
        times_of[b].append(times)
    total = 0
    extras: Counter[int] = Counter()
    for often in times_of:
        prices = _cheapest(often, players - 1 - len(often), most)
        total += sum(prices[:least])
        extras.update(prices[least:])
    for price in sorted(extras):
        taken = min(spare, extras[price])
        total += taken * price
        spare -= taken
    return -(-total // 2)


def _cheapest(often: Sequence[int], strangers: int, count: int) -> list[int]:
    """Return the prices of `count` more meetings of one player, lowest first."""
    if count <= strangers:
        return [0] * count
    levels = Counter(often)
    prices: list[int] = []
    level, available = 0, strangers
    while len(prices) < count:
        available += levels[level] if level else 0
        prices += [level] * min(available, count - len(prices))
        level += 1
    return prices


def least_f(small: Sequence[int], seats: int) -> int:
    """Return a bound of F after `seats` more seats at small tables, shared as evenly as possible."""
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
    """Return the least cost of the small seats if they are for some of the players."""
    seats = sum(size for size in sizes if size < max(sizes))
    return rounds * sum(sorted(zone)[:seats])
