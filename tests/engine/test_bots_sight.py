"""A bot sees what a player at its seat may see, and no more: two deals that differ in hidden cards only are
the same to it, and so is a deal whose hidden cards are nonsense.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from games import services
from games.engine import bots, selfplay, shuffle
from games.engine.core import play, sets
from games.engine.core.state import (
    ACE_RANK,
    IN_POCHEN,
    NOBODY,
    OVER,
    PASS,
    TEN_POOL,
    UPCARD_JOINS,
    Rules,
    State,
)
from games.engine.record import header

Decide = Callable[[Rules, State, int], int]


def decisions(document: dict[str, object], seats: int, deals: int) -> Iterator[tuple[Rules, State]]:
    """The moments of some deals, played by all the bots, in which somebody has a choice."""
    for number in range(deals):
        rules, state = header(
            {"rules": document, "dealer": number % seats, "chips": [60] * seats, "pools": {}}
        )
        state.random = shuffle.generator(9, number)
        selfplay.deal_and_begin(rules, state, shuffle.deck(rules.pack[seats], 8, number))
        while state.stage != OVER:
            if not state.forced:
                yield rules, state
            policy = (state.turn + number) % len(bots.NAMES)
            play.act(rules, state, bots.decide(rules, state, policy), play.WHOLE_RUN)


def copied(state: State) -> State:
    other = State()
    for name in State.__slots__:
        value = getattr(state, name)
        setattr(other, name, list(value) if isinstance(value, list) else value)
    return other


def cards_of(hand: int) -> list[int]:
    return [card for card in range(64) if hand >> card & 1]


def has_shown(rules: Rules, state: State, seat: int) -> bool:
    """Whether a seat has laid its hand open (as ``deal.Deal.seen_by`` tells it to everybody)."""
    shows = state.in_count > 1 or rules.show_uncontested
    return state.winner >= 0 and bool(state.inside[seat] and shows)


def open_cards(rules: Rules, state: State) -> int:
    """Cards of which everybody knows where they are, besides those played: turned up, shown, melded, or not
    melded though there is a pool for them; those that did not follow, and so lie in the talon.
    """
    seen = 1 << state.upcard
    for seat in range(state.seats):
        if has_shown(rules, state, seat):
            seen |= state.dealt[seat]
    if not rules.pochen_first or state.stage != IN_POCHEN:
        for pool in range(TEN_POOL + 1):
            if rules.has_pool[pool]:
                seen |= 1 << state.pay_suit * 16 + ACE_RANK - pool
        seen |= 0b11100000 << state.pay_suit * 16
    return seen | (0 if rules.tricks else state.played << 1)


def dealt_otherwise(rules: Rules, state: State, random: Random) -> State:
    """The same deal for the seat whose turn it is: others, and the talon, hold other cards of the hidden."""
    seat = state.turn
    fixed = open_cards(rules, state) | state.played | state.hand[seat]
    hidden = cards_of(rules.whole[state.seats] & ~fixed)
    mixed = random.sample(hidden, len(hidden))
    other = copied(state)
    for card, instead in zip(hidden, mixed, strict=True):
        other.owner[instead] = state.owner[card]
    for holder in range(state.seats):
        if holder != seat:
            other.hand[holder] = sum(1 << card for card in range(64) if other.owner[card] == holder)
            other.dealt[holder] = other.hand[holder] | state.dealt[holder] & state.played
            if state.dealt[holder]:
                other.best[holder] = sets.best_set(rules, other.dealt[holder])
            if state.strength[holder]:
                other.strength[holder] = sets.strength(rules, other, holder, other.dealt[holder])
    return other


def made_nonsense(rules: Rules, state: State, random: Random) -> State:
    """The same deal for the seat whose turn it is, with nonsense in all that it cannot see."""
    seat = state.turn
    other = copied(state)
    other.owner[:] = [random.choice([NOBODY, *range(state.seats)]) for _ in other.owner]
    other.strength[:] = [random.getrandbits(60) for _ in other.strength]
    for holder in range(state.seats):
        if holder != seat:
            other.hand[holder] = random.getrandbits(62)
            other.best[holder] = random.getrandbits(11)
            if not has_shown(rules, state, holder):
                other.dealt[holder] = random.getrandbits(62)
    return other


def choice(decide: Decide, rules: Rules, state: State, policy: int) -> tuple[int, int]:
    """What a bot does, and the state of the generator after it."""
    mine = copied(state)
    return decide(rules, mine, policy), mine.random


def seen_through(decide: Decide, policy: int, document: dict[str, object], seats: int, deals: int) -> int:
    """In how many of the decisions something hidden makes a difference."""
    random = Random(f"{document} {seats} {policy}")
    different = 0
    for rules, state in decisions(document, seats, deals):
        others = (dealt_otherwise(rules, state, random), made_nonsense(rules, state, random))
        mine = choice(decide, rules, state, policy)
        different += any(choice(decide, rules, other, policy) != mine for other in others)
    return different


@pytest.mark.parametrize("preset", services.presets())
@pytest.mark.parametrize("policy", range(len(bots.OPPONENTS)), ids=bots.OPPONENTS)
def test_a_bot_does_the_same_whatever_lies_hidden(preset: str, policy: int) -> None:
    assert seen_through(bots.decide, policy, {"preset": preset}, 4, 5) == 0


@pytest.mark.parametrize("policy", range(len(bots.OPPONENTS)), ids=bots.OPPONENTS)
def test_nor_is_there_more_to_see_at_other_tables(policy: int) -> None:
    tables: tuple[dict[str, object], ...] = (
        {"preset": "pagat-upcard-joins", "purse": "table", "eligibility": "anyone"},
        {"preset": "adpoker", "bet_limit": 4, "ties": "kickers"},
        {"preset": "poque-1789", "raising": "opener", "shedding": "tricks"},
    )
    for values in tables:
        assert seen_through(bots.decide, policy, values, 3, 5) == 0


# --- The controls: who looks at other people's cards is found out


def knows_the_best_set(rules: Rules, state: State, policy: int) -> int:
    """Passes before a better set, as nobody can know to."""
    if state.stage == IN_POCHEN and max(state.best[: state.seats]) > state.best[state.turn]:
        return PASS << 10
    return bots.decide(rules, state, policy)


def knows_who_holds_a_card(rules: Rules, state: State, policy: int) -> int:
    """Leads a card of which it knows that nobody can go on from it."""
    for card in cards_of(state.hand[state.turn]):
        if state.owner[card + 1] < 0:
            return card << 16
    return bots.decide(rules, state, policy)


def knows_a_hand(rules: Rules, state: State, policy: int) -> int:
    return bots.decide(rules, state, policy) ^ state.hand[state.after[state.turn]] & 1


def knows_what_was_dealt(rules: Rules, state: State, policy: int) -> int:
    return bots.decide(rules, state, policy) ^ state.dealt[state.after[state.turn]] & 1


def draws_by_another_hand(rules: Rules, state: State, policy: int) -> int:
    state.random ^= state.hand[state.after[state.turn]]
    return bots.decide(rules, state, policy)


@pytest.mark.parametrize(
    "cheat",
    [
        knows_the_best_set, knows_who_holds_a_card, knows_a_hand, knows_what_was_dealt, draws_by_another_hand,
    ],
)  # fmt: skip
def test_a_bot_that_looks_is_found_out(cheat: Decide) -> None:
    assert seen_through(cheat, bots.EXPERT, {"preset": "lexikon-52"}, 4, 10) > 0


def test_what_a_player_sees_leaves_something_hidden() -> None:
    """Else the two deals would be one."""
    for preset in services.presets():
        for rules, state in decisions({"preset": preset}, 4, 1):
            known = open_cards(rules, state) | state.played | state.hand[state.turn]
            if state.stage == IN_POCHEN:
                assert len(cards_of(rules.whole[4] & ~known)) >= 15
        assert rules.upcard != UPCARD_JOINS or preset == "pagat-upcard-joins"
