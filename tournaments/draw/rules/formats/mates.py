"""Separating the players of one table in the next round of a knockout.

A snake by results often brings the winner and the second of one table together again. Neighbours in the order
are nearly equal, so they change places if that separates such players.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence

from tournaments.draw.rules.formats.groups import snake


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
