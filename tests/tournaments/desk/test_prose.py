"""The rules as prose: every preset has every part, every switch is told, and a mixture is told right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import games.services as games
from tests.cases import cases
from tournaments.desk.words.prose import Prose, prose_of

PARTS = ["need", "board", "deal", "melding", "pochen", "shedding", "payments"]

OTHER_VALUES: dict[str, list[Any]] = {
    "players": [[3, 5], [4, 4]],
    "pack": [{str(seats): size for seats in range(3, 7)} for size in (36, 52)],
    "hand": [3, 5],
    "packets": [[1], [5], [2, 3], [3, 2]],
    "pools": [["ace", "king", "poch"], ["ten", "marriage", "poch", "centre"], ["poch"]],
    "undressed": [[], ["poch"], ["ace", "king"]],
    "stake": [2, 3],
    "bet_limit": [None, 1, 12],
    "stop_pay": [0, 1, 2],
    "out_pay": [1, 2],
}
"""Values other than those of `pagat`, where a switch does not list all of its values."""

AROUND: dict[str, dict[str, Any]] = {
    "packets": {"hand": 5},
    "hand": {"packets": [1]},
    "passed_chips": {"purse": "table"},
}
"""What a switch needs beside it, so that all of its values can be played and matter."""


def told(**overrides: Any) -> str:
    return prose_of({"preset": "pagat", **overrides}).text


def values_of(switch: games.Switch) -> list[Any]:
    """All values of a switch with a few values; of the others some."""
    if switch.kind == "choice":
        return list(switch.values)
    return [True, False] if switch.kind == "flag" else OTHER_VALUES[switch.name]


def settings(switch: games.Switch) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each value of a switch in a setting where it matters, and the same with the next value."""
    values = values_of(switch)
    around = AROUND.get(switch.name, {})
    for value, other in zip(values, [*values[1:], values[0]], strict=True):
        if value != other:
            yield {**around, switch.name: value}, {**around, switch.name: other}


@cases("preset", games.presets())
def test_every_preset_has_every_part_and_an_example(preset: str) -> None:
    prose = prose_of({"preset": preset})
    assert sorted(part.key for part in prose.parts) == sorted(PARTS)
    assert all(part.title and part.sentences for part in prose.parts)
    assert all(sentence.endswith(".") and "%(" not in sentence for sentence in prose.text.splitlines())
    assert (prose.differs, prose.lacks) == ([], [])
    assert games.preset_info(preset).source in prose.source
    assert prose.example.story["hands"]
    assert prose.example.story["runs"]
    assert sum(chips for _name, chips in prose.example.chips) <= 0  # the rest lies on the board
    assert 3 <= prose.example.players <= 4


@pytest.mark.parametrize("switch", games.switches(), ids=lambda switch: switch.name)
def test_every_value_of_a_switch_changes_a_sentence(switch: games.Switch) -> None:
    pairs = list(settings(switch))
    assert pairs
    for value, other in pairs:
        assert told(**value) != told(**other), (value, other)


@pytest.mark.parametrize("switch", games.switches(), ids=lambda switch: switch.name)
def test_a_changed_switch_is_told_as_a_difference(switch: games.Switch) -> None:
    for preset in ("pagat", "poque-1789", "adpoker", "alvensleben"):
        standard = games.preset_switches(preset)
        for value in values_of(switch):
            if value == standard[switch.name]:
                continue
            try:
                rules = games.make_rules({"preset": preset, switch.name: value})
            except games.EngineError:
                continue  # it needs another switch beside it
            prose = prose_of({"preset": preset, switch.name: value})
            if prose.text != prose_of({"preset": preset}).text:
                assert prose.differs or prose.lacks, (preset, rules[switch.name])


def differences(prose: Prose) -> list[str]:
    return [*prose.differs, *prose.lacks]


def test_what_differs_is_told_in_whole_sentences_and_nothing_else_is() -> None:
    club = prose_of({"preset": "pagat", "stake": 2, "eligibility": "anyone", "deals_next": "opener"})
    assert club.standard == "Modern German Poch"
    assert differences(club) == [
        "Before each deal each player puts 2 chips into each pool.",
        "Whoever opened the betting deals the next cards. If nobody did, forehand deals them.",
        "Anyone may bet. Without a set the highest card counts, and any set beats it.",
        "Whoever is left alone after a bet wins with any hand, and shows it.",
    ]


def test_a_mixture_speaks_only_of_its_own_board_and_pack() -> None:
    text = told(pools=["king", "ten", "poch"], ten_pool="ten_nine", upcard="dealer_takes_pool")
    assert "The board has 3 pools: King, Ten and Poch." in text
    assert "This card of the pay suit wins its pool: king." in text
    assert "Ten and nine of the pay suit in one hand win the ten pool; neither wins it alone." in text
    assert "the dealer takes its pool at once: king." in text
    for absent in ("marriage", "sequence", "centre", "queen and", "set aside"):
        assert absent not in text
    packs = told(players=[3, 5], pack={"3": 32, "4": 52, "5": 52})
    assert "With exactly 3 players the pack has 32 cards" in packs
    assert "With 4 to 5 players the pack has 52 cards" in packs


@pytest.mark.parametrize("pools", [[], ["centre"], ["poch"], ["sequence"]])
def test_a_board_with_hardly_a_pool_is_told_and_played(pools: list[str]) -> None:
    prose = prose_of({"preset": "pagat", "pools": pools})
    assert list(prose.example.board) == pools
    assert all(part.sentences for part in prose.parts)


def test_the_example_is_the_same_each_time_and_played_by_the_rules_of_the_table() -> None:
    rules = {"preset": "lexikon", "stake": 3}
    first, second = prose_of(rules).example, prose_of(json.loads(json.dumps(rules))).example
    assert first == second
    assert set(first.board.values()) == {3 * first.players}
    assert all(len(cards) == 5 for _name, cards in first.story["hands"])
    assert first.story["shown"]  # a showdown
