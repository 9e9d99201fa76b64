"""How fairly small tables are shared out, and the least that is possible, proved.

The fair share of a player is the sum over their rounds of the part of all seats that are at small tables. The
bounds are joint: with nobody beyond one of the fair share, how many repeats are unavoidable; with so few
repeats, what difference is unavoidable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, comb, floor
from typing import TypedDict

from tournaments.rules.seating.certificate.bounds import (
    PastMeetings,
    crowds,
    least_common,
    least_q,
    least_spread_of_turns,
)
from tournaments.rules.seating.certificate.counts import at_small, by_games, meetings, q_of, spread
from tournaments.rules.seating.request import Request, Tables

Limits = tuple[int, int]


class FairShare(TypedDict):
    """How fairly small tables are shared out after the planned rounds.

    times: the least and the most times at small tables, among players with the same number of games.
    difference: of the two. least_difference: no plan has less. least_difference_at_q: no plan with so small a
    Q has less. beyond: the most times at small tables by which a player is beyond one of their fair share; 0:
    nobody is. least_beyond: no plan has less. bound: no plan that keeps to `least_beyond` has a smaller Q.
    """

    times: list[int]
    beyond: int
    least_beyond: int
    difference: int
    least_difference: int
    least_difference_at_q: int
    bound: int


def shares_small_tables(request: Request) -> bool:
    """Return whether the draw has small tables and shares them among all players of a rotation."""
    shared = request.small_to == "shared" and not request.standing and not request.groups
    return shared and min(request.sizes, default=0) < max(request.sizes, default=0)


def fair_share(request: Request, coming: Sequence[Tables]) -> FairShare | None:
    """Return how fairly the small tables are shared out after these rounds; None if they are not."""
    if not shares_small_tables(request) or not coming:
        return None
    limits = _limits(request, len(coming))
    before, after = at_small(request.past), at_small([*request.past, *coming])
    never = _never_small(request)
    turns = len(coming) * _small_seats(request.sizes)
    classes = by_games(request.players, request.past)
    ends = spread(classes, after)
    difference = ends[1] - ends[0]
    waiting = [Counter(before[player] for player in members) for members in classes]
    least_difference = max(
        least_spread_of_turns(waiting, turns, len(coming)),
        _least_with_parties(before, classes, never, turns),
    )
    least_beyond = 0
    whole = len(request.past) + len(coming)
    while least_beyond < whole and not _can_keep(limits, before, never, turns, len(coming), least_beyond):
        least_beyond += 1
    history = PastMeetings.count(request.players, request.past)
    bound, at_q = least_q(history, request.sizes, len(coming)), 0
    if same_field(request):
        rounds = history.rounds + len(coming)
        q = q_of(meetings([*request.past, *coming], frozenset(request.players)))
        field = _Field(len(request.players), request.sizes, rounds)
        bound = max(bound, field.least_q_within(*_widened(limits[request.players[0]], least_beyond)))
        at_q = field.least_difference(q)
    return FairShare(
        times=ends,
        beyond=max(_beyond(limits[player], after[player]) for player in request.players),
        least_beyond=least_beyond,
        difference=difference,
        least_difference=least_difference,
        least_difference_at_q=max(least_difference, at_q),
        bound=bound,
    )


def is_proved(request: Request, q: int, bound: int, fair: FairShare | None) -> bool:
    """Return whether no plan is better than one with this Q and this share of small tables."""
    if fair is None or request.prefer == "repeats":
        return q == bound
    return fair["beyond"] == fair["least_beyond"] and q == fair["bound"]


def same_field(request: Request) -> bool:
    """Return whether all rounds so far had exactly these players and table sizes.

    Only then can repeats be unavoidable for the number of players and rounds. Before a final of four, for
    example, the players could meet others.
    """
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
    whole = dict.fromkeys(
        request.players, Fraction(rounds * _small_seats(request.sizes), sum(request.sizes) or 1)
    )
    for tables in request.past:
        sizes = [len(table) for table in tables]
        part = Fraction(_small_seats(sizes), sum(sizes) or 1) if sizes else Fraction()
        for table in tables:
            for player in table:
                if player in whole:
                    whole[player] += part
    return {player: (max(0, ceil(share - 1)), floor(share + 1)) for player, share in whole.items()}


def _beyond(limits: Limits, times: int) -> int:
    return max(0, limits[0] - times, times - limits[1])


def _widened(limits: Limits, by: int) -> Limits:
    return max(0, limits[0] - by), limits[1] + by


def _never_small(request: Request) -> frozenset[str]:
    """Return the players who must always sit together and fill a large table."""
    party_of: dict[str, set[str]] = {}
    present = frozenset(request.players)
    for wish in request.together:
        if wish.must and wish.always and {wish.a, wish.b} <= present:
            joined = party_of.get(wish.a, {wish.a}) | party_of.get(wish.b, {wish.b})
            party_of.update(dict.fromkeys(joined, joined))
    return frozenset(player for player, party in party_of.items() if len(party) == max(request.sizes))


def _can_keep(
    limits: dict[str, Limits],
    before: Counter[str],
    never: frozenset[str],
    turns: int,
    rounds: int,
    by: int,
) -> bool:
    """Return whether the turns can be shared out so that nobody is more than `by` outside of the limits.

    A player takes at most one turn in a round; any such numbers can be seated round by round.
    """
    fewest = most = 0
    for player, own in limits.items():
        low, high = _widened(own, by)
        low, high = max(low - before[player], 0), min(high - before[player], rounds)
        if player in never:
            high = min(high, 0)
        if low > high:
            return False
        fewest, most = fewest + low, most + high
    return fewest <= turns <= most


def _least_with_parties(
    before: Counter[str], classes: Sequence[Sequence[str]], never: frozenset[str], turns: int
) -> int:
    """Return a bound of the difference if some players of the only class never sit at small tables."""
    if len(classes) != 1 or not never:
        return 0
    others = [player for player in classes[0] if player not in never]
    most = -(-(turns + sum(before[player] for player in others)) // max(1, len(others)))
    return max(0, most - min(before[player] for player in never))


class _Field:
    """Players who play all rounds at tables of the same sizes.

    F, the sum over all players of C(times at small tables, 2), counts for each two rounds the players who are
    at small tables in both. How many these are decides how many pairs the two rounds have in common at least.
    """

    def __init__(self, players: int, sizes: Sequence[int], rounds: int) -> None:
        self.players, self.sizes = players, sizes
        self.pairs = comb(rounds, 2)
        self.turns = rounds * _small_seats(sizes)
        self.rounds = rounds

    def least_q_within(self, low: int, high: int) -> int:
        """Return a bound of Q if everybody sits at small tables from `low` to `high` times."""
        ends = self._unfairness(low, min(high, self.rounds))
        return 0 if ends is None else min(self._least_q(f) for f in range(ends[0], ends[1] + 1))

    def least_difference(self, q: int) -> int:
        """Return the least difference of plans with at most this Q: no bound allows a smaller one."""
        for difference in range(self.rounds + 1):
            if any(
                self._least_q(f) <= q
                for low in range(self.rounds - difference + 1)
                if (ends := self._unfairness(low, low + difference)) is not None
                for f in range(ends[0], ends[1] + 1)
            ):
                return difference
        return 0

    def _unfairness(self, low: int, high: int) -> Limits | None:
        """Return the least and the greatest F if everybody has `low` to `high` turns; None if nobody can."""
        if not self.players * low <= self.turns <= self.players * high:
            return None
        each, more = divmod(self.turns, self.players)
        least = (self.players - more) * comb(each, 2) + more * comb(each + 1, 2)
        if low == high:
            return least, least
        full, rest = divmod(self.turns - self.players * low, high - low)
        most = full * comb(high, 2)
        if full < self.players:
            most += comb(low + rest, 2) + (self.players - full - 1) * comb(low, 2)
        return least, most

    def _least_q(self, f: int) -> int:
        """Return a bound of Q of plans with this F. It is convex in F, so an even share is the least."""
        if not self.pairs:
            return 0
        each, more = divmod(f, self.pairs)
        costs = (self.pairs - more) * self._common(each)
        return costs + (more * self._common(each + 1) if more else 0)

    def _common(self, twice: int) -> int:
        """Return the fewest pairs two rounds share if that many players are at small tables in both."""
        large = sum(size == max(self.sizes) for size in self.sizes)
        small = len(self.sizes) - large
        crossing = _small_seats(self.sizes) - twice
        blocks = sum(_blocks(twice, crossing, large * max(self.sizes) - crossing, small, large))
        return max(blocks, least_common(self.sizes, self.sizes))


def _blocks(small: int, crossing: int, large: int, small_tables: int, large_tables: int) -> Iterator[int]:
    """Yield the fewest pairs among the players by the kinds of their two tables."""
    yield crowds([max(0, small)], small_tables**2)
    yield 2 * crowds([max(0, crossing)], small_tables * large_tables)
    yield crowds([max(0, large)], large_tables**2)
