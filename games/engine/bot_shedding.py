"""How ``expert`` sheds: it looks at the runs that a card ends and at the cards that must follow it.

A run ends below a card that no player holds: a played card, the upcard, or a card in the talon. The bot can
infer some cards of the talon: a card whose pool nobody melded, or a card that did not follow the one below
it. It also knows some cards in hands: melded cards and shown hands. It gives all other cards the same chance
to be in a hand.

Chances are integers from 0 to ``ONE``.
"""

from __future__ import annotations

from games.engine.core.melding import NINE, SEVEN
from games.engine.core.state import (
    ACE_RANK,
    NOBODY,
    SEQUENCE,
    SEQUENCE_789,
    TEN_POOL,
    UPCARD_JOINS,
    Rules,
    State,
    count_bits,
    top_bit,
)

ONE = 1 << 12
"""Certainty."""
LANE = 0xFFFF
SUIT = 48
"""The bits of a card that hold its suit."""
KEEPING = 8
"""The weight of keeping the lead; one shed card has weight 1."""
UNREACHED = 2
"""The weight of a card that can only be shed by leading it, because no other seat has the card below it."""


def best_lead(rules: Rules, state: State, hand: int) -> int:
    """Return the card to lead."""
    hidden = maybe_held(rules, state, hand)
    sure = surely_held(rules, state) & hidden
    held = chance_held(state, hidden, sure)
    if rules.tricks:
        return best_for_trick(hand, hidden, sure, held)
    return best_for_run(hand, hidden, sure, held)


def best_follow(state: State, choice: int) -> int:
    """Return the card to follow suit with: the highest, or as the last player the lowest that wins."""
    above = choice >> state.trick_card + 1 << state.trick_card + 1
    if not above:
        return top_bit(choice & -choice)
    return top_bit(above) if state.trick_left else top_bit(above & -above)


# --- What the bot can infer


def maybe_held(rules: Rules, state: State, hand: int) -> int:
    """Return the cards that other seats may hold, as far as the bot can know."""
    gone = state.played | hand
    if rules.upcard != UPCARD_JOINS:
        gone |= 1 << state.upcard
    if not rules.tricks:
        # A seat that held the next card of a run had to play it.
        gone |= state.played << 1
    ace = state.pay_suit * 16 + ACE_RANK
    for pool in range(rules.single_card_pools):
        if rules.has_pool[pool] and state.melded_by[pool] < 0:
            gone |= 1 << ace - pool
    return rules.whole[state.seats] & ~gone


def surely_held(rules: Rules, state: State) -> int:
    """Return the cards that won pools or were shown, even if they were played later."""
    cards = 0
    ace = state.pay_suit * 16 + ACE_RANK
    for pool in range(TEN_POOL + 1):
        if state.melded_by[pool] >= 0:
            cards |= 1 << ace - pool
    if rules.single_card_pools == TEN_POOL and state.melded_by[TEN_POOL] >= 0:
        cards |= 1 << state.pay_suit * 16 + NINE
    if rules.sequence == SEQUENCE_789 and state.melded_by[SEQUENCE] >= 0:
        cards |= 7 << state.pay_suit * 16 + SEVEN
    if state.winner >= 0 and (state.in_count > 1 or rules.show_uncontested):
        for seat in range(state.seats):
            if state.inside[seat]:
                cards |= state.dealt[seat]
    return cards


def chance_held(state: State, hidden: int, sure: int) -> int:
    """Return the chance that an unknown hidden card is in a hand and not in the talon."""
    held = -count_bits(sure) - state.count[state.turn]
    for seat in range(state.seats):
        held += state.count[seat]
    unknown = count_bits(hidden & ~sure)
    if held >= unknown:
        return ONE
    return max(0, held) * ONE // unknown


# --- Runs


def best_for_run(hand: int, hidden: int, sure: int, held: int) -> int:
    """Return the card whose run best ends in this hand, sheds its cards, and is reached by no other run."""
    best = NOBODY
    most = 0
    rest = hand
    above = NOBODY
    keep = 0
    shed = 0
    while rest:
        card = top_bit(rest)
        rest ^= 1 << card
        keep, shed = run_from(card, above, keep, shed, hidden, sure, held)
        above = card
        score = keep * KEEPING + shed
        if not hand << 1 >> card & 1:
            score += (ONE - held_at(card - 1, hidden, sure, held)) * UNREACHED
        if score > most:
            most = score
            best = card
    return best


def run_from(
    card: int, above: int, keep: int, shed: int, hidden: int, sure: int, held: int
) -> tuple[int, int]:
    """Return the chance that a run from ``card`` ends in the same hand, and how many of its cards it sheds.

    ``above`` is the next higher card of the hand. ``keep`` and ``shed`` are the results for that card.
    """
    card += 1
    if card == above:
        return keep, ONE + shed
    reach = held_at(card, hidden, sure, held)
    ends = ONE - reach
    while reach:
        card += 1
        if card == above:
            return ends + reach * keep // ONE, ONE + reach * shed // ONE
        reach = reach * held_at(card, hidden, sure, held) // ONE
    return ends, ONE


def held_at(card: int, hidden: int, sure: int, held: int) -> int:
    """Return the chance that another seat holds a card."""
    # Shift by one, because the card below the two of the first suit has the number -1.
    if not hidden << 1 >> card + 1 & 1:
        return 0
    return ONE if sure << 1 >> card + 1 & 1 else held


# --- Tricks


def best_for_trick(hand: int, hidden: int, sure: int, held: int) -> int:
    """Return the card that most likely takes its trick, by fewest hidden cards of its suit, and lowest."""
    best = NOBODY
    most = -LANE
    while hand:
        card = top_bit(hand)
        hand ^= 1 << card
        suit = LANE << (card & SUIT)
        higher = suit & -2 << card
        keep = ONE
        if sure & higher:
            keep = 0
        for _ in range(count_bits(hidden & higher)):
            keep = keep * (ONE - held) // ONE
        score = keep * 16 - count_bits(hidden & suit)
        if score >= most:
            most = score
            best = card
    return best
