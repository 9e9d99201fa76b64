"""Groups that sit together, and people who are kept apart.

Two players of similar strength change tables, neighbours in the order first. Optional wishes change nothing.

A snake by results often brings the winner and the second of one table together again. Neighbours in the order
are nearly equal, so they change places if that separates such players.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.core.rules.refusals import gettext_noop
from tournaments.draw.rules.certificate.explain import Reason, reason
from tournaments.draw.rules.check import WishesUnmet, implied, together_now
from tournaments.draw.rules.request import Request, Tables


@dataclass(frozen=True, slots=True)
class Groups:
    """The tables of a round, table 1 first. The order within a table has no meaning.

    codes: codes of reasons, each with its players. A table shows a code with those of the
        players who sit there, so the reasons stay true when players change tables (`keep_apart`).
    reasons_of: pairs of a player and a reason that is shown at the player's table.
    small: the code of the reason for smaller tables; empty for none.
    order: the players, best first, as they were dealt to the tables.
    """

    tables: Tables
    order: tuple[str, ...]
    codes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    reasons_of: tuple[tuple[str, Reason], ...] = ()
    small: str = ""

    @property
    def reasons(self) -> list[list[Reason]]:
        """The reasons of each table, table 1 first."""
        place = {player: number for number, table in enumerate(self.tables) for player in table}
        by_table: list[list[Reason]] = [[] for _ in self.tables]
        for code, players in self.codes:
            there: dict[int, list[str]] = defaultdict(list)
            for player in players:
                if player in place:
                    there[place[player]].append(player)
            for number, members in there.items():
                by_table[number].append(reason(code, members))
        for player, about in self.reasons_of:
            if player in place:
                by_table[place[player]].append(about)
        largest = max(map(len, self.tables), default=0)
        for table, reasons in zip(self.tables, by_table, strict=True):
            if self.small and len(table) < largest:
                reasons.append(reason(self.small))
        return by_table


def snake(players: Sequence[str], sizes: Sequence[int]) -> Tables:
    """Deal players, best first, to tables in a snake.

    16 players at 4 tables: 1 8 9 16, 2 7 10 15, 3 6 11 14 and 4 5 12 13. Full tables are skipped, so if
    smaller tables come first the best players have fewer opponents.
    """
    tables: list[list[str]] = [[] for _ in sizes]
    order = list(range(len(sizes)))
    waiting = iter(players)
    left = len(players)
    while left:
        free = [table for table in order if len(tables[table]) < sizes[table]]
        for table in free[:left]:
            tables[table].append(next(waiting))
        left -= len(free[:left])
        order.reverse()
    return tuple(map(tuple, tables))


def chunks(players: Sequence[str], sizes: Sequence[int]) -> Tables:
    """Deal players, best first, table by table."""
    waiting = iter(players)
    return tuple(tuple(next(waiting) for _ in range(size)) for size in sizes)


STEPS = 400
"""The most swaps before the wishes are refused as impossible."""

PairWishes = Mapping[str, Mapping[str, bool]]
"""For each player: the players they must sit with (True) or must not sit with (False)."""


def keep_apart(groups: Groups, request: Request) -> Groups:
    """Return the groups with few players moved so that they keep all required wishes, and what pins imply.

    The sizes and the order of the tables stay. Raises Refusal `wishes_unmet` (params `a`, `b`: ids of two
    players whose wish could not be kept).
    """
    required = implied(request)
    wishes: dict[str, dict[str, bool]] = defaultdict(dict)
    pairs = [(wish.a, wish.b, False) for wish in required.apart if wish.must]
    pairs += [(a, b, True) for a, b in together_now(required)]
    for a, b, together in pairs:
        wishes[a][b] = wishes[b][a] = together
    place = {player: number for number, table in enumerate(groups.tables) for player in table}
    if not (broken := _broken(wishes, place)):
        return groups
    rank = {player: number for number, player in enumerate(groups.order)}
    seen = {tuple(place.values())}
    swaps: list[tuple[str, str]] = []
    while broken:
        a, b = broken[0]
        swap = _best_swap((a, b), wishes, place, rank, seen) if len(swaps) < STEPS else None
        if swap is None:
            raise WishesUnmet(
                sentence=gettext_noop(
                    "The wish about %(a)s and %(b)s cannot be kept at these tables. "
                    "Remove the wish, or seat the round by hand."
                ),
                a=a,
                b=b,
            )
        _swap(place, *swap)
        swaps.append(swap)
        seen.add(tuple(place.values()))
        broken = _broken(wishes, place)
    _undo(swaps, wishes, place)
    return _moved(groups, place)


def _broken(wishes: PairWishes, place: Mapping[str, int]) -> list[tuple[str, str]]:
    return [
        (a, b)
        for a, others in wishes.items()
        for b, together in others.items()
        if a < b and (place[a] == place[b]) != together
    ]


def _best_swap(
    pair: tuple[str, str],
    wishes: PairWishes,
    place: dict[str, int],
    rank: Mapping[str, int],
    seen: set[tuple[int, ...]],
) -> tuple[str, str] | None:
    """Return the swap of one of the pair that breaks the fewest wishes, neighbours in the order first.

    Return None if every swap leads to tables that were tried before.
    """
    swaps: list[tuple[int, int, str, str]] = []
    for a in pair:
        for b in [other for other, table in place.items() if table != place[a]]:
            before = _wrong(a, wishes, place) + _wrong(b, wishes, place)
            _swap(place, a, b)
            after = _wrong(a, wishes, place) + _wrong(b, wishes, place)
            _swap(place, a, b)
            swaps.append((after - before, abs(rank[a] - rank[b]), a, b))
    for _gain, _distance, a, b in sorted(swaps):
        _swap(place, a, b)
        new = tuple(place.values()) not in seen
        _swap(place, a, b)
        if new:
            return a, b
    return None


def _wrong(player: str, wishes: PairWishes, place: Mapping[str, int]) -> int:
    others = wishes.get(player, {})
    return sum((place[player] == place[other]) != together for other, together in others.items())


def _swap(place: dict[str, int], a: str, b: str) -> None:
    place[a], place[b] = place[b], place[a]


def _undo(swaps: Sequence[tuple[str, str]], wishes: PairWishes, place: dict[str, int]) -> None:
    """Undo swaps that turned out to be unnecessary."""
    for a, b in reversed(swaps):
        _swap(place, a, b)
        if _broken(wishes, place):
            _swap(place, a, b)


def _moved(groups: Groups, place: Mapping[str, int]) -> Groups:
    """Return the groups with each player at the table that `place` gives."""
    coming: dict[int, list[str]] = defaultdict(list)
    moved: list[str] = []
    for number, table in enumerate(groups.tables):
        for player in table:
            if place[player] != number:
                coming[place[player]].append(player)
                moved.append(player)
    tables = tuple(
        tuple(player if place[player] == number else coming[number].pop(0) for player in table)
        for number, table in enumerate(groups.tables)
    )
    if not moved:
        return groups
    return replace(groups, tables=tables, codes=(*groups.codes, ("wish_changed_tables", tuple(moved))))


def part_mates(
    order: Sequence[str],
    sizes: Sequence[int],
    mates: Sequence[Collection[str]],
    level: Mapping[str, Hashable],
) -> list[str]:
    """Return the order with few changes, so that `snake` separates the players of each table in `mates`.

    mates: the tables of the last round. level: only players of the same level change places (winners with
    winners), the nearest first, the lower before the higher. Some mates may stay together.
    """
    changed_order = list(order)
    tables = [tuple(map(int, table)) for table in snake([str(spot) for spot in range(len(order))], sizes)]
    table_of = {spot: table for table in tables for spot in table}
    group_of = {player: number for number, table in enumerate(mates) for player in table}

    def again(spot: int, player: str) -> int:
        """Count the mates of this player among the other spots of this spot's table."""
        group = group_of.get(player)
        others = (other for other in table_of[spot] if other != spot)
        return (
            sum(group_of.get(changed_order[other]) == group for other in others) if group is not None else 0
        )

    def gain(spot: int, other: int) -> int:
        """Count the repeats that an exchange of these spots, at different tables, saves."""
        a, b = changed_order[spot], changed_order[other]
        return again(spot, a) + again(other, b) - again(other, a) - again(spot, b)

    def better(spot: int) -> int | None:
        """Return the nearest spot whose exchange saves a repeat."""
        near = sorted(range(len(changed_order)), key=lambda other: (abs(other - spot), -other))
        return next(
            (
                other
                for other in near
                if table_of[other] is not table_of[spot]
                and level.get(changed_order[other]) == level.get(changed_order[spot])
                and gain(spot, other) > 0
            ),
            None,
        )

    changed = True
    while changed:  # every change leaves fewer repeats
        changed = False
        for spot in reversed(range(len(changed_order))):
            if again(spot, changed_order[spot]) and (other := better(spot)) is not None:
                changed_order[spot], changed_order[other] = changed_order[other], changed_order[spot]
                changed = True
    return changed_order
