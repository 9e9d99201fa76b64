"""Scorecards that a client makes, and what they are worth: our own arithmetic, without the engine.

The rules are `pagat` with four seats and purses on credit. Nobody raises, so a stake is the opener's or 0.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

SEATS = 4
RANKS = "789TJQKA"
SUITS = "shdc"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
HONOURS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
POOLS = ("ace", "king", "queen", "jack", "ten", "marriage", "sequence", "poch", "centre")


@dataclass
class Board:
    """A table between two deals, as the client knows it."""

    dealer: int
    pools: dict[str, int] = field(default_factory=lambda: dict.fromkeys(POOLS, 0))


def scorecard(chance: Random, dealer: int) -> dict[str, Any]:
    """Deal and play one deal at random, and return its scorecard without what the table knows."""
    deck = chance.sample(PACK, len(PACK))
    upcard = deck.pop()
    order = [(dealer + 1 + turn) % SEATS for turn in range(SEATS)]
    hands: list[list[str]] = [[] for _ in range(SEATS)]
    for turn, card in enumerate(deck):
        hands[order[turn % SEATS]].append(card)
    sets = {seat: best_set(hand) for seat, hand in enumerate(hands)}
    stake = chance.randint(1, 5)
    inside = [seat for seat in order if len(sets[seat]) > 1 and chance.random() < 0.7]
    leader = winner(sets, inside, upcard[1]) if inside else order[0]
    return {
        "format": "poch-scorecard/1",
        "upcard": upcard,
        "melds": melds(hands, upcard[1]),
        "stakes": [stake if seat in inside else 0 for seat in range(SEATS)],
        "passed": [seat for seat in range(SEATS) if seat not in inside],
        "shown": {str(seat): " ".join(sets[seat]) for seat in inside} if len(inside) > 1 else {},
        "left": cards_left(chance, hands, leader),
    }


def best_set(hand: list[str]) -> list[str]:
    """Return the cards of the best set of a hand, or its highest card."""
    many = Counter(card[0] for card in hand)
    rank = max(many, key=lambda rank: (many[rank], RANKS.index(rank)))
    return [card for card in hand if card[0] == rank]


def winner(sets: dict[int, list[str]], inside: list[int], pay_suit: str) -> int:
    """Return the seat with the best set. Of equal sets the one with the card of the pay suit is better."""
    return max(
        inside,
        key=lambda seat: (
            len(sets[seat]),
            RANKS.index(sets[seat][0][0]),
            any(card[1] == pay_suit for card in sets[seat]),
        ),
    )


def melds(hands: list[list[str]], pay_suit: str) -> dict[str, int | None]:
    """Return the seat that takes each pool of the first part."""
    holder = {card: seat for seat, hand in enumerate(hands) for card in hand}
    taken: dict[str, int | None] = {pool: holder.get(rank + pay_suit) for rank, pool in HONOURS.items()}
    same = taken["king"] is not None and taken["king"] == taken["queen"]
    taken["marriage"] = taken["king"] if same else None
    run = {holder.get(rank + pay_suit) for rank in "789"}
    taken["sequence"] = run.pop() if len(run) == 1 else None
    return taken


def cards_left(chance: Random, hands: list[list[str]], leader: int) -> list[int]:
    """Play the last part and return how many cards each seat has left."""
    hands = [list(hand) for hand in hands]
    holder = {card: seat for seat, hand in enumerate(hands) for card in hand}
    while True:
        card: str | None = chance.choice(hands[leader])
        while card is not None:
            leader = holder.pop(card)
            hands[leader].remove(card)
            if not hands[leader]:
                return [len(hand) for hand in hands]
            rank = RANKS.index(card[0]) + 1
            higher = RANKS[rank] + card[1] if rank < len(RANKS) else ""
            card = higher if higher in holder else None


def settle(board: Board, card: dict[str, Any]) -> list[int]:
    """Change the pools and the dealer of the board as this deal does. Return the net chips of each seat."""
    net = [-len(POOLS)] * SEATS
    for pool in POOLS:
        board.pools[pool] += SEATS
    for pool, seat in card["melds"].items():
        if seat is not None:
            net[seat] += _emptied(board, pool)
    inside = [seat for seat in range(SEATS) if seat not in card["passed"]]
    if inside:
        sets = {seat: card["shown"].get(str(seat), "").split() for seat in inside}
        best = winner(sets, inside, card["upcard"][1]) if len(inside) > 1 else inside[0]
        for seat, stake in enumerate(card["stakes"]):
            net[seat] -= stake
        net[best] += sum(card["stakes"]) + _emptied(board, "poch")
    out = card["left"].index(0)
    net[out] += _emptied(board, "centre") + sum(card["left"])
    for seat, left in enumerate(card["left"]):
        net[seat] -= left
    board.dealer = (board.dealer + 1) % SEATS
    return net


def _emptied(board: Board, pool: str) -> int:
    chips, board.pools[pool] = board.pools[pool], 0
    return chips
