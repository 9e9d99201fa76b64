"""The typed face: verify, can, do; what can be done, what happened, what one seat may see."""

from __future__ import annotations

from typing import Any

import pytest

from games import services
from games.engine.cards import PACK_MASK, cards_of, written
from games.engine.deal import Choice, Deal
from games.engine.record import a_hand
from tests.cases import cases

FULL = PACK_MASK[32]


def deal(
    hands: list[str], upcard: str, preset: str = "lexikon", chips: list[int] | None = None, **overrides: Any
) -> Deal:
    """A deal of five cards each, seat 0 dealing."""
    return Deal(
        {
            "format": "poch-deal/1",
            "rules": {"preset": preset, **overrides},
            "dealer": 0,
            "chips": chips or [100] * len(hands),
            "pools": {},
            "hands": hands,
            "upcard": upcard,
            "actions": [],
        }
    )


PAIRS = ["As Ah Jd Td 9d", "Ks Kh Jc 8c 7d", "Kd Kc Js 9s 8s"]
NO_SET_IN_2 = ["As Ah Jd Td 9d", "Ks Kh Jc 8c 7d", "Kd Qc Js 9s 8s"]


def do(game: Deal, *actions: str) -> None:
    for action in actions:
        assert game.can(action), (action, game.verify(action))
        game.apply(action)


# The king of spades is no king of the pay suit, so seat 1 has 10 - 8 = 2 chips left.
SHORT: dict[str, Any] = {"purse": "table", "chips": [100, 10, 100]}


@cases(
    ("rules", "actions", "choices"),
    [
        ({}, "", [Choice(1, "pass"), Choice(1, "bet", 1, None)]),
        ({"bet_limit": 6}, "1 bet 2", [Choice(2, "pass"), Choice(2, "call"), Choice(2, "raise", 3, 6)]),
        ({"bet_limit": 2}, "1 bet 2", [Choice(2, "pass"), Choice(2, "call")]),
        ({}, "1 bet 2, 2 call, 0 raise 3", [Choice(1, "pass"), Choice(1, "call"), Choice(1, "raise", 4)]),
        ({"raising": "opener"}, "1 bet 2", [Choice(2, "pass"), Choice(2, "call")]),
        ({"raising": "opener"}, "1 bet 2, 2 call, 0 pass", [Choice(1, "show"), Choice(1, "raise", 3)]),
        (SHORT, "", [Choice(1, "pass"), Choice(1, "bet", 1, 2)]),
        ({}, "1 pass, 2 pass, 0 pass, 1 play 8c, 1 play Kh", [Choice(0, "play", cards=("Ah",))]),
        (
            {"preset": "alvensleben"},
            "1 pass, 2 pass, 0 pass, 1 play Ks",
            [Choice(2, "play", cards=("8s", "9s", "Js"))],
        ),
    ],
)
def test_the_choices_are_those_of_the_rules(
    rules: dict[str, Any], actions: str, choices: list[Choice]
) -> None:
    game = deal(PAIRS, "Qd", **rules)
    do(game, *filter(None, actions.split(", ")))
    assert game.legal_actions() == choices


@cases(
    ("rules", "actions"),
    [
        ({}, "1 bet 2, 2 call, 0 raise 3, 1 call, 2 call"),
        ({"raising": "opener"}, "1 bet 2, 2 call, 0 pass, 1 raise 4, 2 call, 1 show"),
        (SHORT | {"raising": "opener"}, "1 bet 2, 2 call, 0 call"),
        (SHORT, "1 bet 2, 2 raise 5, 0 raise 9, 2 call"),
    ],
)
def test_the_betting_ends_when_nobody_has_to_answer(rules: dict[str, Any], actions: str) -> None:
    """Who has no chips left is not asked again, and an opener without chips shows without a word."""
    game = deal(PAIRS, "Qd", **rules)
    do(game, *actions.split(", "))
    assert {choice.verb for choice in game.legal_actions()} == {"play"}


def test_a_refused_action_changes_nothing_and_says_whose_turn_it_is() -> None:
    game = deal(NO_SET_IN_2, "Qd")
    before = game.events()
    for action, code in {
        "2 bet 1": "wrong_turn",
        "1 call": "nobody_has_bet",
        "1 raise 2": "nobody_has_bet",
        "1 show": "nobody_has_bet",
        "1 bet 0": "bet_too_small",
        "1 play Ks": "not_in_shedding",
        "nonsense": "malformed_action",
    }.items():
        with pytest.raises(services.EngineError) as error:
            game.apply(action)
        assert error.value.code == code
        assert not game.can(action)
    assert game.events() == before
    refusal = game.verify("2 bet 1")
    assert refusal is not None
    assert "turn of seat 2" in refusal.detail
    assert "out of the Pochen" in refusal.detail


def test_a_seat_sees_its_own_cards_and_what_lies_open() -> None:
    game = deal(PAIRS, "Qd")
    do(game, "1 bet 1", "2 pass", "0 call")
    seen = game.seen_by(2)
    assert a_hand(" ".join(seen["hand"]), "") == a_hand(PAIRS[2], "")
    assert seen["cards_left"] == [5, 5, 5]
    assert set(seen["shown"]) == {0, 1}
    everything = " ".join(str(value) for value in seen.values())
    talon = FULL & ~a_hand(" ".join([*PAIRS, "Qd"]), "")
    assert not any(name in everything for name in written(talon).split())
    assert len(cards_of(talon)) == 16


@pytest.mark.parametrize(("shows", "shown"), [(True, {1}), (False, set())])
def test_a_sole_survivor_shows_where_the_rules_say_so(shows: bool, shown: set[int]) -> None:
    game = deal(PAIRS, "Qd", show_uncontested=shows)
    assert game.seen_by(2)["shown"] == {}
    do(game, "1 bet 1", "2 pass", "0 pass")
    assert set(game.seen_by(2)["shown"]) == shown
    assert game.turn == 1
