"""How ``expert`` bets: it computes the expected gain of several stakes and chooses the best one.

From the cards that it has not seen it estimates two chances: that another hand is better than its own, and
that another hand is worth a stake. It treats each player as a mixture of two kinds. Honest players stake what
their hands are worth. Careless players stake anything, so their stakes say nothing about their hands.

Chances are integers from 0 to ``ONE``. Expected numbers (of chips, of sets in a hand) use the same unit.
"""

from __future__ import annotations

from games.engine.core.sets import FOUR, LANE, LANES, PAIR, THREE, TWO_PAIRS
from games.engine.core.state import FIRST_POOL, POCH, TIES_PAY_SUIT, TIES_SKAT, Rules, State, count_bits

ONE = 1 << 16
"""Certainty."""
CARELESS = 27000
"""The chance that a player is careless."""
CARELESS_CALLS = 40000
"""The chance that a careless player calls a stake."""
LEAD_WORTH = 2 * ONE
"""The worth of leading the play, in units of ``out_pay``."""
HIGHEST_WORTH = 10
"""The worth in chips from which an honest player stakes any amount."""
STAKES = (1, 3, 6, 12, 24)
"""The stakes that the expert compares, besides the highest one. At these the answers of the others change."""

Prospects = tuple[int, int, int, int, int, int, int, int, int, int, int]
"""The possible sets of a hidden hand whose number of cards is known.

Three masks of ranks: those with two, three and four unseen cards. Then six chances that the hand holds of one
such rank: two cards (for each mask), three cards (for the second and third mask), four cards (for the third).
Then the number of unseen cards and the number of cards in the hand.
"""
A_PAIR, UNSEEN, CARDS = 3, 9, 10
"""Indexes into it: the chance to hold both of two unseen cards, and the two numbers."""


def best_stake(rules: Rules, state: State, most: int) -> int:
    """Return the stake with the highest expected gain, in chips.

    0 means pass, the present stake means call, and a higher one (up to ``most``) means bet or raise.
    """
    seat = state.turn
    unseen = rules.whole[state.seats] & ~(state.hand[seat] | 1 << state.upcard)
    hands = prospects(unseen, state.count[state.after[seat]])
    # If the rules require a set, each player who is in has one. All chances grow accordingly.
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
    """Return the expected gain of the stake ``wish``, if the others only call or pass.

    ``odds`` is the chance that one other hand is better. ``shown`` is the share of honest players whose hand
    is worth the present stake, and ``answer`` the share whose hand is worth ``wish``.
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
        whole = rules.passed_to_poch and not state.inside[other]
        pot += (stake if whole else min(stake, ours)) * ONE
        if other != seat and state.inside[other]:
            missing = wish - stake
            if rules.table:
                missing = min(missing, state.account[other])
            likely = ONE
            if stake:
                # A player who staked less before a raise has shown only half as much strength.
                likely = shown if stake >= state.staked else min(ONE, shown * 2)
            if missing > 0:
                careless = CARELESS * CARELESS_CALLS // ONE
                staying = min(answer, likely)
            else:
                careless = CARELESS
                staying = likely
            better = min(odds, staying) * (ONE - CARELESS) // max(1, likely) + careless * odds // ONE
            stays = staying * (ONE - CARELESS) // max(1, likely) + careless
            win = win * (ONE - better) // ONE
            if missing > 0:
                pot += missing * (stays - better) * ONE // max(1, ONE - better)
    # Divide in two steps. The product might not fit into 64 bits if the pools are very full.
    return win * (pot // 256) // 256 - (ONE - win) * cost


# --- The chances of hands


def worth_it(rules: Rules, hands: Prospects, stake: int, may_bet: int) -> int:
    """Return the share of honest players (of those who may bet) for whom a stake is worth it.

    A set is worth a chip for every three ranks, and more for its kind. Honest stakes go to 1.5 times that.
    """
    worth = min((stake * 2 + 2) // 3, HIGHEST_WORTH)
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
    """Return the chance that one other hand wins against the bot's. The rules decide ties."""
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
    """Return the chance that the other pair of the same rank wins, if a hand can hold it."""
    if count_bits(unseen & LANES << rank) < 2:
        return 0
    hand = state.hand[state.turn]
    if rules.ties == TIES_PAY_SUIT:
        return 0 if hand >> state.pay_suit * 16 + rank & 1 else ONE
    if rules.ties == TIES_SKAT:
        return 0 if hand >> 48 + rank & 1 else ONE
    return ONE // 2


def reaching(rules: Rules, hands: Prospects, kind: int, rank: int) -> int:
    """Return the expected number of sets in a hand, of this kind and rank or better."""
    ranks = LANE << rank & LANE
    if kind == FOUR:
        return expected_sets(hands, 0, 0, ranks)
    if kind == THREE:
        return expected_sets(hands, 0, ranks, LANE)
    if not rules.two_pairs:
        return expected_sets(hands, ranks, LANE, 0)
    # A second, lower pair is among the other cards of the hand.
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
    """Return the ``Prospects`` of a hand of this many unseen cards."""
    a = unseen & LANE
    b = unseen >> 16 & LANE
    c = unseen >> 32 & LANE
    d = unseen >> 48
    four = a & b & c & d
    three = a & b & (c | d) | c & d & (a | b)
    two = (a & b | c & d | (a | b) & (c | d)) ^ three
    total = count_bits(unseen)
    rest = total - cards
    # The number of ways to place two, three and four cards, in order: in the hand, and anywhere.
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
    """Return the expected number of sets in a hand: pairs of the ranks in ``pairs``, and so on."""
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
    """Return the chance of at least one set, from the expected number of sets.

    Sets in one hand exclude each other in part, so the estimate uses three independent tries.
    """
    left = max(0, ONE - expected // 3)
    return ONE - left * left // ONE * left // ONE
