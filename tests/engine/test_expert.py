"""What the expert bets and leads with hands that are worked out by hand, and how well it counts."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

import pytest

from games.engine import bot_betting, bot_shedding, bots, bulk
from games.engine.bot_betting import ONE, chance, prospects, reaching
from games.engine.cards import NAMES, pack_cards
from games.engine.core import play, sets
from games.engine.core.state import BET, CALL, NOBODY, PASS, PLAY, RAISE, SHOW, Rules, State
from games.engine.presets import PRESETS
from games.engine.record import header
from games.engine.rules import rules_record

Action = tuple[int, int]
"""A verb and its amount."""


def hand_of(cards: str) -> int:
    return sum(1 << NAMES.index(card) for card in cards.split())


def dealt(document: dict[str, Any], upcard: str, *hands: str, dealer: int = -1) -> tuple[Rules, State]:
    """A deal in which the seats hold these cards and are to bet; the last deals unless another is named."""
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


def asked(rules: Rules, state: State) -> Action:
    action = bots.decide(rules, state, bots.EXPERT)
    return action >> 10 & 63, action >> 16


def led(rules: Rules, state: State) -> str:
    verb, card = asked(rules, state)
    assert verb == PLAY
    return NAMES[card]


LIMITED = {"preset": "lexikon", "bet_limit": 10}


# --- Betting


def test_with_four_aces_it_bets_what_is_still_called() -> None:
    rules, state = dealt(
        LIMITED, "9d", "As Ah Ad Ac 7s", "8s 8h Th Qd Kd", "9s 9h Jc Jh Kh", "7d 7h Tc Ts Qs"
    )
    verb, stake = asked(rules, state)
    assert verb == BET
    assert 3 <= stake <= 10


def test_with_four_aces_it_raises_to_the_limit_whoever_shows_strength() -> None:
    rules, state = dealt(
        LIMITED, "9d", "8s 8h Th Qd Kd", "As Ah Ad Ac 7s", "9s 9h Jc Jh Kh", "7d 7h Tc Ts Qs"
    )
    say(rules, state, BET, 6)
    assert asked(rules, state) == (RAISE, 10)


def test_without_a_limit_it_goes_no_higher_than_any_bot() -> None:
    rules, state = dealt(
        {"preset": "lexikon"}, "9d", "As Ah Ad Ac 7s", "8s 8h Th Qd Kd", "9s 9h Jc Jh Kh", "7d 7h Tc Ts Qs"
    )
    verb, stake = asked(rules, state)
    assert verb == BET
    assert 10 < stake <= bots.HIGHEST_STAKE


def test_with_a_pair_of_sevens_against_a_bet_of_eight_it_passes() -> None:
    rules, state = dealt(
        LIMITED, "9d", "Ks Kh Kd Qd 8s", "7s 7h Th Qs Ad", "9s 9h Jc Jh Kc", "8d 8h Tc Ts Qc"
    )
    say(rules, state, BET, 8)
    assert asked(rules, state) == (PASS, 0)


def test_what_has_cost_little_is_called_with_more_than_what_costs_much() -> None:
    """The same pair, the same pot but for the bet: one chip is worth the chance, ten are not."""
    for stake, verb in ((1, True), (10, False)):
        rules, state = dealt(
            LIMITED, "9d", "Ks Kh Kd Qd 8s", "As Ad 7h Qs 9h", "9s 9c Jc Jh Kc", "8d 8h Tc 7s Qc"
        )
        say(rules, state, BET, stake)
        assert (asked(rules, state)[0] != PASS) is verb


def test_a_pair_that_is_best_by_the_pay_suit_is_worth_more() -> None:
    """Two pairs of queens and two of nothing else: who has the pay suit's queen need not fear the others."""
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
    assert asked(rules, state) == (PASS, 0)


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
    assert asked(rules, state) == (SHOW, 0)


# --- Shedding


def shedding(document: dict[str, Any], upcard: str, *hands: str) -> tuple[Rules, State]:
    """The same with nobody having bet: forehand, the first, leads."""
    rules, state = dealt(document, upcard, *hands)
    while state.turn >= 0 and state.leader < 0:
        say(rules, state, PASS)
    assert state.turn == 0
    return rules, state


def test_it_leads_the_card_whose_run_it_ends_itself() -> None:
    """The king below the upcard ends a run; anything else may be gone on from."""
    rules, state = shedding(
        {"preset": "lexikon"}, "Ah", "Kh 9s 7d Jc 8c", "8s Th Qd Kd 7h", "9h Js Qs Kc 8d", "7s Tc Jd Ad Qc"
    )
    assert led(rules, state) == "Kh"


def test_it_begins_a_run_of_its_own_at_the_lowest() -> None:
    """Ten to ace are all its own: led at the ten, all five go in one run."""
    rules, state = shedding(
        {"preset": "lexikon"}, "7h", "Ts Js Qs Ks As", "8s Th Qd Kd 7h", "9h Jh Qh Kc 8d", "7s Tc Jd Ad Qc"
    )
    assert led(rules, state) == "Ts"


def test_a_card_that_nobody_can_be_forced_to_play_goes_before_one_that_others_reach() -> None:
    """With all cards dealt the seven is reached by nobody, the ten by whoever plays the nine."""
    rules, state = shedding(
        {"preset": "pagat", "players": [2, 6], "pack": {str(seats): 32 for seats in range(2, 7)}},
        "Ah", "7s 9d Tc 8h 7c 9c Qd", "8s 9s Ts Js Qs Ks As", "7d 8d Td Jd Kd Ad 8c",
    )  # fmt: skip
    assert led(rules, state) in {"7s", "7c"}


def test_what_did_not_follow_lies_in_the_talon() -> None:
    """Nobody had the jack when the ten was played, so nobody holds it; of the queen nothing is known."""
    rules, state = shedding(
        {"preset": "lexikon"}, "7h", "Ts 7d 8c Qc Kd", "8s Th Qd 9d 7c", "9h Jh Qh Kc 8d", "7s Tc Jd Ad 9c"
    )
    ten = NAMES.index("Ts")
    assert play.act(rules, state, ten << 16 | PLAY << 10 | state.turn << 5, play.WHOLE_RUN) == 0
    jack = ten + 1
    assert state.owner[jack] == NOBODY
    assert not bot_shedding.maybe_held(rules, state, state.hand[0]) >> jack & 1
    assert bot_shedding.maybe_held(rules, state, state.hand[0]) >> jack + 1 & 1


def test_in_tricks_it_leads_what_nobody_can_beat() -> None:
    rules, state = shedding(
        {"preset": "alvensleben"},
        "7h",
        "Ts 7d 8c Ac Kd",
        "8s Th Qd 9d 7c",
        "9h Jh Qh Kc 8d",
        "7s Tc Jd Ad 9c",
    )
    assert led(rules, state) == "Ac"


def test_the_last_of_a_trick_takes_it_with_the_lowest_that_does() -> None:
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


# --- Counting


def at_least_a_pair(unseen: int, cards: int) -> float:
    """The exact chance, by counting the hands of cards of different ranks."""
    ways = [1] + [0] * cards
    for rank in range(13):
        held = (unseen & sets.LANES << rank).bit_count()
        for size in range(cards, 0, -1):
            ways[size] += held * ways[size - 1]
    return 1 - ways[cards] / comb(unseen.bit_count(), cards)


@pytest.mark.parametrize(("size", "cards"), [(32, 5), (32, 8), (36, 5), (52, 5), (52, 10)])
def test_its_chances_come_near_to_the_counted_ones(size: int, cards: int) -> None:
    rules = rules_record({"preset": "pagat"})
    random = Random(size)
    for _ in range(50):
        pack = random.sample(pack_cards(size), size)
        unseen = sum(1 << card for card in pack[cards + 1 :])
        estimated = chance(reaching(rules, prospects(unseen, cards), sets.PAIR, 0)) / ONE
        assert abs(estimated - at_least_a_pair(unseen, cards)) < 0.1


def test_of_three_and_four_of_a_rank_too() -> None:
    """By dealing: 20,000 hands of eight, those with three or more of a rank and those with four."""
    rules = rules_record({"preset": "pagat"})
    random = Random(4)
    pack = pack_cards(32)[:-1]
    unseen = sum(1 << card for card in pack)
    hands = prospects(unseen, 8)
    found = {sets.THREE: 0, sets.FOUR: 0}
    for _ in range(20_000):
        best = sets.best_set(rules, sum(1 << card for card in random.sample(pack, 8))) >> 8
        for kind in found:
            found[kind] += best >= kind
    for kind, often in found.items():
        assert abs(chance(reaching(rules, hands, kind, 0)) / ONE - often / 20_000) < 0.02


def test_a_better_set_is_never_likelier() -> None:
    for document in ({"preset": "pagat"}, {"preset": "adpoker"}):
        rules = rules_record(document)
        hands = prospects(rules.whole[4], 5)
        kinds = [sets.PAIR, *([sets.TWO_PAIRS] if rules.two_pairs else []), sets.THREE, sets.FOUR]
        chances = [chance(reaching(rules, hands, kind, rank)) for kind in kinds for rank in range(13)]
        assert chances == sorted(chances, reverse=True)


# --- The two forms of the core


@pytest.mark.parametrize("preset", PRESETS)
def test_both_cores_let_experts_play_the_same(preset: str) -> None:
    for names, values in (
        (["expert"] * 4, {"bet_limit": 10}),
        (["expert", "random", "expert", "bold"], {"purse": "table", "stake": 400}),
        (["random", "expert", "cautious"], {}),
    ):
        job = bulk.job({"preset": preset, **values}, names, seed=4, deals_each=5, chips=30_000)
        logs: list[list[int]] = []
        compiled: list[list[int]] = []
        bulk.play(job, 0, 20, compiled=False, kept=logs)
        bulk.play(job, 0, 20, compiled=True, kept=compiled)
        assert logs == compiled


def test_pools_too_full_for_a_number_times_a_chance_are_weighed_all_the_same() -> None:
    """A hundred million in the Poch pool: the compiled core, whose numbers end, bets as the other does."""
    job = bulk.job({"preset": "poque-1789", "stake": 20_000_000}, ["expert"] * 4, seed=4, deals_each=4)
    logs: list[list[int]] = []
    compiled: list[list[int]] = []
    bulk.play(job, 0, 50, compiled=False, kept=logs)
    bulk.play(job, 0, 50, compiled=True, kept=compiled)
    assert logs == compiled
