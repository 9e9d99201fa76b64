"""How ``expert`` sheds: it looks at which runs a card ends, and which cards must follow it.

A run ends below a card that nobody holds: one that was played, or turned up, or lies in the talon. Some of
what lies there is known: a card whose pool nobody melded, or that did not follow the card below it. So are
some hands: cards that were melded, hands that were shown. Any other card is as likely held as the next.

Chances are parts of ``ONE``.
"""

from __future__ import annotations

from games.engine.core.melding import SEVEN
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
"""The bits of a card that tell its suit."""
KEEPING = 8
"""What keeping the lead counts beside one card that is shed."""
UNREACHED = 2
"""What a card counts that is never shed unless it is led: nobody can play the one below it."""


def best_lead(rules: Rules, state: State, hand: int) -> int:
    """The card to lead."""
    hidden = maybe_held(rules, state, hand)
    known = surely_held(rules, state) & hidden
    held = chance_held(state, hidden, known)
    if rules.tricks:
        return best_for_trick(hand, hidden, known, held)
    return best_for_run(hand, hidden, known, held)


def best_follow(state: State, choice: int) -> int:
    """The card to follow suit with: the highest, if it leads the trick; lower, if nobody comes after it."""
    above = choice >> state.trick_card + 1 << state.trick_card + 1
    if not above:
        return top_bit(choice & -choice)
    return top_bit(above) if state.trick_left else top_bit(above & -above)


# --- What is known


def maybe_held(rules: Rules, state: State, hand: int) -> int:
    """The cards that others may hold, as far as the seat whose turn it is can tell."""
    gone = state.played | hand
    if rules.upcard != UPCARD_JOINS:
        gone |= 1 << state.upcard
    if not rules.tricks:
        # Whoever held the next of a card that was played has had to play it.
        gone |= state.played << 1
    ace = state.pay_suit * 16 + ACE_RANK
    for pool in range(TEN_POOL + 1):
        if rules.has_pool[pool] and state.melded_by[pool] < 0:
            gone |= 1 << ace - pool
    return rules.whole[state.seats] & ~gone


def surely_held(rules: Rules, state: State) -> int:
    """The cards that won pools or were shown, played since or not."""
    cards = 0
    ace = state.pay_suit * 16 + ACE_RANK
    for pool in range(TEN_POOL + 1):
        if state.melded_by[pool] >= 0:
            cards |= 1 << ace - pool
    if rules.sequence == SEQUENCE_789 and state.melded_by[SEQUENCE] >= 0:
        cards |= 7 << state.pay_suit * 16 + SEVEN
    if state.winner >= 0 and (state.in_count > 1 or rules.show_uncontested):
        for seat in range(state.seats):
            if state.inside[seat]:
                cards |= state.dealt[seat]
    return cards


def chance_held(state: State, hidden: int, known: int) -> int:
    """How likely a hidden card of which nothing is known is in a hand, and not in the talon."""
    held = -count_bits(known) - state.count[state.turn]
    for seat in range(state.seats):
        held += state.count[seat]
    unknown = count_bits(hidden & ~known)
    if held >= unknown:
        return ONE
    return max(0, held) * ONE // unknown


# --- Runs


def best_for_run(hand: int, hidden: int, known: int, held: int) -> int:
    """The card whose run most likely ends with the hand's own card, takes most of its cards along, and would
    not be reached by anybody else's.
    """
    best = NOBODY
    most = 0
    rest = hand
    above = NOBODY
    keep = 0
    shed = 0
    while rest:
        card = top_bit(rest)
        rest ^= 1 << card
        keep, shed = run_from(card, above, keep, shed, hidden, known, held)
        above = card
        score = keep * KEEPING + shed
        if not hand << 1 >> card & 1:
            score += (ONE - held_at(card - 1, hidden, known, held)) * UNREACHED
        if score > most:
            most = score
            best = card
    return best


def run_from(
    card: int, above: int, keep: int, shed: int, hidden: int, known: int, held: int
) -> tuple[int, int]:
    """How likely a run from a card ends with one of the same hand, and how many of its cards it sheds.

    ``above`` is the hand's next higher card, from which a run ends so with ``keep`` and sheds ``shed``.
    """
    card += 1
    if card == above:
        return keep, ONE + shed
    reach = held_at(card, hidden, known, held)
    ends = ONE - reach
    while reach:
        card += 1
        if card == above:
            return ends + reach * keep // ONE, ONE + reach * shed // ONE
        reach = reach * held_at(card, hidden, known, held) // ONE
    return ends, ONE


def held_at(card: int, hidden: int, known: int, held: int) -> int:
    """How likely another holds a card."""
    # Shifted up by one: the card below a two of the first suit has the number -1.
    if not hidden << 1 >> card + 1 & 1:
        return 0
    return ONE if known << 1 >> card + 1 & 1 else held


# --- Tricks


def best_for_trick(hand: int, hidden: int, known: int, held: int) -> int:
    """The card that most likely takes its trick; of several one of the suit of which fewest are hidden, and
    of those the lowest.
    """
    best = NOBODY
    most = -LANE
    while hand:
        card = top_bit(hand)
        hand ^= 1 << card
        suit = LANE << (card & SUIT)
        higher = suit & -2 << card
        keep = ONE
        if known & higher:
            keep = 0
        for _ in range(count_bits(hidden & higher)):
            keep = keep * (ONE - held) // ONE
        score = keep * 16 - count_bits(hidden & suit)
        if score >= most:
            most = score
            best = card
    return best
