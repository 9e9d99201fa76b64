"""What melds, shown cards and stakes prove about the hands."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.core import sets
from games.engine.scorecard.dealt import Layout, bits
from games.engine.scorecard.form import Scorecard


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
