"""Copy the state of a deal for the bots, with only what the seat at turn may see.

The copy has no other hands that were not shown and no places of their cards. Nor does it say which of the
seats that have not been asked yet hold a set. So nothing that reads the copy can use more.
"""

from __future__ import annotations

from games.engine.bot_betting import ONE, chance, prospects, reaching
from games.engine.core.sets import PAIR
from games.engine.core.state import CARDS, IN_POCHEN, NOBODY, PASS, SEATS, SHOW, Rules, State


def seen_state(rules: Rules, state: State) -> State:
    """Copy a state with only what the seat at turn sees. Its random generator always starts the same.

    Nobody knows which of the seats that have not been asked yet hold a set. The copy guesses: it puts as many
    of them into the Pochen as probably hold one.
    """
    seat = state.turn
    seen = copy_of(state)
    seen.random = 1
    seen.strength = [0] * SEATS
    seen.owner = [seat if state.hand[seat] >> card & 1 else NOBODY for card in range(CARDS)]
    for other in range(state.seats):
        if other != seat:
            seen.hand[other] = 0
            if not has_shown(rules, state, other):
                seen.dealt[other] = seen.best[other] = 0
    if state.stage == IN_POCHEN:
        guess_inside(rules, seen)
    return seen


def has_shown(rules: Rules, state: State, seat: int) -> bool:
    """Whether a seat has shown its hand. A winner whom nobody called shows it only if the rules say so."""
    if state.winner < 0 or not state.inside[seat]:
        return False
    return state.in_count > 1 or bool(rules.show_uncontested)


def not_asked(rules: Rules, state: State) -> list[int]:
    """Return the seats that the betting has not reached, so that nobody knows whether they may bet.

    Seats without chips are left out, because everybody sees their purses.
    """
    if rules.anyone or state.stage != IN_POCHEN:
        return []
    first = state.dealer if rules.dealer_speaks else state.forehand
    spoken = {event >> 5 & 31 for event in state.log if PASS <= event >> 10 & 63 <= SHOW}
    seats: list[int] = []
    if state.turn in spoken:
        return seats
    seat = state.after[state.turn]
    while seat != first:
        if not rules.table or state.account[seat] > 0:
            seats.append(seat)
        seat = state.after[seat]
    return seats


def guess_inside(rules: Rules, seen: State) -> None:
    """Set who is in the Pochen as far as the seat at turn knows, and guess the others."""
    seats = not_asked(rules, seen)
    if not seats:
        return
    unseen = rules.whole[seen.seats] & ~(seen.hand[seen.turn] | 1 << seen.upcard)
    has_set = chance(reaching(rules, prospects(unseen, seen.count[seen.after[seen.turn]]), PAIR, 0))
    likely = (len(seats) * has_set + ONE // 2) // ONE
    for place, seat in enumerate(seats):
        seen.inside[seat] = 1 if place < likely else 0
    seen.in_count = sum(seen.inside)


def copy_of(state: State) -> State:
    """Return a copy of a state that shares nothing with it."""
    other = State()
    for name in State.__slots__:
        value = getattr(state, name)
        setattr(other, name, list(value) if isinstance(value, list) else value)
    return other
