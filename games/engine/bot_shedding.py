"""How ``expert`` sheds: it looks at which runs a card ends, and which cards must follow it.

A card that nobody can hold any more ends the run below it. Of the unseen cards nothing is known but how many
lie in hands and how many in the talon. Chances are parts of ``ONE``.
"""

from __future__ import annotations

from games.engine.core.state import NOBODY, UPCARD_JOINS, Rules, State, count_bits, top_bit

ONE = 1 << 12
"""Certainty."""
LANE = 0xFFFF
KEEPING = 4
"""What keeping the lead counts beside shedding one card."""


def best_lead(rules: Rules, state: State, hand: int) -> int:
    """The card to lead."""
    unseen = hidden_cards(rules, state, hand)
    live = chance_held(state, unseen)
    return best_trick_lead(hand, unseen, live) if rules.tricks else best_run(hand, unseen, live)


def hidden_cards(rules: Rules, state: State, hand: int) -> int:
    """The cards that another may hold, as far as the seat that is to play can know."""
    seen = state.played | hand
    if rules.upcard != UPCARD_JOINS:
        seen |= 1 << state.upcard
    if not rules.tricks:
        # Whoever held the next of a card that was played has played it.
        seen |= state.played << 1
    return rules.whole[state.seats] & ~seen


def chance_held(state: State, unseen: int) -> int:
    """How likely one of those cards is in a hand and not in the talon."""
    held = 0
    for seat in range(state.seats):
        held += state.count[seat]
    held -= state.count[state.turn]
    total = count_bits(unseen)
    return held * ONE // total if held < total else ONE


def best_run(hand: int, unseen: int, live: int) -> int:
    """The card whose run most likely comes back to the hand and takes most of its cards along."""
    best = NOBODY
    most = 0
    above = NOBODY
    keep = 0
    shed = 0
    while hand:
        card = top_bit(hand)
        hand ^= 1 << card
        reach, free = climb(card, above, unseen, live)
        keep = free + reach * keep // ONE
        shed = ONE + reach * shed // ONE
        above = card
        score = keep * KEEPING + shed
        if score > most:
            most = score
            best = card
    return best


def climb(card: int, above: int, unseen: int, live: int) -> tuple[int, int]:
    """How likely a run from a card reaches ``above``, the next of the hand; how likely it ends at once."""
    up = card + 1
    if up == above:
        return ONE, 0
    if not unseen >> up & 1:
        return 0, ONE
    free = ONE - live
    reach = live
    while up + 1 != above:
        up += 1
        if not unseen >> up & 1:
            return 0, free
        reach = reach * live // ONE
    return reach, free


def best_trick_lead(hand: int, unseen: int, live: int) -> int:
    """The card that most likely takes its trick; of several the lowest."""
    best = NOBODY
    most = 0
    while hand:
        card = top_bit(hand)
        hand ^= 1 << card
        keep = ONE
        for _ in range(count_bits(unseen & LANE << (card & 48) & -2 << card)):
            keep = keep * (ONE - live) // ONE
        if keep >= most:
            most = keep
            best = card
    return best


def best_follow(state: State, choice: int) -> int:
    """The card to follow suit with: the lowest that takes the trick, or the lowest."""
    above = choice >> state.trick_card + 1 << state.trick_card + 1
    return top_bit(above & -above) if above else top_bit(choice & -choice)
