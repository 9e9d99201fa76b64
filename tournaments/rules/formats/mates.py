"""Keeping those who have just sat together at different tables of a knockout's next round.

A snake by results brings the winner and the second of one table together again by chance, often. Who
stands where is decided by little at that point, so neighbours in the order change places where that
parts them.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence

from .groups import snake


def part_mates(
    order: Sequence[str],
    sizes: Sequence[int],
    mates: Sequence[Collection[str]],
    level: Mapping[str, Hashable],
) -> list[str]:
    """The order with as few changes as need be, so that `snake` parts those who were `mates`.

    mates: the tables of the last round. level: only two of the same level change places (winners with
    winners), the nearest first, and the lower before the higher. What cannot be parted so stays together.
    """
    found = list(order)
    tables = [tuple(map(int, table)) for table in snake([str(spot) for spot in range(len(order))], sizes)]
    table_of = {spot: table for table in tables for spot in table}
    group_of = {player: number for number, table in enumerate(mates) for player in table}

    def again(spot: int, player: str) -> int:
        """How many mates this player has at the table of this spot, whoever has the spot itself."""
        group = group_of.get(player)
        others = (other for other in table_of[spot] if other != spot)
        return sum(group_of.get(found[other]) == group for other in others) if group is not None else 0

    def gain(one: int, other: int) -> int:
        """How many meetings fewer there are if these two spots of different tables are exchanged."""
        a, b = found[one], found[other]
        return again(one, a) + again(other, b) - again(other, a) - again(one, b)

    def better(spot: int) -> int | None:
        """The nearest spot to change with."""
        near = sorted(range(len(found)), key=lambda other: (abs(other - spot), -other))
        return next(
            (
                other
                for other in near
                if table_of[other] is not table_of[spot]
                and level.get(found[other]) == level.get(found[spot])
                and gain(spot, other) > 0
            ),
            None,
        )

    changed = True
    while changed:  # every change leaves fewer meetings
        changed = False
        for spot in reversed(range(len(found))):
            if again(spot, found[spot]) and (other := better(spot)) is not None:
                found[spot], found[other] = found[other], found[spot]
                changed = True
    return found
