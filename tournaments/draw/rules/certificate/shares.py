"""How fairly small tables are shared out, and what that costs, proved.

The fair share of a player is the sum over their rounds of the part of all seats that are at small tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, comb, floor
from typing import TypedDict

from tournaments.draw.rules.certificate.bounds import PastMeetings, crowds, least_common, least_q
from tournaments.draw.rules.certificate.counts import at_small, q_of
from tournaments.draw.rules.request import Request, Tables

Limits = tuple[int, int]


class FairShare(TypedDict):
    """How fairly small tables are shared out after each of the planned rounds.

    beyond: the most times at small tables by which a player is beyond one of their fair share after one of
    these rounds; 0: nobody ever is. least_beyond: no plan has less. bound: no plan that keeps to
    `least_beyond` has a smaller Q.
    """

    beyond: int
    least_beyond: int
    bound: int


def fair_share(request: Request, coming: Sequence[Tables]) -> FairShare | None:
    """Return how fairly the small tables are shared out in these rounds; None if they are not."""
    shared = request.small_to == "shared" and not request.standing and not request.groups
    if not shared or not coming or min(request.sizes) == max(request.sizes):
        return None
    before, seats = at_small(request.past), _small_seats(request.sizes)
    beyond = least_beyond = 0
    for rounds in range(1, len(coming) + 1):
        limits = _limits(request, rounds)
        after = at_small([*request.past, *coming[:rounds]])
        beyond = max(beyond, *(max(low - after[p], after[p] - high) for p, (low, high) in limits.items()))
        while not _can_keep(limits, before, rounds * seats, rounds, least_beyond):
            least_beyond += 1
    history = PastMeetings.count(request.players, request.past)
    bound = least_q(history, request.sizes, len(coming))
    if _same_field(request) and not least_beyond and len(request.players) <= MOST_PLAYERS:
        limits_of = [_limits(request, rounds)[request.players[0]] for rounds in range(1, len(coming) + 1)]
        f = sum(comb(before[player], 2) for player in request.players)
        least = _least_q_within(request.sizes, limits_of, len(request.past), f, q_of(history.met))
        bound = max(bound, least)
    return FairShare(beyond=beyond, least_beyond=least_beyond, bound=bound)


MOST_PLAYERS = 120
"""With more players the bound of fair plans is left out: it is rarely above the others, and takes long."""


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


def _least_q_within(sizes: Sequence[int], limits: Sequence[Limits], played: int, f: int, q: int) -> int:
    """Return a bound of Q if the same players keep to these limits after each coming round.

    played: the rounds so far, with this F and Q. F, the sum over all players of C(times at small tables, 2),
    counts for each two rounds the players who are at small tables in both. How many these are decides how
    many pairs the two rounds have in common at least. That number is convex, so an even share is the least
    for the rounds before a new one.
    """
    players, seats = sum(sizes), _small_seats(sizes)
    common = [_common(sizes, twice) for twice in range(seats + 1)]
    least_at = {f: q}
    for number, (low, high) in enumerate(limits, played):
        fewest, greatest = _ends_of_f(players, (number + 1) * seats, low, min(high, number + 1))
        further: dict[int, int] = {}
        for now, least in least_at.items():
            for more in range(max(0, fewest - now), min(greatest - now, number * seats) + 1):
                each, rest = divmod(more, max(1, number))
                cost = least + (number - rest) * common[each] + (rest * common[each + 1] if rest else 0)
                further[now + more] = min(cost, further.get(now + more, cost))
        least_at = further
    return min(least_at.values(), default=0)


def _ends_of_f(players: int, turns: int, low: int, high: int) -> Limits:
    """Return the least and the greatest F if everybody has `low` to `high` of these turns."""
    each, more = divmod(turns, players)
    least = (players - more) * comb(each, 2) + more * comb(each + 1, 2)
    full, rest = divmod(turns - players * low, max(1, high - low))
    most = full * comb(high, 2)
    if full < players:
        most += comb(low + rest, 2) + (players - full - 1) * comb(low, 2)
    return least, most


def _common(sizes: Sequence[int], twice: int) -> int:
    """Return the fewest pairs two rounds share if that many players are at small tables in both."""
    large = sum(size == max(sizes) for size in sizes)
    small = len(sizes) - large
    crossing = _small_seats(sizes) - twice
    blocks = crowds([max(0, twice)], small**2) + 2 * crowds([max(0, crossing)], small * large)
    blocks += crowds([max(0, large * max(sizes) - crossing)], large**2)
    return max(blocks, least_common(sizes, sizes))
