"""What can be asked of totals: chips by bot and place, by where they come from, by pool."""

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
"""How a deal's Pochen ends."""
_ORDINALS = ("forehand", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
"""Places in the order of play; the last is the dealer's, whichever it is."""

Seats = Sequence[int]


def positions(seats: int) -> list[str]:
    """The names of the places at a table, in the order of play."""
    return [*_ORDINALS[: seats - 1], "dealer"]


def sets(rules: Rules) -> dict[str, int]:
    """The kinds of sets that can be shown under the rules, by name; ``none`` where anyone may bet."""
    return {
        name: kind
        for kind, name in enumerate(_SETS)
        if (kind != NO_SET or rules.anyone) and (kind != TWO_PAIRS or rules.two_pairs)
    }


# --- Deals


def deals(totals: Totals) -> int:
    """All deals."""
    return totals.deals


def deals_of(seats: Seats) -> Count:
    """The deals that so many seats played, each counted for itself."""
    return lambda totals: totals.deals * len(seats)


def deals_at(seats: Seats, place: int) -> Count:
    """The deals in which one of these seats had a place."""
    return lambda totals: sum(totals.deals_at_place[seat * SEATS + place] for seat in seats)


def deals_ending(ending: int) -> Count:
    """The deals whose Pochen ended so (one of ``ENDINGS``)."""
    return lambda totals: totals.betting[ending]


def deals_bet(totals: Totals) -> int:
    """The deals in which somebody bet."""
    return totals.betting[ONE_LEFT] + totals.betting[SHOWDOWN]


def actions(totals: Totals) -> int:
    """The actions of all deals."""
    return totals.actions


# --- Chips


def chips_of(seats: Seats) -> Count:
    """What these seats won, less what they lost."""
    return lambda totals: sum(totals.chips[seat] for seat in seats)


def staked(totals: Totals) -> int:
    """The highest stakes of the deals in which somebody bet."""
    return totals.staked


def chips_at(seats: Seats, place: int) -> Count:
    """What they won at a place."""
    return lambda totals: sum(totals.place_chips[seat * SEATS + place] for seat in seats)


def chips_by(kinds: Sequence[int], seats: Seats, less: Sequence[int] = ()) -> Count:
    """What they won by some kinds of events, but for what these brought out of some pools."""
    return lambda totals: sum(
        sum(totals.chips_by_kind[seat * KINDS + kind] for kind in kinds)
        - sum(totals.chips_from_pool[seat * POOL_COUNT + pool] for pool in less)
        for seat in seats
    )


def chips_out_of(pool: int, seats: Seats) -> Count:
    """What they took out of a pool, but for what the upcard brought them."""
    return lambda totals: sum(totals.chips_from_pool[seat * POOL_COUNT + pool] for seat in seats)


def sources(rules: Rules, seats: Seats) -> dict[str, Count]:
    """Where the chips of these seats come from and go to: all there is under the rules.

    Together they are what the seats won. ``pochen`` and ``going_out`` are without what comes out of the pools
    ``poch`` and ``centre``, which stand beside the other pools.
    """
    found = {"antes": chips_by([ANTES], seats)}
    found |= {POOLS[pool]: chips_out_of(pool, seats) for pool in rules.board[: rules.board_size]}
    if rules.upcard == UPCARD_DEALER:
        found["upcard"] = chips_by([UPCARD_POOL], seats)
    found["pochen"] = chips_by([STAKED, POT], seats, [POCH])
    if rules.stop_pay and not rules.tricks:
        found["stops"] = chips_by([STOP], seats)
    found["going_out"] = chips_by([OUT], seats, [CENTRE])
    if rules.most_cards_pays:
        found["most_cards"] = chips_by([MOST_CARDS], seats)
    if rules.split_leftover:
        found["leftover"] = chips_by([LEFTOVER], seats)
    return found


# --- Pools: each a number of deals, or of chips, for every deal

POOL_COUNTS = {
    "won_share": "pool_won",
    "carried_share": "pool_carried",
    "chips_left": "pool_chips_left",
}
"""What is told of every pool, and where totals have it."""


def pool_count(measure: str, pool: int) -> Count:
    """One of ``POOL_COUNTS`` of a pool."""
    name = POOL_COUNTS[measure]
    return lambda totals: int(getattr(totals, name)[pool])
