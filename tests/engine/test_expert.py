"""What the expert bets and leads with chosen hands."""

from __future__ import annotations

from typing import Any

from games.engine import bots
from games.engine.cards import NAMES
from games.engine.core import play
from games.engine.core.state import BET, CALL, PASS, PLAY, RAISE, SHOW, Rules, State
from games.engine.record import header
from tests.cases import cases

Action = tuple[int, int]
"""A verb and its amount."""


def hand_of(cards: str) -> int:
    return sum(1 << NAMES.index(card) for card in cards.split())


def dealt(document: dict[str, Any], upcard: str, *hands: str, dealer: int = -1) -> tuple[Rules, State]:
    """A deal before the betting in which the seats hold these cards. The last seat deals by default."""
    seats = len(hands)
    rules, state = header({"rules": document, "dealer": dealer % seats, "chips": [0] * seats, "pools": {}})
    for seat, cards in enumerate(hands):
        state.hand[seat] = hand_of(cards)
        state.count[seat] = len(cards.split())
        for card in range(64):
            if state.hand[seat] >> card & 1:
                state.owner[card] = seat
    state.upcard = NAMES.index(upcard)
    play.begin(rules, state)
    return rules, state


def say(rules: Rules, state: State, verb: int, amount: int = 0) -> None:
    assert play.act(rules, state, amount << 16 | verb << 10 | state.turn << 5, play.WHOLE_RUN) == 0


def decision(rules: Rules, state: State) -> Action:
    action = bots.decide(rules, state, bots.EXPERT)
    return action >> 10 & 63, action >> 16


def led(rules: Rules, state: State) -> str:
    verb, card = decision(rules, state)
    assert verb == PLAY
    return NAMES[card]


LIMITED = {"preset": "lexikon", "bet_limit": 10}


# --- Betting

FOUR_ACES = "As Ah Ad Ac 7s"
OTHERS = ["8s 8h Th Qd Kd", "9s 9h Jc Jh Kh", "7d 7h Tc Ts Qs"]


@cases(("rules", "lowest", "highest"), [(LIMITED, 3, 10), ({"preset": "lexikon"}, 11, bots.HIGHEST_STAKE)])
def test_with_four_aces_it_bets_a_stake_that_others_may_call(
    rules: dict[str, Any], lowest: int, highest: int
) -> None:
    verb, stake = decision(*dealt(rules, "9d", FOUR_ACES, *OTHERS))
    assert verb == BET
    assert lowest <= stake <= highest


OPEN = {"preset": "pagat-open", "hand": 5, "bet_limit": 10}
A_PAIR_OF_NINES = "9s 9h Jc Jh Kc"
A_PAIR_OF_ACES = ["Ks Kh Kd Qd 8s", "As Ad 7h Qs 9h", "9s 9c Jc Jh Kc", "8d 8h Tc 7s Qc"]


@cases(
    ("rules", "bet", "hands", "answers"),
    [
        # With four aces it raises a strong bet to the limit.
        (LIMITED, 6, [OTHERS[0], FOUR_ACES, *OTHERS[1:]], [(RAISE, 10)]),
        # With a pair of sevens, or with nothing, it passes.
        (LIMITED, 8, ["Ks Kh Kd Qd 8s", "7s 7h Th Qs Ad", A_PAIR_OF_NINES, "8d 8h Tc Ts Qc"], [(PASS, 0)]),
        (OPEN, 6, ["Ks Kh Kd Qd 8s", "7s 8h Th Qs Jd", A_PAIR_OF_NINES, "8d 7h Tc Ts Qc"], [(PASS, 0)]),
        # A pair of aces is worth a low stake, but not a high one.
        (LIMITED, 10, A_PAIR_OF_ACES, [(PASS, 0)]),
        (LIMITED, 1, A_PAIR_OF_ACES, [(CALL, 0), *((RAISE, stake) for stake in range(2, 11))]),
    ],
)
def test_it_answers_a_bet_as_its_hand_is_worth(
    rules: dict[str, Any], bet: int, hands: list[str], answers: list[Action]
) -> None:
    dealt_rules, state = dealt(rules, "9d", *hands)
    say(dealt_rules, state, BET, bet)
    assert decision(dealt_rules, state) in answers


def test_the_opener_shows_when_raising_brings_nothing() -> None:
    document = {"preset": "adpoker", "bet_limit": 10}
    rules, state = dealt(
        document, "9d", "7s 7h Th Qs Ad", "Ks Kh Kd Qd 8s", "9s 9h Jc Jh Kc", "8d 8h Tc Ts Qc"
    )
    say(rules, state, BET, 1)
    say(rules, state, CALL)
    say(rules, state, CALL)
    say(rules, state, CALL)
    assert state.turn == 0
    assert decision(rules, state) == (SHOW, 0)


# --- Shedding


def shedding(document: dict[str, Any], upcard: str, *hands: str) -> tuple[Rules, State]:
    """The deal after everybody has passed. Forehand, the first seat, leads."""
    rules, state = dealt(document, upcard, *hands)
    while state.turn >= 0 and state.leader < 0:
        say(rules, state, PASS)
    assert state.turn == 0
    return rules, state


ALL_DEALT = {"preset": "pagat", "players": [2, 6], "pack": {str(seats): 32 for seats in range(2, 7)}}
LEXIKON = {"preset": "lexikon"}
TRICKS = {"preset": "alvensleben"}


@cases(
    ("rules", "upcard", "hands", "leads"),
    [
        # A run that it ends itself: the king below the upcard. Every other card may be continued.
        (LEXIKON, "Ah", ["Kh 9s 7d Jc 8c", "8s Th Qd Kd 7h", "9h Js Qs Kc 8d", "7s Tc Jd Ad Qc"], {"Kh"}),
        # The lowest card of its own run, which all five cards go with.
        (LEXIKON, "7h", ["Ts Js Qs Ks As", "8s Th Qd Kd 7h", "9h Jh Qh Kc 8d", "7s Tc Jd Ad Qc"], {"Ts"}),
        # A card that no run reaches. The nine of another seat reaches the ten.
        (
            ALL_DEALT,
            "Ah",
            ["7s 9d Tc 8h 7c 9c Qd", "8s 9s Ts Js Qs Ks As", "7d 8d Td Jd Kd Ad 8c"],
            {"7s", "7c"},
        ),
        # In tricks a card that nobody can beat.
        (TRICKS, "7h", ["Ts 7d 8c Ac Kd", "8s Th Qd 9d 7c", "9h Jh Qh Kc 8d", "7s Tc Jd Ad 9c"], {"Ac"}),
    ],
)
def test_it_leads_the_card_that_brings_most(
    rules: dict[str, Any], upcard: str, hands: list[str], leads: set[str]
) -> None:
    assert led(*shedding(rules, upcard, *hands)) in leads


def test_the_last_player_of_a_trick_takes_it_with_the_lowest_possible_card() -> None:
    rules, state = shedding(
        TRICKS, "7h", "Ts 7d 8c Ac Kd", "8s Th Qd 9d 7c", "9h Jh Qh Kc 8d", "Js As Ks Ad 9c"
    )
    for card in ("Ts", "8s"):
        assert play.act(rules, state, NAMES.index(card) << 16 | PLAY << 10 | state.turn << 5) == 0
    assert state.turn == 3
    assert led(rules, state) == "Js"


# --- Limits of numbers
