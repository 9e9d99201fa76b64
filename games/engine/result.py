"""``poch-result/1``: what the engine answers, told from a finished state and its log (``spec/record.md``, 3)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from games.engine.cards import written
from games.engine.core import sets
from games.engine.core import state as core
from games.engine.core.state import ANTES, FIRST_POOL, LEFTOVER, RUN_ENDED, Rules, State
from games.engine.switches import POOLS

ACCOUNTS = (*(f"seat {seat}" for seat in range(core.SEATS)), *POOLS, "bets")
"""The names of the accounts, by their numbers in the core."""

REASONS = ("upcard", "meld", "bet", "pot", "stop", "out", "most_cards", "leftover")
"""The reasons of transfers, by the kinds of events that move chips."""

KINDS = ("none", "pair", "two_pairs", "three", "four")


def result(rules: Rules, state: State) -> dict[str, Any]:
    """The whole answer as plain data."""
    answer = _without_transfers(rules, state)
    answer["transfers"] = transfers(rules, state)
    return answer


def result_text(rules: Rules, state: State) -> str:
    """The whole answer as JSON: the same as ``result``, written faster (the ledger is most of it)."""
    head = json.dumps(_without_transfers(rules, state))
    rows = [
        f'{{"from": "{source}", "to": "{target}", "chips": {chips}, "reason": "{reason}"}}'
        for source, target, chips, reason in _moves(state)
    ]
    antes = _antes_text(rules, state)
    ledger = ", ".join([antes, *rows] if antes else rows)
    return f'{head[:-1]}, "transfers": [{ledger}]}}'


def transfers(rules: Rules, state: State) -> list[dict[str, Any]]:
    """Every movement of chips in the order it happened, antes first."""
    moves = [*_antes(rules, state), *_moves(state)]
    return [{"from": source, "to": target, "chips": chips, "reason": why} for source, target, chips, why in moves]


def showdown_cards(rules: Rules, state: State, seat: int) -> tuple[str, str]:
    """The kind of the best set that was dealt to a seat, and its cards."""
    hand = state.dealt[seat]
    value = sets.best_set(rules, hand)
    return KINDS[value >> 8], written(sets.cards_of_set(hand, value))


def seats_of(bits: int) -> list[int]:
    """Seats given as bits, in their order."""
    return [seat for seat in range(core.SEATS) if bits >> seat & 1]


def in_order_of_play(rules: Rules, state: State, bits: int) -> list[int]:
    """Seats given as bits, from forehand round to the dealer."""
    order = [(state.forehand + place * rules.step) % state.seats for place in range(state.seats)]
    return [seat for seat in order if bits >> seat & 1]


def _without_transfers(rules: Rules, state: State) -> dict[str, Any]:
    seats = state.seats
    chips = state.account[:seats]
    board = rules.board[: rules.board_size]
    return {
        "format": "poch-result/1",
        "chips": chips,
        "net": [chips[seat] - state.brought[seat] for seat in range(seats)],
        "pools": {POOLS[pool]: state.account[FIRST_POOL + pool] for pool in board},
        "next_dealer": state.forehand,
        "melds": [
            {"pool": POOLS[pool], "seat": state.melded_by[pool], "chips": state.melded_chips[pool]}
            for pool in board
            if state.melded_by[pool] >= 0
        ],
        "pochen": _pochen(rules, state),
        "shedding": {
            "leader": state.leader,
            "out": state.out,
            "left": state.count[:seats],
            "stops": _stops(rules, state),
        },
    }


def _pochen(rules: Rules, state: State) -> dict[str, Any]:
    seats = range(state.seats)
    showdown = []
    if state.in_count > 1 and state.staked:
        for seat in seats:
            if state.inside[seat]:
                kind, cards = showdown_cards(rules, state, seat)
                showdown.append({"seat": seat, "kind": kind, "cards": cards})
    pots = [
        {
            "chips": state.pot_chips[pot],
            "contenders": seats_of(state.pot_contenders[pot]),
            "winners": in_order_of_play(rules, state, state.pot_winners[pot]),
        }
        for pot in range(state.pot_count)
    ]
    return {
        "stakes": state.stake[: state.seats],
        "passed": [seat for seat in seats if not state.inside[seat]],
        "showdown": showdown,
        "pots": pots,
        "winners": pots[0]["winners"] if pots else [],
    }


def _stops(rules: Rules, state: State) -> list[int]:
    if not rules.stop_pay or rules.tricks:
        return []
    return [event >> 5 & 31 for event in state.log if event >> 10 & 63 == RUN_ENDED]


def _antes(rules: Rules, state: State) -> Iterator[tuple[str, str, int, str]]:
    for seat in range(state.seats):
        for index in range(rules.dressed_size):
            yield ACCOUNTS[seat], POOLS[rules.dressed[index]], rules.stake, "ante"


def _antes_text(rules: Rules, state: State) -> str:
    """The antes' rows, remembered: they depend on the rules and the number of seats alone."""
    key = (state.seats, rules.stake, tuple(rules.dressed[: rules.dressed_size]))
    text = _remembered.get(key)
    if text is None:
        if len(_remembered) >= 256:
            _remembered.clear()
        text = _remembered[key] = ", ".join(
            f'{{"from": "{source}", "to": "{target}", "chips": {chips}, "reason": "{reason}"}}'
            for source, target, chips, reason in _antes(rules, state)
        )
    return text


_remembered: dict[tuple[int, int, tuple[int, ...]], str] = {}


def _moves(state: State) -> Iterator[tuple[str, str, int, str]]:
    for event in state.log:
        kind = event >> 10 & 63
        if kind <= LEFTOVER:
            yield ACCOUNTS[event >> 5 & 31], ACCOUNTS[event & 31], event >> 16, REASONS[kind]
