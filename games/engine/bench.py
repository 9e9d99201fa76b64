"""``./poch engine bench``: the speed of the engine, compared with other programs in the same run.

Deals: the core plays bots, logs each event and checks each action. It is compared with OpenSpiel's Python
loop over ``crazy_eights``, if ``pyspiel`` is installed (``pip install open_spiel``). Replays: the engine
answers ``poch-deal/1`` lines. It is compared with a loop that only parses and prints the same lines. Two
compared programs run in turn, in short slices, on one core, and processor time is measured. So other work on
the machine slows both.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from games.engine import bots, selfplay, shuffle
from games.engine.answers import answer
from games.engine.bench_bulk import Competitor, Turn, bench_bulk, take_turns
from games.engine.core import dealing
from games.engine.core.state import PASS, State
from games.engine.presets import PRESETS
from games.engine.rules import preset_switches, rules_record


def bench(seconds: float, write: Callable[[str], None] = print) -> None:
    """Measure for about this many seconds and write the results."""
    write(f"Python {sys.version.split()[0]}, one core, pagat, four bots")
    engine, *peers = players = [Competitor("engine", deals()), *crazy_eights()]
    take_turns(players, seconds / 3)
    for player in players:
        write(str(player))
    for peer in peers:
        by_deals, by_actions = engine.rate / peer.rate, engine.action_rate / peer.action_rate
        write(f"engine / {peer.name:27}{by_deals:12.1f} times the deals {by_actions:8.1f} times the actions")
    if not peers:
        write(
            "OpenSpiel                           not measured: it is not installed (pip install open_spiel)"
        )
    documents = written_documents(1000)
    replay = Competitor("replay", replays(documents), "documents")
    echo = Competitor("parse and print the same JSON", echoes(documents), "documents")
    take_turns([replay, echo], seconds / 3)
    write(f"{replay}\n{echo}\nreplay / parse and print            {replay.rate / echo.rate:12.2f}")
    bench_bulk(seconds, write)


def deals() -> Turn:
    """Four bots that play one deal after the other."""
    rules = rules_record({"preset": "pagat"})
    policies = [bots.CAUTIOUS, bots.BOLD, bots.CAUTIOUS, bots.RANDOM]
    pack = shuffle.deck(32, 0, 0)
    state = State()
    dealing.seat_down(rules, state, len(policies), 0)

    def turn(number: int) -> tuple[int, int]:
        nonlocal state
        state = selfplay.next_deal(rules, state)
        deck = pack.copy()
        state.random = shuffle.shuffle(deck, shuffle.generator(1, number))
        selfplay.deal_and_begin(rules, state, deck)
        selfplay.play_out(rules, state, policies)
        return 1, sum(1 for event in state.log if event >> 10 & 63 >= PASS)

    return turn


def crazy_eights() -> Iterator[Competitor]:
    """Random hands of OpenSpiel's crazy eights for four players; none if it is not installed.

    There are two loops: the one of its example, where chance uses the weights of the outcomes, and the
    shortest possible one, where chance chooses among the legal cards (they all have the same weight).
    """
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        return
    game = pyspiel.load_game("crazy_eights(players=4)")
    chance = random.Random(1)  # noqa: S311

    def by_weights(_number: int) -> tuple[int, int]:
        state = game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                cards, weights = zip(*state.chance_outcomes(), strict=True)
                action = chance.choices(cards, weights)[0]
            else:
                action = chance.choice(state.legal_actions())
                actions += 1
            state.apply_action(action)
        return 1, actions

    def by_legal_actions(_number: int) -> tuple[int, int]:
        state = game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            actions += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
        return 1, actions

    yield Competitor("OpenSpiel, its example", by_weights)
    yield Competitor("OpenSpiel, shortest loop", by_legal_actions)


def written_documents(count: int) -> list[bytes]:
    """Deals of bots as lines of JSON, under every ``pagat`` preset, half of them with ``table`` purses."""
    presets = [name for name in PRESETS if name.startswith("pagat")]
    lines = []
    for number in range(count):
        name = presets[number % len(presets)]
        purse = {"purse": "table"} if number % 2 else {}
        seats = 3 + number % 4
        document = selfplay.play_deal(
            preset_switches(name) | purse,
            dealer=number % seats,
            chips=[30] * seats,
            pools={},
            policies=[bots.NAMES[(number + seat) % len(bots.NAMES)] for seat in range(seats)],
            seed=1,
            number=number,
        )
        lines.append(json.dumps(document | {"rules": {"preset": name} | purse}).encode())
    return lines


def replays(documents: list[bytes]) -> Turn:
    """Answer one document after the other, as ``replay`` does."""

    def turn(number: int) -> tuple[int, int]:
        document = documents[number % len(documents)]
        _, refused = answer(document)
        assert not refused, document  # noqa: S101 - this module wrote it
        return 1, 0

    return turn


def echoes(documents: list[bytes]) -> Turn:
    """Parse one document after the other and write it again."""

    def turn(number: int) -> tuple[int, int]:
        json.dumps(json.loads(documents[number % len(documents)]))
        return 1, 0

    return turn
