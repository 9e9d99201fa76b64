"""How ``expert`` bets: it weighs what every stake would bring, as a core function would: ints only.

It counts what it has not seen. From that follows how likely a hand of so many cards beats its own set, and
how likely it is worth a stake to whoever holds it. Of the others some are honest, whose stakes tell what they
hold, and some careless, whose stakes tell nothing: it reckons with a share of each.

Chances are parts of ``ONE``.
"""

from __future__ import annotations

from games.engine.core import sets
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

LANE = 0xFFFF
NO_SET, PAIR, TWO_PAIRS, THREE, FOUR = 0, 1, 2, 3, 4

CARELESS = 24000
"""The share of the others whose stakes say nothing of their hands."""
CARELESS_CALLS = 44000
"""How often those answer a stake."""
LEAD_WORTH = ONE
"""Chips that the lead is worth to who wins it with the Pochen, in parts of ``ONE``."""
FACTOR = 2
FACTOR_OF = 3
MARGIN = 0
RAISE_MARGIN = 0


def best_stake(rules: Rules, state: State, most: int, may_raise: int) -> int:
    """The stake to bring one's own to: 0 to pass, the present one to call, a higher one to bet or raise."""
    seat = state.turn
    unseen = rules.whole[state.seats] & ~(state.hand[seat] | 1 << state.upcard)
    cards = state.count[state.after[seat]]
    odds = beaten(rules, state, unseen, cards, seat)
    sets_held = ONE if rules.anyone else reaching(unseen, cards, PAIR << 8)
    odds = min(ONE, odds * ONE // sets_held)
    staked = state.staked
    reached = told(rules, unseen, cards, staked, sets_held)
    best = 0
    most_expected = 0
    if staked:
        expected = expectation(rules, state, staked, odds, reached, reached)
        if expected > MARGIN:
            best = staked
            most_expected = expected + RAISE_MARGIN
    if may_raise and most > staked:
        for step in range(6):
            wish = most
            if step < 5:
                wish = (1, 3, 6, 12, 24)[step]
                if wish <= staked or wish >= most:
                    continue
            at = told(rules, unseen, cards, wish, sets_held)
            expected = expectation(rules, state, wish, odds, reached, at)
            if expected > most_expected:
                most_expected = expected
                best = wish
    return best


def expectation(rules: Rules, state: State, wish: int, odds: int, reached: int, at: int) -> int:
    """What it brings on the average to stake so much now and hear what others answer, in parts of ``ONE``.

    A hand of another beats ours with ``odds``, is worth the present stake to its holder with ``reached``, and
    the stake wished with ``at``.
    """
    seat = state.turn
    staked = state.staked
    cost = wish - state.stake[seat]
    if rules.table and cost > state.account[seat]:
        cost = state.account[seat]
    ours = state.stake[seat] + cost
    pot = (state.account[FIRST_POOL + POCH] * ONE) if rules.has_pool[POCH] else 0
    if rules.winner_leads:
        pot += LEAD_WORTH * rules.out_pay
    win = ONE
    for other in range(state.seats):
        stake = state.stake[other]
        pot += min(stake, ours) * ONE
        if other != seat and state.inside[other]:
            missing = wish - stake
            if rules.table and missing > state.account[other]:
                missing = state.account[other]
            if stake and stake == staked:
                shown = reached
            elif stake:
                shown = min(ONE, reached * 2)
            else:
                shown = ONE
            careless = ONE if missing <= 0 else CARELESS_CALLS
            threshold = shown if missing <= 0 else min(at, shown)
            beats = min(odds, threshold) * ONE // shown if shown else ONE
            answers = threshold * ONE // shown if shown else ONE
            beats_and_stays = CARELESS * careless // ONE * odds // ONE + (ONE - CARELESS) * beats // ONE
            stays = CARELESS * careless // ONE + (ONE - CARELESS) * answers // ONE
            loses = ONE - beats_and_stays
            win = win * loses // ONE
            if missing > 0 and loses > 0:
                pot += missing * (stays - beats_and_stays) * ONE // loses
    return win * pot // ONE - (ONE - win) * cost


# --- How likely a hand is


def told(rules: Rules, unseen: int, cards: int, stake: int, sets_held: int) -> int:
    """How likely a hand that may bet is worth a stake to an honest holder."""
    worth = (stake * FACTOR + FACTOR_OF - 1) // FACTOR_OF
    if worth <= 1:
        if rules.anyone:
            return reaching(unseen, cards, PAIR << 8)
        return ONE
    if worth <= 5:
        value = PAIR << 8 | (worth - 1) * 3 << 4
    elif worth <= 12:
        value = THREE << 8 | max(0, worth - 8) * 3 << 4
    else:
        value = FOUR << 8 | min(12, max(0, worth - 20) * 3) << 4
    return min(ONE, reaching(unseen, cards, value) * ONE // sets_held)


def reaching(unseen: int, cards: int, value: int) -> int:
    """How likely a hand of so many unseen cards holds a set of this kind and rank or a better one."""
    kind = value >> 8
    from_rank = LANE << (value >> 4 & 15) & LANE
    if kind == PAIR:
        return chance(unseen, cards, from_rank, LANE, 0)
    if kind == THREE:
        return chance(unseen, cards, 0, from_rank, 0)
    return chance(unseen, cards, 0, 0, from_rank)


def beaten(rules: Rules, state: State, unseen: int, cards: int, seat: int) -> int:
    """How likely a hand of so many unseen cards is better than the seat's own; of equal sets some."""
    value = state.best[seat]
    kind = value >> 8
    rank = value >> 4 & 15
    above = LANE << rank + 1 & LANE
    if kind == FOUR:
        return chance(unseen, cards, 0, 0, above)
    if kind == THREE:
        return chance(unseen, cards, 0, above, LANE)
    if kind == TWO_PAIRS:
        return chance(unseen, cards, above, LANE, 0)
    if kind == PAIR:
        odds = chance(unseen, cards, above, LANE, 0)
        total = count_bits(unseen)
        equal = (
            cards * (cards - 1) * ONE // (total * (total - 1))
            if count_bits(unseen & sets.LANES << rank) == 2
            else 0
        )
        if rules.ties == TIES_PAY_SUIT:
            equal = 0 if state.hand[seat] >> state.pay_suit * 16 + rank & 1 else equal
        elif rules.ties == TIES_SKAT:
            equal = 0 if state.hand[seat] >> 48 + rank & 1 else equal
        else:
            equal //= 2
        return odds + equal * (ONE - odds) // ONE
    odds = chance(unseen, cards, LANE, LANE, 0)
    higher = count_bits(unseen & above * sets.LANES)
    return ONE - (ONE - odds) * none_of(higher * cards * ONE // count_bits(unseen)) // ONE


def chance(unseen: int, cards: int, pairs: int, threes: int, fours: int) -> int:
    """How likely a hand of so many unseen cards holds a pair of a rank in ``pairs``, three of one in
    ``threes`` or four of one in ``fours``. With ranks taken as independent of each other.
    """
    a = unseen & LANE
    b = unseen >> 16 & LANE
    c = unseen >> 32 & LANE
    d = unseen >> 48
    four = a & b & c & d
    three = a & b & (c | d) | c & d & (a | b)
    two = (a & b | c & d | (a | b) & (c | d)) ^ three
    three ^= four
    total = count_bits(unseen)
    rest = total - cards
    # So many of that many: over all ways to hold two, three or four places out of all.
    ways = cards * (cards - 1)
    ways_of_two = total * (total - 1)
    ways_of_three = ways_of_two * (total - 2)
    ways_of_four = ways_of_three * (total - 3)
    triples = ways * (cards - 2)
    quads = triples * (cards - 3)
    expected = 0
    if pairs:
        expected += count_bits(two & pairs) * (ways * ONE // ways_of_two)
        expected += count_bits(three & pairs) * ((3 * ways * rest + triples) * ONE // ways_of_three)
        expected += count_bits(four & pairs) * (
            (6 * ways * rest * (rest - 1) + 4 * triples * rest + quads) * ONE // ways_of_four
        )
    more = threes & ~pairs
    if more:
        expected += count_bits(three & more) * (triples * ONE // ways_of_three)
        expected += count_bits(four & more) * ((4 * triples * rest + quads) * ONE // ways_of_four)
    more = fours & ~(threes | pairs)
    if more:
        expected += count_bits(four & more) * (quads * ONE // ways_of_four)
    return ONE - none_of(expected)


def none_of(expected: int) -> int:
    """How likely none of several things happens of which so many are expected."""
    left = ONE - expected // 16
    if left <= 0:
        return 0
    for _ in range(4):
        left = left * left // ONE
    return left
