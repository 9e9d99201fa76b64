"""Where every hand is known, the shedding can be played through: does some play end as the card tells?

That is so when the whole hands were shown (``ties: kickers``) by everybody, or hands are so small that melds
and sets tell them. The core plays; here only the choices of who leads (in ``tricks`` also of who follows) are
tried one after another, as long as no seat plays more than it did and the runs end as named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.core import play
from games.engine.core.state import IN_SHEDDING, NOBODY, OVER, PLAY, RUN_ENDED, Rules, State
from games.engine.scorecard.dealt import bits
from games.engine.scorecard.form import Scorecard
from games.engine.scorecard.wording import contradiction

EFFORT = 2000
"""Cards tried before the search gives up and the scorecard is given the benefit of the doubt."""

_Position = tuple[tuple[int, ...], int, int, int, int, int, int]


def check_play(card: Scorecard, known: Sequence[int]) -> None:
    """Raise ``EngineError`` (``cannot_be_played``) if no play of these hands, all ``known``, ends so.

    ``card.state`` stands where the shedding begins, its ``leader`` set.
    """
    if not _some_play_ends_so(card, _dealt(card.state, known)):
        runs = " and the runs ended" if card.stops else ""
        raise contradiction(
            "cannot_be_played",
            "every hand is known from what was shown and melded, but no play of them ends with the cards "
            f"left{runs} as the card tells",
            "/left",
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


def _some_play_ends_so(card: Scorecard, start: State) -> bool:
    """Search depth first; True also when it gives up."""
    rules, left, stops = card.rules, card.left, card.stops
    runs_told = bool(rules.stop_pay and not rules.tricks)
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
            if runs_told and any(event >> 10 & 63 == RUN_ENDED for event in after.log):
                if ended == len(stops) or stops[ended] != mover:
                    continue
                now_ended += 1
            if after.stage == OVER:
                if after.count[: after.seats] == left and (not runs_told or now_ended == len(stops)):
                    return True
                continue
            position = (_position(after), now_ended)
            if position not in seen:
                seen.add(position)
                waiting.append((after, now_ended))
    return False


def _plays(rules: Rules, state: State) -> Iterator[int]:
    """The actions that the seat whose turn it is may do."""
    for held in bits(state.hand[state.turn]):
        action = held << 16 | PLAY << 10 | state.turn << 5
        if not play.verify(rules, state, action):
            yield action


def _position(state: State) -> _Position:
    """All that decides how the shedding can go on."""
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
    """A copy that can be played on, with an empty log."""
    twin = State.__new__(State)
    for name in State.__slots__:
        setattr(twin, name, getattr(state, name))
    twin.account, twin.hand, twin.owner, twin.count = (
        state.account[:], state.hand[:], state.owner[:], state.count[:]
    )  # fmt: skip
    twin.log = []
    return twin
