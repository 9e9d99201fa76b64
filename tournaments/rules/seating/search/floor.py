"""The bounds at which a search stops. No plan with these sizes after this past can be better.

The audit has its own bounds and shares no code with these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise


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


def least_far(share: Sequence[tuple[int, int]], small: Sequence[int], seats: int, rounds: int) -> int:
    """Return a bound of `Costs.far` after `seats` more seats at small tables, at most `rounds` for a player.

    Each of the seats goes to the player for whom it is cheapest. More than a cube for the next step further
    away, so the cheapest seats of each player come in their order.
    """
    total = 0
    prices: Counter[int] = Counter()
    for (low, high), times in zip(share, small, strict=False):
        away = [max(0, low - now, now - high) ** 3 for now in range(times, times + rounds + 1)]
        total += away[0]
        prices.update(after - before for before, after in pairwise(away))
    for price in sorted(prices):
        taken = min(seats, prices[price])
        total += taken * price
        seats -= taken
    return total if share else 0


def least_q_of_fair(sizes: Sequence[int], rounds: int, share: Sequence[tuple[int, int]], least: int) -> int:
    """Return a bound of Q of rounds in which everybody keeps their share. least: the bound of F.

    Only for players without a past. F counts for each two rounds the players who are at small tables in both,
    and their number decides how many pairs these rounds have in common at least.
    """
    pairs = rounds * (rounds - 1) // 2
    players, seats = len(share), rounds * sum(size for size in sizes if size < max(sizes))
    most = _uneven(players, seats, share[0][0], share[0][1])
    if not pairs or len(set(share)) > 1:
        return 0
    return min(
        (pairs - f % pairs) * _both(sizes, f // pairs)
        + (f % pairs) * (_both(sizes, f // pairs + 1) if f % pairs else 0)
        for f in range(least, most + 1)
    )


def _uneven(players: int, seats: int, low: int, high: int) -> int:
    """Return the greatest F if everybody sits at small tables from `low` to `high` times."""
    full, rest = divmod(seats - players * low, max(1, high - low))
    most = full * high * (high - 1) // 2
    if full < players:
        most += (low + rest) * (low + rest - 1) // 2 + (players - full - 1) * low * (low - 1) // 2
    return most


def _both(sizes: Sequence[int], small_twice: int) -> int:
    """Return the fewest common pairs of two rounds with that many players at small tables in both."""
    large = sum(size == max(sizes) for size in sizes)
    small = len(sizes) - large
    at_small = sum(size for size in sizes if size < max(sizes))
    at_large = max(sizes) * large
    crossing = at_small - small_twice
    blocks = crowding([small_twice], small * small) + 2 * crowding([crossing], small * large)
    return max(crowding(sizes, len(sizes)), blocks + crowding([at_large - crossing], large * large))


def least_zone(zone: Sequence[int], sizes: Sequence[int], rounds: int) -> int:
    """Return the least cost of the small seats if they are for some of the players."""
    seats = sum(size for size in sizes if size < max(sizes))
    return rounds * sum(sorted(zone)[:seats])
