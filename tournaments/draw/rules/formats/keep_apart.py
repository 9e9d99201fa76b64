"""Changes of the tables of a knockout or a ladder that required wishes and pins make necessary.

Two players of similar strength change tables, neighbours in the order first. Optional wishes change nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.core.rules.errors import RulesError, gettext_noop
from tournaments.draw.rules.check import implied, together_now
from tournaments.draw.rules.formats.groups import Groups
from tournaments.draw.rules.request import Request

STEPS = 400
"""The most swaps before the wishes are refused as impossible."""

PairWishes = Mapping[str, Mapping[str, bool]]
"""For each player: the players they must sit with (True) or must not sit with (False)."""


def keep_apart(groups: Groups, request: Request) -> Groups:
    """Return the groups with few players moved so that they keep all required wishes, and what pins imply.

    The sizes and the order of the tables stay. Raises RulesError `wishes_unmet` (params `a`, `b`: ids of two
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
            raise RulesError(
                "wishes_unmet",
                gettext_noop(
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
