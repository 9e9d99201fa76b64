"""A sequence of actions, played without looking for the action to blame."""

from __future__ import annotations

from games.engine.core import play
from games.engine.core.state import IN_POCHEN, IN_SHEDDING, OVER, Rules, State, count_bits


def play_all(rules: Rules, state: State, actions: list[int]) -> bool:
    """Play a deal from its beginning to its end.

    The cards of a run follow from its first card: they are played at once and compared with the actions.
    Return False if an action is illegal or missing, or if one is left over. The state is useless then.
    """
    end = len(actions)
    at = 0
    while at < end and state.stage == IN_POCHEN:
        if play.act(rules, state, actions[at]):
            return False
        at += 1
    pochen = at
    log = state.log
    while at < end and state.stage == IN_SHEDDING:
        logged = len(log)
        if play.act(rules, state, actions[at], play.WHOLE_RUN):
            return False
        before = at
        at = pochen + count_bits(state.played)
        if log[logged : logged + at - before] != actions[before:at]:
            return False
    return state.stage == OVER and at == end
