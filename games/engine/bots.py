"""The built-in bots, in the style of the core: they take ints and return one action.

Chance comes only from ``state.random``. A bot uses only what its seat may see: its own hand, the upcard, the
stakes, who passed, which pools were melded, which hands were shown and which cards were played. It never
reads ``owner``, which holds the place of every card.

``random`` does anything legal. ``cautious`` bets what its set is worth and keeps the lead while it can.
``bold`` bets higher, sometimes bluffs where anyone may bet, and plays its high cards first.
``expert`` compares the expected gain of every stake (``bot_betting``) and looks at the runs that a card ends
(``bot_shedding``).

``bully`` is an opponent for measurements; clubs cannot choose it. It raises to ``BULLY_STAKE`` with any hand,
and otherwise calls only with three of a kind or better. In the shedding it plays like the expert. Without a
bet limit it beats experts under most presets, and with one under a few (``tests.bench.versus``).
"""

from __future__ import annotations

from games.engine.bot_betting import best_stake
from games.engine.bot_shedding import best_follow, best_lead
from games.engine.cards import following
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

RANDOM, CAUTIOUS, BOLD, EXPERT, BULLY = 0, 1, 2, 3, 4

NAMES = ("random", "cautious", "bold", "expert")
"""The bots that clubs choose from, by number. Their titles are in ``games.services``."""
OPPONENTS = (*NAMES, "bully")
"""All bots, by number."""

HIGHEST_STAKE = 120
"""The highest stake in chips that a bot bets or raises to. It makes sure that every betting ends."""
BULLY_STAKE = 24
"""The stake in chips that the bully bets or raises to."""

WORTH_OF_KIND = (0, 1, 4, 8, 20)
"""The worth in chips of a set to a cautious bot, by its kind. Its rank adds up to four chips."""

LANE = 0xFFFF
PLAYS = PLAY << 10


def decide(rules: Rules, state: State, policy: int) -> int:
    """Return the action of the bot whose turn it is. The rules allow it."""
    if state.forced:
        return state.forced
    if state.stage == IN_POCHEN:
        return speak(rules, state, policy) | state.turn << 5
    if policy == BULLY:
        policy = EXPERT
    hand = state.hand[state.turn]
    if state.led_suit >= 0:
        card = follow(state, policy, hand & LANE << state.led_suit * 16)
    else:
        card = lead(rules, state, policy, hand)
    return card << 16 | PLAYS | state.turn << 5


def draw(state: State, below: int) -> int:
    """Return a random number from 0 to ``below - 1``."""
    state.random = following(state.random)
    return (state.random >> 8) % below


def speak(rules: Rules, state: State, policy: int) -> int:
    """Return the action in the Pochen, without the seat."""
    staked = state.staked
    opener = rules.opener_raises and staked and state.turn == state.opener
    may_raise = opener or not staked or not rules.opener_raises
    most = most_to_stake(rules, state, state.turn)
    most = HIGHEST_STAKE if most < 0 else min(most, HIGHEST_STAKE)
    if policy == EXPERT:
        wish = best_stake(rules, state, most if may_raise else staked)
        worth = wish
    elif policy == BULLY:
        wish = BULLY_STAKE
        worth = staked if state.best[state.turn] >= sets.THREE << 8 else 0
    elif policy == RANDOM:
        wish = staked + 1 + draw(state, 5) if draw(state, 3) == 0 else 0
        worth = staked if draw(state, 3) else 0
    else:
        worth = worth_staking(state, policy)
        wish = wished_stake(state, policy, worth)
    wish = min(wish, most)
    if may_raise and wish > staked:
        return wish << 16 | (RAISE if staked else BET) << 10
    if opener:
        return SHOW << 10
    return (CALL if staked and worth >= staked else PASS) << 10


def wished_stake(state: State, policy: int, worth: int) -> int:
    """Return the stake of a bet or raise with a hand of this worth, or 0 for no bet and no raise.

    One raise uses a large part of the worth, so that the betting ends soon.
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
    """Return the worth of the hand in chips, or the stake of a bluff; 0 means that the bot passes."""
    best = state.best[state.turn]
    if best < sets.PAIR << 8:
        return 3 if policy == BOLD and draw(state, 6) == 0 else 0
    worth = (best >> 4 & 15) // 3 + WORTH_OF_KIND[best >> 8]
    return worth * 2 if policy == BOLD else worth


def lead(rules: Rules, state: State, policy: int, hand: int) -> int:
    """Return the card to lead."""
    if policy == RANDOM:
        return any_card(state, hand)
    if policy == EXPERT:
        return best_lead(rules, state, hand)
    if rules.tricks:
        return highest_card(hand) if policy == BOLD else lowest_of_longest_suit(hand)
    # A card is safe if no other seat can hold the next card of its suit. Its run ends with our card.
    safe = hand & ~(unseen_by(rules, state, state.turn) >> 1)
    if safe:
        return top_bit(safe & -safe)
    return highest_card(hand) if policy == BOLD else lowest_of_longest_suit(hand)


def follow(state: State, policy: int, choice: int) -> int:
    """Return the card to follow suit with. The bot takes the trick if it can, in order to lead again."""
    if policy == RANDOM:
        return any_card(state, choice)
    if policy == EXPERT:
        return best_follow(state, choice)
    above = choice >> state.trick_card + 1 << state.trick_card + 1
    if policy == BOLD or not above:
        return top_bit(choice) if above else top_bit(choice & -choice)
    return top_bit(above & -above)


def unseen_by(rules: Rules, state: State, seat: int) -> int:
    """Return the cards that a seat has not seen: all but its own, the played ones and the upcard."""
    seen = state.played | state.hand[seat]
    if rules.upcard != UPCARD_JOINS:
        seen |= 1 << state.upcard
    return rules.whole[state.seats] & ~seen


def any_card(state: State, hand: int) -> int:
    """Return a random card of a hand."""
    for _ in range(draw(state, count_bits(hand))):
        hand &= hand - 1
    return top_bit(hand & -hand)


def highest_card(hand: int) -> int:
    """Return a card of the highest rank in a hand."""
    rank = top_bit((hand | hand >> 16 | hand >> 32 | hand >> 48) & LANE)
    cards = hand & sets.LANES << rank
    return top_bit(cards & -cards)


def lowest_of_longest_suit(hand: int) -> int:
    """Return the lowest card of the longest suit in a hand."""
    longest = 0
    best = 0
    for suit in range(4):
        cards = hand & LANE << suit * 16
        length = count_bits(cards)
        if length > longest:
            longest = length
            best = cards
    return top_bit(best & -best)
