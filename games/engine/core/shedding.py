"""Shedding: the play of the cards.

``stops``: the leader plays any card. The player with the next higher card of the suit must play it, and so on
until nobody has the next card. The player of the last card leads again. ``tricks``: each other player plays a
card of the suit that was led, or is skipped without one. The highest card takes the trick, and its player
leads. In both games the deal ends at once when a player has no card left.
"""

from __future__ import annotations

from games.engine.core.payments import going_out, run_ended
from games.engine.core.state import (
    ALLOWED,
    CARD_IS_FORCED,
    CARD_NOT_HELD,
    IN_SHEDDING,
    NOBODY,
    OVER,
    PLAY,
    SUIT_NOT_FOLLOWED,
    TRICK_WON,
    Rules,
    State,
    note,
)

LANE = 0xFFFF
PLAYS = PLAY << 10


def begin(rules: Rules, state: State) -> None:
    """Give the lead to the first leader."""
    state.stage = IN_SHEDDING
    state.leader = first_leader(rules, state)
    state.turn = state.leader


def first_leader(rules: Rules, state: State) -> int:
    """The first leader: forehand or the winner of the Pochen; if nobody bet, as ``leads_otherwise`` says."""
    if not rules.winner_leads:
        return state.forehand
    if state.winner >= 0:
        return state.winner
    return state.dealer if rules.otherwise_dealer else state.forehand


def verify(state: State, seat: int, card: int) -> int:
    """The reason why the seat at turn may not play a card, or ``ALLOWED``."""
    if state.owner[card] != seat:
        return CARD_NOT_HELD
    if state.forced and card != state.forced >> 16:
        return CARD_IS_FORCED
    if state.led_suit >= 0 and card >> 4 != state.led_suit:
        return SUIT_NOT_FOLLOWED
    return ALLOWED


def play(rules: Rules, state: State, action: int, most: int) -> None:
    """Play a card that ``verify`` allowed, and give the turn to the next seat or pay for the end of the deal.

    In ``stops`` go on with the cards that must follow, up to ``most`` cards in all.
    """
    owner = state.owner
    hand = state.hand
    count = state.count
    tricks = rules.tricks
    seat = action >> 5 & 31
    card = action >> 16
    played = 0
    while True:
        bit = 1 << card
        played |= bit
        hand[seat] ^= bit
        owner[card] = NOBODY
        left = count[seat] - 1
        count[seat] = left
        note(state, card << 16 | PLAYS | seat << 5)
        most -= 1
        # card + 1 is the next higher card of the suit. After an ace it is a number without a card.
        holder = owner[card + 1]
        if holder < 0 or left == 0 or most == 0 or tricks:
            break
        card += 1
        seat = holder
    state.played |= played
    if tricks:
        if left:
            play_on_trick(state, seat, card)
    elif holder >= 0:
        state.turn = holder
        state.forced = card + 1 << 16 | PLAYS | holder << 5
    else:
        state.turn = seat
        state.forced = 0
        run_ended(rules, state, seat)
    if left == 0:
        state.stage = OVER
        state.turn = NOBODY
        state.forced = 0
        going_out(rules, state, seat)


def play_on_trick(state: State, seat: int, card: int) -> None:
    """Add a card to the trick. Give the turn to the next seat that can follow, or end the trick."""
    if state.led_suit < 0:
        state.led_suit = card >> 4
        state.trick_left = state.seats - 1
        state.trick_card = NOBODY
    if card > state.trick_card:
        state.trick_card = card
        state.trick_winner = seat
    while state.trick_left > 0:
        seat = state.after[seat]
        state.trick_left -= 1
        if state.hand[seat] >> state.led_suit * 16 & LANE:
            state.turn = seat
            return
    note(state, state.trick_card << 16 | TRICK_WON << 10 | state.trick_winner << 5)
    state.turn = state.trick_winner
    state.led_suit = NOBODY
