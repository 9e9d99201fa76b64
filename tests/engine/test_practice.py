"""A person plays a deal against bots: by all presets, and the bots know no more than a person would."""

from __future__ import annotations

import json

import pytest

import games.services as games
from games.engine import bots, practice
from games.engine.cards import NAMES
from games.engine.core.state import NOBODY, Rules, State
from games.engine.errors import EngineError
from games.engine.sight import has_shown
from tests.cases import cases

STRENGTHS = ("random", "cautious", "bold", "expert")


def start(preset: str, *, seats: int = 0, bot: str = "expert", number: int = 1) -> practice.Start:
    rules = games.resolve_rules({"preset": preset})
    least, most = games.seats_range(rules)
    seats = seats or min(max(least, 4), most)
    return practice.Start(
        rules=rules,
        dealer=number % seats,
        chips=[200] * seats,
        pools={},
        bots=[None, *[bot] * (seats - 1)],
        seed=11,
        number=number,
    )


def cards_in(hand: int) -> list[str]:
    return [NAMES[card] for card in range(64) if hand >> card & 1]


def first_choice(deal: practice.PracticeDeal) -> str:
    choice = deal.choices()[0]
    if choice.cards:
        return f"play {choice.cards[0]}"
    return f"{choice.verb} {choice.least}" if choice.least is not None else choice.verb


def played(begun: practice.Start) -> practice.PracticeDeal:
    deal = practice.PracticeDeal(begun)
    deal.play_on()
    while not deal.over:
        deal.act(first_choice(deal))
    return deal


@pytest.mark.parametrize("bot", STRENGTHS)
@pytest.mark.parametrize("preset", games.presets())
def test_a_person_plays_a_deal_to_its_end_by_every_preset(preset: str, bot: str) -> None:
    for number in (1, 2, 3):
        deal = played(start(preset, bot=bot, number=number))
        result = deal.result()
        assert sum(result["net"]) + sum(result["pools"].values()) == 0
        assert deal.choices() == []
        assert deal.advice() is None


def test_the_same_actions_give_the_same_deal() -> None:
    deal = played(start("pagat", bot="random"))
    again = practice.PracticeDeal(start("pagat", bot="random"), deal.actions)
    assert again.result() == deal.result()
    assert again.steps() == deal.steps()
    assert played(start("pagat", bot="random")).actions == deal.actions


def test_a_refused_action_changes_nothing() -> None:
    deal = practice.PracticeDeal(start("pagat"))
    deal.play_on()
    before = deal.actions
    with pytest.raises(EngineError, match="not possible"):
        deal.act("raise 0")
    assert deal.refused("nonsense") is not None
    assert deal.actions == before


@pytest.mark.parametrize("preset", games.presets())
def test_bots_see_no_hidden_card_and_no_set_of_who_was_not_asked(
    preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The state that decides holds one hand, and who is in the Pochen is a guess by public facts alone."""
    decide = bots.decide
    asked = 0

    def watched(rules: Rules, seen: State, policy: int) -> int:
        nonlocal asked
        asked += 1
        others = [seat for seat in range(seen.seats) if seat != seen.turn]
        assert [seen.hand[seat] for seat in others] == [0] * len(others)
        assert {seen.owner[card] for card in range(64)} <= {seen.turn, NOBODY}
        assert not any(seen.dealt[seat] for seat in others if not has_shown(rules, seen, seat))
        return decide(rules, seen, policy)

    monkeypatch.setattr(bots, "decide", watched)
    for bot in STRENGTHS:
        played(start(preset, bot=bot))
    assert asked


@cases("preset", games.presets())
def test_what_the_person_is_shown_has_no_card_that_is_hidden(preset: str) -> None:
    for number in (1, 2, 3):
        deal = practice.PracticeDeal(start(preset, number=number))
        deal.play_on()
        while True:
            _rules, state = deal._deal.position()
            hidden = {
                card
                for seat in range(1, state.seats)
                if not has_shown(_rules, state, seat)
                for card in cards_in(state.hand[seat])
            }
            shown = deal.seen()
            told = json.dumps([shown["hand"], shown["played"], shown["upcard"], deal.steps()])
            public = {shown["upcard"]} | {card for cards in shown["shown"].values() for card in cards}
            assert [card for card in hidden - public if f'"{card}"' in told or f"{card} " in told] == []
            assert all(step["advice"] is None for step in deal.steps()["steps"])
            if deal.over:
                break
            deal.act(first_choice(deal))


def test_a_person_without_a_set_is_told_so_and_one_with_a_set_too() -> None:
    facts = set()
    for number in range(1, 30):
        deal = practice.PracticeDeal(start("adpoker", number=number))
        deal.play_on()
        facts.add((deal.seen()["has_set"], deal.seen()["betting"]))
    assert (False, True) not in facts, "whoever is asked in the betting holds a set"
    assert {(True, True), (False, False)} <= facts
