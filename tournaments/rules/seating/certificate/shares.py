"""How fairly small tables are shared out, and what that costs, proved.

The fair share of a player is the sum over their rounds of the part of all seats that are at small tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, comb, floor
from typing import TypedDict

from tournaments.rules.seating.certificate.bounds import PastMeetings, crowds, least_common, least_q
from tournaments.rules.seating.certificate.counts import at_small
from tournaments.rules.seating.request import Request, Tables

Limits = tuple[int, int]


class FairShare(TypedDict):
    """How fairly small tables are shared out after the planned rounds.

    beyond: the most times at small tables by which a player is beyond one of their fair share; 0: nobody is.
    least_beyond: no plan has less. bound: no plan that keeps to `least_beyond` has a smaller Q.
    """

    beyond: int
    least_beyond: int
    bound: int


def fair_share(request: Request, coming: Sequence[Tables]) -> FairShare | None:
    """Return how fairly the small tables are shared out after these rounds; None if they are not."""
    shared = request.small_to == "shared" and not request.standing and not request.groups
    if not shared or not coming or min(request.sizes) == max(request.sizes):
        return None
    limits = _limits(request, len(coming))
    before, after = at_small(request.past), at_small([*request.past, *coming])
    turns = len(coming) * _small_seats(request.sizes)
    least_beyond = 0
    while not _can_keep(limits, before, turns, len(coming), least_beyond):
        least_beyond += 1
    history = PastMeetings.count(request.players, request.past)
    bound = least_q(history, request.sizes, len(coming))
    if _same_field(request):
        low, high = limits[request.players[0]]
        low, high = max(0, low - least_beyond), high + least_beyond
        bound = max(bound, _least_q_within(request.sizes, len(request.past) + len(coming), low, high))
    return FairShare(
        beyond=max(
            max(0, low - after[player], after[player] - high) for player, (low, high) in limits.items()
        ),
        least_beyond=least_beyond,
        bound=bound,
    )


def _same_field(request: Request) -> bool:
    """Return whether all rounds so far had exactly these players and table sizes."""
    present, sizes = sorted(request.players), sorted(request.sizes)
    return all(
        sorted(player for table in past for player in table) == present
        and sorted(len(table) for table in past if table) == sizes
        for past in request.past
    )


def _small_seats(sizes: Sequence[int]) -> int:
    return sum(size for size in sizes if size < max(sizes))


def _limits(request: Request, rounds: int) -> dict[str, Limits]:
    """Return for each player the fewest and the most times at small tables within one of the fair share."""
    whole = dict.fromkeys(request.players, Fraction(rounds * _small_seats(request.sizes), sum(request.sizes)))
    for tables in request.past:
        sizes = [len(table) for table in tables]
        part = Fraction(_small_seats(sizes), sum(sizes) or 1)
        for table in tables:
            for player in table:
                if player in whole:
                    whole[player] += part
    return {player: (max(0, ceil(share - 1)), floor(share + 1)) for player, share in whole.items()}


def _can_keep(limits: dict[str, Limits], before: Counter[str], turns: int, rounds: int, by: int) -> bool:
    """Return whether the turns can be shared out so that nobody is more than `by` outside of the limits.

    A player takes at most one turn in a round; any such numbers can be seated round by round.
    """
    fewest = most = 0
    for player, (low, high) in limits.items():
        at_least, at_most = max(low - by - before[player], 0), min(high + by - before[player], rounds)
        if at_least > at_most:
            return False
        fewest, most = fewest + at_least, most + at_most
    return fewest <= turns <= most


def _least_q_within(sizes: Sequence[int], rounds: int, low: int, high: int) -> int:
    """Return a bound of Q of rounds of the same players, each of them `low` to `high` times at small tables.

    F, the sum over all players of C(times at small tables, 2), counts for each two rounds the players who are
    at small tables in both. How many these are decides how many pairs the two rounds have in common at least.
    That number is convex, so an even share of F over all two rounds is the least.
    """
    players, turns, pairs = sum(sizes), rounds * _small_seats(sizes), comb(rounds, 2)
    high = min(high, rounds)
    if not pairs or not players * low <= turns <= players * high:
        return 0
    each, more = divmod(turns, players)
    least = (players - more) * comb(each, 2) + more * comb(each + 1, 2)
    full, rest = divmod(turns - players * low, max(1, high - low))
    most = full * comb(high, 2)
    if full < players:
        most += comb(low + rest, 2) + (players - full - 1) * comb(low, 2)
    return min(
        (pairs - f % pairs) * _common(sizes, f // pairs)
        + (f % pairs and f % pairs * _common(sizes, f // pairs + 1))
        for f in range(least, most + 1)
    )


def _common(sizes: Sequence[int], twice: int) -> int:
    """Return the fewest pairs two rounds share if that many players are at small tables in both."""
    large = sum(size == max(sizes) for size in sizes)
    small = len(sizes) - large
    crossing = _small_seats(sizes) - twice
    blocks = crowds([max(0, twice)], small**2) + 2 * crowds([max(0, crossing)], small * large)
    blocks += crowds([max(0, large * max(sizes) - crossing)], large**2)
    return max(blocks, least_common(sizes, sizes))
