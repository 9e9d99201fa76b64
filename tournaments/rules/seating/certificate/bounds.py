"""What no plan can get below, however long anybody searches: the bounds a certificate is measured by.

All count what was played (it cannot be changed) and bound what the coming rounds must add. Rounds to
come all have the sizes asked for. A pair's next meeting costs Q as many as the two have met before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

from tournaments.rules.seating.certificate.counts import Pair, meetings, q_of, repeats_of
from tournaments.rules.seating.request import Tables


@dataclass(frozen=True)
class Known:
    """What the bounds need to know of the past: the players who are here, and their meetings so far.

    met: how often each pair of them met. left: for each round played, how many of them each of its tables
    had; whoever was not there counts as a table of one. rounds: how many were played.
    """

    players: int
    met: Mapping[Pair, int]
    left: Sequence[Sequence[int]]
    rounds: int

    @classmethod
    def of(cls, players: Sequence[str], past: Sequence[Tables]) -> Known:
        """Count a past."""
        present = frozenset(players)
        left = []
        for tables in past:
            seated = [sum(player in present for player in table) for table in tables]
            seated = [people for people in seated if people]
            left.append(seated + [1] * (len(players) - sum(seated)))
        return cls(len(players), meetings(past, present), left, len(past))

    @cached_property
    def partners(self) -> list[Counter[int]]:
        """For each player who met anybody: how many others they met how often."""
        found: dict[str, Counter[int]] = {}
        for pair, times in self.met.items():
            for player in pair:
                found.setdefault(player, Counter())[times] += 1
        return list(found.values())


def least_q(known: Known, sizes: Sequence[int], rounds: int) -> int:
    """A Q that no event gets below once it has played `rounds` more at tables of these sizes."""
    return q_of(known.met) + max(
        _cheapest_pairs(known, sizes, rounds),
        _cheapest_partners(known, sizes, rounds),
        _pigeons(known, sizes, rounds),
    )


def least_repeats(known: Known, sizes: Sequence[int], rounds: int) -> int:
    """An E that no event gets below, likewise."""
    more = rounds * sum(comb(size, 2) for size in sizes)
    # Nobody can meet more strangers than there are, or than they have neighbours.
    sure, most, beyond = _neighbours(known, sizes, rounds)
    strangers = [known.players - 1 - sum(levels.values()) for levels in known.partners]
    strangers += [known.players - 1] * (known.players - len(strangers))
    fresh = sum(min(sure, count) for count in strangers)
    fresh += min(beyond, sum(min(most, count) - min(sure, count) for count in strangers))
    fresh = min(fresh // 2, comb(known.players, 2) - len(known.met))
    # Whoever shared a table in one other round meets again: a round of its own for each round to come.
    again = max((_common(sizes, left) for left in known.left), default=0)
    later = max(again, _common(sizes, sizes))
    before = repeats_of(known.met)
    # A pair that met m times has m - 1 repeats and adds m (m - 1) / 2 to Q, m being at most the rounds.
    played = known.rounds + rounds
    by_q = -(-2 * least_q(known, sizes, rounds) // played) if played else 0
    return max(before + more - fresh, before + again + later * (rounds - 1) if rounds else before, by_q)


def least_small(times: Mapping[int, int], seats: int, rounds: int) -> int:
    """The least sum of C(small tables, 2) over all players, after `seats` more at small tables.

    times: how many players were there how often so far. Nobody is there twice in one round.
    """
    offers: Counter[int] = Counter()
    for price, players in times.items():
        for further in range(rounds):
            offers[price + further] += players
    return sum(comb(count, 2) * players for count, players in times.items()) + _cheapest_of(offers, seats)


def least_spread_of_turns(times: Sequence[Mapping[int, int]], turns: int, rounds: int) -> int:
    """The least spread within a class when `turns` are given out, at most one to a player and round.

    times: for each class, how many players were in turn how often so far. A class is looked at as if all
    others took whatever suits it.
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
    """The sum of that many prices, cheapest first; offers: how many there are at each price."""
    total = 0
    for price in sorted(offers):
        taken = min(wanted, offers[price])
        total += taken * price
        wanted -= taken
    return total


def _neighbours(known: Known, sizes: Sequence[int], rounds: int) -> tuple[int, int, int]:
    """How many neighbours everybody gets surely and at most, and how many more than surely in all."""
    sure, most = rounds * (min(sizes) - 1), rounds * (max(sizes) - 1)
    return sure, most, rounds * sum(2 * comb(size, 2) for size in sizes) - sure * known.players


def _cheapest_pairs(known: Known, sizes: Sequence[int], rounds: int) -> int:
    """All meetings to come, given to the pairs that met least."""
    meetings_left = rounds * sum(comb(size, 2) for size in sizes)
    levels = Counter(known.met.values())
    levels[0] += comb(known.players, 2) - len(known.met)
    return sum(_cheapest(levels, meetings_left))


def _cheapest_partners(known: Known, sizes: Sequence[int], rounds: int) -> int:
    """Everybody meets those they met least; half the sum, as every pair has two ends.

    Tables of two sizes: who gets the larger ones is left to whoever pays least for it.
    """
    sure, most, beyond = _neighbours(known, sizes, rounds)
    total = 0
    offers: Counter[int] = Counter()
    newcomers = known.players - len(known.partners)
    for met, players in [(met, 1) for met in known.partners] + [(Counter[int](), newcomers)]:
        prices = _cheapest(met + Counter({0: known.players - 1 - met.total()}), most)
        total += players * sum(prices[:sure])
        for price in prices[sure:]:
            offers[price] += players
    return -(-(total + _cheapest_of(offers, beyond)) // 2)


def _cheapest(levels: Mapping[int, int], count: int) -> list[int]:
    """The prices of that many next meetings, cheapest first; levels: how many met how often."""
    prices: list[int] = []
    price = open_for = 0
    while len(prices) < count and any(levels.values()):
        open_for += levels.get(price, 0)
        prices += [price] * min(open_for, count - len(prices))
        price += 1
    return prices


def _pigeons(known: Known, sizes: Sequence[int], rounds: int) -> int:
    """Between any two rounds: Q is the sum over all pairs of rounds of the pairs they have in common."""
    return rounds * sum(_common(sizes, left) for left in known.left) + comb(rounds, 2) * _common(sizes, sizes)


def _common(sizes: Sequence[int], others: Sequence[int]) -> int:
    """The fewest pairs who share a table in two rounds of tables with that many people each."""
    return max(_crowds(sizes, len(others)), _crowds(others, len(sizes)))


def _crowds(tables: Iterable[int], places: int) -> int:
    """The fewest pairs who share a place when each table's people are spread over that many places."""
    total = 0
    for people in tables:
        each, more = divmod(people, places)
        total += more * comb(each + 1, 2) + (places - more) * comb(each, 2)
    return total
