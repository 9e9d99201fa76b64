"""The course of a deal for a page: its three stages with cards, betting and runs, as far as it is known."""

from __future__ import annotations

from typing import Any

from games.engine.cards import NAMES, SUITS
from games.engine.core.state import BETS, CALL, PASS, PLAY, RUN_ENDED, SHOW, STAKED, TRICK_WON, Rules, State
from games.engine.record import DEAL_FORMAT, VERB_WORDS
from games.engine.result import finished


def stages(document: dict[str, Any]) -> dict[str, Any]:
    """The stages of a valid deal. A scorecard gives ``None`` for hands, betting and runs."""
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
    """The cards of a hand by suit, highest first."""
    cards = [suit * 16 + rank for suit in range(4) for rank in range(12, -1, -1)]
    return [NAMES[card] for card in cards if hand >> card & 1]


def betting(state: State) -> list[dict[str, Any]]:
    """Every action of the Pochen. ``chips`` is the stake of a bet or raise, or the chips that a call cost."""
    words: list[dict[str, Any]] = []
    for event in state.log:
        kind = event >> 10 & 63
        if PASS <= kind <= SHOW:
            words.append({"seat": event >> 5 & 31, "verb": VERB_WORDS[kind], "chips": event >> 16})
        elif kind == STAKED and event >> 5 & 31 != BETS and words[-1]["verb"] == VERB_WORDS[CALL]:
            words[-1]["chips"] = event >> 16
    return words


def runs(rules: Rules, state: State) -> list[dict[str, Any]]:
    """Every run or trick, with the seat that ended it; None if the deal ended before."""
    rows: list[dict[str, Any]] = []
    ended = True
    for event in state.log:
        kind = event >> 10 & 63
        if kind == PLAY:
            if ended:
                rows.append({"cards": [], "ended_by": None})
                ended = False
            rows[-1]["cards"].append({"seat": event >> 5 & 31, "card": NAMES[event >> 16]})
        elif kind == (TRICK_WON if rules.tricks else RUN_ENDED):
            rows[-1]["ended_by"] = event >> 5 & 31
            ended = True
    return rows
