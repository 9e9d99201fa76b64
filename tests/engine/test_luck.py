"""What cards were worth: the features of a deal, the weights that bots measure, and how good they are."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine.cards import NAMES, cards_of
from games.engine.errors import EngineError
from games.engine.luck import features, fitting, measuring, validation, worth
from games.engine.luck.__main__ import main
from games.engine.record import read_deal
from games.engine.replay import finished
from games.engine.result import result
from games.engine.rules import preset_switches, resolve
from games.engine.selfplay import play_deal
from tests.engine.scorecard_deals import random_deal, scorecard_of

ROOT = Path(__file__).parent.parent.parent
RULES = resolve({"preset": "pagat", "bet_limit": 10})


def deal(number: int, rules: dict[str, Any] = RULES, **fields: Any) -> dict[str, Any]:
    """A record of four bots, with chips left on the board."""
    return play_deal(
        rules,
        **{
            "dealer": number % 4,
            "chips": [0] * 4,
            "pools": {"ace": 4, "poch": 12},
            "policies": ["cautious"] * 4,
            "seed": 7,
            "number": number,
            **fields,
        },
    )


def known(document: dict[str, Any]) -> features.Known:
    return features.of_document(document, result(*finished(document)))


def test_a_scorecard_says_the_same_about_melding_as_the_record_of_its_deal() -> None:
    random = Random(1)
    compared = 0
    for _ in range(60):
        record = random_deal(random)
        card = scorecard_of(record)
        seats = len(record["chips"])
        of_record, of_card = known(record), known(card)
        assert (of_record.by, of_card.by) == (features.HANDS, features.MELDING)
        assert [row[: features.melding_size(seats)] for row in of_record.rows] == of_card.rows
        compared += any(row[0] for row in of_card.rows)
    assert compared > 20


def test_a_record_by_hands_has_the_features_of_the_same_deal_by_its_deck() -> None:
    by_deck = deal(3)
    _rules, state = read_deal(by_deck)
    by_hands = {key: value for key, value in by_deck.items() if key != "deck"} | {
        "hands": [" ".join(NAMES[card] for card in cards_of(hand)) for hand in state.hand[:4]],
        "upcard": NAMES[state.upcard],
    }
    assert known(by_hands) == known(by_deck)


def test_what_happens_in_the_play_changes_no_feature() -> None:
    tame = deal(5)
    wild = deal(5, policies=["bold"] * 4)
    assert tame["actions"] != wild["actions"]
    assert known(tame) == known(wild)


def test_the_worth_of_the_melding_is_the_chips_that_it_took() -> None:
    document = deal(1)
    answer = result(*finished(document))
    taken = [0] * 4
    for meld in answer["melds"]:
        taken[meld["seat"]] += meld["chips"]
    assert [row[0] for row in known(document).rows] == taken
    assert sum(taken) > 0


def test_the_worths_of_a_deal_add_up_to_nothing_but_for_rounding() -> None:
    weights = validation.measured_weights(measuring.hands_spec(RULES, 4), chunks=1)
    for number in range(30):
        document = deal(number)
        found = worth.hand_worth(document, result(*finished(document)), weights)
        assert found.by == features.HANDS
        assert abs(sum(found.seats)) <= 2
        assert max(found.seats) > 1000


def test_worths_are_rounded_to_the_nearest_thousandth_from_the_mean_of_the_table() -> None:
    assert worth.worths([[1, 0], [0, 1], [0, 0]], [1000, 2000]) == [0, 1000, -1000]
    assert worth.worths([[1], [0], [0]], [100]) == [67, -33, -33]


def test_chunks_are_the_same_each_time_and_can_be_added_in_any_order() -> None:
    spec = measuring.hands_spec(RULES, 3)
    first, second = measuring.play_hands_chunk(spec, 0), measuring.play_hands_chunk(spec, 1)
    forward = measuring.add(measuring.add(None, first), second)
    assert forward == measuring.add(second, first)
    assert forward["deals"] == 2 * measuring.SESSIONS * measuring.DEALS
    assert measuring.play_hands_chunk(spec, 0) == first != second


def test_there_are_no_more_chunks_than_planned() -> None:
    spec = measuring.hands_spec(RULES, 4)
    with pytest.raises(EngineError) as refused:
        measuring.play_hands_chunk(spec, measuring.CHUNKS)
    assert refused.value.code == "no_such_chunk"


def test_a_table_that_the_rules_do_not_allow_is_refused() -> None:
    with pytest.raises(EngineError) as refused:
        measuring.hands_spec(RULES, 9)
    assert refused.value.code == "too_many_seats"


def with_net(deals: Iterator[measuring.Dealt], weights: list[int]) -> Iterator[measuring.Dealt]:
    """The deals, as if exactly these weights, in whole chips, had made the net chips."""
    for each in deals:
        net = [sum(weight * value for weight, value in zip(weights, row, strict=True)) for row in each.rows]
        yield each._replace(net=net)


def test_least_squares_explain_results_that_weights_have_made() -> None:
    spec = measuring.hands_spec(RULES, 4)
    size = len(next(measuring.sessions(spec, 5, 0, 1)).rows[0])
    made = [place % 5 - 2 for place in range(size)]
    sums = measuring.add_up(spec, with_net(measuring.sessions(spec, 5, 0, 20), made))
    found = fitting.fitted_weights(sums, 4)[features.HANDS]
    # Other weights can say the same: the dealer has one card fewer. So what they say is compared.
    for each in measuring.sessions(spec, 6, 0, 2):
        expected = worth.worths(each.rows, [1000 * weight for weight in made])
        assert worth.worths(each.rows, found) == pytest.approx(expected, abs=50)


def test_a_pool_that_the_board_lacks_has_no_weight() -> None:
    rules = preset_switches("poque-1789")
    weights = validation.measured_weights(measuring.hands_spec(rules, 4), chunks=1)
    marriage, sequence = 6, 7
    for by in (features.MELDING, features.HANDS):
        assert weights[by][marriage] == weights[by][sequence] == 0
        assert weights[by][0] > 0


def test_purses_per_table_end_a_session_before_its_deals() -> None:
    rules = resolve({"preset": "pagat", "purse": "table"})
    short = measuring.play_hands_chunk(measuring.hands_spec(rules, 4, chips=20), 0)
    assert 0 < short["deals"] < measuring.SESSIONS * measuring.DEALS


def test_the_features_of_a_deal_stay_for_ever() -> None:
    """Stored weights belong to these features in this order. A new version belongs beside them."""
    rows = [" ".join(map(str, row)) for row in known(deal(3)).rows]
    assert rows == [
        "4 0 0 1 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 1 3 1 1 0 8 69",
        "8 1 0 0 0 0 0 0 0 1 0 1 16 5 4 3 0 0 0 0 0 2 1 0 8 72",
        "4 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 1 4 5 0 0 0 1 2 8 65",
        "8 0 1 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 2 7 61",
    ]


def test_the_cards_explain_a_part_of_the_results_that_the_weights_have_not_seen() -> None:
    melding, hands = validation.validate(RULES, evenings=150, chunks=2)
    assert 0.6 < melding.ratio < 0.9
    assert 0.2 < hands.ratio < 0.5
    for found in (melding, hands):
        assert sum(kind.rounds for kind in found.kinds) == 4 * 150
        for kind in found.kinds:
            assert abs(kind.cards) < 3 * kind.cards_error
            assert kind.net == pytest.approx(kind.cards + kind.play)


def test_the_command_prints_both_ratios_with_their_aims(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--preset", "pagat", "--limit", "10", "--evenings", "16"]) == 0
    printed = capsys.readouterr().out
    assert "melding: 0." in printed
    assert "(aim 0.75)" in printed
    assert "hands: 0." in printed
    assert "(aim 0.5)" in printed
    assert printed.count("expert") == 2
    assert main(["--seats", "12"]) == 1
    assert main(["--evening", "3"]) == 2


def test_numpy_is_not_loaded_by_what_serves_pages() -> None:
    program = "import sys, games.services, games.engine.luck.worth; print('numpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=600, check=True
    )
    assert done.stdout.strip() == "False"
