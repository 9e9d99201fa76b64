"""The errors for actions that the core refuses: a code, and a sentence about the state of the table.

Sentences count seats from 1, as people do. They also give the number in the record, which counts from 0.
"""

from __future__ import annotations

from typing import Any

from games.engine.cards import NAMES, written
from games.engine.core import state as core
from games.engine.core.pochen import most_to_stake
from games.engine.core.state import Rules, State
from games.engine.errors import EngineError, gettext_noop

_ERRORS: dict[int, tuple[str, str]] = {
    core.DEAL_IS_OVER: ("deal_is_over", gettext_noop(
        '"%(action)s" is not possible: the deal was over when seat %(out)d (%(out_number)d in the record) '
        'went out.')),
    core.NOT_ITS_TURN: ("wrong_turn", gettext_noop(
        '"%(action)s" is not possible: it is the turn of seat %(turn)d (%(turn_number)d in the record).')),
    core.NOT_IN_POCHEN: ("not_in_pochen", gettext_noop(
        '"%(action)s" is not possible: the Pochen is over, and the seats play cards now.')),
    core.NOT_IN_SHEDDING: ("not_in_shedding", gettext_noop(
        '"%(action)s" is not possible: the seats play cards only after the Pochen.')),
    core.ALREADY_BET: ("already_bet", gettext_noop(
        '"%(action)s" is not possible after a bet: the seat can pass, call or raise.')),
    core.NOBODY_HAS_BET: ("nobody_has_bet", gettext_noop(
        '"%(action)s" is not possible before a bet: the seat can pass or bet.')),
    core.BET_TOO_SMALL: ("bet_too_small", gettext_noop(
        '"%(action)s" is not possible: a bet is at least 1 chip.')),
    core.RAISE_TOO_SMALL: ("raise_too_small", gettext_noop(
        '"%(action)s" is not possible: a raise must be to more than %(staked)d, the highest stake.')),
    core.BEYOND_THE_LIMIT: ("beyond_limit", gettext_noop(
        '"%(action)s" is not possible: no seat can stake more than %(limit)d in one deal.')),
    core.BEYOND_THE_PURSE: ("beyond_purse", gettext_noop(
        '"%(action)s" is not possible: with its purse this seat can stake at most %(most)d.')),
    core.ONLY_OPENER_RAISES: ("only_opener_raises", gettext_noop(
        '"%(action)s" is not possible: only the opener can raise, which is seat %(opener)d '
        '(%(opener_number)d in the record).')),
    core.ONLY_OPENER_SHOWS: ("only_opener_shows", gettext_noop(
        '"%(action)s" is not possible: only an opener shows, and only if nobody else may raise.')),
    core.OPENER_MUST_SHOW: ("opener_must_show", gettext_noop(
        '"%(action)s" is not possible: all others have answered, so the opener must raise or show.')),
    core.NOTHING_TO_CALL: ("nothing_to_call", gettext_noop(
        '"%(action)s" is not possible: the opener has the highest stake, so it must raise or show.')),
    core.CARD_NOT_HELD: ("card_not_held", gettext_noop(
        '"%(action)s" is not possible: seat %(turn)d (%(turn_number)d in the record) does not hold that '
        'card. It holds %(hand)s.')),
    core.CARD_IS_FORCED: ("card_is_forced", gettext_noop(
        '"%(action)s" is not possible: seat %(turn)d (%(turn_number)d in the record) holds the next card of '
        'the run and must play %(forced)s.')),
    core.SUIT_NOT_FOLLOWED: ("suit_not_followed", gettext_noop(
        '"%(action)s" is not possible: seat %(turn)d (%(turn_number)d in the record) must follow suit with '
        'one of these cards: %(suit)s.')),
}  # fmt: skip

_OUT_OF_THE_POCHEN = gettext_noop(
    '"%(action)s" is not possible: it is the turn of seat %(turn)d (%(turn_number)d in the record). Seat '
    "%(seat)d (%(seat_number)d in the record) is out of the Pochen, because it passed or could not bet."
)


def refusal(
    rules: Rules, state: State, reason: int, *, action: int, as_written: str, at: int | None = None
) -> EngineError:
    """The error for an action that the core refused with ``reason``."""
    seat = action >> 5 & 31
    code, template = _ERRORS[reason]
    if reason == core.NOT_ITS_TURN and state.stage == core.IN_POCHEN and not state.inside[seat]:
        template = _OUT_OF_THE_POCHEN
    hand = state.hand[state.turn]
    params: dict[str, Any] = {
        "action": as_written,
        "staked": state.staked,
        "limit": rules.bet_limit,
        "most": most_to_stake(rules, state, max(state.turn, 0)),
        "hand": written(hand),
        "forced": NAMES[state.forced >> 16],
        "suit": written(hand & 0xFFFF << 16 * max(state.led_suit, 0)),
        **seat_params("seat", seat),
        **seat_params("turn", state.turn),
        **seat_params("out", state.out),
        **seat_params("opener", state.opener),
    }
    params = {name: value for name, value in params.items() if f"%({name})" in template}
    return EngineError(code, template, at=at, pointer=None if at is None else f"/actions/{at}", **params)


def seat_params(name: str, seat: int) -> dict[str, Any]:
    """The parameters for a seat: counted from 1, and its number in the record."""
    return {name: seat + 1, f"{name}_number": seat}
