"""How many of a knockout's players go on, and in how many rounds it comes to its final table."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.rules.errors import RulesError
from tournaments.rules.seating.sizes import split


def fits(players: int, size: int, least: int, most: int) -> bool:
    """Whether that many players can be seated."""
    try:
        split(players, size, least, most)
    except RulesError:
        return False
    return True


def quota(seats: int, advance: int) -> int:
    """How many of a table go on: the best `advance`, but never everybody."""
    return min(advance, seats - 1)


def going_on(promoted: int, here: int, size: int, least: int, most: int) -> int:
    """How many go on where `promoted` have earned it and `here` could.

    Those who earned it, if they can be seated; else the next best are taken in until they can; else
    the last of them stay behind. 0 where not even one table can be made.
    """
    counts = [*range(promoted, here + 1), *range(min(promoted, here) - 1, least - 1, -1)]
    return next((count for count in counts if fits(count, size, least, most)), 0)


def next_players(sizes: Sequence[int], size: int, least: int, most: int, advance: int) -> int:
    """How many play the round after one at tables of these sizes (two or more), if nobody leaves."""
    return going_on(sum(quota(seats, advance) for seats in sizes), sum(sizes) - 1, size, least, most)


def knockout_rounds(entrants: int, size: int, least: int, most: int, advance: int) -> int:
    """The rounds from that many entrants to the final table, the final included.

    Everybody has a seat in every round (no byes), and every table loses at least one of its players, so
    there always is a final. Raises RulesError where the entrants cannot be seated at all (`sizes.split`).
    """
    sizes = split(entrants, size, least, most)
    rounds = 1
    while len(sizes) > 1:
        sizes = split(next_players(sizes, size, least, most, advance), size, least, most)
        rounds += 1
    return rounds
