"""People and bots play in separate divisions: they are never seated together.

A record of the cards of people therefore never contains the hand of a bot.
"""

from __future__ import annotations

from collections.abc import Iterable

PEOPLE, BOTS = "people", "bots"


def divide(entries: Iterable[tuple[str, bool]]) -> dict[str, list[str]]:
    """Return the ids of the entries of each division, in the order of `entries`.

    entries: pairs of an id and whether that entry is a bot. A division without entries is left out.
    """
    divisions: dict[str, list[str]] = {}
    for entry, is_bot in entries:
        divisions.setdefault(BOTS if is_bot else PEOPLE, []).append(entry)
    return divisions
