"""A bot uses only what a player at its seat may see. It acts in the same way if all the rest is nonsense."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest

from games import services
from games.engine import bots, cards, selfplay
from games.engine.core import play
from games.engine.core.state import NOBODY, OVER, Rules, State
from games.engine.record import header
from games.engine.sight import copy_of, has_shown


def decisions(document: Mapping[str, object], seats: int, deals: int) -> Iterator[tuple[Rules, State]]:
    """All moments of some deals between all bots."""
    for number in range(deals):
        rules, state = header(
            {"rules": document, "dealer": number % seats, "chips": [60] * seats, "pools": {}}
        )
        state.random = cards.generator(9, number)
        selfplay.deal_and_begin(rules, state, cards.deck(rules.pack[seats], 8, number))
        while state.stage != OVER:
            yield rules, state
            policy = (state.turn + number) % len(bots.NAMES)
            play.act(rules, state, bots.decide(rules, state, policy), play.WHOLE_RUN)


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


UNUSUAL: list[dict[str, object]] = [
    {"preset": "pagat-upcard-joins", "purse": "table", "eligibility": "anyone"},
    {"preset": "adpoker", "bet_limit": 4, "ties": "kickers"},
    {"preset": "poque-1789", "raising": "opener", "shedding": "tricks"},
]


@pytest.mark.parametrize("policy", range(len(bots.OPPONENTS)), ids=bots.OPPONENTS)
def test_hidden_cards_do_not_change_the_action_of_a_bot(policy: int, subtests: pytest.Subtests) -> None:
    usual: list[dict[str, object]] = [{"preset": preset} for preset in services.presets()]
    for rules_of_game in usual + UNUSUAL:
        with subtests.test(str(rules_of_game)):
            random = Random(f"{rules_of_game} {policy}")
            for rules, state in decisions(rules_of_game, 4, 5):
                mine, other = copy_of(state), made_nonsense(rules, state, random)
                if not state.forced:
                    assert bots.decide(rules, other, policy) == bots.decide(rules, mine, policy)
                    assert other.random == mine.random
