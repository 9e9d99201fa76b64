"""The Pochen of a scorecard: can any betting end with these stakes?

A scorecard gives the total stake of each seat and who passed, but not the single bets. The check is exact: it
raises an error if and only if no betting gives these stakes (rules.md 3.4 and 3.6; the tests compare it with
every betting of small games). A seat without a stake passed or was skipped at its turn. That is always
possible, so only the seats with a stake matter.

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

from games.engine.errors import EngineError, gettext_noop

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
