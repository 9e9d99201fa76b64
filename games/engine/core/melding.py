"""Melding: cards of the pay suit win pools.

The player with the ace, king, queen, jack or ten of the pay suit takes that pool. With ``ten_pool: ten_nine``
the ten pool needs the nine too, in the same hand. A player with both king and queen also takes the marriage
pool. One of three rules decides who takes the sequence pool. No player makes a
choice here.
"""

from __future__ import annotations

from games.engine.core.state import (
    ACE_RANK,
    FIRST_POOL,
    KING_RANK,
    MARRIAGE,
    MELD,
    NOBODY,
    QUEEN_RANK,
    SEQUENCE,
    SEQUENCE_789,
    SEQUENCE_LONGEST,
    SEQUENCE_NONE,
    TEN_POOL,
    Rules,
    State,
    move,
    top_bit,
)

LANE = 0xFFFF
TEN, NINE, EIGHT, SEVEN = 8, 7, 6, 5


def meld(rules: Rules, state: State) -> None:
    """Pay each pool that the cards of a seat win, in the order of the board."""
    owner = state.owner
    ace = state.pay_suit * 16 + ACE_RANK
    for pool in rules.board[: rules.board_size]:
        seat = owner[ace - pool] if pool < rules.single_card_pools else taker(rules, state, pool)
        if seat >= 0:
            pay(state, pool, seat)


def pay(state: State, pool: int, seat: int) -> None:
    """Pay a whole pool to the seat that melded it. An empty pool counts as melded too."""
    chips = state.account[FIRST_POOL + pool]
    state.melded_by[pool] = seat
    state.melded_chips[pool] = chips
    if chips:
        move(state, MELD, FIRST_POOL + pool, seat, chips)


def taker(rules: Rules, state: State, pool: int) -> int:
    """The seat with the cards that win a pool. ``NOBODY`` if there is none, or if no cards win this pool."""
    owner = state.owner
    first = state.pay_suit * 16
    if pool < rules.single_card_pools:
        return owner[first + ACE_RANK - pool]
    if pool == TEN_POOL:
        return owner[first + TEN] if owner[first + TEN] == owner[first + NINE] else NOBODY
    if pool == MARRIAGE:
        return owner[first + KING_RANK] if owner[first + KING_RANK] == owner[first + QUEEN_RANK] else NOBODY
    if pool == SEQUENCE:
        if rules.sequence == SEQUENCE_789:
            seat = owner[first + SEVEN]
            return seat if owner[first + EIGHT] == seat and owner[first + NINE] == seat else NOBODY
        if rules.sequence != SEQUENCE_NONE:
            return best_run_holder(rules, state)
    return NOBODY


def best_run_holder(rules: Rules, state: State) -> int:
    """The seat with the best run by ``best_three`` or ``longest``. In a tie, the first in order of play."""
    holder = NOBODY
    best = 0
    seat = state.forehand
    for _ in range(state.seats):
        for suit in range(4):
            value = run_value(rules, state.hand[seat] >> suit * 16 & LANE, suit == state.pay_suit)
            if value > best:
                best = value
                holder = seat
        seat = state.after[seat]
    return holder


def run_value(rules: Rules, lane: int, of_pay_suit: int) -> int:
    """The value of the best run of three or more cards in one suit; 0 if there is none.

    ``best_three`` compares the height, then prefers the pay suit. ``longest`` compares the length first.
    """
    starts = lane & lane >> 1 & lane >> 2
    if not starts:
        return 0
    length = 3
    if rules.sequence == SEQUENCE_LONGEST:
        while starts & lane >> length:
            starts &= lane >> length
            length += 1
    height = top_bit(starts) + length - 1
    return length << 8 | height << 1 | of_pay_suit
