"""What the cards of a deal say about each seat, as whole numbers.

There are two sets of features. Those of melding need only who took which pool, which a scorecard says too.
Those of the hands need all cards, and begin with those of melding. Weights that are stored belong to these
features in this order. So never change them: add a new version beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.engine.core import dealing, melding, pochen, sets
from games.engine.core.state import FIRST_POOL, POCH, SEATS, UPCARD_POOL, Rules, State, count_bits
from games.engine.record import SCORECARD_FORMAT, a_card, header, read_deal
from games.engine.switches import POOLS

MELDING, HANDS = "melding", "hands"
"""What is known of a deal: only who melded, or all dealt hands."""

Rows = list[list[int]]
"""The features of each seat of the document."""

MELDED_POOLS = POOLS[:POCH]
"""The pools that melding can win."""

WORTH_OF_KIND = (0, 1, 4, 8, 20)
"""What a set is roughly worth in the Pochen, by its kind: none, pair, two pairs, three, four. Its rank adds
up to four chips."""


SETS, CARDS = 10, 5
"""The number of features of the Pochen and of the shedding."""


class Known(NamedTuple):
    """What is known of the cards of a deal: `MELDING` or `HANDS`, and the features of each seat."""

    by: str
    rows: Rows


def of_document(document: Mapping[str, Any], result: Mapping[str, Any]) -> Known:
    """The features of a deal that was replayed. result: its ``poch-result/1``; only its melds are read."""
    if document["format"] != SCORECARD_FORMAT:
        rules, state = read_deal(dict(document))
        return Known(HANDS, of_hands(rules, state))
    rules, state = header(dict(document))
    dealing.antes(rules, state)
    dealing.turn_up(rules, state, a_card(document["upcard"], "/upcard"))
    melds = [(POOLS.index(meld["pool"]), meld["seat"], meld["chips"]) for meld in result["melds"]]
    return Known(MELDING, of_melds(state, melds))


def melding_size(seats: int) -> int:
    """The number of the features of melding at a table with so many seats."""
    return 1 + len(MELDED_POOLS) + seats - 1


def sizes(seats: int) -> dict[str, int]:
    """The number of features, so of weights, by what is known, at a table with so many seats."""
    melding = melding_size(seats)
    return {MELDING: melding, HANDS: melding + SETS + CARDS}


def of_melds(state: State, melds: Iterable[tuple[int, int, int]]) -> Rows:
    """The features of melding, after the upcard was turned up.

    melds: the pool, the seat and the chips of each meld. A row: the chips that the cards won, also by the
    upcard; each melded pool (0 or 1); each place in the order of play but the dealer's (0 or 1).
    """
    seats = state.seats
    rows = [
        [0] * (1 + len(MELDED_POOLS)) + [int(state.place[seat] == place) for place in range(seats - 1)]
        for seat in range(seats)
    ]
    for pool, seat, chips in melds:
        rows[seat][0] += chips
        rows[seat][1 + pool] = 1
    for event in state.log:
        if event >> 10 & 63 == UPCARD_POOL:
            rows[event & 31][0] += event >> 16
    return rows


def of_hands(rules: Rules, state: State) -> Rows:
    """The features of the hands of a deal that was dealt and in which nothing is paid yet."""
    dealing.antes(rules, state)
    dealing.turn_up(rules, state, state.upcard)
    if not rules.pochen_first:
        melding.meld(rules, state)
    pochen.begin(rules, state)
    if rules.pochen_first:
        melding.meld(rules, state)
    melds = [
        (pool, state.melded_by[pool], state.melded_chips[pool])
        for pool in range(len(MELDED_POOLS))
        if state.melded_by[pool] >= 0
    ]
    return [
        row + bets + cards
        for row, bets, cards in zip(
            of_melds(state, melds), _of_sets(rules, state), _of_cards(state), strict=True
        )
    ]


def _of_sets(rules: Rules, state: State) -> Rows:
    """The Pochen: who has the best set, the second one or a later one, and what these sets are worth."""
    inside = [seat for seat in range(state.seats) if state.inside[seat]]
    inside.sort(key=lambda seat: sets.strength(rules, state, seat, state.dealt[seat]), reverse=True)
    worth = [_worth(state.best[seat]) for seat in inside] + [0] * SEATS
    chips = state.account[FIRST_POOL + POCH]
    rows = [[0] * SETS for _seat in range(state.seats)]
    for rank, seat in enumerate(inside):
        if rank == 0:
            rows[seat][:5] = [1, chips, worth[0], worth[1], worth[2]]
        elif rank == 1:
            rows[seat][5:8] = [1, worth[1], worth[0]]
        else:
            rows[seat][8:10] = [1, worth[rank]]
    return rows


def _worth(best: int) -> int:
    return WORTH_OF_KIND[best >> 8] + (best >> 4 & 15) // 3 if best >= sets.PAIR << 8 else 0


def _of_cards(state: State) -> Rows:
    """The shedding: cards that end a run, cards that no run reaches, pairs in a row, cards, their ranks."""
    hands = state.hand[: state.seats]
    dealt = 0
    for hand in hands:
        dealt |= hand
    return [
        [
            count_bits(hand & ~(dealt >> 1)),
            count_bits(hand & ~(dealt << 1)),
            count_bits(hand & hand >> 1),
            count_bits(hand),
            _ranks(hand),
        ]
        for hand in hands
    ]


def _ranks(hand: int) -> int:
    """The ranks of all cards of a hand, added up."""
    return sum(rank * count_bits(hand & sets.LANES << rank) for rank in range(13))
