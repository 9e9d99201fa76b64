"""Shown cards that contradict the betting, the rules, the upcard, the melds or one another."""

from __future__ import annotations

from games.engine.cards import written
from games.engine.core import sets
from games.engine.core.state import TIES_KICKERS
from games.engine.errors import EngineError
from games.engine.scorecard.dealt import Layout, bits
from games.engine.scorecard.evidence import Evidence, proofs
from games.engine.scorecard.form import Scorecard
from games.engine.scorecard.wording import card_word, cards_word, contradiction, counted, seat_word
from games.engine.switches import POOLS


def check_shown(card: Scorecard, layout: Layout, evidence: Evidence) -> None:
    """Raise ``EngineError`` if what was shown contradicts what else the card tells."""
    _check_who_showed(card)
    shown_before = 0
    for seat, hand in card.shown.items():
        joined = 1 << layout.upcard if seat == layout.joined else 0
        others = shown_before | evidence.all_melded & ~evidence.melded[seat]
        if hand & (others | evidence.all_untaken | 1 << layout.upcard) & ~joined:
            raise _not_in_this_hand(card, layout, evidence, seat)
        shown_before |= hand
        _check_set(card, layout, seat, evidence.best[seat])
    for seat in range(card.state.seats):
        if evidence.hands[seat] != card.shown.get(seat, 0):
            _check_hand(card, layout, evidence, seat)


def _check_who_showed(card: Scorecard) -> None:
    if not card.passed.isdisjoint(card.shown):
        seat = next(seat for seat in card.shown if seat in card.passed)
        raise contradiction(
            "shown_after_passing",
            f"{seat_word(seat)} is said to have shown cards, but also to have passed: "
            "only who stays in shows",
            f"/shown/{seat}",
        )
    staying = card.staying
    if len(staying) > 1:
        for seat in staying:
            if seat not in card.shown:
                raise contradiction(
                    "nothing_shown",
                    f"{seat_word(seat)} stayed in to the showdown, but the card does not say what it showed",
                    "/shown",
                )


def _not_in_this_hand(card: Scorecard, layout: Layout, evidence: Evidence, seat: int) -> EngineError:
    """The error for the first card of a seat that was turned up, is in another hand, or in none."""
    said = f"{seat_word(seat)} is said to have shown"
    pointer = f"/shown/{seat}"
    proved = proofs(card, layout)
    for shown in bits(card.shown[seat]):
        name = card_word(shown)
        if shown == layout.upcard and seat != layout.joined:
            whose = "" if layout.joined is None else f" and joined the hand of {seat_word(layout.joined)}"
            return contradiction(
                "upcard_shown", f"{said} {name}, but that card was turned up{whose}", pointer
            )
        for other, hand in card.shown.items():
            if other != seat and hand >> shown & 1:
                both = f"{seat_word(seat)} and {seat_word(other)} are both said to have shown {name}"
                return contradiction("card_shown_twice", both, pointer)
        taker, pool = proved.get(shown, (seat, 0))
        if taker != seat:
            took = f"but {seat_word(taker)} is said to have taken the {POOLS[pool]} pool with it"
            return contradiction("meld_shown_by_another", f"{said} {name}, {took}", pointer)
        for pool, honour in evidence.untaken.items():
            if shown == honour:
                nobody = f"but nobody is said to have taken the {POOLS[pool]} pool, which that card wins"
                return contradiction("shown_but_not_melded", f"{said} {name}, {nobody}", pointer)
    raise AssertionError("every card of this seat can be in its hand")


def _check_set(card: Scorecard, layout: Layout, seat: int, best: int) -> None:
    """What is shown is a set (or, where it may be, a highest card); with ``kickers`` it is the whole hand."""
    hand = card.shown[seat]
    size = layout.sizes[seat]
    if card.rules.ties == TIES_KICKERS:
        if hand.bit_count() != size:
            raise contradiction(
                "not_the_whole_hand",
                f"{seat_word(seat)} is said to have shown {counted(hand.bit_count(), 'card')}, but these "
                f"rules have the whole hand shown, and it was dealt {size}",
                f"/shown/{seat}",
            )
    elif sets.cards_of_set(hand, best) != hand:
        two = "" if card.rules.two_pairs else " (two pairs are none under these rules)"
        raise contradiction(
            "not_a_set",
            f"{seat_word(seat)} is said to have shown {written(hand)}, which is not a set: a set is four, "
            f"three or two cards of one rank{two}",
            f"/shown/{seat}",
        )
    if best >> 8 == sets.NO_SET and not card.rules.anyone:
        raise contradiction(
            "bet_without_set",
            f"{seat_word(seat)} is said to have bet and to have shown no set, but under these rules only who "
            "has a set may bet",
            f"/shown/{seat}",
        )


def _check_hand(card: Scorecard, layout: Layout, evidence: Evidence, seat: int) -> None:
    """What a seat held beyond what it showed fits into its hand, and makes no better set than that."""
    known = evidence.hands[seat]
    shown = card.shown.get(seat, 0)
    if shown and card.rules.ties == TIES_KICKERS:
        raise contradiction(
            "meld_not_shown",
            f"{seat_word(seat)} is said to have shown its whole hand, {written(shown)}, but it also held "
            f"{cards_word(bits(known & ~shown))}, which won it a pool or joined its hand",
            f"/shown/{seat}",
        )
    if known.bit_count() > layout.sizes[seat]:
        raise contradiction(
            "too_many_cards",
            f"{seat_word(seat)} must have held {written(known)} by its melds and what it showed, but was "
            f"dealt only {counted(layout.sizes[seat], 'card')}",
            f"/shown/{seat}" if shown else "/melds",
        )
    if not shown:
        return
    better = sets.best_set(card.rules, known)
    if better > evidence.best[seat]:
        raise contradiction(
            "better_set_held",
            f"{seat_word(seat)} is said to have shown {written(shown)}, but it also held "
            f"{cards_word(bits(known & ~shown))}, which won it a pool or joined its hand: "
            f"{written(sets.cards_of_set(known, better))} is better",
            f"/shown/{seat}",
        )
