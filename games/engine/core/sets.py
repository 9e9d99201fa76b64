"""The strength of a hand in the Pochen.

Only the best set counts: four of a rank beat three, three beat (two pairs, and these) a pair, and a pair
beats no set. Among sets of one kind the higher rank wins. A hand without a set counts as its highest card.
One number holds all of this and the rule for ties. The higher number wins, and equal numbers share a pot::

    kind (3 bits)  rank (4)  lower pair's rank (4) | the rest of the hand (39) | pay suit (1) | place (4)
"""

from __future__ import annotations

from games.engine.core.state import SEATS, TIES_KICKERS, TIES_SKAT, TIES_SPLIT, Rules, State, top_bit

NO_SET, PAIR, TWO_PAIRS, THREE, FOUR = 0, 1, 2, 3, 4
LANE = 0xFFFF
LANES = 1 | 1 << 16 | 1 << 32 | 1 << 48
"""The lowest card of each suit, as one hand."""
SET_AT = 44
"""The bits of a strength below the set: ``strength >> SET_AT`` is the value of ``best_set``."""


def best_set(rules: Rules, hand: int) -> int:
    """The best set of a hand: ``kind << 8 | rank << 4 | rank of the lower of two pairs``."""
    a = hand & LANE
    b = hand >> 16 & LANE
    c = hand >> 32 & LANE
    d = hand >> 48
    pairs = a & b | c & d | (a | b) & (c | d)
    if not pairs:
        return top_bit(a | b | c | d) << 4
    threes = a & b & (c | d) | c & d & (a | b)
    if not threes:
        rank = top_bit(pairs)
        lower = pairs ^ 1 << rank
        if rules.two_pairs and lower:
            return TWO_PAIRS << 8 | rank << 4 | top_bit(lower)
        return PAIR << 8 | rank << 4
    fours = a & b & c & d
    if fours:
        return FOUR << 8 | top_bit(fours) << 4
    return THREE << 8 | top_bit(threes) << 4


def cards_of_set(hand: int, value: int) -> int:
    """The cards of a hand that form its ``best_set``, or its highest card."""
    cards = hand & LANES << (value >> 4 & 15)
    if value >> 8 == TWO_PAIRS:
        cards |= hand & LANES << (value & 15)
    return cards


def strength(rules: Rules, state: State, seat: int, hand: int) -> int:
    """The strength of a hand in a showdown, with ties as the rules decide them. The higher number wins."""
    value = state.best[seat] or best_set(rules, hand)
    packed = value << SET_AT
    ties = rules.ties
    if ties == TIES_SPLIT:
        return packed
    rank = value >> 4 & 15
    if ties == TIES_SKAT:
        return packed | best_suit_of_rank(hand, rank)
    if ties == TIES_KICKERS:
        packed |= ranks_counted(hand ^ cards_of_set(hand, value)) << 5
    pay_suit_held = hand >> state.pay_suit * 16 + rank & 1
    return packed | pay_suit_held << 4 | SEATS - state.place[seat]


def best_suit_of_rank(hand: int, rank: int) -> int:
    """The highest suit of a rank in a hand, as in Skat: clubs 3, spades 2, hearts 1, diamonds 0."""
    if hand >> 48 + rank & 1:
        return 3
    if hand >> rank & 1:
        return 2
    return hand >> 16 + rank & 1


def ranks_counted(hand: int) -> int:
    """The number of cards of each rank in a hand, with three bits for each rank, the ace highest.

    To compare two such numbers is to compare two hands card by card from the highest rank. If one hand has no
    more cards, the longer hand wins.
    """
    counted = 0
    for suit in range(4):
        lane = hand >> suit * 16 & LANE
        for rank in range(13):
            counted += (lane >> rank & 1) << 3 * rank
    return counted
