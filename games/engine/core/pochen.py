"""Pochen: betting on the best set.

The players speak in the order of play, from forehand or the dealer. A player without a set (unless anyone may
bet) or without chips (with ``purse: table``) is skipped and counts as passed. Before a bet, a player passes
for good or bets. After a bet, a player passes, calls or raises. With ``raising: opener`` the others only call
or pass; when all have answered, the opener raises or shows. The betting ends when all players who are still
in have spoken, and all stakes are equal, except those of players who are all-in.
"""

from __future__ import annotations

from games.engine.core.sets import PAIR, best_set
from games.engine.core.state import (
    ALLOWED,
    ALREADY_BET,
    BET,
    BET_TOO_SMALL,
    BETS,
    BEYOND_THE_LIMIT,
    BEYOND_THE_PURSE,
    CALL,
    IN_POCHEN,
    NOBODY,
    NOBODY_HAS_BET,
    NOTHING_TO_CALL,
    ONLY_OPENER_RAISES,
    ONLY_OPENER_SHOWS,
    OPENER_MUST_SHOW,
    PASS,
    RAISE_TOO_SMALL,
    SHOW,
    STAKED,
    Rules,
    State,
    move,
    note,
)


def begin(rules: Rules, state: State) -> None:
    """Find the seats that may bet, and give the turn to the first of them, or to ``NOBODY``."""
    state.stage = IN_POCHEN
    for seat in range(state.seats):
        hand = state.hand[seat]
        best = best_set(rules, hand)
        state.dealt[seat] = hand
        state.best[seat] = best
        if (rules.anyone or best >= PAIR << 8) and not (rules.table and state.account[seat] <= 0):
            state.inside[seat] = 1
            state.in_count += 1
    give_turn(rules, state, state.dealer if rules.dealer_speaks else state.forehand)


def give_turn(rules: Rules, state: State, seat: int) -> None:
    """Give the turn to the first player, from ``seat`` on, who must speak. ``NOBODY``: the betting is over.

    Before a bet each player who has not passed must speak. After a bet each player with less than the highest
    stake must speak, unless all-in.
    """
    staked = state.staked
    if state.in_count > 1 or not staked:
        inside = state.inside
        stake = state.stake
        after = state.after
        for _ in range(state.seats):
            if (
                inside[seat]
                and (stake[seat] < staked or not staked)
                and (state.account[seat] or not rules.table)
            ):
                state.turn = seat
                return
            seat = after[seat]
        if rules.opener_raises and staked and most_to_stake(rules, state, state.opener) != staked:
            state.turn = state.opener
            return
    state.turn = NOBODY


def most_to_stake(rules: Rules, state: State, seat: int) -> int:
    """The highest possible stake of a seat, by the limit and its purse; -1 if there is no bound."""
    if not rules.table:
        return rules.bet_limit or -1
    most = state.stake[seat] + state.account[seat]
    return min(most, rules.bet_limit) if rules.bet_limit else most


def verify(rules: Rules, state: State, seat: int, verb: int, chips: int) -> int:
    """The reason why the seat at turn may not do this in the Pochen, or ``ALLOWED``."""
    staked = state.staked
    opener = rules.opener_raises and seat == state.opener and staked
    if verb == PASS:
        return OPENER_MUST_SHOW if opener else ALLOWED
    if verb == BET:
        return ALREADY_BET if staked else verify_stake(rules, state, seat, chips)
    if not staked:
        return NOBODY_HAS_BET
    if verb == CALL:
        return NOTHING_TO_CALL if opener else ALLOWED
    if verb == SHOW:
        return ALLOWED if opener else ONLY_OPENER_SHOWS
    if rules.opener_raises and not opener:
        return ONLY_OPENER_RAISES
    return verify_stake(rules, state, seat, chips)


def verify_stake(rules: Rules, state: State, seat: int, chips: int) -> int:
    """The reason why a seat may not bet or raise to this number of chips, or ``ALLOWED``."""
    if chips <= state.staked:
        return RAISE_TOO_SMALL if state.staked else BET_TOO_SMALL
    if rules.bet_limit and chips > rules.bet_limit:
        return BEYOND_THE_LIMIT
    if rules.table and chips - state.stake[seat] > state.account[seat]:
        return BEYOND_THE_PURSE
    return ALLOWED


def speak(rules: Rules, state: State, action: int) -> None:
    """Do an action that ``verify`` allowed, and give the turn to the next seat."""
    verb = action >> 10 & 63
    seat = action >> 5 & 31
    note(state, action)
    if verb == PASS:
        state.inside[seat] = 0
        state.in_count -= 1
    elif verb == CALL:
        missing = state.staked - state.stake[seat]
        if rules.table and missing > state.account[seat]:
            missing = state.account[seat]
        put_in(state, seat, missing)
    elif verb == SHOW:
        state.turn = NOBODY
        return
    else:
        if verb == BET:
            state.opener = seat
        state.staked = action >> 16
        put_in(state, seat, state.staked - state.stake[seat])
    give_turn(rules, state, state.after[seat])


def put_in(state: State, seat: int, chips: int) -> None:
    """Add chips from a purse to the stake of a seat."""
    state.stake[seat] += chips
    move(state, STAKED, seat, BETS, chips)
