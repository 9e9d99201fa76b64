"""People and bots play in separate categories: they are never seated together.

A record of the cards of people therefore never contains the hand of a bot.
"""

from __future__ import annotations

from collections.abc import Iterable

PEOPLE, BOTS = "people", "bots"


def by_category(entries: Iterable[tuple[str, bool]]) -> dict[str, list[str]]:
    """Return the ids of the entries of each category, in the order of `entries`.

    entries: pairs of an id and whether that entry is a bot. A category without entries is left out.
    """
    categories: dict[str, list[str]] = {}
    for entry, is_bot in entries:
        categories.setdefault(BOTS if is_bot else PEOPLE, []).append(entry)
    return categories
