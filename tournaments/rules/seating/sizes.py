"""How many tables, and how large: domain.md, "Table sizes"."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.rules.errors import RulesError, gettext_noop


def split(players: int, size: int, least: int, most: int) -> list[int]:
    """Return the table sizes for that many players, larger tables first, differing by at most one.

    `size` is the number of seats preferred at a table, `least` and `most` are the limits. 14 at 4 are
    4 4 3 3; 5 at 4 are one table of 5, because two tables would leave one with fewer than 3.

    Raises RulesError: `bad_table_sizes` where the three numbers contradict each other,
    `too_few_players` below one table of `least`, `players_do_not_fit` where some table would have to
    be larger than `most`; each says what would help.
    """
    check_sizes(size, least, most)
    if players < least:
        raise RulesError(
            "too_few_players",
            gettext_noop(
                "A table needs at least %(least)d players and there are %(players)d: "
                "%(missing)d more would do, or smaller tables."
            ),
            least=least,
            players=players,
            missing=least - players,
        )
    sizes = _even(players, _tables(players, size, least))
    if sizes[0] > most:
        raise RulesError(
            "players_do_not_fit",
            gettext_noop(
                "%(players)d players do not fit tables of %(least)d to %(most)d. "
                "%(fewer)d or %(more)d players would, or tables of up to %(needed)d."
            ),
            players=players,
            least=least,
            most=most,
            fewer=_nearest(range(players - 1, 0, -1), least, most),
            more=_nearest(range(players + 1, 2 * players + most), least, most),
            needed=sizes[0],
        )
    return sizes


def check_sizes(size: int, least: int, most: int) -> None:
    """Refuse (`bad_table_sizes`) limits that no table can keep."""
    if not 2 <= least <= size <= most:
        raise RulesError(
            "bad_table_sizes",
            gettext_noop(
                "The preferred table size (%(size)d) must lie between the least (%(least)d) "
                "and the most (%(most)d), and the least must be 2 or more."
            ),
            size=size,
            least=least,
            most=most,
        )


def _tables(players: int, size: int, least: int) -> int:
    """How many tables: near `size`, but none below `least`."""
    tables = -(-players // size)
    return tables if players // tables >= least else players // least


def _even(players: int, tables: int) -> list[int]:
    small, large = divmod(players, tables)
    return [small + 1] * large + [small] * (tables - large)


def _nearest(counts: Iterable[int], least: int, most: int) -> int:
    """The first of these counts that tables of `least` to `most` can seat.

    Some t tables can where t * least <= count <= t * most; the largest t that the left side allows
    decides. There always is one: `least` below, and a multiple of `least` above.
    """
    return next(count for count in counts if count >= least and (count // least) * most >= count)
