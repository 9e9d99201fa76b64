"""What a form for scorecards can know before a deal, from the rules, the seats and the dealer."""

from __future__ import annotations

from typing import Any

from games.engine.cards import NAMES
from games.engine.core import dealing
from games.engine.core.state import (
    ACE_RANK,
    KING_RANK,
    MARRIAGE,
    QUEEN_RANK,
    TIES_KICKERS,
    UPCARD_JOINS,
    Rules,
    State,
)
from games.engine.scorecard.dealt import bits, layout_of
from games.engine.switches import POOLS

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
