"""The numbers that a report takes from totals: chips by bot and place, by source, by pool."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.bulk_totals import KINDS, NOBODY_BET, ONE_LEFT, SHOWDOWN, Totals
from games.engine.core.sets import NO_SET, TWO_PAIRS
from games.engine.core.state import (
    ANTES,
    CENTRE,
    LEFTOVER,
    MOST_CARDS,
    OUT,
    POCH,
    POOL_COUNT,
    POT,
    SEATS,
    STAKED,
    STOP,
    UPCARD_DEALER,
    UPCARD_POOL,
    Rules,
)
from games.engine.simulation.sample import Count
from games.engine.switches import POOLS

_SETS = ("none", "pair", "two_pairs", "three", "four")
"""The kinds of sets, in the order of ``core.sets``."""
ENDINGS = {"nobody_bet": NOBODY_BET, "one_left": ONE_LEFT, "showdown": SHOWDOWN}
"""The ends of the Pochen."""
_ORDINALS = ("forehand", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
"""Names of the places in the order of play. The last place of a table is called dealer instead."""

Seats = Sequence[int]


def positions(seats: int) -> list[str]:
    """The names of the places at a table, in the order of play."""
    return [*_ORDINALS[: seats - 1], "dealer"]


def sets(rules: Rules) -> dict[str, int]:
    """The kinds of sets that a hand can show under the rules, by name; ``none`` if anyone may bet."""
    return {
        name: kind
        for kind, name in enumerate(_SETS)
        if (kind != NO_SET or rules.anyone) and (kind != TWO_PAIRS or rules.two_pairs)
    }


# --- Deals


def deals(totals: Totals) -> int:
    """The number of deals."""
    return totals.deals


def deals_of(seats: Seats) -> Count:
    """The number of deals, counted once for each of these seats."""
    return lambda totals: totals.deals * len(seats)


def deals_at(seats: Seats, place: int) -> Count:
    """The number of deals in which one of these seats had this place."""
    return lambda totals: sum(totals.deals_at_place[seat * SEATS + place] for seat in seats)


def deals_ending(ending: int) -> Count:
    """The number of deals whose Pochen ended like this (one of ``ENDINGS``)."""
    return lambda totals: totals.betting[ending]


def deals_bet(totals: Totals) -> int:
    """The number of deals in which somebody bet."""
    return totals.betting[ONE_LEFT] + totals.betting[SHOWDOWN]


def actions(totals: Totals) -> int:
    """The number of actions of all deals."""
    return totals.actions


# --- Chips


def chips_of(seats: Seats) -> Count:
    """The net chips of these seats."""
    return lambda totals: sum(totals.chips[seat] for seat in seats)


def staked(totals: Totals) -> int:
    """The sum of the highest stakes of all deals."""
    return totals.staked


def chips_at(seats: Seats, place: int) -> Count:
    """The net chips of these seats at this place."""
    return lambda totals: sum(totals.place_chips[seat * SEATS + place] for seat in seats)


def chips_by(kinds: Sequence[int], seats: Seats, less: Sequence[int] = ()) -> Count:
    """The net chips of these seats from some kinds of events, minus what came out of the pools ``less``."""
    return lambda totals: sum(
        sum(totals.chips_by_kind[seat * KINDS + kind] for kind in kinds)
        - sum(totals.chips_from_pool[seat * POOL_COUNT + pool] for pool in less)
        for seat in seats
    )


def chips_out_of(pool: int, seats: Seats) -> Count:
    """The chips that these seats took from a pool, without those from the upcard."""
    return lambda totals: sum(totals.chips_from_pool[seat * POOL_COUNT + pool] for seat in seats)


def sources(rules: Rules, seats: Seats) -> dict[str, Count]:
    """All sources of chips under the rules, by name. Together they are the net chips of these seats.

    ``pochen`` and ``going_out`` do not include the pools ``poch`` and ``centre``, which are sources of their
    own.
    """
    names = {"antes": chips_by([ANTES], seats)}
    names |= {POOLS[pool]: chips_out_of(pool, seats) for pool in rules.board[: rules.board_size]}
    if rules.upcard == UPCARD_DEALER:
        names["upcard"] = chips_by([UPCARD_POOL], seats)
    names["pochen"] = chips_by([STAKED, POT], seats, [POCH])
    if rules.stop_pay and not rules.tricks:
        names["stops"] = chips_by([STOP], seats)
    names["going_out"] = chips_by([OUT], seats, [CENTRE])
    if rules.most_cards_pays:
        names["most_cards"] = chips_by([MOST_CARDS], seats)
    if rules.split_leftover:
        names["leftover"] = chips_by([LEFTOVER], seats)
    return names


# --- Pools: numbers of deals or chips

POOL_COUNTS = {"won_share": "pool_won", "carried_share": "pool_carried", "chips_left": "pool_chips_left"}
"""The measures of a pool, and their attributes in totals."""


def pool_count(measure: str, pool: int) -> Count:
    """One of ``POOL_COUNTS`` of a pool."""
    name = POOL_COUNTS[measure]
    return lambda totals: int(getattr(totals, name)[pool])
