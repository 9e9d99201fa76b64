"""If all hands are known: does some play end as the scorecard says?

All hands are known if every seat showed its whole hand (``ties: kickers``), or if the hands are so small that
melds and sets give every card. The core plays. This module tries the possible cards one after another, as
long as no seat plays too many cards and the runs end with the right seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.core import play
from games.engine.core.state import IN_SHEDDING, NOBODY, OVER, PLAY, RUN_ENDED, Rules, State
from games.engine.errors import EngineError, gettext_noop
from games.engine.scorecard.dealt import bits
from games.engine.scorecard.form import Scorecard

EFFORT = 2000
"""Cards to try before the search gives up. The scorecard is then accepted."""

_Position = tuple[tuple[int, ...], int, int, int, int, int, int]


def check_play(card: Scorecard, hands: Sequence[int]) -> None:
    """Raise ``EngineError`` (``cannot_be_played``) if no play of these whole hands ends like the scorecard.

    ``card.state`` is at the beginning of the shedding, with its ``leader``.
    """
    if not _play_exists(card, _dealt(card.state, hands)):
        raise EngineError(
            "cannot_be_played",
            gettext_noop(
                "The shown cards and the melds give every hand. But no play of these hands ends with these "
                "cards left and with these ends of runs."
            ),
            pointer="/left",
        )


def _dealt(table: State, hands: Sequence[int]) -> State:
    """The beginning of the shedding with these hands."""
    state = _copied(table)
    state.owner = [NOBODY] * len(state.owner)
    for seat, hand in enumerate(hands):
        state.hand[seat] = hand
        state.count[seat] = hand.bit_count()
        for held in bits(hand):
            state.owner[held] = seat
    state.stage = IN_SHEDDING
    state.turn = state.leader
    return state


def _play_exists(card: Scorecard, start: State) -> bool:
    """Search depth first. Return True also if the search gives up."""
    rules, left, stops = card.rules, card.left, card.stops
    has_stops = bool(rules.stop_pay and not rules.tricks)
    waiting = [(start, 0)]
    seen: set[tuple[_Position, int]] = set()
    effort = EFFORT
    while waiting:
        state, ended = waiting.pop()
        mover = state.turn
        if state.count[mover] == left[mover]:
            continue
        for action in _plays(rules, state):
            effort -= 1
            if effort == 0:
                return True
            after = _copied(state)
            play.act(rules, after, action)
            now_ended = ended
            if has_stops and any(event >> 10 & 63 == RUN_ENDED for event in after.log):
                if ended == len(stops) or stops[ended] != mover:
                    continue
                now_ended += 1
            if after.stage == OVER:
                if after.count[: after.seats] == left and (not has_stops or now_ended == len(stops)):
                    return True
                continue
            position = (_position(after), now_ended)
            if position not in seen:
                seen.add(position)
                waiting.append((after, now_ended))
    return False


def _plays(rules: Rules, state: State) -> Iterator[int]:
    """The possible actions of the seat at turn."""
    for held in bits(state.hand[state.turn]):
        action = held << 16 | PLAY << 10 | state.turn << 5
        if not play.verify(rules, state, action):
            yield action


def _position(state: State) -> _Position:
    """Everything that the further play depends on."""
    return (
        tuple(state.hand[: state.seats]),
        state.turn,
        state.forced,
        state.led_suit,
        state.trick_card,
        state.trick_winner,
        state.trick_left,
    )


def _copied(state: State) -> State:
    """An independent copy for further play, with an empty log."""
    twin = State.__new__(State)
    for name in State.__slots__:
        setattr(twin, name, getattr(state, name))
    twin.account, twin.hand, twin.owner, twin.count = (
        state.account[:], state.hand[:], state.owner[:], state.count[:]
    )  # fmt: skip
    twin.log = []
    return twin
