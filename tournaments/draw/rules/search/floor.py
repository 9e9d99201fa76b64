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


def least_far(share: Sequence[Sequence[tuple[int, int]]], small: Sequence[int], seats: int) -> int:
    """Return a bound of `Costs.far` with so many seats at small tables in each round.

    Each beginning of the plan is examined alone. Each of its seats goes to the player for whom it is
    cheapest. More than a cube for the next step further away, so the cheapest seats of each player come in
    their order.
    """
    total = 0
    kinds = Counter(zip(share, small, strict=False))
    for rounds in range(1, max((len(limits) for limits, _times in kinds), default=0) + 1):
        prices: Counter[int] = Counter()
        for (limits, times), players in kinds.items():
            low, high = limits[rounds - 1]
            away = [max(0, low - now, now - high) ** 3 for now in range(times, times + rounds + 1)]
            total += players * away[0]
            for before, after in pairwise(away):
                prices[after - before] += players
        turns = rounds * seats
        for price in sorted(prices):
            taken = min(turns, prices[price])
            total += taken * price
            turns -= taken
    return total


def least_q_of_fair(sizes: Sequence[int], share: Sequence[tuple[int, int]]) -> int:
    """Return a bound of Q of rounds without a past in which everybody keeps their share on the way.

    share: the limits for each beginning of the plan. F counts for each two rounds the players who are at
    small tables in both, and their number decides how many pairs these rounds have in common at least. So
    the bound of a plan is the least over the F of all its beginnings.
    """
    players, seats = sum(sizes), sum(size for size in sizes if size < max(sizes))
    if players > _MOST_FAIR:
        return 0
    common = [_both(sizes, twice) for twice in range(seats + 1)]
    # F so far -> the least Q.
    least = {0: 0}
    for before, (low, high) in enumerate(share):
        turns = seats * (before + 1)
        fewest, most = least_f((0,) * players, turns), _uneven(players, turns, low, min(high, before + 1))
        following: dict[int, int] = {}
        for f, q in least.items():
            for now in range(max(f, fewest), min(most, f + before * seats) + 1):
                each, more = divmod(now - f, max(1, before))
                cost = q + (before - more) * common[each] + (more and more * common[each + 1])
                following[now] = min(following.get(now, cost), cost)
        least = following
    return min(least.values(), default=0)


_MOST_FAIR = 120
"""With more players the bound of fair plans is left out: it is rarely above the others, and takes long."""


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
