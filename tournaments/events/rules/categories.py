"""People and bots play in separate categories: they are never seated together.

A record of the cards of people therefore never contains the hand of a bot. In a stage of two groups, the rest
of each category is one more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

PEOPLE, BOTS = "people", "bots"
REST = "_rest"
"""The end of the name of a category of the rest, as `people_rest`."""


def by_category(
    entries: Iterable[tuple[str, bool]], upper: Collection[str] | None = None
) -> dict[str, list[str]]:
    """Return the ids of the entries of each category, in the order of `entries`, the rest last.

    entries: pairs of an id and whether that entry is a bot. A category without entries is left out. upper:
    the upper of two groups; the others are the rest.
    """
    categories: dict[str, list[str]] = {}
    for entry, is_bot in entries:
        categories.setdefault(category_of(entry, upper, is_bot=is_bot), []).append(entry)
    return dict(sorted(categories.items(), key=lambda item: is_rest(item[0])))


def category_of(entry: str, upper: Collection[str] | None, *, is_bot: bool) -> str:
    """Return the category of an entry."""
    name = BOTS if is_bot else PEOPLE
    return name if upper is None or entry in upper else name + REST


def is_rest(category: str) -> bool:
    """Return whether this category is the rest of a stage of two groups."""
    return category.endswith(REST)


def is_of_bots(category: str) -> bool:
    """Return whether bots play in this category."""
    return category.startswith(BOTS)
