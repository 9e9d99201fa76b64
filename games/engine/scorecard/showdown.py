"""Shown cards that contradict the betting, the rules, the upcard, the melds or each other."""

from __future__ import annotations

from typing import Any

from games.engine.cards import NAMES, written
from games.engine.core import sets
from games.engine.core.state import TIES_KICKERS
from games.engine.errors import EngineError, gettext_noop
from games.engine.scorecard.dealt import Layout, bits
from games.engine.scorecard.evidence import Evidence, proofs
from games.engine.scorecard.form import Scorecard
from games.engine.switches import POOLS

# fmt: off
_SHOWN_AFTER_PASSING = gettext_noop(
    "Seat %(seat)d passed, so it cannot show cards. Only a seat that stays in shows.")
_NOTHING_SHOWN = gettext_noop("Seat %(seat)d was in the showdown. The scorecard must say what it showed.")
_JOINED_UPCARD_SHOWN = gettext_noop(
    "Seat %(seat)d cannot show %(card)s, because it was turned up and joined the hand of seat %(holder)d.")
_MELD_SHOWN_BY_ANOTHER = gettext_noop(
    "Seat %(seat)d cannot show %(card)s, because seat %(taker)d took the %(pool)s pool with it.")
_SHOWN_BUT_NOT_MELDED = gettext_noop(
    "Seat %(seat)d showed %(card)s, which wins the %(pool)s pool, but no seat took that pool.")
_NOT_THE_WHOLE_HAND = gettext_noop(
    "Seat %(seat)d must show its whole hand under these rules. Its size is %(size)d, not %(shown)d.")
_NOT_A_SET_OR_TWO_PAIRS = gettext_noop(
    "Seat %(seat)d showed %(cards)s, which is not a set. A set is two, three or four cards of one rank, or "
    "two pairs.")
_NOT_A_SET = gettext_noop(
    "Seat %(seat)d showed %(cards)s, which is not a set. A set is two, three or four cards of one rank. Two "
    "pairs are not a set under these rules.")
_BET_WITHOUT_SET = gettext_noop(
    "Seat %(seat)d bet and showed %(cards)s, which is not a set. Under these rules only a seat with a set "
    "may bet.")
_MELD_NOT_SHOWN = gettext_noop(
    "Seat %(seat)d showed %(shown)s as its whole hand, but by its melds and the upcard it also held "
    "%(cards)s.")
_TOO_MANY_CARDS = gettext_noop(
    "By its melds and shown cards seat %(seat)d held %(cards)s. That is too many: the size of its hand is "
    "%(size)d.")
_BETTER_SET_HELD = gettext_noop(
    "Seat %(seat)d showed %(shown)s, but by its melds and the upcard it also held %(cards)s, which makes a "
    "better set: %(better)s.")
# fmt: on


def check_shown(card: Scorecard, layout: Layout, evidence: Evidence) -> None:
    """Raise ``EngineError`` if the shown cards contradict another statement of the scorecard."""
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
        raise _wrong_show("shown_after_passing", _SHOWN_AFTER_PASSING, seat)
    staying = card.staying
    if len(staying) > 1:
        for seat in staying:
            if seat not in card.shown:
                raise EngineError("nothing_shown", _NOTHING_SHOWN, pointer="/shown", seat=seat + 1)


def _wrong_show(code: str, template: str, seat: int, **params: Any) -> EngineError:
    return EngineError(code, template, pointer=f"/shown/{seat}", seat=seat + 1, **params)


def _not_in_this_hand(card: Scorecard, layout: Layout, evidence: Evidence, seat: int) -> EngineError:
    """The error for the first shown card that the seat cannot have held, such as the upcard."""
    proved = proofs(card, layout)
    for shown in bits(card.shown[seat]):
        name = NAMES[shown]
        if shown == layout.upcard and seat != layout.joined:
            if layout.joined is None:
                template = gettext_noop("Seat %(seat)d cannot show %(card)s, because it was turned up.")
                return _wrong_show("upcard_shown", template, seat, card=name)
            return _wrong_show(
                "upcard_shown", _JOINED_UPCARD_SHOWN, seat, card=name, holder=layout.joined + 1
            )
        for other, hand in card.shown.items():
            if other != seat and hand >> shown & 1:
                template = gettext_noop("Seat %(seat)d and seat %(other)d cannot both show %(card)s.")
                return _wrong_show("card_shown_twice", template, seat, other=other + 1, card=name)
        taker, pool = proved.get(shown, (seat, 0))
        if taker != seat:
            params = {"card": name, "taker": taker + 1, "pool": POOLS[pool]}
            return _wrong_show("meld_shown_by_another", _MELD_SHOWN_BY_ANOTHER, seat, **params)
        for pool, honour in evidence.untaken.items():
            if shown == honour:
                return _wrong_show(
                    "shown_but_not_melded", _SHOWN_BUT_NOT_MELDED, seat, card=name, pool=POOLS[pool]
                )
    raise AssertionError("every card of this seat can be in its hand")


def _check_set(card: Scorecard, layout: Layout, seat: int, best: int) -> None:
    """Check that the shown cards are a set or the highest card; with ``kickers``, the whole hand."""
    hand = card.shown[seat]
    size = layout.sizes[seat]
    if card.rules.ties == TIES_KICKERS:
        if hand.bit_count() != size:
            raise _wrong_show(
                "not_the_whole_hand", _NOT_THE_WHOLE_HAND, seat, size=size, shown=hand.bit_count()
            )
    elif sets.cards_of_set(hand, best) != hand:
        template = _NOT_A_SET_OR_TWO_PAIRS if card.rules.two_pairs else _NOT_A_SET
        raise _wrong_show("not_a_set", template, seat, cards=written(hand))
    if best >> 8 == sets.NO_SET and not card.rules.anyone:
        raise _wrong_show("bet_without_set", _BET_WITHOUT_SET, seat, cards=written(hand))


def _check_hand(card: Scorecard, layout: Layout, evidence: Evidence, seat: int) -> None:
    """Check the cards that a seat certainly held: they fit into its hand and make no better set."""
    held = evidence.hands[seat]
    shown = card.shown.get(seat, 0)
    if shown and card.rules.ties == TIES_KICKERS:
        raise _wrong_show(
            "meld_not_shown", _MELD_NOT_SHOWN, seat, shown=written(shown), cards=written(held & ~shown)
        )
    if held.bit_count() > layout.sizes[seat]:
        raise EngineError(
            "too_many_cards",
            _TOO_MANY_CARDS,
            pointer=f"/shown/{seat}" if shown else "/melds",
            seat=seat + 1,
            cards=written(held),
            size=layout.sizes[seat],
        )
    if not shown:
        return
    better = sets.best_set(card.rules, held)
    if better > evidence.best[seat]:
        raise _wrong_show(
            "better_set_held",
            _BETTER_SET_HELD,
            seat,
            shown=written(shown),
            cards=written(held & ~shown),
            better=written(sets.cards_of_set(held, better)),
        )
