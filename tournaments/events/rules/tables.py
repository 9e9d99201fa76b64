"""The tables of a round: how many, how large, how many deals each plays, and who sits apart.

"Everybody deals twice" is 8 deals at a table of four and 6 at a table of three. The turn to deal passes from
seat to seat, so everybody deals equally often there.

People and bots play in separate categories: they are never seated together. A record of the cards of people
therefore never contains the hand of a bot. In a stage of two groups, the rest of each category is one more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop


class TooFewPlayers(Conflict):
    """There are too few players for a table."""

    sentence = gettext_noop(
        "A table needs at least %(least)d players, but only %(players)d can be seated. "
        "Check in more players (at least %(missing)d), or allow smaller tables."
    )


class PlayersDoNotFit(Conflict):
    """This number of players does not fit tables of these sizes."""

    sentence = gettext_noop(
        "%(players)d players cannot be seated at tables of %(least)d to %(most)d. "
        "Play with %(fewer)d or %(more)d players, or allow tables of up to %(needed)d."
    )


def split(players: int, size: int, least: int, most: int) -> list[int]:
    """Return the table sizes for that many players, larger tables first. They differ by at most one.

    size: the preferred number of seats. least, most: the limits. 14 players at tables of 4 are 4 4 3 3; 5
    players are one table of 5, because of two tables one would have fewer than 3.

    Raises Refusal: `bad_table_sizes` if the three numbers contradict each other, `too_few_players` if
    the players do not fill one table, `players_do_not_fit` if a table would be larger than `most`.
    """
    check_sizes(size, least, most)
    if players < least:
        raise TooFewPlayers(least=least, players=players, missing=least - players)
    sizes = _even(players, _tables(players, size, least))
    if sizes[0] > most:
        raise PlayersDoNotFit(
            players=players,
            least=least,
            most=most,
            fewer=_nearest(range(players - 1, 0, -1), least, most),
            more=_nearest(range(players + 1, 2 * players + most), least, most),
            needed=sizes[0],
        )
    return sizes


class BadTableSizes(Invalid):
    """The preferred table size must lie between the smallest and the largest size."""

    sentence = gettext_noop(
        "The preferred table size (%(size)d) must be between the smallest (%(least)d) and the "
        "largest (%(most)d). The smallest must be 2 or more."
    )


def check_sizes(size: int, least: int, most: int) -> None:
    """Raise Refusal `bad_table_sizes` for limits that no table can keep."""
    if not 2 <= least <= size <= most:
        raise BadTableSizes(size=size, least=least, most=most)


def _tables(players: int, size: int, least: int) -> int:
    """Return the number of tables: with about `size` players, none with fewer than `least`."""
    tables = -(-players // size)
    return tables if players // tables >= least else players // least


def _even(players: int, tables: int) -> list[int]:
    small, large = divmod(players, tables)
    return [small + 1] * large + [small] * (tables - large)


def _nearest(counts: Iterable[int], least: int, most: int) -> int:
    """Return the first of these counts that tables of `least` to `most` can seat.

    t tables can seat a count if t * least <= count <= t * most; the largest t for the left side decides.
    A solution always exists: `least` below, and a multiple of `least` above.
    """
    return next(count for count in counts if count >= least and (count // least) * most >= count)


MOST_DEALS: Final = 200
"""The most deals of a table in a round."""

TABLE, SEAT = "table", "seat"
"""What a number of deals counts: the deals of each table, or the turns to deal of each seat."""


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals of a round. per: `TABLE` or `SEAT`."""

    number: int
    per: str = TABLE

    def at(self, seats: int) -> int:
        """Return the deals of a table with so many seats."""
        return self.number * seats if self.per == SEAT else self.number

    @property
    def each(self) -> int | None:
        """How often everybody deals; None if every table plays the same number of deals."""
        return self.number if self.per == SEAT else None


def deals_after(planned: int, seats: int, each: int | None) -> int:
    """Return the deals of a table that now has so many seats. planned: its deals before."""
    return planned if each is None else each * seats


class RoundTooLong(Invalid):
    """A table would play more deals in a round than are allowed."""

    sentence = gettext_noop(
        "If everybody deals %(times)d times, a table of %(seats)d plays %(deals)d deals, and "
        "%(limit)d are the most. Let everybody deal at most %(fewer)d times, or choose smaller "
        "tables."
    )


def check_deals(deals: Deals, most: int) -> None:
    """Refuse more deals than a table can play. most: the most seats of a table.

    Raises Refusal `round_too_long`.
    """
    if deals.at(most) > MOST_DEALS:
        raise RoundTooLong(
            times=deals.number, seats=most, deals=deals.at(most), limit=MOST_DEALS, fewer=MOST_DEALS // most
        )


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
