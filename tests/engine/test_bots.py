"""The bots obey the rules, repeat themselves with the same seed, and have descriptions."""

from __future__ import annotations

import pytest

from games import services
from games.engine import bots, cards, selfplay
from games.engine.core.state import BET, State
from games.engine.record import header
from games.engine.rules import rules_record


def test_a_deal_of_bots_depends_on_all_its_arguments_and_on_nothing_else() -> None:
    rules = services.preset_switches("pagat")

    def played(number: int, seed: int = 5) -> dict[str, object]:
        return services.play_deal(
            rules, dealer=0, chips=[0] * 4, pools={}, bots=["bold"] * 4, seed=seed, number=number
        )

    assert played(1) == played(1)
    assert played(1)["deck"] != played(2)["deck"]
    assert played(1)["deck"] != played(1, seed=6)["deck"]


def test_cautious_never_bets_without_a_set_and_bold_sometimes_does() -> None:
    rules = rules_record({"preset": "pagat-open", "hand": 5, "packets": [5]})
    bluffs = {bots.CAUTIOUS: 0, bots.BOLD: 0}
    for policy in bluffs:
        for seed in range(300):
            state = begun_with({"preset": "pagat-open", "hand": 5, "packets": [5]}, seed)
            if not state.best[state.turn] >> 8:
                bluffs[policy] += bots.decide(rules, state, policy) >> 10 & 63 == BET
    assert bluffs[bots.CAUTIOUS] == 0
    assert bluffs[bots.BOLD] > 0


def begun_with(document: dict[str, object], seed: int) -> State:
    rules, state = header({"rules": document, "dealer": 0, "chips": [0] * 4, "pools": {}})
    state.random = cards.generator(seed, 1)
    selfplay.deal_and_begin(rules, state, cards.deck(32, seed, 1))
    return state


def test_bots_that_do_not_fit_the_table_are_refused() -> None:
    rules = services.preset_switches("pagat")
    for names, code in ((["bold"] * 3, "bots_and_chips_differ"), (["bold"] * 3 + ["clever"], "unknown_bot")):
        with pytest.raises(services.EngineError) as error:
            services.play_deal(rules, dealer=0, chips=[0] * 4, pools={}, bots=names, seed=1, number=1)
        assert error.value.code == code
