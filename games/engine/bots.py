"""The built-in policies, in the core's style: ints in, one action out, chance only from ``state.random``.

A bot sees what its seat may see and no more: its own hand, the upcard, what was staked, who passed, which
pools were melded, which hands were shown and which cards were played; never ``owner``, which knows where
every card lies.

``random`` does anything legal. ``cautious`` bets what its set is worth and keeps the lead while it can.
``bold`` bets higher, bluffs now and then where anyone may bet, and plays its high cards first.
``expert`` weighs what every stake brings (``bot_betting``) and which runs a card ends (``bot_shedding``).
"""

from __future__ import annotations

from games.engine.bot_betting import best_stake
from games.engine.bot_shedding import best_follow, best_lead
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

RANDOM, CAUTIOUS, BOLD, EXPERT = 0, 1, 2, 3

NAMES = ("random", "cautious", "bold", "expert")
"""The policies by their numbers; their titles are in ``games.services``."""

HIGHEST_STAKE = 120
"""No bot brings its stake above so many chips of its own accord: however they bet, it comes to an end."""

WORTH_OF_KIND = (0, 1, 4, 8, 20)
"""Chips that a set is worth to a cautious bot, by its kind, before its rank adds up to four."""

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
    staked = state.staked
    opener = rules.opener_raises and staked and state.turn == state.opener
    if policy == EXPERT:
        return speak_expertly(rules, state)
    if policy == RANDOM:
        wish = staked + 1 + draw(state, 5) if draw(state, 3) == 0 else 0
        worth = staked if draw(state, 3) else 0
    else:
        worth = worth_staking(state, policy)
        wish = stake_wished(state, policy, worth)
    if wish and (opener or not staked or not rules.opener_raises):
        most = most_to_stake(rules, state, state.turn)
        wish = min(wish, HIGHEST_STAKE if most < 0 else most, HIGHEST_STAKE)
        if wish > staked:
            return wish << 16 | (RAISE if staked else BET) << 10
    if opener:
        return SHOW << 10
    return (CALL if staked and worth >= staked else PASS) << 10


def speak_expertly(rules: Rules, state: State) -> int:
    """What the expert says: the stake that brings most, in the words of the rules."""
    staked = state.staked
    opener = rules.opener_raises and staked and state.turn == state.opener
    may_raise = opener or not staked or not rules.opener_raises
    most = most_to_stake(rules, state, state.turn)
    most = HIGHEST_STAKE if most < 0 else min(most, HIGHEST_STAKE)
    wish = best_stake(rules, state, most if may_raise else staked)
    if wish > staked:
        return wish << 16 | (RAISE if staked else BET) << 10
    if opener:
        return SHOW << 10
    return (CALL if wish else PASS) << 10


def stake_wished(state: State, policy: int, worth: int) -> int:
    """What to bet, or to raise to, with a hand worth so many chips; 0: neither.

    Who raises names a good part of what the hand is worth at once, so that the betting comes to an end.
    """
    staked = state.staked
    if not staked:
        if worth == 0:
            return 0
        return 1 + draw(state, worth) if policy == BOLD else 1
    if staked * 3 > worth:
        return 0
    return staked + 1 + draw(state, worth - staked) if policy == BOLD else worth // 2 + 1


def worth_staking(state: State, policy: int) -> int:
    """The most chips a hand is worth to a bot, or a bluff; 0: pass."""
    best = state.best[state.turn]
    if best < sets.PAIR << 8:
        return 3 if policy == BOLD and draw(state, 6) == 0 else 0
    worth = (best >> 4 & 15) // 3 + WORTH_OF_KIND[best >> 8]
    return worth * 2 if policy == BOLD else worth


def lead(rules: Rules, state: State, policy: int, hand: int) -> int:
    """The card to lead."""
    if policy == RANDOM:
        return any_card(state, hand)
    if policy == EXPERT:
        return best_lead(rules, state, hand)
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
    if policy == EXPERT:
        return best_follow(state, choice)
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
