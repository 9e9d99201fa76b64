"""One deal from the antes to the last payment: the stages in their order, one action after another.

Verify, can, do: ``verify`` says why not, ``act`` does what it allows. Both take an action as one number (see
``core.state``), and the same question is asked for a record, a person and a bot.
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
)

WHOLE_RUN = 64
"""More cards than any run has."""


def begin(rules: Rules, state: State) -> None:
    """Start a deal whose seats, purses, pools, hands and upcard are set: up to the first who is asked."""
    dealing.antes(rules, state)
    dealing.turn_up(rules, state, state.upcard)
    if not rules.pochen_first:
        melding.meld(rules, state)
    pochen.begin(rules, state)
    if state.turn < 0:
        after_pochen(rules, state)


def after_pochen(rules: Rules, state: State) -> None:
    """Pay the pots, meld if that comes second, and go over to the shedding."""
    payments.settle_pochen(rules, state)
    if rules.pochen_first:
        melding.meld(rules, state)
    shedding.begin(rules, state)


def verify(rules: Rules, state: State, action: int) -> int:
    """Why an action is refused; ``ALLOWED``."""
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
    """Do an action and all that follows from it; a refused one changes nothing and is answered with why.

    With ``most`` above 1 a card that leads in ``stops`` is followed by those that must be played after it,
    up to so many in all (``WHOLE_RUN``: all of them). Nobody has a choice in them.
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
