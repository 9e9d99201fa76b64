"""What a form for scorecards can know before the deal is written down."""

from __future__ import annotations

from typing import Any

from games import services
from tests.engine.reading import lines


def facts(seats: int = 4, dealer: int = 0, **switches: Any) -> dict[str, Any]:
    rules = services.resolve_rules({"preset": "pagat", **switches})
    return services.card_facts(rules, seats=seats, dealer=dealer)


def test_the_hands_have_as_many_cards_as_a_deal_gives_them() -> None:
    for row in lines("deals.jsonl"):
        document = row["document"]
        if "hands" not in document:
            continue
        rules = services.resolve_rules(document["rules"])
        if rules["upcard"] == "joins_hand":
            continue
        known = services.card_facts(rules, seats=len(document["chips"]), dealer=document["dealer"])
        assert known["dealt"] == [len(hand.split()) for hand in document["hands"]]


def test_an_upcard_that_joins_a_hand_is_in_it() -> None:
    assert facts()["dealt"] == [7, 8, 8, 8]
    assert facts(upcard="joins_hand")["dealt"] == [8, 8, 8, 8]
    assert facts(upcard="joins_hand")["upcard_wins"]
    assert not facts()["upcard_wins"]


def test_each_pool_names_the_ranks_that_win_it() -> None:
    proofs = facts()["proofs"]
    assert proofs["ace"] == "A"
    assert sorted(proofs["marriage"]) == ["K", "Q"]
    assert sorted(proofs["sequence"]) == ["7", "8", "9"]
    assert "poch" not in proofs
    assert "sequence" not in facts(sequence="longest")["proofs"]


def test_the_betting_goes_round_from_forehand_or_the_dealer() -> None:
    assert facts(seats=4, dealer=1)["speaks"] == [2, 3, 0, 1]
    assert facts(seats=4, dealer=1, speaks_first="dealer")["speaks"] == [1, 2, 3, 0]
    assert facts(seats=3, dealer=1, direction="counterclockwise")["speaks"] == [0, 2, 1]
