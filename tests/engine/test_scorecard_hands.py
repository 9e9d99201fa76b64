"""Hands for what a scorecard claims are found exactly when there are some."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.core import dealing, melding, sets
from games.engine.core.state import SEQUENCE, TIES_KICKERS, Rules, State
from games.engine.errors import EngineError
from games.engine.result import finished
from games.engine.rules import rules_record
from games.engine.scorecard.betting import check_shown
from games.engine.scorecard.card import claims_of, search_for
from games.engine.scorecard.evidence import Evidence, Layout, bits, layout_of, most_of_each_rank
from games.engine.scorecard.form import Scorecard, read
from games.engine.scorecard.hands import GaveUpError, check_melds, find_hands
from games.engine.scorecard.placing import Places, fill
from tests.engine.scorecard_deals import random_deal, scorecard_of


def random_places(random: Random) -> Places:
    """A few cards of a few ranks for a few places, most of them tight."""
    cards = random.sample([suit * 16 + rank for suit in range(4) for rank in range(3)], random.randint(1, 6))
    room = [0] * random.randint(1, 3)
    for _ in cards:
        room[random.randrange(len(room))] += 1
    everywhere = (1 << len(room)) - 1
    limits = [[random.randint(0, 3) for _ in range(13)] if random.random() < 0.5 else None for _ in room]
    return Places(room, {card: random.randint(0, everywhere) for card in cards}, limits)


def keeps_to(places: Places, place_of: dict[int, int]) -> bool:
    """Whether an assignment respects every place."""
    for place, room in enumerate(places.room):
        inside = [card for card, where in place_of.items() if where == place]
        if len(inside) != room or not all(places.allowed[card] >> place & 1 for card in inside):
            return False
        limits = places.rank_room[place]
        ranks = [card & 15 for card in inside]
        if limits and any(ranks.count(rank) > limits[rank] for rank in ranks):
            return False
    return True


@settings(max_examples=500, deadline=None)
@given(st.integers(0, 2**32))
def test_places_are_filled_exactly_when_they_can_be(seed: int) -> None:
    places = random_places(Random(seed))
    filled = fill(places)
    if filled is None:
        for assignment in product(range(len(places.room)), repeat=len(places.allowed)):
            assert not keeps_to(places, dict(zip(places.allowed, assignment, strict=True)))
    else:
        assert keeps_to(places, filled)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_a_hand_keeps_to_the_ranks_that_its_best_set_allows_and_to_no_fewer(seed: int, pairs: bool) -> None:
    random = Random(seed)
    rules = rules_record({"preset": "pagat", "two_pairs": pairs})
    hand = sum(1 << suit * 16 + rank for suit in range(4) for rank in range(5, 13) if random.random() < 0.3)
    hand = hand or 1 << 5
    best = sets.best_set(rules, hand)
    most = most_of_each_rank(best, int(pairs))
    for rank in range(13):
        held = hand & sets.LANES << rank
        assert held.bit_count() <= most[rank]
        for card in bits(sets.LANES << rank & ~hand):
            fits = held.bit_count() < most[rank]
            assert fits == (sets.best_set(rules, hand | 1 << card) == best)


def bent(card: dict[str, Any], random: Random) -> dict[str, Any]:
    """The scorecard with one meld or shown set changed, so that it may or may not be possible."""
    if card["melds"] and random.random() < 0.7:
        pool = random.choice(list(card["melds"]))
        card["melds"][pool] = random.choice([None, *range(len(card["left"]))])
    elif card["shown"]:
        rank, seat = random.choice("789TJQKA"), random.choice(list(card["shown"]))
        card["shown"][seat] = " ".join(rank + suit for suit in random.sample("shdc", random.randint(1, 3)))
    return card


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_the_hands_found_for_a_scorecard_bear_out_all_it_claims(seed: int) -> None:
    random = Random(seed)
    document = bent(scorecard_of(random_deal(random)), random)
    card = read(document)
    layout = layout_of(card.rules, card.state, card.upcard)
    evidence = Evidence.from_scorecard(card, layout)
    if plainly_refused(card, layout, evidence):
        return
    try:
        hands = find_hands(search_for(layout, claims_of(card, layout, evidence)))
    except GaveUpError:
        finished(document)  # the benefit of the doubt
        return
    if hands is None:
        assert refused(document)
    else:
        assert [hand.bit_count() for hand in hands] == layout.sizes
        assert_borne_out(card, layout, hands)


def refused(document: dict[str, Any]) -> bool:
    try:
        finished(document)
    except EngineError:
        return True
    return False


def plainly_refused(card: Scorecard, layout: Layout, evidence: Evidence) -> bool:
    """Whether the card is refused before hands are looked for."""
    try:
        check_melds(card, layout, evidence)
        check_shown(card, layout, evidence)
    except EngineError:
        return True
    return False


def assert_borne_out(card: Scorecard, layout: Layout, hands: list[int]) -> None:
    """The core, given these hands, melds and shows what the card tells."""
    rules: Rules = card.rules
    state = State()
    dealing.seat_down(rules, state, len(hands), card.state.dealer)
    state.pay_suit = card.upcard >> 4
    state.hand[: len(hands)] = hands
    for seat, hand in enumerate(hands):
        for held in bits(hand):
            state.owner[held] = seat
    for pool in range(SEQUENCE + 1):
        if rules.has_pool[pool]:
            assert melding.taker(rules, state, pool) == card.melds.get(pool, -1)
    for seat, hand in enumerate(hands):
        if seat in card.shown:
            whole = rules.ties == TIES_KICKERS
            shown = hand if whole else sets.cards_of_set(hand, sets.best_set(rules, hand))
            assert shown == card.shown[seat]
        elif card.stakes[seat] and not rules.anyone:
            assert sets.best_set(rules, hand) >> 8
    if layout.joined is not None:
        assert hands[layout.joined] >> layout.upcard & 1
