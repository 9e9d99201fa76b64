"""Shown cards that contradict the betting, the rules, the upcard, the melds or one another."""

from __future__ import annotations

from games.engine.cards import written
from games.engine.core import sets
from games.engine.core.state import TIES_KICKERS
from games.engine.scorecard.dealt import Layout, bits
from games.engine.scorecard.form import Scorecard
from games.engine.scorecard.melds import held_by_melds, honours_without_taker
from games.engine.scorecard.wording import card_word, cards_word, contradiction, counted, seat_word
from games.engine.switches import POOLS


def check_shown(card: Scorecard, layout: Layout) -> None:
    """Raise ``EngineError`` if what was shown contradicts what else the card tells."""
    _check_who_showed(card)
    proved = held_by_melds(card)
    shown_by: dict[int, int] = {}
    for seat, hand in sorted(card.shown.items()):
        for shown in bits(hand):
            if shown == layout.upcard and seat != layout.joined:
                whose = "" if layout.joined is None else f" and joined the hand of {seat_word(layout.joined)}"
                raise contradiction(
                    "upcard_shown",
                    f"{seat_word(seat)} is said to have shown {card_word(shown)}, but that card "
                    f"was turned up{whose}",
                    f"/shown/{seat}",
                )
            if shown in shown_by:
                raise contradiction(
                    "card_shown_twice",
                    f"{seat_word(seat)} and {seat_word(shown_by[shown])} are both said to have shown "
                    f"{card_word(shown)}",
                    f"/shown/{seat}",
                )
            shown_by[shown] = seat
            if shown in proved and proved[shown][0] != seat:
                taker, pool = proved[shown]
                raise contradiction(
                    "meld_shown_by_another",
                    f"{seat_word(seat)} is said to have shown {card_word(shown)}, but {seat_word(taker)} is "
                    "said to have "
                    f"taken the {POOLS[pool]} pool with it",
                    f"/shown/{seat}",
                )
        _check_unclaimed(card, seat, hand)
        _check_set(card, layout, seat, hand)
    _check_hands(card, layout)


def known_cards(card: Scorecard, layout: Layout) -> list[int]:
    """What each seat certainly held: by its melds, by what it showed, and an upcard that joined its hand."""
    hands = [card.shown.get(seat, 0) for seat in range(card.state.seats)]
    for proof, (seat, _) in held_by_melds(card).items():
        hands[seat] |= 1 << proof
    if layout.joined is not None:
        hands[layout.joined] |= 1 << layout.upcard
    return hands


def _check_who_showed(card: Scorecard) -> None:
    for seat in sorted(card.shown):
        if seat in card.passed:
            raise contradiction(
                "shown_after_passing",
                f"{seat_word(seat)} is said to have shown cards, but also to have passed: only who stays in "
                "shows",
                f"/shown/{seat}",
            )
    if len(card.staying) > 1:
        for seat in card.staying:
            if seat not in card.shown:
                raise contradiction(
                    "nothing_shown",
                    f"{seat_word(seat)} stayed in to the showdown, but the card does not say what it showed",
                    "/shown",
                )


def _check_unclaimed(card: Scorecard, seat: int, hand: int) -> None:
    """A card that wins a pool was not shown while nobody took the pool."""
    for pool, proof in honours_without_taker(card):
        if hand >> proof & 1:
            raise contradiction(
                "shown_but_not_melded",
                f"{seat_word(seat)} is said to have shown {card_word(proof)}, but nobody is said to have "
                "taken the "
                f"{POOLS[pool]} pool, which that card wins",
                f"/shown/{seat}",
            )


def _check_set(card: Scorecard, layout: Layout, seat: int, hand: int) -> None:
    """What is shown is a set (or, where it may be, a highest card); with ``kickers`` it is the whole hand."""
    best = sets.best_set(card.rules, hand)
    size = layout.sizes[seat]
    if card.rules.ties == TIES_KICKERS:
        if hand.bit_count() != size:
            raise contradiction(
                "not_the_whole_hand",
                f"{seat_word(seat)} is said to have shown {counted(hand.bit_count(), 'card')}, but these "
                "rules have the "
                f"whole hand shown, and it was dealt {size}",
                f"/shown/{seat}",
            )
    elif sets.cards_of_set(hand, best) != hand:
        two = "" if card.rules.two_pairs else " (two pairs are none under these rules)"
        raise contradiction(
            "not_a_set",
            f"{seat_word(seat)} is said to have shown {written(hand)}, which is not a set: a set is four, "
            "three or two "
            f"cards of one rank{two}",
            f"/shown/{seat}",
        )
    if best >> 8 == sets.NO_SET and not card.rules.anyone:
        raise contradiction(
            "bet_without_set",
            f"{seat_word(seat)} is said to have bet and to have shown no set, but under these rules only "
            "who has a set may "
            "bet",
            f"/shown/{seat}",
        )


def _check_hands(card: Scorecard, layout: Layout) -> None:
    """What a seat is known to have held fits into its hand, and makes no better set than the one shown."""
    for seat, known in enumerate(known_cards(card, layout)):
        shown = card.shown.get(seat, 0)
        if card.rules.ties == TIES_KICKERS and shown and known != shown:
            raise contradiction(
                "meld_not_shown",
                f"{seat_word(seat)} is said to have shown its whole hand, {written(shown)}, but it also held "
                f"{cards_word(bits(known & ~shown))} by its melds",
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
            continue
        better = sets.best_set(card.rules, known)
        if better > sets.best_set(card.rules, shown):
            raise contradiction(
                "better_set_held",
                f"{seat_word(seat)} is said to have shown {written(shown)}, but it also held "
                f"{cards_word(bits(known & ~shown))} by its melds, and with that "
                f"{written(sets.cards_of_set(known, better))} is better",
                f"/shown/{seat}",
            )
