"""How many tables, and how large: domain.md, "Table sizes"."""

from __future__ import annotations

from collections.abc import Iterable

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
