"""Strictness: what a document may not be, however it tries."""

from __future__ import annotations

from typing import Any

import pytest

from games import services
from tests.cases import cases
from tests.engine.reading import lines

PAGAT = next(
    row["document"]
    for row in lines("deals.jsonl")
    if row["document"]["rules"] == {"preset": "pagat"} and "hands" in row["document"]
)


def refused(changes: dict[str, Any], base: dict[str, Any] = PAGAT) -> services.EngineError:
    with pytest.raises(services.EngineError) as error:
        services.replay(base | changes)
    return error.value


@cases("key", PAGAT)
def test_every_key_is_needed(key: str) -> None:
    with pytest.raises(services.EngineError) as error:
        services.replay({name: value for name, value in PAGAT.items() if name != key})
    assert (error.value.kind, error.value.at) == ("schema", None)


def test_a_key_that_the_format_does_not_have_is_refused_by_name() -> None:
    error = refused({"note": "hello"})
    assert error.code == "unknown_key"
    assert "note" in error.detail


@cases("document", [None, 3, "deal", [], [PAGAT], {}, {"format": None}, {"format": []}])
def test_an_invalid_document_is_refused(document: Any) -> None:
    with pytest.raises(services.EngineError) as error:
        services.replay(document)
    assert error.value.kind == "schema"


@cases(
    ("changes", "code"),
    [
        ({"dealer": True}, "bad_dealer"),
        ({"dealer": -1}, "bad_dealer"),
        ({"dealer": 1.0}, "bad_dealer"),
        ({"dealer": len(PAGAT["chips"])}, "bad_dealer"),
        ({"chips": None}, "bad_chips"),
        ({"chips": [True] * len(PAGAT["chips"])}, "bad_chips"),
        ({"chips": [1_000_000_001] * len(PAGAT["chips"])}, "bad_chips"),
        ({"chips": [-1_000_000_001] * len(PAGAT["chips"])}, "bad_chips"),
        ({"chips": []}, "too_few_seats"),
        ({"chips": [0] * 7}, "too_many_seats"),
        ({"pools": []}, "bad_pools"),
        ({"pools": {"ace": -1}}, "bad_pools"),
        ({"pools": {"ace": True}}, "bad_pools"),
        ({"pools": {"ace": 10**400}}, "bad_pools"),
        ({"pools": {"bets": 1}}, "unknown_pool"),
        ({"pools": {"\ud800": 1}}, "unknown_pool"),
        ({"hands": "As"}, "bad_hands"),
        ({"hands": PAGAT["hands"][:-1]}, "bad_hands"),
        ({"hands": [None] * len(PAGAT["hands"])}, "bad_cards"),
        ({"hands": [PAGAT["hands"][0].replace(" ", "  "), *PAGAT["hands"][1:]]}, "bad_card"),
        ({"hands": [PAGAT["hands"][0] + " ", *PAGAT["hands"][1:]]}, "bad_card"),
        ({"hands": [PAGAT["hands"][0].lower(), *PAGAT["hands"][1:]]}, "bad_card"),
        ({"hands": [PAGAT["hands"][1], *PAGAT["hands"][1:]]}, "duplicate_card"),
        ({"upcard": "As Ks"}, "bad_card"),
        ({"upcard": 3}, "bad_card"),
        ({"upcard": PAGAT["hands"][0][:2]}, "duplicate_card"),
        ({"actions": "0 pass"}, "bad_actions"),
        ({"deck": "As"}, "deck_and_hands"),
        ({"rules": "pagat"}, "bad_rules"),
    ],
)
def test_a_fault_has_its_code_and_blames_no_action(changes: dict[str, Any], code: str) -> None:
    error = refused(changes)
    assert (error.code, error.at) == (code, None)
    error.detail.encode()


@cases(
    "action",
    [
        "", "pass", "0", " 0 pass", "0 pass ", "0  pass", "00 pass", "0 PASS", "0 pass 1", "0 bet",
        "0 bet 01", "0 bet -1", "0 bet 1.0", "0 bet +1", "0 bet \u0661", "0 bet 1000000001",
        "0 bet 9999999999999999999999", "10 pass", "-1 pass", "\u0660 pass", "0 play", "0 play as",
        "0 play A", "0 play As Ks", "0 call 1", "0\tpass", "0 pass\n", "0 fold", "\ud800", None, 0, True,
        ["0 pass"], {"seat": 0},
    ],
)  # fmt: skip
def test_a_malformed_action_is_refused_at_its_place(action: Any) -> None:
    error = refused({"actions": [*PAGAT["actions"][:2], action]})
    assert (error.code, error.at, error.kind) == ("malformed_action", 2, "schema")
    assert error.pointer == "/actions/2"
    error.detail.encode()


def test_an_action_after_the_end_is_refused() -> None:
    error = refused({"actions": [*PAGAT["actions"], PAGAT["actions"][-1]]})
    assert (error.code, error.at) == ("deal_is_over", len(PAGAT["actions"]))


def test_purses_below_zero_need_credit() -> None:
    chips = [-1] + [100] * (len(PAGAT["chips"]) - 1)
    assert services.replay(PAGAT | {"chips": chips})["chips"]
    assert refused({"chips": chips, "rules": {"preset": "pagat", "purse": "table"}}).code == "negative_purse"


@cases(
    ("text", "code"),
    [
        ("", "not_json"),
        ("{", "not_json"),
        ("[1] [2]", "not_json"),
        ("NaN", "not_json"),
        ('{"a": Infinity}', "not_json"),
        ('{"a": 1, "a": 1}', "duplicate_key"),
        ('{"a": {"b": 1, "b": 2}}', "duplicate_key"),
        (b'{"a": "\xff"}', "not_json"),
        ("[" * 100_000, "not_json"),
        ('{"a":' * 100_000, "not_json"),
        ("1" * 5000, "not_json"),
        ("\ufeff{}", "not_json"),
    ],
)
def test_text_that_is_not_the_json_we_want_is_refused(text: str | bytes, code: str) -> None:
    with pytest.raises(services.EngineError) as error:
        services.parse_json(text)
    assert (error.value.code, error.value.kind) == (code, "schema")


def test_a_deck_is_dealt_as_the_hands_would_be() -> None:
    row = next(row for row in lines("deals.jsonl") if "deck" in row["document"])
    document = dict(row["document"])
    hands = [" ".join(hand) for hand in services.stages(document, row["result"])["hands"]]
    stages = services.stages(document, row["result"])
    del document["deck"]
    assert services.replay(document | {"hands": hands, "upcard": stages["upcard"]}) == row["result"]


@pytest.mark.parametrize(
    "spoil", [lambda deck: deck[:-3], lambda deck: deck + " As", lambda deck: deck[:-2] + deck[:2]]
)
def test_a_deck_is_the_whole_pack_once(spoil: Any) -> None:
    document = next(row["document"] for row in lines("deals.jsonl") if "deck" in row["document"])
    assert refused({"deck": spoil(document["deck"])}, document).code == "bad_deck"
