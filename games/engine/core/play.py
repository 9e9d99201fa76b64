"""Play cards: sequences and who must play next.

``verify`` says why an action is not allowed. ``act`` does an allowed action. Both take an action as one
number (see ``core.state``). Records, people and bots all use them.
"""

from __future__ import annotations

from games.engine.core import dealing, melding, payments, pochen, shedding
from games.engine.core.state import (
    ALLOWED,
    DEAL_IS_OVER,
    IN_POCHEN,
    IN_SHEDDING,
    NOT_IN_POCHEN,
    NOT_IN_SHEDDING,
    NOT_ITS_TURN,
    OVER,
    PLAY,
    Rules,
    State,
    count_bits,
)

WHOLE_RUN = 64
"""A number of cards that no run reaches."""


def begin(rules: Rules, state: State) -> None:
    """Start a deal with its seats, purses, pools, hands and upcard, up to the first turn."""
    dealing.antes(rules, state)
    dealing.turn_up(rules, state, state.upcard)
    if not rules.pochen_first:
        melding.meld(rules, state)
    pochen.begin(rules, state)
    if state.turn < 0:
        after_pochen(rules, state)


def after_pochen(rules: Rules, state: State) -> None:
    """Pay the pots, meld if that comes second, and begin the shedding."""
    payments.settle_pochen(rules, state)
    if rules.pochen_first:
        melding.meld(rules, state)
    shedding.begin(rules, state)


def verify(rules: Rules, state: State, action: int) -> int:
    """The code of the reason why an action is refused, or ``ALLOWED``."""
    verb = action >> 10 & 63
    seat = action >> 5 & 31
    if state.stage == OVER:
        return DEAL_IS_OVER
    if verb == PLAY:
        if state.stage != IN_SHEDDING:
            return NOT_IN_SHEDDING
        if seat != state.turn:
            return NOT_ITS_TURN
        return shedding.verify(state, seat, action >> 16)
    if state.stage != IN_POCHEN:
        return NOT_IN_POCHEN
    if seat != state.turn:
        return NOT_ITS_TURN
    return pochen.verify(rules, state, seat, verb, action >> 16)


def act(rules: Rules, state: State, action: int, most: int = 1) -> int:
    """Do an action with all its consequences. A refused action changes nothing; return the reason.

    If ``most`` is above 1, then in ``stops`` also play the cards that must follow, up to ``most`` cards in
    all (``WHOLE_RUN``: all of them). These cards are no choice.
    """
    if action != state.forced:
        refusal = verify(rules, state, action)
        if refusal != ALLOWED:
            return refusal
    if state.stage == IN_SHEDDING:
        shedding.play(rules, state, action, most)
    else:
        pochen.speak(rules, state, action)
        if state.turn < 0:
            after_pochen(rules, state)
    return ALLOWED


def play_all(rules: Rules, state: State, actions: list[int]) -> bool:
    """Play a deal from its beginning to its end.

    The cards of a run follow from its first card: they are played at once and compared with the actions.
    Return False if an action is illegal or missing, or if one is left over. The state is useless then.
    """
    end = len(actions)
    at = 0
    while at < end and state.stage == IN_POCHEN:
        if act(rules, state, actions[at]):
            return False
        at += 1
    pochen = at
    log = state.log
    while at < end and state.stage == IN_SHEDDING:
        logged = len(log)
        if act(rules, state, actions[at], WHOLE_RUN):
            return False
        before = at
        at = pochen + count_bits(state.played)
        if log[logged : logged + at - before] != actions[before:at]:
            return False
    return state.stage == OVER and at == end
