"""The antes, the hands and the upcard.

Before a deal each player pays ``stake`` chips into each dressed pool. Forehand gets the first cards. Either
all cards but the last are dealt, or each player gets a fixed number. The next card is turned up. It is the
upcard, and its suit is the pay suit.
"""

from __future__ import annotations

from games.engine.core.state import (
    ACE_RANK,
    ANTES,
    FIRST_POOL,
    UPCARD_DEALER,
    UPCARD_JOINS,
    UPCARD_POOL,
    Rules,
    State,
    move,
    note,
)


def seat_down(rules: Rules, state: State, seats: int, dealer: int) -> None:
    """Set the number of seats, the dealer, forehand and the order of play."""
    state.seats = seats
    state.dealer = dealer
    seat = dealer
    for place in range(seats):
        after = seat + rules.step
        if after == seats:
            after = 0
        elif after < 0:
            after = seats - 1
        state.after[seat] = after
        state.place[after] = place
        seat = after
    state.forehand = state.after[dealer]


def next_dealer(rules: Rules, state: State) -> int:
    """The seat that deals after this deal: forehand, or by ``deals_next: opener`` who opened the betting."""
    return state.opener if rules.opener_deals and state.opener >= 0 else state.forehand


def can_ante(rules: Rules, chips: int) -> int:
    """1 if a purse of ``chips`` can pay the ante, else 0."""
    return 1 if not rules.table or chips >= rules.stake * rules.dressed_size else 0


def antes(rules: Rules, state: State) -> None:
    """Each seat pays its stake into each dressed pool."""
    account = state.account
    ante = rules.stake * rules.dressed_size
    for seat in range(state.seats):
        account[seat] -= ante
    into_each = rules.stake * state.seats
    for pool in rules.dressed[: rules.dressed_size]:
        account[FIRST_POOL + pool] += into_each
    note(state, ANTES << 10)


def cards_dealt(rules: Rules, state: State, seat: int) -> int:
    """The number of cards dealt to a seat, without an upcard that joins the hand."""
    if rules.hand:
        return rules.hand
    return (rules.pack[state.seats] - 2 - state.place[seat]) // state.seats + 1


def next_to_receive(rules: Rules, state: State) -> int:
    """If all cards are dealt: the seat that would have received the upcard."""
    return (state.forehand + rules.step * (rules.pack[state.seats] - 1)) % state.seats


def deal(rules: Rules, state: State, deck: list[int]) -> None:
    """Deal a whole pack, the first card first. Set the upcard; ``turn_up`` turns it up."""
    seats = state.seats
    owner = state.owner
    upcard_at = seats * rules.hand if rules.hand else rules.pack[seats] - 1
    seat = state.forehand
    for place in range(seats):
        hand = 0
        if rules.hand:
            circuit_at = 0
            circuit = 0
            while circuit_at < upcard_at:
                packet = rules.packets[circuit]
                first = circuit_at + place * packet
                for at in range(first, first + packet):
                    card = deck[at]
                    hand |= 1 << card
                    owner[card] = seat
                circuit_at += seats * packet
                circuit += 1
        else:
            for at in range(place, upcard_at, seats):
                card = deck[at]
                hand |= 1 << card
                owner[card] = seat
        state.hand[seat] = hand
        state.count[seat] = cards_dealt(rules, state, seat)
        seat = state.after[seat]
    state.upcard = deck[upcard_at]


def turn_up(rules: Rules, state: State, upcard: int) -> None:
    """Turn up a card, which sets the pay suit. It may join a hand, or give its pool to the dealer."""
    state.upcard = upcard
    state.pay_suit = upcard >> 4
    if rules.upcard == UPCARD_JOINS:
        seat = next_to_receive(rules, state)
        state.hand[seat] |= 1 << upcard
        state.count[seat] += 1
        state.owner[upcard] = seat
    elif rules.upcard == UPCARD_DEALER:
        pool = ACE_RANK - (upcard & 15)
        if pool < rules.single_card_pools and state.account[FIRST_POOL + pool]:
            move(state, UPCARD_POOL, FIRST_POOL + pool, state.dealer, state.account[FIRST_POOL + pool])
