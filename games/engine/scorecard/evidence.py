"""What a scorecard says for certain: its facts, what was dealt, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from games.engine.cards import NAMES
from games.engine.core import dealing, sets
from games.engine.core.melding import NINE
from games.engine.core.state import (
    ACE_RANK,
    KING_RANK,
    MARRIAGE,
    QUEEN_RANK,
    SEQUENCE,
    SEQUENCE_789,
    TEN_POOL,
    TIES_KICKERS,
    UPCARD_JOINS,
    Rules,
    State,
)
from games.engine.scorecard.form import Scorecard
from games.engine.switches import POOLS


class Evidence(NamedTuple):
    """What one scorecard proves. Statements that contradict each other are all included."""

    melded: list[int]
    """By seat, the cards that its melds prove."""
    all_melded: int
    untaken: dict[int, int]
    """For each honour pool that no seat took: the card that wins it."""
    all_untaken: int
    """Those honours as one hand."""
    apart: dict[int, int]
    """For each other pool that no seat took: the cards that win it together in one hand."""
    best: dict[int, int]
    """The best set of the cards that a seat showed, as ``sets.best_set`` writes it."""
    hands: list[int]
    """By seat, all cards that it must have held: for its melds, shown, or the upcard that joined it."""

    @classmethod
    def from_scorecard(cls, card: Scorecard, layout: Layout) -> Evidence:
        """What the scorecard proves."""
        rules, melds = card.rules, card.melds
        melded = [0] * card.state.seats
        all_melded = all_untaken = 0
        untaken = {}
        apart = {}
        for pool, cards in layout.winning.items():
            if pool in melds:
                melded[melds[pool]] |= cards
                all_melded |= cards
            elif pool < rules.single_card_pools:
                untaken[pool] = cards.bit_length() - 1
                all_untaken |= cards
            else:
                apart[pool] = cards
        hands = melded[:]
        best = {}
        for seat, cards in card.shown.items():
            hands[seat] |= cards
            best[seat] = sets.best_set(rules, cards)
        if layout.joined is not None:
            hands[layout.joined] |= 1 << layout.upcard
        return cls(melded, all_melded, untaken, all_untaken, apart, best, hands)

    def has_whole_hands(self, layout: Layout) -> bool:
        """Whether every card of every hand is proved."""
        return [hand.bit_count() for hand in self.hands] == layout.sizes


def proofs(card: Scorecard, layout: Layout) -> dict[int, tuple[int, int]]:
    """For each card that a meld proves: the seat that held it, and the pool that it won."""
    return {
        proof: (seat, pool)
        for pool, seat in card.melds.items()
        for proof in bits(layout.winning.get(pool, 0))
    }


def needing_a_set(card: Scorecard) -> list[int]:
    """The seats that needed a set to bet, and did not show it."""
    if card.rules.anyone:
        return []
    return [seat for seat, stake in enumerate(card.stakes) if stake and seat not in card.shown]


def most_of_each_rank(best: int, two_pairs: int) -> list[int]:
    """The most cards of each rank in a hand with this best set (as ``sets.best_set`` writes it)."""
    kind, top, lower = best >> 8, best >> 4 & 15, best & 15
    if kind == sets.TWO_PAIRS:
        most = [2] * (lower + 1) + [1] * (12 - lower)
    elif kind == sets.PAIR and two_pairs:
        most = [1] * 13
    else:
        count = {sets.NO_SET: 1, sets.PAIR: 2, sets.THREE: 3, sets.FOUR: 4}[kind]
        most = [count] * top + [count - 1] * (13 - top)
    most[top] = {sets.NO_SET: 1, sets.THREE: 3, sets.FOUR: 4}.get(kind, 2)
    return most


_KING_POOL, _QUEEN_POOL = ACE_RANK - KING_RANK, ACE_RANK - QUEEN_RANK


def card_facts(rules: Rules, seats: int, dealer: int) -> dict[str, Any]:
    """Facts that hold for every deal of these seats with this dealer.

    dealt: the cards of each hand. proofs: for each pool that certain cards of the pay suit win, their ranks.
    follows: for a pool that a player wins together with two others, those pools. upcard_wins: whether the
    upcard is in a hand, and so can win a pool. speaks: the seats in the order of betting. least_bet: chips.
    one_rank: whether all cards that a player shows have one rank. least_shown: the fewest cards to show.
    """
    table = State()
    dealing.seat_down(rules, table, seats, dealer)
    layout = layout_of(rules, table, 0)
    together = all(rules.has_pool[pool] for pool in (MARRIAGE, _KING_POOL, _QUEEN_POOL))
    return {
        "dealt": layout.sizes,
        "proofs": {
            POOLS[pool]: "".join(NAMES[card][0] for card in bits(cards))
            for pool, cards in layout.winning.items()
        },
        "follows": {"marriage": ["king", "queen"]} if together else {},
        "upcard_wins": rules.upcard == UPCARD_JOINS,
        "speaks": _betting_order(rules, table),
        # core.pochen: a bet is more than 0.
        "least_bet": 1,
        "one_rank": not rules.two_pairs and rules.ties != TIES_KICKERS,
        "least_shown": 1 if rules.anyone else 2,
    }


def _betting_order(rules: Rules, table: State) -> list[int]:
    """The seats in the order in which they speak."""
    seat = table.dealer if rules.dealer_speaks else table.forehand
    order = []
    for _ in range(table.seats):
        order.append(seat)
        seat = table.after[seat]
    return order


class Layout(NamedTuple):
    """How many cards went where."""

    pack: int
    """The pack as one hand, without an upcard that joined no hand."""
    sizes: list[int]
    """Cards in the hand of each seat, with an upcard that joined it."""
    talon: int
    """The number of cards that were neither dealt nor turned up."""
    upcard: int
    joined: int | None
    """The seat whose hand the upcard joined, or None."""
    winning: dict[int, int]
    """For each pool that certain cards win: those cards, as one hand."""


def layout_of(rules: Rules, table: State, upcard: int) -> Layout:
    """The layout of a deal at a table after ``dealing.seat_down``."""
    seats = table.seats
    sizes = [dealing.cards_dealt(rules, table, seat) for seat in range(seats)]
    joined = None
    pack = rules.whole[seats]
    if rules.upcard == UPCARD_JOINS:
        joined = dealing.next_to_receive(rules, table)
        sizes[joined] += 1
    else:
        pack ^= 1 << upcard
    talon = pack.bit_count() - sum(sizes)
    return Layout(pack, sizes, talon, upcard, joined, _winning(rules, upcard >> 4))


@lru_cache(maxsize=256)
def _winning(rules: Rules, pay_suit: int) -> dict[int, int]:
    """For each pool of the board that certain cards win: those cards."""
    winning = {pool: 1 << ACE_RANK - pool for pool in range(TEN_POOL + 1)}
    if rules.single_card_pools == TEN_POOL:
        winning[TEN_POOL] |= 1 << NINE
    winning[MARRIAGE] = 1 << KING_RANK | 1 << QUEEN_RANK
    if rules.sequence == SEQUENCE_789:
        winning[SEQUENCE] = _SEVEN_EIGHT_NINE
    return {pool: lane << pay_suit * 16 for pool, lane in winning.items() if rules.has_pool[pool]}


_SEVEN_EIGHT_NINE = 0b111 << 5


def longest_runs(pack: int) -> list[int]:
    """The lengths of the longest runs that the pack allows, in cards, longest first.

    An upcard that joined no hand is not in the ``pack``, so it cuts its suit in two.
    """
    stretches = []
    length = 0
    for card in bits(pack):
        length += 1
        if not pack >> card + 1 & 1:
            stretches.append(length)
            length = 0
    return sorted(stretches, reverse=True)


def bits(cards: int) -> Iterator[int]:
    """The cards of a mask, from the lowest number up."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1
