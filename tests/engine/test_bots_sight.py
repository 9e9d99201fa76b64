"""A bot uses only what a player at its seat may see. It acts in the same way if only hidden cards change,
even if they become nonsense.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

import pytest

from games import services
from games.engine import bots, selfplay, shuffle
from games.engine.cards import cards_of
from games.engine.core import play, sets
from games.engine.core.state import (
    ACE_RANK,
    IN_POCHEN,
    NOBODY,
    OVER,
    TEN_POOL,
    Rules,
    State,
)
from games.engine.record import header
from games.engine.sight import copy_of, has_shown

Decide = Callable[[Rules, State, int], int]


def decisions(document: Mapping[str, object], seats: int, deals: int) -> Iterator[tuple[Rules, State]]:
    """All moments of some deals between all bots."""
    for number in range(deals):
        rules, state = header(
            {"rules": document, "dealer": number % seats, "chips": [60] * seats, "pools": {}}
        )
        state.random = shuffle.generator(9, number)
        selfplay.deal_and_begin(rules, state, shuffle.deck(rules.pack[seats], 8, number))
        while state.stage != OVER:
            yield rules, state
            policy = (state.turn + number) % len(bots.NAMES)
            play.act(rules, state, bots.decide(rules, state, policy), play.WHOLE_RUN)


def open_cards(rules: Rules, state: State) -> int:
    """Cards whose place is public, besides the played ones: the upcard, shown and melded cards, cards with a
    pool that nobody melded, and cards that did not follow (they are in the talon).
    """
    seen = 1 << state.upcard
    for seat in range(state.seats):
        if has_shown(rules, state, seat):
            seen |= state.dealt[seat]
    if not rules.pochen_first or state.stage != IN_POCHEN:
        for pool in range(TEN_POOL + 1):
            if rules.has_pool[pool]:
                seen |= 1 << state.pay_suit * 16 + ACE_RANK - pool
        seen |= 0b11100000 << state.pay_suit * 16
    return seen | (0 if rules.tricks else state.played << 1)


def dealt_otherwise(rules: Rules, state: State, random: Random) -> State:
    """The deal with the hidden cards exchanged. The seat whose turn it is sees no difference."""
    seat = state.turn
    fixed = open_cards(rules, state) | state.played | state.hand[seat]
    hidden = cards_of(rules.whole[state.seats] & ~fixed)
    mixed = random.sample(hidden, len(hidden))
    other = copy_of(state)
    for card, instead in zip(hidden, mixed, strict=True):
        other.owner[instead] = state.owner[card]
    for holder in range(state.seats):
        if holder != seat:
            other.hand[holder] = sum(1 << card for card in range(64) if other.owner[card] == holder)
            other.dealt[holder] = other.hand[holder] | state.dealt[holder] & state.played
            if state.dealt[holder]:
                other.best[holder] = sets.best_set(rules, other.dealt[holder])
            if state.strength[holder]:
                other.strength[holder] = sets.strength(rules, other, holder, other.dealt[holder])
    return other


def made_nonsense(rules: Rules, state: State, random: Random) -> State:
    """The deal with nonsense in everything that the seat whose turn it is cannot see."""
    seat = state.turn
    other = copy_of(state)
    other.owner[:] = [random.choice([NOBODY, *range(state.seats)]) for _ in other.owner]
    other.strength[:] = [random.getrandbits(60) for _ in other.strength]
    for holder in range(state.seats):
        if holder != seat:
            other.hand[holder] = random.getrandbits(62)
            other.best[holder] = random.getrandbits(11)
            if not has_shown(rules, state, holder):
                other.dealt[holder] = random.getrandbits(62)
    return other


def choice(decide: Decide, rules: Rules, state: State, policy: int) -> tuple[int, int]:
    """The action of a bot, and the state of the generator afterwards."""
    mine = copy_of(state)
    return decide(rules, mine, policy), mine.random


def seen_through(decide: Decide, policy: int, document: dict[str, object], seats: int, deals: int) -> int:
    """The number of decisions that depend on hidden cards."""
    random = Random(f"{document} {seats} {policy}")
    different = 0
    for rules, state in decisions(document, seats, deals):
        if state.forced:
            continue
        others = (dealt_otherwise(rules, state, random), made_nonsense(rules, state, random))
        mine = choice(decide, rules, state, policy)
        different += any(choice(decide, rules, other, policy) != mine for other in others)
    return different


@pytest.mark.parametrize("preset", services.presets())
@pytest.mark.parametrize("policy", range(len(bots.OPPONENTS)), ids=bots.OPPONENTS)
def test_hidden_cards_do_not_change_the_action_of_a_bot(preset: str, policy: int) -> None:
    assert seen_through(bots.decide, policy, {"preset": preset}, 4, 5) == 0


@pytest.mark.parametrize("policy", range(len(bots.OPPONENTS)), ids=bots.OPPONENTS)
def test_hidden_cards_change_nothing_under_unusual_rules(policy: int) -> None:
    tables: tuple[dict[str, object], ...] = (
        {"preset": "pagat-upcard-joins", "purse": "table", "eligibility": "anyone"},
        {"preset": "adpoker", "bet_limit": 4, "ties": "kickers"},
        {"preset": "poque-1789", "raising": "opener", "shedding": "tricks"},
    )
    for values in tables:
        assert seen_through(bots.decide, policy, values, 3, 5) == 0
