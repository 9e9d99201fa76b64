"""What the certificate counts, and bounds that no plan can pass.

A bound counts the past, which cannot change, and adds the least that the coming rounds must add. All coming
rounds have the same table sizes. The next meeting of a pair adds its number of earlier meetings to Q.

The search asks for these bounds, too, so that it ends where nothing better exists.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

from tournaments.draw.rules.request import Tables


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
