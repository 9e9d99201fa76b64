"""What melds and shown cards prove about who held which card."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.core.state import MARRIAGE, SEQUENCE_789, TEN_POOL, Rules
from games.engine.scorecard.dealt import Layout
from games.engine.scorecard.form import Scorecard

_WINNING_RANKS = ((12,), (11,), (10,), (9,), (8,), (11, 10), (7, 6, 5))
"""The ranks of the pay suit that win each pool, in the order of the pools: ace to ten, marriage, sequence."""


def winning_cards(rules: Rules, pool: int, pay_suit: int) -> tuple[int, ...]:
    """The cards whose holder wins a pool; none where the rules name no certain cards."""
    if pool > MARRIAGE and rules.sequence != SEQUENCE_789:
        return ()
    first = pay_suit * 16
    return tuple([first + rank for rank in _WINNING_RANKS[pool]])


class Evidence(NamedTuple):
    """The proofs of one scorecard; statements that contradict each other are all in it."""

    proved: dict[int, tuple[int, int]]
    """Each card that a meld proves: the seat that held it, and the pool it took."""
    untaken: dict[int, int]
    """Pool of the board -> the honour that would have won it; nobody did."""
    melded: list[int]
    """By seat, the cards that its melds prove."""
    hands: list[int]
    """By seat, all that it certainly held: by its melds, what it showed, and an upcard that joined it."""

    @classmethod
    def of(cls, card: Scorecard, layout: Layout) -> Evidence:
        """All that the card proves."""
        rules, pay_suit = card.rules, card.upcard >> 4
        melded = [0] * card.state.seats
        proved = {}
        for pool, seat in card.melds.items():
            for proof in winning_cards(rules, pool, pay_suit):
                proved[proof] = seat, pool
                melded[seat] |= 1 << proof
        hands = melded[:]
        for seat, cards in card.shown.items():
            hands[seat] |= cards
        if layout.joined is not None:
            hands[layout.joined] |= 1 << layout.upcard
        honours = range(TEN_POOL + 1)
        untaken = {
            pool: pay_suit * 16 + _WINNING_RANKS[pool][0]
            for pool in honours
            if rules.has_pool[pool] and pool not in card.melds
        }
        return cls(proved, untaken, melded, hands)
