"""A scorecard that is not of its format is refused at the place where it is not."""

from __future__ import annotations

from typing import Any

from games.engine.errors import SCHEMA
from tests.cases import cases
from tests.engine.bent_scorecards import PAGAT, assert_accepted, assert_refused, card, refusal


@cases(
    ("changes", "code", "pointer"),
    [
        ({"melds": {"ace": True}}, "bad_seat", "/melds/ace"),
        ({"melds": {"ace": 4}}, "bad_seat", "/melds/ace"),
        ({"stakes": [0, 0, 1]}, "bad_stakes", "/stakes"),
        ({"stakes": [0, 0, 1, -1]}, "bad_stakes", "/stakes/3"),
        ({"stakes": [0, 0, 1, 1.0]}, "bad_stakes", "/stakes/3"),
        ({"stakes": [0, 0, 1, 10**10]}, "bad_stakes", "/stakes/3"),
        ({"passed": [0, 0, 1]}, "seat_named_twice", "/passed/1"),
        ({"passed": "01"}, "bad_passed", "/passed"),
        ({"shown": []}, "bad_shown", "/shown"),
        ({"shown": {"02": "Js Jh"}}, "bad_seat", "/shown/02"),
        ({"shown": {"2": ""}}, "bad_hand", "/shown/2"),
        ({"shown": {"2": "Js 1h"}}, "bad_card", "/shown/2"),
        ({"stops": [4]}, "bad_seat", "/stops/0"),
        ({"left": [4, 7, 6, None]}, "bad_left", "/left/3"),
        ({"upcard": "9H"}, "bad_card", "/upcard"),
        ({"winner": 3}, "unknown_key", ""),
    ],
)
def test_a_scorecard_that_is_not_of_the_format_is_refused_at_its_place(
    changes: dict[str, Any], code: str, pointer: str
) -> None:
    error = refusal(card(PAGAT, **changes))
    assert (error.code, error.kind, error.pointer) == (code, SCHEMA, pointer)


@cases("key", sorted(set(PAGAT) - {"stops", "format"}))
def test_a_scorecard_lacks_no_key(key: str) -> None:
    document = card(PAGAT)
    del document[key]
    error = refusal(document)
    assert (error.code, error.kind) == ("missing_key", SCHEMA)
    assert key in error.detail


def test_stops_may_be_left_out_where_no_run_is_paid_and_only_there() -> None:
    document = card(PAGAT)
    del document["stops"]
    assert_accepted(document)
    document["rules"]["stop_pay"] = 1
    assert refusal(document).code == "missing_key"


def test_a_card_outside_the_pack_is_not_turned_up_or_shown() -> None:
    assert_refused(card(PAGAT, upcard="6h"), "card_outside_the_pack", "6h", "32", pointer="/upcard")
    assert_refused(card(PAGAT, shown={"2": "6s 6c", "3": "Ah Ac"}), "card_outside_the_pack", "6s")
