"""A card that must be followed was not played over a hand that kept what follows; a last card may have been.

Seat 0 is forehand, leads and goes out. The hands have five cards of 32; the pay suit is hearts. Seats in the
documents count from 0, seats in the sentences from 1.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.errors import RULE, EngineError
from games.engine.result import finished


def card(
    melds: dict[str, int], left: list[int], stops: list[int] | None = None, shedding: str = "stops"
) -> dict[str, Any]:
    """A scorecard of three seats on which nobody bets."""
    return {
        "format": "poch-scorecard/1",
        "rules": {"preset": "lexikon", "shedding": shedding, "stop_pay": int(stops is not None)},
        "dealer": 2,
        "chips": [0, 0, 0],
        "pools": {},
        "upcard": "7h",
        "melds": melds,
        "stakes": [0, 0, 0],
        "passed": [0, 1, 2],
        "shown": {},
        "stops": stops or [],
        "left": left,
    }


def assert_refused(document: dict[str, Any], *words: str, pointer: str) -> None:
    """No play ends so, in a sentence that has these words."""
    with pytest.raises(EngineError) as caught:
        finished(document)
    error = caught.value
    assert (error.code, error.kind, error.pointer) == ("cannot_be_played", RULE, pointer), error.detail
    for part in words:
        assert part in error.detail


def test_only_one_card_of_the_player_who_went_out_was_not_followed() -> None:
    kept = {"queen": 0, "king": 1}
    kept_in_two_suits = {"ten": 0, "jack": 1} | kept
    finished(card(kept, left=[0, 5, 4]))
    finished(card(kept_in_two_suits, left=[0, 4, 4]))
    assert_refused(
        card(kept_in_two_suits, left=[0, 5, 4]),
        "Seat 1 held Qh Th",
        "at least 1, not 0",
        pointer="/left/0",
    )


def test_the_cards_below_one_that_was_kept_were_kept_too() -> None:
    melds = {"ten": 2, "jack": 2, "queen": 1}
    finished(card(melds, left=[0, 5, 2]))
    finished(card(melds, left=[0, 4, 1]))
    assert_refused(
        card(melds, left=[0, 5, 1]),
        "Seat 3 held Jh Th",
        "at least 2, not 1",
        pointer="/left/2",
    )


def test_a_last_card_that_a_hand_could_have_followed_ended_no_run() -> None:
    melds = {"queen": 0, "king": 1}
    finished(card(melds, left=[0, 5, 5], stops=[0, 0, 0, 0]))
    finished(card({"queen": 0}, left=[0, 5, 5], stops=[0, 0, 0, 0, 0]))
    assert_refused(
        card(melds, left=[0, 5, 5], stops=[0, 0, 0, 0, 0]),
        "Seat 1 went out with Qh",
        "still holds the next card",
        pointer="/stops",
    )


def test_a_suit_that_a_hand_kept_was_played_in_the_last_trick_at_most() -> None:
    finished(card({"queen": 0, "king": 1}, left=[0, 5, 4], shedding="tricks"))
    finished(card({"queen": 0, "jack": 0, "king": 1}, left=[0, 4, 4], shedding="tricks"))
    assert_refused(
        card({"queen": 0, "jack": 0, "king": 1}, left=[0, 5, 4], shedding="tricks"),
        "Seat 1 held Qh Jh",
        "had to follow",
        pointer="/left/0",
    )
    run = {"ten": 2, "jack": 2, "queen": 2, "sequence": 2, "king": 1}
    finished(card(run, left=[0, 5, 2], shedding="tricks"))
    assert_refused(card(run, left=[0, 5, 1], shedding="tricks"), "Seat 3 held Qh Jh Th", pointer="/left/2")
