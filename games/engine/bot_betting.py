"""How ``expert`` bets: every stake is weighed by what it brings on the average, and the best is taken.

It counts what it has not seen. From that follows how likely a hand of so many cards is better than its own,
and how likely it is worth a stake. Of the others most are honest: they stake what their hands are worth, so
that a stake tells of a hand. Some are careless, and their stakes tell nothing. Who they are cannot be known,
so everybody is taken for a little of both.

Chances are parts of ``ONE``, from 0; what is expected (chips, sets in a hand) comes in the same parts.
"""

from __future__ import annotations

from games.engine.core.sets import FOUR, LANE, LANES, PAIR, THREE, TWO_PAIRS
from games.engine.core.state import (
    FIRST_POOL,
    POCH,
    TIES_PAY_SUIT,
    TIES_SKAT,
    Rules,
    State,
    count_bits,
)

ONE = 1 << 16
"""Certainty."""
CARELESS = 27000
"""How far everybody is taken for careless."""
CARELESS_CALLS = 40000
"""How likely the careless answer a stake."""
LEAD_WORTH = 2 * ONE
"""Cards that leading the play is worth, each ``out_pay``."""
MOST_TOLD = 10
"""No stake tells of a better hand than one worth so many chips: some stake all they can on that."""
STAKES = (1, 3, 6, 12, 24)
"""The stakes that are weighed beside the highest, where honest answers change."""

Prospects = tuple[int, int, int, int, int, int, int, int, int, int, int]
"""What a hand may hold of which only the number of cards is known.

The ranks of which two, three and four cards are unseen. How likely it holds two or more of each, three or
more of the second and the third, four of the third. The numbers of unseen cards and of its cards.
"""
A_PAIR, UNSEEN, CARDS = 3, 9, 10
"""Places in that: how likely it holds both of two unseen cards; the two numbers."""


def best_stake(rules: Rules, state: State, most: int) -> int:
    """The stake that brings most: 0 to pass, the present one to call, or one up to ``most`` to raise to."""
    seat = state.turn
    unseen = rules.whole[state.seats] & ~(state.hand[seat] | 1 << state.upcard)
    hands = prospects(unseen, state.count[state.after[seat]])
    # Who is in where a set is needed has one: so much likelier is everything.
    may_bet = ONE if rules.anyone else max(1, chance(reaching(rules, hands, PAIR, 0)))
    odds = min(ONE, beaten(rules, state, unseen, hands) * ONE // may_bet)
    staked = state.staked
    shown = worth_it(rules, hands, staked, may_bet)
    best = 0
    highest = 0
    if staked:
        highest = expectation(rules, state, staked, odds, shown, shown)
        if highest > 0:
            best = staked
        else:
            highest = 0
    for wish in STAKES:
        if staked < wish < most:
            answer = worth_it(rules, hands, wish, may_bet)
            expected = expectation(rules, state, wish, odds, shown, answer)
            if expected > highest:
                highest = expected
                best = wish
    if most > staked:
        answer = worth_it(rules, hands, most, may_bet)
        if expectation(rules, state, most, odds, shown, answer) > highest:
            best = most
    return best


def expectation(rules: Rules, state: State, wish: int, odds: int, shown: int, answer: int) -> int:
    """What it brings on the average to stake so much now, when the others answer and nobody raises.

    Another's hand is better with a chance of ``odds``; the present stake is worth it to a share of ``shown``
    of the honest, the stake wished to a share of ``answer``.
    """
    seat = state.turn
    cost = wish - state.stake[seat]
    if rules.table and cost > state.account[seat]:
        cost = state.account[seat]
    ours = state.stake[seat] + cost
    pot = state.account[FIRST_POOL + POCH] * ONE
    if rules.winner_leads:
        pot += LEAD_WORTH * rules.out_pay
    win = ONE
    for other in range(state.seats):
        stake = state.stake[other]
        pot += min(stake, ours) * ONE
        if other != seat and state.inside[other]:
            missing = wish - stake
            if rules.table:
                missing = min(missing, state.account[other])
            told = ONE
            if stake:
                # Whoever staked less, and was raised, told half as much.
                told = shown if stake >= state.staked else min(ONE, shown * 2)
            if missing > 0:
                careless = CARELESS * CARELESS_CALLS // ONE
                staying = min(answer, told)
            else:
                careless = CARELESS
                staying = told
            better = min(odds, staying) * (ONE - CARELESS) // max(1, told) + careless * odds // ONE
            stays = staying * (ONE - CARELESS) // max(1, told) + careless
            win = win * (ONE - better) // ONE
            if missing > 0:
                pot += missing * (stays - better) * ONE // max(1, ONE - better)
    # Divided in two steps: the pools may hold so many chips that the product would not fit into a number.
    return win * (pot // 256) // 256 - (ONE - win) * cost


# --- How likely a hand is


def worth_it(rules: Rules, hands: Prospects, stake: int, may_bet: int) -> int:
    """To what share of those who may bet a stake is worth it, as an honest player sees it.

    A set is worth a chip for each three ranks, and more by its kind; it is staked one and a half times.
    """
    worth = min((stake * 2 + 2) // 3, MOST_TOLD)
    if worth <= 1:
        return ONE if not rules.anyone else chance(reaching(rules, hands, PAIR, 0))
    if worth <= 5:
        expected = reaching(rules, hands, PAIR, (worth - 1) * 3)
    elif rules.two_pairs and worth <= 8:
        expected = reaching(rules, hands, TWO_PAIRS, (worth - 4) * 3)
    else:
        expected = reaching(rules, hands, THREE, max(0, worth - 8) * 3)
    return min(ONE, chance(expected) * ONE // may_bet)


def beaten(rules: Rules, state: State, unseen: int, hands: Prospects) -> int:
    """How likely another hand beats the own one, an equal one by what decides then."""
    seat = state.turn
    kind = state.best[seat] >> 8
    rank = state.best[seat] >> 4 & 15
    if kind:
        expected = reaching(rules, hands, kind, rank + 1)
        if kind == PAIR:
            expected += equal_pair(rules, state, unseen, rank) * hands[A_PAIR] // ONE
        return chance(expected)
    higher = count_bits(unseen & LANES * (LANE << rank + 1 & LANE))
    return chance(reaching(rules, hands, PAIR, 0) + higher * hands[CARDS] * ONE // hands[UNSEEN])


def equal_pair(rules: Rules, state: State, unseen: int, rank: int) -> int:
    """How likely the other pair of a rank wins, if it can be held at all."""
    if count_bits(unseen & LANES << rank) < 2:
        return 0
    hand = state.hand[state.turn]
    if rules.ties == TIES_PAY_SUIT:
        return 0 if hand >> state.pay_suit * 16 + rank & 1 else ONE
    if rules.ties == TIES_SKAT:
        return 0 if hand >> 48 + rank & 1 else ONE
    return ONE // 2


def reaching(rules: Rules, hands: Prospects, kind: int, rank: int) -> int:
    """How many sets of this kind and at least this rank, or better, are expected in a hand."""
    ranks = LANE << rank & LANE
    if kind == FOUR:
        return expected_sets(hands, 0, 0, ranks)
    if kind == THREE:
        return expected_sets(hands, 0, ranks, LANE)
    if not rules.two_pairs:
        return expected_sets(hands, ranks, LANE, 0)
    # A second pair, below the first, lies in what is left of the cards.
    lower = expected_sets(hands, LANE ^ ranks, LANE, 0)
    upper = expected_sets(hands, ranks, LANE, 0)
    cards = hands[CARDS]
    second = (cards - 2) * (cards - 3)
    all_pairs = max(1, cards * (cards - 1))
    if kind == PAIR:
        return upper + lower * lower // (2 * ONE) * second // all_pairs
    threes = expected_sets(hands, 0, LANE, 0)
    return threes + upper * (lower + upper // 2) // ONE * second // all_pairs


def prospects(unseen: int, cards: int) -> Prospects:
    """What a hand of so many unseen cards may hold: see ``Prospects``."""
    a = unseen & LANE
    b = unseen >> 16 & LANE
    c = unseen >> 32 & LANE
    d = unseen >> 48
    four = a & b & c & d
    three = a & b & (c | d) | c & d & (a | b)
    two = (a & b | c & d | (a | b) & (c | d)) ^ three
    total = count_bits(unseen)
    rest = total - cards
    # The ways to lay two, three and four cards in order on the places of the hand, and on all places.
    hand_2 = cards * (cards - 1)
    hand_3 = hand_2 * (cards - 2)
    hand_4 = hand_3 * (cards - 3)
    all_2 = total * (total - 1)
    all_3 = all_2 * (total - 2)
    all_4 = all_3 * (total - 3)
    return (
        two, three ^ four, four,
        hand_2 * ONE // all_2,
        (3 * hand_2 * rest + hand_3) * ONE // all_3,
        (6 * hand_2 * rest * (rest - 1) + 4 * hand_3 * rest + hand_4) * ONE // all_4,
        hand_3 * ONE // all_3,
        (4 * hand_3 * rest + hand_4) * ONE // all_4,
        hand_4 * ONE // all_4,
        total, cards,
    )  # fmt: skip


def expected_sets(hands: Prospects, pairs: int, threes: int, fours: int) -> int:
    """How many ranks are expected of which a hand holds two, being among the ranks of ``pairs``, or three,
    being among ``threes``, or four, being among ``fours``.
    """
    two, three, four, two_in_2, two_in_3, two_in_4, three_in_3, three_in_4, four_in_4, _, _ = hands
    expected = 0
    if pairs:
        expected += count_bits(two & pairs) * two_in_2
        expected += count_bits(three & pairs) * two_in_3
        expected += count_bits(four & pairs) * two_in_4
    threes &= ~pairs
    if threes:
        expected += count_bits(three & threes) * three_in_3
        expected += count_bits(four & threes) * three_in_4
    fours &= ~(threes | pairs)
    if fours:
        expected += count_bits(four & fours) * four_in_4
    return expected


def chance(expected: int) -> int:
    """How likely a hand holds at least one of some sets, of which so many are expected.

    Sets take each other's room: they come as if by three tries and not by many.
    """
    left = max(0, ONE - expected // 3)
    return ONE - left * left // ONE * left // ONE
