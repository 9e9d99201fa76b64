"""The betting of a scorecard, and its showdown.

A scorecard gives the total stake of each seat and who passed, but not the single bets. The check is exact: it
raises an error if and only if no betting gives these stakes (the tests compare it with every betting of small
games). A seat without a stake passed or was skipped at its turn. That is always possible, so only the seats
with a stake matter.

``raising: opener``: the first seat with a stake opened the betting and made every raise. So it has the
highest stake. A seat that passed later can have stopped at any smaller stake.

``raising: open``: when a seat passes with a stake v, some seat A has raised to v, and all seats that passed
with v have called. Then some seat B, which had not spoken since, raised above v. So all seats that stopped at
v sit between A and B in the order of speaking. If the next stake is at least two chips higher, there can be a
raise between them that no stake shows, and any seat can be the next A. If it is one chip higher, B made that
raise, and B is the next A. The opener made the first bet.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from games.engine.cards import NAMES, written
from games.engine.core import sets
from games.engine.core.state import TIES_KICKERS
from games.engine.errors import EngineError, gettext_noop
from games.engine.scorecard.evidence import Evidence, Layout, bits, proofs
from games.engine.scorecard.form import Scorecard
from games.engine.switches import POOLS

# fmt: off
_IN_WITHOUT_BET = gettext_noop(
    "These seats did not pass: %(seats)s. But no seat bet, and a seat that never bets has passed.")
_STAKES_WITHOUT_BET = gettext_noop(
    "Seat %(seat)d staked %(stake)d, but every seat passed. After a bet, at least one seat stays in.")
_STAKE_OVER_LIMIT = gettext_noop(
    "Seat %(seat)d staked %(stake)d. Under these rules %(limit)d is the most in one deal.")
_STAKE_OVER_PURSE = gettext_noop(
    "Seat %(seat)d staked %(stake)d, but had only %(purse)d when the betting began.")
_PASSED_WITH_HIGHEST_STAKE = gettext_noop(
    "Seat %(seat)d passed, but its stake of %(stake)d is the highest. The seat with the highest stake "
    "cannot pass.")
_ALL_IN_PASSED = gettext_noop(
    "Seat %(seat)d passed after it staked its whole purse of %(stake)d. A seat that is all-in stays in.")
_IN_WITHOUT_STAKE = gettext_noop(
    "Seat %(seat)d did not pass, but its stake is %(stake)d. The highest is %(highest)d.")
_UNEQUAL_STAKES = gettext_noop(
    "Seat %(seat)d stayed in with a stake of %(stake)d, but the highest stake is %(highest)d. A seat that "
    "stays in must match it.")
_UNEQUAL_AND_NOT_ALL_IN = gettext_noop(
    "Seat %(seat)d stayed in with a stake of %(stake)d and had %(rest)d left, but the highest stake is "
    "%(highest)d. A seat that stays in must match it or go all-in.")
_OPENER_PASSED = gettext_noop(
    "Seat %(seat)d staked %(stake)d and passed, but it opened the betting. Under these rules the opener "
    "cannot pass.")
_OPENER_OUTBID = gettext_noop(
    "Seat %(seat)d opened the betting, but another seat staked more than its %(stake)d. Under these rules "
    "only the opener raises.")
_STAKES_OUT_OF_TURN = gettext_noop(
    "Seat %(seat)d passed with a stake of %(stake)d, but no order of bets leads to that: after that stake "
    "no seat could raise, so the betting was over.")
# fmt: on


def check_betting(
    order: Sequence[int],
    stakes: Sequence[int],
    passed: frozenset[int],
    *,
    purses: Sequence[int] | None,
    bet_limit: int | None,
    opener_raises: bool,
) -> None:
    """Raise ``EngineError`` if no betting can end with these stakes.

    ``order``: the seats in the order of speaking. ``stakes``: chips by seat, never negative. ``passed``: the
    seats that passed or never bet. ``purses``: chips by seat when the betting began; None with
    ``purse: credit``.
    """
    staying = [seat for seat in order if seat not in passed]
    if not any(stakes):
        if staying:
            seats = ", ".join(str(seat + 1) for seat in sorted(staying))
            raise EngineError("in_without_stake", _IN_WITHOUT_BET, pointer="/passed", seats=seats)
        return
    if not staying:
        bettor = next(seat for seat, stake in enumerate(stakes) if stake)
        raise _wrong_stake("stakes_without_bet", _STAKES_WITHOUT_BET, bettor, stakes)
    if purses is not None or bet_limit is not None:
        _check_limits(stakes, purses, bet_limit)
    _check_who_stayed(stakes, passed, purses)
    speakers = [seat for seat in order if stakes[seat]]
    if opener_raises:
        _check_opener(speakers[0], stakes, passed)
    else:
        _check_turns(speakers, stakes, passed)


def _wrong_stake(code: str, template: str, seat: int, stakes: Sequence[int], **params: Any) -> EngineError:
    return EngineError(code, template, pointer=f"/stakes/{seat}", seat=seat + 1, stake=stakes[seat], **params)


def _check_limits(stakes: Sequence[int], purses: Sequence[int] | None, bet_limit: int | None) -> None:
    for seat, stake in enumerate(stakes):
        if bet_limit is not None and stake > bet_limit:
            raise _wrong_stake("stake_over_limit", _STAKE_OVER_LIMIT, seat, stakes, limit=bet_limit)
        if purses is not None and stake > purses[seat]:
            raise _wrong_stake("stake_over_purse", _STAKE_OVER_PURSE, seat, stakes, purse=purses[seat])


def _check_who_stayed(stakes: Sequence[int], passed: frozenset[int], purses: Sequence[int] | None) -> None:
    highest = max(stakes)
    for seat, stake in enumerate(stakes):
        all_in = purses is not None and stake == purses[seat]
        if seat in passed:
            if stake == highest:
                raise _wrong_stake("passed_with_highest_stake", _PASSED_WITH_HIGHEST_STAKE, seat, stakes)
            if stake and all_in:
                raise _wrong_stake("all_in_passed", _ALL_IN_PASSED, seat, stakes)
        elif stake == 0:
            raise _wrong_stake("in_without_stake", _IN_WITHOUT_STAKE, seat, stakes, highest=highest)
        elif stake < highest and purses is None:
            raise _wrong_stake("unequal_stakes", _UNEQUAL_STAKES, seat, stakes, highest=highest)
        elif purses is not None and stake < highest and not all_in:
            params = {"highest": highest, "rest": purses[seat] - stake}
            raise _wrong_stake("unequal_stakes", _UNEQUAL_AND_NOT_ALL_IN, seat, stakes, **params)


def _check_opener(opener: int, stakes: Sequence[int], passed: frozenset[int]) -> None:
    """Only the opener raises, and the opener never passes."""
    if opener in passed:
        raise _wrong_stake("opener_outbid", _OPENER_PASSED, opener, stakes)
    if stakes[opener] < max(stakes):
        raise _wrong_stake("opener_outbid", _OPENER_OUTBID, opener, stakes)


def _check_turns(speakers: Sequence[int], stakes: Sequence[int], passed: frozenset[int]) -> None:
    """``raising: open``: check each stake at which seats stopped, from the lowest to the highest."""
    highest = max(stakes)
    levels = sorted({stakes[seat] for seat in speakers if seat in passed})
    raisers: set[int] = {speakers[0]} if levels and levels[0] == 1 else set(speakers)
    for level, above in pairwise([*levels, highest]):
        alive = [seat for seat in speakers if stakes[seat] >= level]
        stopping = [seat for seat in alive if seat in passed and stakes[seat] == level]
        next_raisers = _next_raisers(alive, stopping, raisers.intersection(alive), stakes, level)
        if not next_raisers:
            raise _wrong_stake("stakes_out_of_turn", _STAKES_OUT_OF_TURN, stopping[0], stakes)
        raisers = next_raisers if above == level + 1 else set(speakers)


def _next_raisers(
    alive: Sequence[int], stopping: Sequence[int], raisers: set[int], stakes: Sequence[int], level: int
) -> set[int]:
    """The seats that can raise above ``level``, which one of ``raisers`` made and ``stopping`` called."""
    place = {seat: index for index, seat in enumerate(alive)}
    next_raisers = set()
    for last in alive:
        if stakes[last] <= level:
            continue
        for first in raisers:
            span = (place[last] - place[first]) % len(alive)
            if first != last and all((place[seat] - place[first]) % len(alive) < span for seat in stopping):
                next_raisers.add(last)
                break
    return next_raisers


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
