"""The payments: pots, ends of runs, going out.

Deals and scorecards use the same functions. With ``purse: table`` a player pays at most what the purse holds.
Payments at the same moment follow the order of play of the payers, then of the payees.
"""

from __future__ import annotations

from games.engine.core import sets
from games.engine.core.state import (
    BETS,
    CENTRE,
    FIRST_POOL,
    LEFTOVER,
    MOST_CARDS,
    OUT,
    POCH,
    POT,
    RUN_ENDED,
    STAKED,
    STOP,
    Rules,
    State,
    move,
    note,
)


def pay(rules: Rules, state: State, kind: int, payer: int, payee: int, chips: int) -> None:
    """One player pays another; with ``purse: table`` at most what the purse holds."""
    if rules.table and chips > state.account[payer]:
        chips = state.account[payer]
    if chips:
        move(state, kind, payer, payee, chips)


def settle_pochen(rules: Rules, state: State) -> None:
    """Pay the stakes and the Poch pool to the winners, layer by layer from the lowest.

    Read ``staked``, ``stake``, ``inside``, ``in_count`` and the hands as ``dealt``. Set the winners of each
    pot, and ``winner`` for the Pochen. If nobody bet, the Poch pool stays.
    """
    if not state.staked:
        return
    if rules.passed_to_poch:
        collect_passed(state)
    if state.in_count > 1:
        for seat in range(state.seats):
            if state.inside[seat]:
                state.strength[seat] = sets.strength(rules, state, seat, state.dealt[seat])
    below = 0
    while below < state.staked:
        # With credit no seat is all-in, so all seats that are still in have the same stake.
        top = next_layer(state, below) if rules.table else state.staked
        pay_layer(rules, state, below, top)
        below = top


def collect_passed(state: State) -> None:
    """Move the stakes of those who passed into the Poch pool, in the order of play."""
    seat = state.forehand
    for _ in range(state.seats):
        if state.stake[seat] and not state.inside[seat]:
            move(state, STAKED, BETS, FIRST_POOL + POCH, state.stake[seat])
        seat = state.after[seat]


def next_layer(state: State, below: int) -> int:
    """The top of a layer: the lowest stake above ``below`` of a player who is still in."""
    top = state.staked
    for seat in range(state.seats):
        if state.inside[seat] and below < state.stake[seat] < top:
            top = state.stake[seat]
    return top


def pay_layer(rules: Rules, state: State, below: int, top: int) -> None:
    """Pay the layer of stakes from ``below`` to ``top`` to the best hand among the players who reach it.

    A stake of a player who passed stays in each layer that it reaches, or is in the Poch pool already. The
    lowest layer includes the Poch pool.
    """
    stakes = 0
    contenders = 0
    winners = 0
    sharers = 0
    best = -1
    for seat in range(state.seats):
        stake = state.stake[seat]
        if stake > below and (state.inside[seat] or not rules.passed_to_poch):
            stakes += min(stake, top) - below
            if stake >= top and state.inside[seat]:
                contenders |= 1 << seat
                strength = state.strength[seat]
                if strength > best:
                    best = strength
                    winners = 0
                    sharers = 0
                if strength == best:
                    winners |= 1 << seat
                    sharers += 1
    pot = state.pot_count
    state.pot_count = pot + 1
    state.pot_chips[pot] = stakes + (state.account[FIRST_POOL + POCH] if below == 0 else 0)
    state.pot_contenders[pot] = contenders
    state.pot_winners[pot] = winners
    share_pot(state, pot, stakes, sharers)


def share_pot(state: State, pot: int, stakes: int, sharers: int) -> None:
    """Pay a pot to its winners: ``stakes`` chips from the bets, then the rest from the Poch pool.

    Odd chips go one each to the winners, in the order of play.
    """
    winners = state.pot_winners[pot]
    share = state.pot_chips[pot] // sharers
    odd = state.pot_chips[pot] % sharers
    seat = state.forehand
    while sharers:
        if winners >> seat & 1:
            sharers -= 1
            if state.winner < 0:
                state.winner = seat
            due = share
            if odd:
                due += 1
                odd -= 1
            from_bets = min(due, stakes)
            stakes -= from_bets
            if from_bets:
                move(state, POT, BETS, seat, from_bets)
            if due > from_bets:
                move(state, POT, FIRST_POOL + POCH, seat, due - from_bets)
        seat = state.after[seat]


def run_ended(rules: Rules, state: State, seat: int) -> None:
    """A seat played the last card of a run: each other player pays it ``stop_pay``."""
    note(state, RUN_ENDED << 10 | seat << 5)
    if rules.stop_pay:
        payer = state.forehand
        for _ in range(state.seats):
            if payer != seat:
                pay(rules, state, STOP, payer, seat, rules.stop_pay)
            payer = state.after[payer]


def going_out(rules: Rules, state: State, seat: int) -> None:
    """A seat has no card left. It takes the centre pool, and ``out_pay`` from each player for each card left.

    ``count`` gives the cards left. The payment for the most cards comes last.
    """
    state.out = seat
    centre = state.account[FIRST_POOL + CENTRE]
    if centre:
        move(state, OUT, FIRST_POOL + CENTRE, seat, centre)
    payer = state.forehand
    for _ in range(state.seats):
        if payer != seat:
            pay(rules, state, OUT, payer, seat, rules.out_pay * state.count[payer])
        payer = state.after[payer]
    if rules.most_cards_pays:
        pay_most_cards(rules, state)


def pay_most_cards(rules: Rules, state: State) -> None:
    """The player with the most cards left, M, pays M chips to each other player.

    Tied players together pay M chips to each player outside the tie, in equal shares. The first of them in
    the order of play pay the odd chips. They pay each other nothing.
    """
    most = 0
    tied = 0
    for seat in range(state.seats):
        if state.count[seat] > most:
            most = state.count[seat]
            tied = 1
        elif state.count[seat] == most:
            tied += 1
    odd = most % tied
    payer = state.forehand
    for _ in range(state.seats):
        if state.count[payer] == most:
            share = most // tied
            if odd:
                share += 1
                odd -= 1
            payee = state.forehand
            for _ in range(state.seats):
                if state.count[payee] != most:
                    pay(rules, state, MOST_CARDS, payer, payee, share)
                payee = state.after[payee]
        payer = state.after[payer]


def split_leftover(rules: Rules, state: State) -> None:
    """Share the chips on the board at the end of a table's game, if the rules say so (3.7).

    The shares are equal. Odd chips go one each in the order of play of the last deal (``seat_down`` with its
    dealer).
    """
    if not rules.split_leftover:
        return
    chips = 0
    for pool in rules.board[: rules.board_size]:
        chips += state.account[FIRST_POOL + pool]
    share = chips // state.seats
    odd = chips % state.seats
    seat = state.forehand
    missing = 0
    for pool in rules.board[: rules.board_size]:
        while state.account[FIRST_POOL + pool]:
            if missing == 0:
                missing = share + (1 if odd else 0)
                odd -= 1 if odd else 0
            paid = min(missing, state.account[FIRST_POOL + pool])
            move(state, LEFTOVER, FIRST_POOL + pool, seat, paid)
            missing -= paid
            if missing == 0:
                seat = state.after[seat]
