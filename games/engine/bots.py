"""The built-in policies, in the core's style: ints in, one action out, chance only from ``state.random``.

A bot sees what its seat may see and no more: its own hand, the upcard, what was staked, who passed and which
cards were played; never ``owner``, which knows where every card lies.

``random`` does anything legal. ``cautious`` bets what its set is worth and keeps the lead while it can.
``bold`` bets higher, bluffs now and then where anyone may bet, and plays its high cards first.
"""

from __future__ import annotations

from games.engine.core import sets
from games.engine.core.pochen import most_to_stake
from games.engine.core.state import (
    BET,
    CALL,
    IN_POCHEN,
    PASS,
    PLAY,
    RAISE,
    SHOW,
    UPCARD_JOINS,
    Rules,
    State,
    count_bits,
    top_bit,
)
from games.engine.shuffle import following

RANDOM, CAUTIOUS, BOLD = 0, 1, 2

NAMES = ("random", "cautious", "bold")
"""The policies by their numbers; their titles are in ``games.services``."""

LANE = 0xFFFF
PLAYS = PLAY << 10


def decide(rules: Rules, state: State, policy: int) -> int:
    """What a bot does now that it is its turn: an action that the rules allow."""
    if state.forced:
        return state.forced
    if state.stage == IN_POCHEN:
        return speak(rules, state, policy) | state.turn << 5
    hand = state.hand[state.turn]
    if state.led_suit >= 0:
        card = follow(state, policy, hand & LANE << state.led_suit * 16)
    else:
        card = lead(rules, state, policy, hand)
    return card << 16 | PLAYS | state.turn << 5


def draw(state: State, below: int) -> int:
    """A random number from 0, less than ``below``."""
    state.random = following(state.random)
    return (state.random >> 8) % below


def speak(rules: Rules, state: State, policy: int) -> int:
    """What to say in the Pochen, without the seat."""
    seat = state.turn
    staked = state.staked
    may_raise = not staked or not rules.opener_raises or seat == state.opener
    most = most_to_stake(rules, state, seat) if may_raise else staked
    if policy == RANDOM:
        return speak_at_random(rules, state, most)
    worth = worth_staking(state, policy)
    if not staked:
        if not worth:
            return PASS << 10
        wish = 1 + draw(state, worth) if policy == BOLD else 1
        return (wish if most < 0 else min(wish, most)) << 16 | BET << 10
    wish = staked + 1 + (draw(state, staked) if policy == BOLD else 0)
    wish = wish if most < 0 else min(wish, most)
    if staked < wish <= (worth if policy == BOLD else worth // 2):
        return wish << 16 | RAISE << 10
    if rules.opener_raises and seat == state.opener:
        return SHOW << 10
    return CALL << 10 if staked <= worth else PASS << 10


def speak_at_random(rules: Rules, state: State, most: int) -> int:
    """Any verb that is allowed, stakes at most five chips above the last."""
    staked = state.staked
    room = 5 if most < 0 else min(5, most - staked)
    verb = draw(state, 3)
    if room > 0 and (verb == 2 or (verb == 1 and not staked)):
        return staked + 1 + draw(state, room) << 16 | (RAISE if staked else BET) << 10
    if rules.opener_raises and staked and state.turn == state.opener:
        return SHOW << 10
    return CALL << 10 if verb and staked else PASS << 10


def worth_staking(state: State, policy: int) -> int:
    """The most chips a hand is worth to a bot, or a bluff; 0: pass."""
    value = state.best[state.turn]
    kind = value >> 8
    rank = value >> 4 & 15
    worth = 0
    if kind == sets.NO_SET:
        return 3 if policy == BOLD and draw(state, 6) == 0 else 0
    if kind == sets.PAIR:
        worth = 1 + rank // 3
    elif kind == sets.TWO_PAIRS:
        worth = 4 + rank // 3
    elif kind == sets.THREE:
        worth = 8 + rank // 2
    else:
        worth = 20 + rank
    return worth * 2 if policy == BOLD else worth


def lead(rules: Rules, state: State, policy: int, hand: int) -> int:
    """The card to lead."""
    if policy == RANDOM:
        return any_card(state, hand)
    if rules.tricks:
        return highest_card(hand) if policy == BOLD else lowest_of_longest_suit(hand)
    # A card is safe if nobody else can hold the next of its suit: the run stays with us or ends with us.
    safe = hand & ~(unseen_by(rules, state, state.turn) >> 1)
    if safe:
        return top_bit(safe & -safe)
    return highest_card(hand) if policy == BOLD else lowest_of_longest_suit(hand)


def follow(state: State, policy: int, choice: int) -> int:
    """The card to follow suit with: taking the trick keeps the lead, so take it if that can be done."""
    if policy == RANDOM:
        return any_card(state, choice)
    above = choice >> state.trick_card + 1 << state.trick_card + 1
    if policy == BOLD or not above:
        return top_bit(choice) if above else top_bit(choice & -choice)
    return top_bit(above & -above)


def unseen_by(rules: Rules, state: State, seat: int) -> int:
    """The cards a seat has not seen: not its own, not played, not turned up."""
    seen = state.played | state.hand[seat]
    if rules.upcard != UPCARD_JOINS:
        seen |= 1 << state.upcard
    return rules.whole[state.seats] & ~seen


def any_card(state: State, hand: int) -> int:
    """A card of a hand at random."""
    for _ in range(draw(state, count_bits(hand))):
        hand &= hand - 1
    return top_bit(hand & -hand)


def highest_card(hand: int) -> int:
    """A card of the highest rank in a hand."""
    rank = top_bit((hand | hand >> 16 | hand >> 32 | hand >> 48) & LANE)
    cards = hand & sets.LANES << rank
    return top_bit(cards & -cards)


def lowest_of_longest_suit(hand: int) -> int:
    """The lowest card of the suit of which a hand has most."""
    longest = 0
    best = 0
    for suit in range(4):
        cards = hand & LANE << suit * 16
        length = count_bits(cards)
        if length > longest:
            longest = length
            best = cards
    return top_bit(best & -best)
