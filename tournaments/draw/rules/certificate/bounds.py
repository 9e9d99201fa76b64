"""What the certificate counts, and bounds that no plan can pass.

A bound counts the past, which cannot change, and adds the least that the coming rounds must add. All coming
rounds have the same table sizes. The next meeting of a pair adds its number of earlier meetings to Q. The
fair share of a player is the sum over their rounds of the part of all seats that are at small tables.

The search asks for these bounds, too, so that it ends where nothing better exists.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import ceil, comb, floor
from typing import NamedTuple

from tournaments.draw.rules.request import Apart, Request, Tables, Together


@dataclass(frozen=True)
class PastMeetings:
    """The past of the present players.

    players: their number. met: how often each pair of them met. left: for each past round, how many of them
    sat at each table; who was absent then counts as a table of one. rounds: the number of past rounds.
    """

    players: int
    met: Mapping[Pair, int]
    left: Sequence[Sequence[int]]
    rounds: int

    @classmethod
    def count(cls, players: Sequence[str], past: Sequence[Tables]) -> PastMeetings:
        """Count the past of these players."""
        present = frozenset(players)
        left = []
        for tables in past:
            seated = [sum(player in present for player in table) for table in tables]
            seated = [people for people in seated if people]
            left.append(seated + [1] * (len(players) - sum(seated)))
        return cls(len(players), meetings(past, present), left, len(past))

    @cached_property
    def partners(self) -> list[Counter[int]]:
        """For each player who has met anybody: by number of meetings, how many others they met so often."""
        by_player: dict[str, Counter[int]] = {}
        for pair, times in self.met.items():
            for player in pair:
                by_player.setdefault(player, Counter())[times] += 1
        return list(by_player.values())


def least_q(history: PastMeetings, sizes: Sequence[int], rounds: int) -> int:
    """Return a bound of Q after `rounds` more rounds with tables of these sizes."""
    return q_of(history.met) + max(
        _cheapest_partners(history, sizes, rounds), _pigeons(history, sizes, rounds)
    )


def least_repeats(history: PastMeetings, sizes: Sequence[int], rounds: int) -> tuple[int, str]:
    """Return a bound of E after `rounds` more rounds with tables of these sizes, and its cause.

    "partners": there are too few new partners. "tables": there are too few tables to separate all who shared
    a table in another round. "rounds": in so many rounds, pairs must meet so often.
    """
    more = rounds * sum(comb(size, 2) for size in sizes)
    # A player meets no more new players than there are, and no more than they have neighbours.
    least, most, beyond = _neighbours(history, sizes, rounds)
    strangers = [history.players - 1 - sum(levels.values()) for levels in history.partners]
    strangers += [history.players - 1] * (history.players - len(strangers))
    fresh = sum(min(least, count) for count in strangers)
    fresh += min(beyond, sum(min(most, count) - min(least, count) for count in strangers))
    fresh = min(fresh // 2, comb(history.players, 2) - len(history.met))
    # Players who shared a table in an earlier round meet again; compare one round for each coming round.
    again = max((least_common(sizes, left) for left in history.left), default=0)
    later = max(again, least_common(sizes, sizes))
    before = repeats_of(history.met)
    # A pair with m meetings has m - 1 repeats and adds m (m - 1) / 2 to Q. m is at most the number of rounds.
    by_q = -(-2 * least_q(history, sizes, rounds) // (history.rounds + rounds))
    bounds = {
        "partners": before + more - fresh,
        "tables": before + again + later * (rounds - 1),
        "rounds": by_q,
    }
    why = max(bounds, key=bounds.__getitem__)
    return bounds[why], why


def least_spread_of_turns(times: Sequence[Mapping[int, int]], turns: int, rounds: int) -> int:
    """Return the least possible difference within a class after `turns` more turns.

    A player has at most one turn in a round. times: for each class, how many players had how many turns so
    far. Each class is examined under the best case for it: the other classes take the turns that suit it.
    """
    everybody = sum(sum(counts.values()) for counts in times)
    return max(
        (
            _spread_of_turns(
                {count: people for count, people in counts.items() if people}, everybody, turns, rounds
            )
            for counts in times
        ),
        default=0,
    )


def _spread_of_turns(counts: Mapping[int, int], everybody: int, turns: int, rounds: int) -> int:
    people = sum(counts.values())
    forced = max(0, turns - rounds * (everybody - people))
    offered = min(turns, rounds * people)
    most, least = max(counts), min(counts)
    while sum(min(rounds, most - count) * here for count, here in counts.items()) < forced:
        most += 1
    highest = least + rounds
    while (
        least < highest and sum(max(0, least + 1 - count) * here for count, here in counts.items()) <= offered
    ):
        least += 1
    return max(0, most - least)


def _cheapest_of(offers: Mapping[int, int], wanted: int) -> int:
    """Return the sum of the `wanted` lowest prices. offers: how many there are at each price."""
    total = 0
    for price in sorted(offers):
        taken = min(wanted, offers[price])
        total += taken * price
        wanted -= taken
    return total


def _neighbours(history: PastMeetings, sizes: Sequence[int], rounds: int) -> tuple[int, int, int]:
    """Return the least and the most neighbours of a player, and the sum of all neighbours above the least."""
    least, most = rounds * (min(sizes) - 1), rounds * (max(sizes) - 1)
    return least, most, rounds * sum(2 * comb(size, 2) for size in sizes) - least * history.players


def _cheapest_partners(history: PastMeetings, sizes: Sequence[int], rounds: int) -> int:
    """Return the cost if every player meets those they met least: half the sum, since a pair has two ends.

    With two table sizes, the players who pay least sit at the larger tables.
    """
    least, most, beyond = _neighbours(history, sizes, rounds)
    total = 0
    offers: Counter[int] = Counter()
    newcomers = history.players - len(history.partners)
    for met, players in [(met, 1) for met in history.partners] + [(Counter[int](), newcomers)]:
        prices = _cheapest(met + Counter({0: history.players - 1 - met.total()}), most)
        total += players * sum(prices[:least])
        for price in prices[least:]:
            offers[price] += players
    return -(-(total + _cheapest_of(offers, beyond)) // 2)


def _cheapest(levels: Mapping[int, int], count: int) -> list[int]:
    """Return the prices of `count` next meetings, lowest first. levels: how many players met how often."""
    prices: list[int] = []
    price = open_for = 0
    while len(prices) < count and any(levels.values()):
        open_for += levels.get(price, 0)
        prices += [price] * min(open_for, count - len(prices))
        price += 1
    return prices


def _pigeons(history: PastMeetings, sizes: Sequence[int], rounds: int) -> int:
    """Return a bound by the pigeonhole principle: Q counts the pairs of players in each two rounds."""
    return rounds * sum(least_common(sizes, left) for left in history.left) + comb(rounds, 2) * least_common(
        sizes, sizes
    )


def least_common(sizes: Sequence[int], others: Sequence[int]) -> int:
    """Return the least number of pairs that share a table in both of two rounds with these table sizes."""
    return max(crowds(sizes, len(others)), crowds(others, len(sizes)))


def crowds(tables: Iterable[int], places: int) -> int:
    """Return the least number of pairs at one place when each table is spread over that many places."""
    total = 0
    for people in tables:
        each, more = divmod(people, places)
        total += more * comb(each + 1, 2) + (places - more) * comb(each, 2)
    return total


Pair = frozenset[str]


def meetings(rounds: Iterable[Tables], present: frozenset[str] | None = None) -> Counter[Pair]:
    """Return how often each pair met in these rounds; with `present`, only pairs of these players."""
    met: Counter[Pair] = Counter()
    for tables in rounds:
        for table in tables:
            here = table if present is None else [player for player in table if player in present]
            met.update(map(frozenset, combinations(here, 2)))
    return met


def q_of(met: Mapping[Pair, int]) -> int:
    """Return Q: the sum over all pairs of C(meetings, 2)."""
    return sum(comb(times, 2) for times in met.values() if times > 1)


def repeats_of(met: Mapping[Pair, int]) -> int:
    """Return E: the meetings beyond the first, over all pairs."""
    return sum(times - 1 for times in met.values() if times > 1)


def in_seat(rounds: Iterable[Tables], seat: int = 0) -> Counter[str]:
    """Return how often each player had this seat. Seat 0 deals first."""
    return Counter(table[seat] for tables in rounds for table in tables if len(table) > seat)


def at_small(rounds: Iterable[Tables]) -> Counter[str]:
    """Return how often each player sat at a table that was not the largest of its round."""
    times: Counter[str] = Counter()
    for tables in rounds:
        most = max(map(len, tables), default=0)
        for table in tables:
            if len(table) < most:
                times.update(table)
    return times


def by_games(players: Iterable[str], past: Iterable[Tables], without: Iterable[str] = ()) -> list[list[str]]:
    """Return the players in classes with equally many games. Fairness is compared within a class."""
    games = Counter(player for tables in past for table in tables for player in table)
    excluded = frozenset(without)
    classes: defaultdict[int, list[str]] = defaultdict(list)
    for player in players:
        if player not in excluded:
            classes[games[player]].append(player)
    return list(classes.values())


def spread(classes: Iterable[Sequence[str]], times: Mapping[str, int]) -> list[int]:
    """Return the least and the most count within a class, for the most uneven class."""
    worst = [0, 0]
    first = True
    for members in classes:
        counts = [times.get(player, 0) for player in members]
        ends = [min(counts), max(counts)]
        if first or ends[1] - ends[0] > worst[1] - worst[0]:
            worst, first = ends, False
    return worst


Limits = tuple[int, int]


def fair_share(request: Request, coming: Sequence[Tables]) -> dict[str, int] | None:
    """Return how fairly the coming rounds share out the seats at small tables; None if they are not shared.

    After each of the rounds, the number of times that a player has sat at small tables should differ from
    their fair share by at most one.

    beyond: by how many times the worst player is outside of these limits; 0: nobody ever is. least_beyond:
    no plan can have a smaller `beyond`. bound: no plan with `least_beyond` can have a smaller Q, the sum over
    all pairs of players of C(meetings, 2).
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
