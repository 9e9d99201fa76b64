"""Shares of small tables, turns at seats, and wishes in a certificate.

The fair share of a player is the sum over their rounds of the part of all seats that are at small tables.

The proof is a matching. It shares nothing with the code that chose the seats. Every table adds one to the
count of one of its candidates. For a class (players with as many games), `hi` is the least cap with which
every table still has a candidate, and `lo` the greatest count that all can reach. One choice reaches both
(the possible counts form a generalised polymatroid), so the least spread of a class is max(0, hi - lo).
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, comb, floor, prod
from typing import NamedTuple

from tournaments.draw.rules.certificate.bounds import (
    Pair,
    PastMeetings,
    at_small,
    by_games,
    crowds,
    in_seat,
    least_common,
    least_q,
    meetings,
    q_of,
    repeats_of,
    spread,
)
from tournaments.draw.rules.request import Apart, Request, Tables, Together

Limits = tuple[int, int]


def fair_share(request: Request, coming: Sequence[Tables]) -> dict[str, int] | None:
    """Return how fairly small tables are shared out after each of these rounds; None if they are not shared.

    beyond: the most times at small tables by which a player is beyond one of their fair share after one of
    these rounds; 0: nobody ever is. least_beyond: no plan has less. bound: no plan that keeps to
    `least_beyond` has a smaller Q.
    """
    shared = request.small_to == "shared" and not request.standing and not request.groups
    if not shared or not coming or min(request.sizes) == max(request.sizes):
        return None
    before, seats, limits = (
        at_small(request.past),
        small_seats(request.sizes),
        fair_limits(request, len(coming)),
    )
    beyond = least_beyond = 0
    for rounds in range(1, len(coming) + 1):
        after, now = (
            at_small([*request.past, *coming[:rounds]]),
            {p: each[rounds - 1] for p, each in limits.items()},
        )
        beyond = max(beyond, *(max(low - after[p], after[p] - high) for p, (low, high) in now.items()))
        while not _can_keep(now, before, rounds * seats, rounds, least_beyond):
            least_beyond += 1
    history = PastMeetings.count(request.players, request.past)
    bound = least_q(history, request.sizes, len(coming))
    if _same_field(request) and not least_beyond:
        f = sum(comb(before[player], 2) for player in request.players)
        within = limits[request.players[0]]
        bound = max(bound, least_q_within(request.sizes, within, len(request.past), f, q_of(history.met)))
    return {"beyond": beyond, "least_beyond": least_beyond, "bound": bound}


def _same_field(request: Request) -> bool:
    """Return whether all rounds so far had exactly these players and table sizes."""
    present, sizes = sorted(request.players), sorted(request.sizes)
    return all(
        sorted(player for table in past for player in table) == present
        and sorted(len(table) for table in past if table) == sizes
        for past in request.past
    )


def small_seats(sizes: Sequence[int]) -> int:
    """Return how many seats are at tables that are not the largest."""
    return sum(size for size in sizes if size < max(sizes))


def fair_limits(request: Request, rounds: int) -> dict[str, tuple[Limits, ...]]:
    """Return the fewest and the most times at small tables within one of the fair share of each player.

    For each beginning of the coming rounds: one round, two rounds, ...
    """
    share = dict.fromkeys(request.players, Fraction())
    for tables in request.past:
        sizes = [len(table) for table in tables]
        part = Fraction(small_seats(sizes), sum(sizes) or 1)
        for table in tables:
            for player in table:
                if player in share:
                    share[player] += part
    part = Fraction(small_seats(request.sizes), sum(request.sizes))

    @cache
    def limits(before: Fraction) -> tuple[Limits, ...]:
        after = [before + coming * part for coming in range(1, rounds + 1)]
        return tuple((max(0, ceil(share - 1)), floor(share + 1)) for share in after)

    return {player: limits(before) for player, before in share.items()}


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


MOST_PLAYERS = 120
"""With more players the bound of fair plans is left out: it is rarely above the others, and takes long."""


def least_q_within(
    sizes: Sequence[int], limits: Sequence[Limits], played: int = 0, f: int = 0, q: int = 0
) -> int:
    """Return a bound of Q if the same players keep to these limits after each coming round.

    played: the rounds so far, with this F and Q. F, the sum over all players of C(times at small tables, 2),
    counts for each two rounds the players who are at small tables in both. How many these are decides how
    many pairs the two rounds have in common at least. That number is convex, so an even share is the least
    for the rounds before a new one.
    """
    players, seats = sum(sizes), small_seats(sizes)
    if players > MOST_PLAYERS:
        return 0
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
    crossing = small_seats(sizes) - twice
    blocks = crowds([max(0, twice)], small**2) + 2 * crowds([max(0, crossing)], small * large)
    blocks += crowds([max(0, large * max(sizes) - crossing)], large**2)
    return max(blocks, least_common(sizes, sizes))


TRIALS = 100
"""The most combinations of ranges that are tried for several classes."""

Candidates = Sequence[Sequence[str]]


def turns(request: Request, coming: Sequence[Tables], seat: int) -> tuple[list[int], int]:
    """Return the spread of turns in this seat after the coming rounds, and the least difference there can be.

    Seat 0 deals first. Players with a pinned seat are not compared, and stay where they sit.
    """
    own = {pin.player: pin.seat for pin in request.pins if pin.seat is not None}
    classes = by_games(request.players, request.past, own)
    ends = spread(classes, in_seat([*request.past, *coming], seat))
    candidates = [
        [player for player in table if player not in own] or table
        for tables in coming
        for table in tables
        if len(table) > seat
        and not any(min(own[player], len(table) - 1) == seat for player in table if player in own)
    ]
    return ends, least_spread(in_seat(request.past, seat), classes, candidates, ends[1] - ends[0])


def most_served(tables: Candidates, capacity: Mapping[str, int]) -> int:
    """Return how many tables can choose one of their players, each player at most `capacity` times.

    Each table looks for the shortest way on which others can choose anew. What is in reach of a table
    without a way stays out of reach of a free player, so it is not searched again.
    """
    chosen: dict[int, str] = {}
    serves: dict[str, set[int]] = {player: set() for player in capacity}
    dead: set[str] = set()
    for start in range(len(tables)):
        reached: dict[str, int] = {}
        queue = deque([start])
        free = ""
        while queue and not free:
            table = queue.popleft()
            for player in tables[table]:
                if player not in reached and player not in dead and capacity.get(player, 0) > 0:
                    reached[player] = table
                    if len(serves[player]) < capacity[player]:
                        free = player
                        break
                    queue.extend(serves[player])
        if not free:
            dead.update(reached)
        while free:
            table, player = reached[free], free
            free = chosen.get(table, "")
            if free:
                serves[free].remove(table)
            chosen[table] = player
            serves[player].add(table)
    return len(chosen)


def least_spread(counts: Mapping[str, int], classes: Candidates, tables: Candidates, reached: int) -> int:
    """Return the least possible spread of counts within a class, for the class with the greatest spread.

    counts: how often each player was chosen so far. tables: the candidates; they may include players of no
    class. reached: the spread of a known choice; the result is never greater. The ranges of several classes
    are tried together. With more than `TRIALS` combinations each class is examined alone, which is a bound.
    """
    ranges = []
    for members in classes:
        ends = _range(counts, members, tables, reached)
        if ends is None:
            return reached
        ranges.append(ends)
    least = min(reached, max([0, *(hi - lo for hi, lo in ranges)]))
    trials = 0
    while least < reached and len(classes) > 1:
        # The lower ends with which each class can stay within a range of `least`.
        lower_ends = [range(hi - least, lo + 1) for hi, lo in ranges]
        trials += prod(map(len, lower_ends))
        if trials > TRIALS or any(
            _fits(counts, classes, tables, lower, least) for lower in product(*lower_ends)
        ):
            break
        least += 1
    return least


def _range(
    counts: Mapping[str, int], members: Sequence[str], tables: Candidates, reached: int
) -> tuple[int, int] | None:
    """Return (hi, lo) of a class; None if their difference is `reached`."""
    mine = frozenset(members)
    own = [table for table in tables if mine.issuperset(table)]
    shared = [table for table in tables if not mine.isdisjoint(table)]
    before = [counts.get(player, 0) for player in members]
    hi = max(*before, -(-(sum(before) + len(own)) // len(members)), 0)
    lo = max(min(before), (sum(before) + len(shared)) // len(members))
    if hi - lo >= reached:
        return None
    while not _below(own, {player: hi - counts.get(player, 0) for player in members}):
        hi += 1
    while lo > min(before) and not _above(shared, {player: lo - counts.get(player, 0) for player in members}):
        lo -= 1
    return hi, lo


def _fits(
    counts: Mapping[str, int], classes: Candidates, tables: Candidates, lower: Sequence[int], width: int
) -> bool:
    """Return whether a choice keeps every class within its range, from `lower` to `lower` + `width`."""
    room: dict[str, int] = dict.fromkeys((player for table in tables for player in table), len(tables))
    needed = {
        player: least - counts.get(player, 0)
        for members, least in zip(classes, lower, strict=True)
        for player in members
    }
    room |= {player: need + width for player, need in needed.items()}
    return min(room.values(), default=0) >= 0 and _above(tables, needed) and _below(tables, room)


def _below(tables: Candidates, room: Mapping[str, int]) -> bool:
    """Return whether every table can choose a player with room."""
    return most_served(tables, room) == len(tables)


def _above(tables: Candidates, needed: Mapping[str, int]) -> bool:
    """Return whether every player can be chosen as often as needed."""
    wanted = {player: times for player, times in needed.items() if times > 0}
    return most_served(tables, wanted) == sum(wanted.values())


class Wished(NamedTuple):
    """A wish or a pin of players who sit in a round, and whether it is kept there.

    kind: apart, together, seat or table. at: the tables of these players, from 1. number: of the pinned seat
    or table, from 1.
    """

    kind: str
    players: tuple[str, ...]
    at: tuple[int, ...]
    kept: bool
    must: bool = True
    number: int = 0


def wishes_at(request: Request, tables: Tables, met: Mapping[Pair, int]) -> Iterator[Wished]:
    """Yield the wishes and pins of the players who sit at these tables.

    met: how often each pair met before. A wish to meet once is kept in every round after the meeting.
    """
    if not (request.apart or request.together or request.pins):
        return
    at = {
        player: (table, seat) for table, names in enumerate(tables, 1) for seat, player in enumerate(names, 1)
    }
    for pin in request.pins:
        if pin.player in at:
            table, seat = at[pin.player]
            if pin.seat is not None:
                yield Wished("seat", (pin.player,), (table,), seat == pin.seat + 1, number=pin.seat + 1)
            if pin.table is not None:
                yield Wished("table", (pin.player,), (table,), table == pin.table, number=pin.table)
    wishes: list[Apart | Together] = [*request.apart, *request.together]
    for wish in wishes:
        if wish.a in at and wish.b in at:
            here, there = at[wish.a][0], at[wish.b][0]
            if isinstance(wish, Apart):
                yield Wished("apart", (wish.a, wish.b), (here, there), here != there, wish.must)
            else:
                kept = here == there or (not wish.always and met[frozenset((wish.a, wish.b))] > 0)
                yield Wished("together", (wish.a, wish.b), (here, there), kept, wish.must)


def wishes_kept(request: Request, rounds: Sequence[Tables], met: Mapping[Pair, int]) -> dict[str, int]:
    """Count the wishes and pins that these rounds keep and break, each once in every round."""
    kept = broken = 0
    so_far = Counter(met)
    for tables in rounds:
        wishes = list(wishes_at(request, tables, so_far))
        kept += sum(wish.kept for wish in wishes)
        broken += sum(not wish.kept for wish in wishes)
        so_far.update(frozenset(wish.players) for wish in wishes if len(set(wish.at)) == 1)
    return {"kept": kept, "broken": broken}


COSTS = ("repeats", "q", "wishes", "small")


def cost(request: Request, tables: Tables) -> Counter[str]:
    """Return the `COSTS` of the rounds so far with these tables, among the players of the request.

    repeats (E): meetings beyond the first, over all pairs. q: the sum of C(meetings, 2). wishes: broken
    wishes and pins of this round. small (F): the sum over all players of C(games at small tables, 2).
    """
    present = frozenset(request.players)
    past, small = meetings(request.past, present), at_small((*request.past, tables))
    met = past + meetings([tables], present)
    return Counter(
        repeats=repeats_of(met),
        q=q_of(met),
        wishes=wishes_kept(request, [tables], past)["broken"],
        small=sum(comb(small[player], 2) for player in request.players),
    )
