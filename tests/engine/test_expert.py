"""What the expert bets and leads with chosen hands."""

from __future__ import annotations

from typing import Any

from games.engine import bot_betting, bots, bulk
from games.engine.bot_betting import prospects
from games.engine.cards import NAMES
from games.engine.core import play
from games.engine.core.state import BET, CALL, PASS, PLAY, RAISE, SHOW, Rules, State
from games.engine.record import header

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


def test_with_four_aces_it_bets_a_stake_that_others_may_call() -> None:
    rules, state = dealt(
        LIMITED, "9d", "As Ah Ad Ac 7s", "8s 8h Th Qd Kd", "9s 9h Jc Jh Kh", "7d 7h Tc Ts Qs"
    )
    verb, stake = decision(rules, state)
    assert verb == BET
    assert 3 <= stake <= 10


def test_with_four_aces_it_raises_a_strong_bet_to_the_limit() -> None:
    rules, state = dealt(
        LIMITED, "9d", "8s 8h Th Qd Kd", "As Ah Ad Ac 7s", "9s 9h Jc Jh Kh", "7d 7h Tc Ts Qs"
    )
    say(rules, state, BET, 6)
    assert decision(rules, state) == (RAISE, 10)


def test_without_a_limit_it_stays_below_the_highest_stake_of_bots() -> None:
    rules, state = dealt(
        {"preset": "lexikon"}, "9d", "As Ah Ad Ac 7s", "8s 8h Th Qd Kd", "9s 9h Jc Jh Kh", "7d 7h Tc Ts Qs"
    )
    verb, stake = decision(rules, state)
    assert verb == BET
    assert 10 < stake <= bots.HIGHEST_STAKE


def test_with_a_pair_of_sevens_against_a_bet_of_eight_it_passes() -> None:
    rules, state = dealt(
        LIMITED, "9d", "Ks Kh Kd Qd 8s", "7s 7h Th Qs Ad", "9s 9h Jc Jh Kc", "8d 8h Tc Ts Qc"
    )
    say(rules, state, BET, 8)
    assert decision(rules, state) == (PASS, 0)


def test_it_calls_a_low_stake_with_a_hand_that_is_not_worth_a_high_one() -> None:
    """The pair and the pot are equal. The chance is worth one chip, but not ten."""
    for stake, verb in ((1, True), (10, False)):
        rules, state = dealt(
            LIMITED, "9d", "Ks Kh Kd Qd 8s", "As Ad 7h Qs 9h", "9s 9c Jc Jh Kc", "8d 8h Tc 7s Qc"
        )
        say(rules, state, BET, stake)
        assert (decision(rules, state)[0] != PASS) is verb


def test_a_pair_that_is_best_by_the_pay_suit_is_worth_more() -> None:
    """Another hand may hold the other two queens. The pair with the queen of the pay suit wins the tie."""
    chances = []
    for pay_suit in ("9s", "9h"):
        rules, state = dealt(
            LIMITED, pay_suit, "Qs Qd 7h 8c Tc", "Ks Kd 7s 8d Th", "As Jd 7d 8h Tc", "7c 9d Jh Kh Ac"
        )
        unseen = rules.whole[4] & ~(state.hand[0] | 1 << state.upcard)
        chances.append(bot_betting.beaten(rules, state, unseen, prospects(unseen, 5)))
    with_it, without = chances
    assert with_it < without


def test_with_nothing_it_may_bet_but_calls_no_raise() -> None:
    rules, state = dealt(
        {"preset": "pagat-open", "hand": 5, "bet_limit": 10},
        "9d", "Ks Kh Kd Qd 8s", "7s 8h Th Qs Jd", "9s 9h Jc Jh Kc", "8d 7h Tc Ts Qc",
    )  # fmt: skip
    say(rules, state, BET, 6)
    assert decision(rules, state) == (PASS, 0)


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


def test_it_leads_a_card_whose_run_it_ends_itself() -> None:
    """The king below the upcard ends a run. Every other card may be continued."""
    rules, state = shedding(
        {"preset": "lexikon"}, "Ah", "Kh 9s 7d Jc 8c", "8s Th Qd Kd 7h", "9h Js Qs Kc 8d", "7s Tc Jd Ad Qc"
    )
    assert led(rules, state) == "Kh"


def test_it_leads_the_lowest_card_of_its_own_run() -> None:
    """It holds ten to ace. If it leads the ten, all five cards go in one run."""
    rules, state = shedding(
        {"preset": "lexikon"}, "7h", "Ts Js Qs Ks As", "8s Th Qd Kd 7h", "9h Jh Qh Kc 8d", "7s Tc Jd Ad Qc"
    )
    assert led(rules, state) == "Ts"


def test_it_leads_a_card_that_no_run_reaches_first() -> None:
    """All cards are dealt. No run reaches the seven, but the nine of another seat reaches the ten."""
    rules, state = shedding(
        {"preset": "pagat", "players": [2, 6], "pack": {str(seats): 32 for seats in range(2, 7)}},
        "Ah", "7s 9d Tc 8h 7c 9c Qd", "8s 9s Ts Js Qs Ks As", "7d 8d Td Jd Kd Ad 8c",
    )  # fmt: skip
    assert led(rules, state) in {"7s", "7c"}


def test_in_tricks_it_leads_a_card_that_nobody_can_beat() -> None:
    rules, state = shedding(
        {"preset": "alvensleben"},
        "7h",
        "Ts 7d 8c Ac Kd",
        "8s Th Qd 9d 7c",
        "9h Jh Qh Kc 8d",
        "7s Tc Jd Ad 9c",
    )
    assert led(rules, state) == "Ac"


def test_the_last_player_of_a_trick_takes_it_with_the_lowest_possible_card() -> None:
    rules, state = shedding(
        {"preset": "alvensleben"},
        "7h",
        "Ts 7d 8c Ac Kd",
        "8s Th Qd 9d 7c",
        "9h Jh Qh Kc 8d",
        "Js As Ks Ad 9c",
    )
    for card in ("Ts", "8s"):
        assert play.act(rules, state, NAMES.index(card) << 16 | PLAY << 10 | state.turn << 5) == 0
    assert state.turn == 3
    assert led(rules, state) == "Js"


# --- Limits of numbers


def test_very_full_pools_do_not_overflow() -> None:
    """With a hundred million chips in the Poch pool, 64-bit numbers still give the same bets."""
    job = bulk.job({"preset": "poque-1789", "stake": 20_000_000}, ["expert"] * 4, seed=4, deals_each=4)
    logs: list[list[int]] = []
    compiled: list[list[int]] = []
    bulk.play(job, 0, 50, compiled=False, kept=logs)
    bulk.play(job, 0, 50, compiled=True, kept=compiled)
    assert logs == compiled
