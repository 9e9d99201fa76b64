"""``python -m games.engine bench``: the speed of the engine, compared with other programs in the same run.

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
from collections.abc import Callable
from importlib import import_module
from time import process_time
from typing import Any

from games.engine import bots, selfplay, shuffle
from games.engine.answers import answer
from games.engine.bench_bulk import bench_bulk
from games.engine.core import dealing
from games.engine.core.state import PASS, State
from games.engine.presets import PRESETS
from games.engine.rules import preset_switches, rules_record

SLICE = 0.25
"""Seconds that a program runs before the next one takes its turn."""

Work = Callable[[], int]
"""Does one unit of work (a deal, a document) and returns the number of actions in it."""


class Measure:
    """The units and actions that a program did, and the seconds that it took."""

    def __init__(self) -> None:
        self.units = 0
        self.actions = 0
        self.seconds = 0.0

    def run(self, work: Work) -> None:
        """Work for one slice of time."""
        start = now = process_time()
        while now - start < SLICE:
            for _ in range(20):
                self.actions += work()
            self.units += 20
            now = process_time()
        self.seconds += now - start

    def rates(self, what: str) -> str:
        """The rates as a line."""
        units = f"{self.units / self.seconds:10,.0f} {what}/s"
        return f"{units}  {self.actions / self.seconds:12,.0f} actions/s" if self.actions else units


def bench(seconds: float) -> None:
    """Measure for about this many seconds and print the results."""
    print(f"Python {sys.version.split()[0]}, one core, pagat, four bots")  # noqa: T201
    for name, peer in crazy_eights().items():
        ours, theirs = side_by_side(deals(), peer, seconds / 3)
        _print("engine", ours.rates("deals"))
        _print(f"OpenSpiel, {name}", theirs.rates("hands"))
        _print("engine / OpenSpiel", ratio(ours, theirs))
    if not crazy_eights():
        ours, _ = side_by_side(deals(), None, seconds / 3)
        _print("engine", ours.rates("deals"))
        _print("OpenSpiel", "not measured: pyspiel is not installed (pip install open_spiel)")
    documents = written_documents(1000)
    ours, theirs = side_by_side(replays(documents), echoes(documents), seconds / 3)
    _print("replay", ours.rates("documents"))
    _print("parse and print the same JSON", theirs.rates("documents"))
    _print("replay / parse and print", ratio(ours, theirs))
    bench_bulk(seconds, print)


def side_by_side(ours: Work, other: Work | None, seconds: float) -> tuple[Measure, Measure]:
    """Run two programs in turn for about this many seconds."""
    measures = Measure(), Measure()
    while measures[0].seconds + measures[1].seconds < seconds:
        measures[0].run(ours)
        if other:
            measures[1].run(other)
    return measures


def ratio(ours: Measure, theirs: Measure) -> str:
    """How many times as fast the first program is, by units and by actions."""
    by_units = ours.units / ours.seconds / (theirs.units / theirs.seconds)
    if not theirs.actions:
        return f"{by_units:10.2f}"
    by_actions = ours.actions / ours.seconds / (theirs.actions / theirs.seconds)
    return f"{by_units:10.1f} times the deals, {by_actions:.1f} times the actions"


def deals() -> Work:
    """Four bots that play one deal after the other."""
    rules = rules_record({"preset": "pagat"})
    policies = [bots.CAUTIOUS, bots.BOLD, bots.CAUTIOUS, bots.RANDOM]
    pack = shuffle.deck(32, 0, 0)
    state = State()
    dealing.seat_down(rules, state, len(policies), 0)
    number = 0

    def next_unit() -> int:
        nonlocal state, number
        number += 1
        state = selfplay.next_deal(rules, state)
        deck = pack.copy()
        state.random = shuffle.shuffle(deck, shuffle.generator(1, number))
        selfplay.deal_and_begin(rules, state, deck)
        selfplay.play_out(rules, state, policies)
        return sum(1 for event in state.log if event >> 10 & 63 >= PASS)

    return next_unit


def crazy_eights() -> dict[str, Work]:
    """Random hands of OpenSpiel's crazy eights for four players; empty if it is not installed.

    There are two loops: the one of its example, where chance uses the weights of the outcomes, and the
    shortest possible one, where chance chooses among the legal cards (they all have the same weight).
    """
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        return {}
    game = pyspiel.load_game("crazy_eights(players=4)")
    chance = random.Random(1)  # noqa: S311

    def by_weights() -> int:
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
        return actions

    def by_legal_actions() -> int:
        state = game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            actions += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
        return actions

    return {"as in its example": by_weights, "the shortest loop": by_legal_actions}


def written_documents(count: int) -> list[bytes]:
    """Deals of bots as lines of JSON, under every ``pagat`` preset, half of them with ``table`` purses."""
    presets = [name for name in PRESETS if name.startswith("pagat")]
    lines = []
    for number in range(count):
        name = presets[number % len(presets)]
        rules: dict[str, Any] = {"preset": name} | ({"purse": "table"} if number % 2 else {})
        seats = 3 + number % 4
        document = selfplay.play_deal(
            preset_switches(name) | rules_of(rules),
            dealer=number % seats,
            chips=[30] * seats,
            pools={},
            policies=[bots.NAMES[(number + seat) % len(bots.NAMES)] for seat in range(seats)],
            seed=1,
            number=number,
        )
        lines.append(json.dumps(document | {"rules": rules}).encode())
    return lines


def rules_of(rules: dict[str, Any]) -> dict[str, Any]:
    """The switches that differ from the preset."""
    return {name: value for name, value in rules.items() if name != "preset"}


def replays(documents: list[bytes]) -> Work:
    """Answer one document after the other, as ``replay`` does."""
    at = 0

    def next_unit() -> int:
        nonlocal at
        at = (at + 1) % len(documents)
        _, refused = answer(documents[at])
        assert not refused, documents[at]  # noqa: S101 - this module wrote it
        return 0

    return next_unit


def echoes(documents: list[bytes]) -> Work:
    """Parse one document after the other and write it again."""
    at = 0

    def next_unit() -> int:
        nonlocal at
        at = (at + 1) % len(documents)
        json.dumps(json.loads(documents[at]))
        return 0

    return next_unit


def _print(what: str, result: str) -> None:
    print(f"{what:36}{result}")  # noqa: T201
