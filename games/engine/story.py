"""What a page tells of a deal: its three stages, with cards, betting and runs where they are known."""

from __future__ import annotations

from typing import Any

from games.engine.cards import NAMES, SUITS
from games.engine.core.state import (
    CALL,
    PASS,
    PLAY,
    RUN_ENDED,
    SHOW,
    STAKED,
    TRICK_WON,
    Rules,
    State,
)
from games.engine.record import DEAL_FORMAT, VERB_WORDS
from games.engine.replay import finished


def stages(document: dict[str, Any]) -> dict[str, Any]:
    """The stages of a deal that ``finished`` accepts; ``None`` for what a scorecard does not know."""
    rules, state = finished(document)
    by_cards = document["format"] == DEAL_FORMAT
    first = ["pochen", "melding"] if rules.pochen_first else ["melding", "pochen"]
    return {
        "order": [*first, "shedding"],
        "upcard": NAMES[state.upcard],
        "pay_suit": SUITS[state.pay_suit],
        "hands": [by_suit(state.dealt[seat]) for seat in range(state.seats)] if by_cards else None,
        "betting": betting(state) if by_cards else None,
        "runs": runs(rules, state) if by_cards else None,
    }


def by_suit(hand: int) -> list[str]:
    """The cards of a hand as players sort them: by suit, from the highest."""
    cards = [suit * 16 + rank for suit in range(4) for rank in range(12, -1, -1)]
    return [NAMES[card] for card in cards if hand >> card & 1]


def betting(state: State) -> list[dict[str, Any]]:
    """Every word of the Pochen: who said what, with the stake of a bet or raise, or the chips a call cost."""
    said: list[dict[str, Any]] = []
    for event in state.log:
        kind = event >> 10 & 63
        if PASS <= kind <= SHOW:
            said.append({"seat": event >> 5 & 31, "verb": VERB_WORDS[kind], "chips": event >> 16})
        elif kind == STAKED and said[-1]["verb"] == VERB_WORDS[CALL]:
            said[-1]["chips"] = event >> 16
    return said


def runs(rules: Rules, state: State) -> list[dict[str, Any]]:
    """Every run, or trick, with who ended or took it; nobody did where the deal was over before."""
    told: list[dict[str, Any]] = []
    ended = True
    for event in state.log:
        kind = event >> 10 & 63
        if kind == PLAY:
            if ended:
                told.append({"cards": [], "ended_by": None})
                ended = False
            told[-1]["cards"].append({"seat": event >> 5 & 31, "card": NAMES[event >> 16]})
        elif kind == (TRICK_WON if rules.tricks else RUN_ENDED):
            told[-1]["ended_by"] = event >> 5 & 31
            ended = True
    return told
