"""How many players of a knockout go on, and how many rounds it takes to the final table."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.core.rules.errors import RulesError
from tournaments.events.rules.sizes import split


def fits(players: int, size: int, least: int, most: int) -> bool:
    """Return whether that many players can be seated."""
    try:
        split(players, size, least, most)
    except RulesError:
        return False
    return True


def quota(seats: int, advance: int) -> int:
    """Return how many players of a table go on: `advance`, but never all of them."""
    return min(advance, seats - 1)


def going_on(promoted: int, here: int, size: int, least: int, most: int) -> int:
    """Return how many players go on. promoted: have earned it. here: are present, promoted or not.

    If the promoted players cannot be seated, the next best go on, too; if that does not help, the last of
    the promoted are out. Return 0 if not even one table is possible.
    """
    counts = [*range(promoted, here + 1), *range(min(promoted, here) - 1, least - 1, -1)]
    return next((count for count in counts if fits(count, size, least, most)), 0)


def next_players(sizes: Sequence[int], size: int, least: int, most: int, advance: int) -> int:
    """Return how many players the next round has if nobody leaves. sizes: of the (two or more) tables now."""
    return going_on(sum(quota(seats, advance) for seats in sizes), sum(sizes) - 1, size, least, most)


def knockout_rounds(entrants: int, size: int, least: int, most: int, advance: int) -> int:
    """Return the number of rounds of a knockout with this number of entrants, including the final.

    Nobody has a bye, and every table loses at least one player, so there is always a final. Raises RulesError
    if the entrants cannot be seated (`sizes.split`).
    """
    sizes = split(entrants, size, least, most)
    rounds = 1
    while len(sizes) > 1:
        sizes = split(next_players(sizes, size, least, most, advance), size, least, most)
        rounds += 1
    return rounds
