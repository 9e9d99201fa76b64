"""What the core's refusals mean: a code for machines and a sentence for people.

Sentences count seats as people do, from 1; where that could be mistaken for the record's own number, both
are named.
"""

from __future__ import annotations

from games.engine.cards import NAMES, SUITS, written
from games.engine.core import state as core
from games.engine.core.pochen import most_to_stake
from games.engine.core.state import Rules, State
from games.engine.errors import EngineError

_CODES: dict[int, tuple[str, str]] = {
    core.DEAL_IS_OVER: ("deal_is_over", "the deal was over when {out} went out"),
    core.NOT_ITS_TURN: ("wrong_turn", "it is the turn of {turn}"),
    core.NOT_IN_POCHEN: ("not_in_pochen", "the Pochen is over, cards are played now"),
    core.NOT_IN_SHEDDING: ("not_in_shedding", "no card is played before the Pochen is over"),
    core.ALREADY_BET: ("already_bet", "somebody has bet; one can pass, call or raise"),
    core.NOBODY_HAS_BET: ("nobody_has_bet", "nobody has bet; one can pass or bet"),
    core.BET_TOO_SMALL: ("bet_too_small", "a bet is at least one chip"),
    core.RAISE_TOO_SMALL: ("raise_too_small", "a raise is to more than the {staked} staked"),
    core.BEYOND_THE_LIMIT: ("beyond_limit", "nobody may stake more than {limit} in one deal"),
    core.BEYOND_THE_PURSE: ("beyond_purse", "that seat can stake {most} at most"),
    core.ONLY_OPENER_RAISES: ("only_opener_raises", "only {opener}, who opened, may raise"),
    core.ONLY_OPENER_SHOWS: ("only_opener_shows", "only an opener shows, where only the opener may raise"),
    core.OPENER_MUST_SHOW: ("opener_must_show", "all have answered; the opener raises or shows"),
    core.NOTHING_TO_CALL: ("nothing_to_call", "the opener has nothing to call; it raises or shows"),
    core.CARD_NOT_HELD: ("card_not_held", "{turn} does not hold that card, it has {hand}"),
    core.CARD_IS_FORCED: ("card_is_forced", "{turn} holds the next card of the run and must play {forced}"),
    core.SUIT_NOT_FOLLOWED: ("suit_not_followed", "{turn} has {led_suit} and must follow suit"),
}

_SUIT_WORDS = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs"), strict=True))


def refusal(
    rules: Rules, state: State, code: int, *, action: int, as_written: str, at: int | None = None
) -> EngineError:
    """The error for an action the core refused with ``code``, told with what was going on at the table."""
    seat = action >> 5 & 31
    name, sentence = _CODES[code]
    if code == core.NOT_ITS_TURN and state.stage == core.IN_POCHEN and not state.inside[seat]:
        sentence += "; {seat} is out of the Pochen, having passed or having nothing to bet with"
    detail = sentence.format(
        seat=seat_named(seat),
        turn=seat_named(state.turn),
        out=seat_named(state.out),
        opener=seat_named(state.opener),
        staked=state.staked,
        limit=rules.bet_limit,
        most=most_to_stake(rules, state, max(state.turn, 0)),
        hand=written(state.hand[state.turn]) or "no card",
        forced=NAMES[state.forced >> 16],
        led_suit=_SUIT_WORDS[SUITS[state.led_suit]],
    )
    return EngineError(
        name,
        f'"{as_written}" is refused: {detail}.',
        at=at,
        pointer=None if at is None else f"/actions/{at}",
    )


def seat_named(seat: int) -> str:
    """A seat in a sentence: "seat 1 (0 in the record)"."""
    return f"seat {seat + 1} ({seat} in the record)"
