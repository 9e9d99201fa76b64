"""The least change to the tables of a knockout or a ladder so that what must be kept is kept.

A format says who sits together; families and pins may say otherwise. Then two players of about the same
strength change tables, the nearest in the order first. Wishes that need not be kept change nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tournaments.rules.errors import RulesError, gettext_noop
from tournaments.rules.seating.check import implied, together_now
from tournaments.rules.seating.request import Request

from .groups import Groups

STEPS = 400
"""Swaps tried in a row before the wishes are called impossible."""

Wishes = Mapping[str, Mapping[str, bool]]
"""For each player, with whom they must sit (True) and must not (False)."""


def keep_apart(groups: Groups, request: Request) -> Groups:
    """The groups with as few players as possible at other tables, so that the request's musts hold.

    Kept are pairs apart and together that `must` be so, and what two pins say about each other; sizes and
    the order of the tables stay. Raises RulesError `wishes_unmet` (params `a`, `b`: ids of two whose wish
    could not be kept) where no way was found.
    """
    asked = implied(request)
    wishes: dict[str, dict[str, bool]] = defaultdict(dict)
    pairs = [(wish.a, wish.b, False) for wish in asked.apart if wish.must]
    pairs += [(a, b, True) for a, b in together_now(asked)]
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
                    "What was asked for about %(a)s and %(b)s does not go with these tables: "
                    "take it back, or seat the round by hand."
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


def _broken(wishes: Wishes, place: Mapping[str, int]) -> list[tuple[str, str]]:
    return [
        (a, b)
        for a, others in wishes.items()
        for b, together in others.items()
        if a < b and (place[a] == place[b]) != together
    ]


def _best_swap(
    pair: tuple[str, str],
    wishes: Wishes,
    place: dict[str, int],
    rank: Mapping[str, int],
    seen: set[tuple[int, ...]],
) -> tuple[str, str] | None:
    """The swap of one of the pair that leaves the fewest wishes broken; of these the one of the nearest two.

    None where every swap leads back to where the search has been.
    """
    found: list[tuple[int, int, str, str]] = []
    for a in pair:
        for b in [other for other, table in place.items() if table != place[a]]:
            before = _wrong(a, wishes, place) + _wrong(b, wishes, place)
            _swap(place, a, b)
            after = _wrong(a, wishes, place) + _wrong(b, wishes, place)
            _swap(place, a, b)
            found.append((after - before, abs(rank[a] - rank[b]), a, b))
    for _gain, _distance, a, b in sorted(found):
        _swap(place, a, b)
        new = tuple(place.values()) not in seen
        _swap(place, a, b)
        if new:
            return a, b
    return None


def _wrong(player: str, wishes: Wishes, place: Mapping[str, int]) -> int:
    others = wishes.get(player, {})
    return sum((place[player] == place[other]) != together for other, together in others.items())


def _swap(place: dict[str, int], a: str, b: str) -> None:
    place[a], place[b] = place[b], place[a]


def _undo(swaps: Sequence[tuple[str, str]], wishes: Wishes, place: dict[str, int]) -> None:
    """Take back what turned out to be needless on the way."""
    for a, b in reversed(swaps):
        _swap(place, a, b)
        if _broken(wishes, place):
            _swap(place, a, b)


def _moved(groups: Groups, place: Mapping[str, int]) -> Groups:
    """The groups with everybody where `place` says; whoever comes takes the seat of whoever goes."""
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
    return replace(groups, tables=tables, said=(*groups.said, ("wish_changed_tables", tuple(moved))))
