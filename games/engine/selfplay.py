"""Deals played by bots, from a seed: each depends on its arguments alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import bots, shuffle
from games.engine.cards import NAMES
from games.engine.core import dealing, play
from games.engine.core.state import OVER, PASS, SEATS, Rules, State
from games.engine.errors import EngineError, printable
from games.engine.record import DEAL_FORMAT, header, written_action


def play_out(rules: Rules, state: State, policies: Sequence[int]) -> None:
    """Let bots finish a deal that has begun; every action is checked as anyone's would be."""
    while state.stage != OVER:
        action = bots.decide(rules, state, policies[state.turn])
        refused = play.act(rules, state, action, play.WHOLE_RUN)
        assert not refused, (refused, state.log)  # noqa: S101 - a bot that breaks a rule is a bug, not bad input


def unknown_bot(name: str) -> EngineError:
    """What is said to whoever asks for a bot that there is not."""
    return EngineError(
        "unknown_bot", f"There is no bot named {printable(name)}; the bots are {', '.join(bots.NAMES)}."
    )


def begun(rules: Rules, state: State, deck: list[int]) -> None:
    """Deal a deck to a state whose seats, purses and pools are set, and start."""
    dealing.deal(rules, state, deck)
    play.begin(rules, state)


def play_deal(
    rules: Mapping[str, Any],
    *,
    dealer: int,
    chips: Sequence[int],
    pools: Mapping[str, int],
    policies: Sequence[str],
    seed: int,
    number: int,
) -> dict[str, Any]:
    """A complete ``poch-deal/1`` played by bots, one policy's name for each seat.

    ``EngineError`` for what a document could not begin with, ``unknown_bot``, ``bots_and_chips_differ``.
    """
    document: dict[str, Any] = {
        "format": DEAL_FORMAT,
        "rules": dict(rules),
        "dealer": dealer,
        "chips": list(chips),
        "pools": dict(pools),
    }
    record, state = header(document)
    if len(policies) != state.seats:
        raise EngineError("bots_and_chips_differ", f"There are {len(policies)} bots for {state.seats} seats.")
    for name in policies:
        if name not in bots.NAMES:
            raise unknown_bot(name)
    deck = shuffle.deck(record.pack[state.seats], seed, number)
    state.random = shuffle.generator(seed ^ shuffle.MASK, number)
    begun(record, state, deck)
    play_out(record, state, [bots.NAMES.index(name) for name in policies])
    document["deck"] = " ".join(NAMES[card] for card in deck)
    document["actions"] = [written_action(event) for event in state.log if event >> 10 & 63 >= PASS]
    return document


def next_deal(rules: Rules, before: State) -> State:
    """A state with the purses and pools that a deal left, and the deal passed to forehand."""
    state = State()
    dealing.seat_down(rules, state, before.seats, before.forehand)
    state.account[:] = before.account
    state.brought[:] = before.account[:SEATS]
    return state
