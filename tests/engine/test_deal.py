"""The typed face: verify, can, do; what can be done, what happened, what one seat may see."""

from __future__ import annotations

from typing import Any

import pytest

from games import services
from games.engine.cards import PACK_MASK, cards_of, written
from games.engine.deal import Choice, Deal
from games.engine.record import a_hand

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


def verbs(choices: list[Choice]) -> list[str]:
    return [choice.verb for choice in choices]


def do(game: Deal, *actions: str) -> None:
    for action in actions:
        assert game.can(action), (action, game.verify(action))
        game.apply(action)


def test_before_a_bet_one_passes_or_bets() -> None:
    game = deal(PAIRS, "Qd")
    assert game.turn == 1
    assert game.legal_actions() == [Choice(1, "pass"), Choice(1, "bet", 1, None)]


def test_after_a_bet_one_passes_calls_or_raises() -> None:
    game = deal(PAIRS, "Qd", bet_limit=6)
    do(game, "1 bet 2")
    assert game.legal_actions() == [Choice(2, "pass"), Choice(2, "call"), Choice(2, "raise", 3, 6)]


def test_callers_speak_again_after_a_raise() -> None:
    game = deal(PAIRS, "Qd")
    do(game, "1 bet 2", "2 call", "0 raise 3")
    assert game.turn == 1
    do(game, "1 call", "2 call")
    assert verbs(game.legal_actions()) == ["play"]


def test_at_the_limit_nobody_raises() -> None:
    game = deal(PAIRS, "Qd", bet_limit=2)
    do(game, "1 bet 2")
    assert verbs(game.legal_actions()) == ["pass", "call"]
    refusal = game.verify("2 raise 3")
    assert refusal is not None
    assert refusal.code == "beyond_limit"


def test_the_opener_raises_or_shows_once_all_have_answered() -> None:
    game = deal(PAIRS, "Qd", raising="opener")
    do(game, "1 bet 2")
    assert verbs(game.legal_actions()) == ["pass", "call"]
    do(game, "2 call", "0 pass")
    assert verbs(game.legal_actions()) == ["show", "raise"]
    do(game, "1 raise 4", "2 call", "1 show")
    assert verbs(game.legal_actions()) == ["play"]


def test_an_opener_without_chips_shows_without_a_word() -> None:
    game = deal(PAIRS, "Qd", raising="opener", purse="table", chips=[100, 10, 100])
    do(game, "1 bet 2", "2 call", "0 call")
    assert verbs(game.legal_actions()) == ["play"]


def test_an_all_in_player_is_not_asked_again() -> None:
    # Seat 1 has 10 - 8 = 2 chips left; the king of spades is no king of the pay suit.
    game = deal(PAIRS, "Qd", purse="table", chips=[100, 10, 100])
    do(game, "1 bet 2", "2 raise 5", "0 raise 9")
    assert game.turn == 2
    do(game, "2 call")
    assert verbs(game.legal_actions()) == ["play"]


def test_the_stake_is_bounded_by_the_purse() -> None:
    game = deal(PAIRS, "Qd", purse="table", chips=[100, 10, 100])
    assert game.legal_actions()[1] == Choice(1, "bet", 1, 2)
    refusal = game.verify("1 bet 3")
    assert refusal is not None
    assert refusal.code == "beyond_purse"


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


def test_the_holder_of_the_next_card_must_play_it() -> None:
    game = deal(PAIRS, "Qd")
    do(game, "1 pass", "2 pass", "0 pass", "1 play 8c")
    # The nine of clubs is in the talon: seat 1 leads again. Jack of clubs: the queen too.
    assert game.turn == 1
    do(game, "1 play Kh")
    assert game.legal_actions() == [Choice(0, "play", cards=("Ah",))]


def test_the_pay_suit_has_no_power_in_tricks_and_any_card_of_the_suit_will_do() -> None:
    game = deal(["As Ah Jd Td 9d", "Ks Kh Jc 8c 7d", "Kd Kc Js 9s 8s"], "Qd", preset="alvensleben")
    do(game, "1 pass", "2 pass", "0 pass", "1 play Ks")
    assert game.legal_actions() == [Choice(2, "play", cards=("8s", "9s", "Js"))]
    do(game, "2 play 9s", "0 play As")
    assert game.turn == 0
    do(game, "0 play Jd", "1 play 7d", "2 play Kd")
    assert game.turn == 2


def test_a_deal_that_is_over_asks_nobody() -> None:
    game = deal(PAIRS, "Qd")
    do(game, "1 pass", "2 pass", "0 pass", "1 play Kh", "0 play Ah", "0 play 9d", "0 play Td", "0 play Jd")
    with pytest.raises(services.EngineError):
        game.result()
    do(game, "0 play As")
    assert game.over
    assert game.turn is None
    assert game.legal_actions() == []
    assert game.result()["shedding"]["out"] == 0
    refusal = game.verify("1 play Ks")
    assert refusal is not None
    assert refusal.code == "deal_is_over"


def test_events_tell_the_deal_in_order() -> None:
    game = deal(PAIRS, "Qd")
    do(game, "1 bet 1", "2 pass", "0 call")
    kinds = [event.kind for event in game.events() if event.reason != "ante"]
    assert kinds == ["transfer"] * 4 + ["bet", "transfer", "pass", "call", "transfer", "transfer", "transfer"]
    assert game.actions() == ["1 bet 1", "2 pass", "0 call"]
    do(game, "0 play As")
    assert [event.kind for event in game.events()[-2:]] == ["play", "run_ended"]


def test_events_and_the_result_tell_the_same_ledger() -> None:
    game = Deal.begin({"preset": "adpoker"}, dealer=1, chips=[0] * 5, pools={"ace": 2}, seed=3, number=8)
    while not game.over:
        choice = game.legal_actions()[-1]
        argument = (
            f" {choice.cards[0]}" if choice.cards else "" if choice.least is None else f" {choice.least}"
        )
        if choice.verb == "raise" and choice.least and choice.least > 4:
            choice, argument = game.legal_actions()[0], ""
        do(game, f"{choice.seat} {choice.verb}{argument}")
    transfers = [
        {"from": event.source, "to": event.target, "chips": event.chips, "reason": event.reason}
        for event in game.events()
        if event.kind == "transfer"
    ]
    assert transfers == game.result()["transfers"]


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
