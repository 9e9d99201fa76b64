"""The part of ``python -m games.engine bench`` for the compiled core: millions of deals.

The programs run in turn on one core, and processor time is measured: the compiled core, which keeps and
checks the complete ledger of each deal; the same core on CPython; OpenSpiel's bots in C++
(``evaluate_bots``); RLCard's environment. The last two need ``pip install open_spiel rlcard``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from time import process_time
from typing import Any

from games.engine import bulk
from games.engine.bulk_totals import Totals
from games.engine.presets import PRESETS

HEURISTIC = ["cautious", "bold", "cautious", "bold"]
DEALS_AT_ONCE = 3000
SLICE = 0.1
"""Seconds that a program plays before the next one takes its turn."""

Turn = Callable[[int], tuple[int, int]]
"""Takes the number of the turn, works, and returns the numbers of units (deals, documents) and actions."""


class Competitor:
    """One of the compared programs: its units of work, its actions, and the seconds that they took."""

    def __init__(self, name: str, turn: Turn, unit: str = "deals") -> None:
        self.name = name
        self.turn = turn
        self.unit = unit
        self.turns = self.units = self.actions = 0
        self.seconds = 0.0

    def play(self) -> None:
        """Play for one slice."""
        start = now = process_time()
        while now - start < SLICE:
            units, actions = self.turn(self.turns)
            self.turns += 1
            self.units += units
            self.actions += actions
            now = process_time()
        self.seconds += now - start

    @property
    def rate(self) -> float:
        """Units a second."""
        return self.units / self.seconds

    @property
    def action_rate(self) -> float:
        """Actions a second."""
        return self.actions / self.seconds

    def __str__(self) -> str:
        units = f"{self.name:36}{self.rate:12,.0f} {self.unit}/s"
        return f"{units} {self.action_rate:14,.0f} actions/s" if self.actions else units


def bench_bulk(seconds: float, write: Callable[[str], None]) -> None:
    """Measure for about this many seconds and write the results."""
    if not bulk.is_compiled():
        write("compiled core                       not measured: it is not installed (./poch fast)")
        return
    compiled, plain, *peers = competitors = [
        Competitor("compiled core, ledger kept", compiled_turn("pagat")),
        Competitor("the same core on CPython", plain_turn("pagat")),
        *openspiel(),
        *rlcard(),
    ]
    take_turns(competitors, seconds / 2)
    for competitor in competitors:
        write(str(competitor))
    write(f"compiled / CPython                  {compiled.rate / plain.rate:12,.0f} times the deals")
    for peer in peers:
        write(f"compiled / {peer.name:25}{compiled.action_rate / peer.action_rate:12,.0f} times the actions")
    experts = [
        Competitor(f"four of {name}", compiled_turn("pagat", [name] * 4)) for name in ("cautious", "expert")
    ]
    take_turns(experts, seconds / 4)
    for competitor in experts:
        write(str(competitor))
    write(f"expert / cautious                   {experts[1].rate / experts[0].rate:12.2f} times the deals")
    presets = [Competitor(name, compiled_turn(name)) for name in PRESETS]
    take_turns(presets, seconds / 2)
    for competitor in presets:
        write(f"{competitor}  {competitor.rate / presets[0].rate:.2f} of pagat")


def take_turns(competitors: list[Competitor], seconds: float) -> None:
    """Let the programs play in turn, for about this many seconds in all."""
    for competitor in competitors:
        competitor.turn(0)
    while sum(competitor.seconds for competitor in competitors) < seconds:
        for competitor in competitors:
            competitor.play()


def compiled_turn(preset: str, names: list[str] = HEURISTIC) -> Turn:
    """Four bots on the compiled core. It keeps all events and checks all ledgers."""
    from games.engine import bulk_compiled  # noqa: PLC0415 - only if it is installed

    job = bulk.job({"preset": preset}, names, seed=1)
    logs = bulk_compiled.room(DEALS_AT_ONCE)

    def turn(number: int) -> tuple[int, int]:
        totals = Totals()
        bulk_compiled.run(job, totals, logs, number * DEALS_AT_ONCE, DEALS_AT_ONCE)
        assert not totals.refused + totals.unbalanced  # noqa: S101
        return totals.deals, totals.actions

    return turn


def plain_turn(preset: str) -> Turn:
    """The same four bots on CPython."""
    job = bulk.job({"preset": preset}, HEURISTIC, seed=1)

    def turn(number: int) -> tuple[int, int]:
        totals = bulk.play(job, number * 100, 100, compiled=False, kept=[])
        return totals.deals, totals.actions

    return turn


def openspiel() -> Iterator[Competitor]:
    """OpenSpiel's random bots in crazy eights and hearts, all in C++."""
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        return
    for name in ("crazy_eights(players=4)", "hearts"):
        yield Competitor(
            f"OpenSpiel {name.partition('(')[0]}, C++", openspiel_turn(pyspiel, pyspiel.load_game(name))
        )


def openspiel_turn(pyspiel: Any, game: Any) -> Turn:
    """One deal of a game of OpenSpiel."""
    players = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def turn(number: int) -> tuple[int, int]:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, players, number)
        return 1, sum(step.player >= 0 for step in state.full_history())

    return turn


def rlcard() -> Iterator[Competitor]:
    """RLCard's random agents in uno."""
    try:
        module: Any = import_module("rlcard")
        agents: Any = import_module("rlcard.agents")
    except ImportError:
        return
    env = module.make("uno", config={"seed": 1})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def turn(_number: int) -> tuple[int, int]:
        trajectories, _ = env.run(is_training=False)
        return 1, sum(len(steps) // 2 for steps in trajectories)

    yield Competitor("RLCard uno", turn)
