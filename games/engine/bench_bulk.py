"""The compiled core's part of ``python -m games.engine bench``: millions of deals, beside what others play.

Everybody takes turns on one core, timed by the processor's clock: our core as it stands, our core compiled
with the complete ledger of every deal kept and checked, OpenSpiel's bots playing in C++ (``evaluate_bots``),
RLCard's environment. The peers are measured where they are installed: ``pip install open_spiel rlcard``.
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
"""Seconds that one plays before the next's turn."""

Turn = Callable[[int], tuple[int, int]]
"""Plays something, given the number of this turn, and says how many deals and actions that was."""


class Player:
    """Deals and actions that one of the compared has played in so many seconds."""

    def __init__(self, name: str, turn: Turn) -> None:
        self.name = name
        self.turn = turn
        self.turns = self.deals = self.actions = 0
        self.seconds = 0.0

    def play(self) -> None:
        """Play for one slice."""
        start = now = process_time()
        while now - start < SLICE:
            deals, actions = self.turn(self.turns)
            self.turns += 1
            self.deals += deals
            self.actions += actions
            now = process_time()
        self.seconds += now - start

    @property
    def rate(self) -> float:
        """Deals a second."""
        return self.deals / self.seconds

    @property
    def action_rate(self) -> float:
        """Actions a second."""
        return self.actions / self.seconds

    def __str__(self) -> str:
        return f"{self.name:36}{self.rate:12,.0f} deals/s {self.action_rate:14,.0f} actions/s"


def bench_bulk(seconds: float, tell: Callable[[str], None]) -> None:
    """Measure for about so many seconds and tell what was found."""
    if not bulk.is_compiled():
        tell("compiled core                       not measured: it is not installed (./poch fast)")
        return
    compiled, plain, *peers = players = [
        Player("compiled core, ledger kept", compiled_turn("pagat")),
        Player("core as it stands", plain_turn("pagat")),
        *openspiel(),
        *rlcard(),
    ]
    take_turns(players, seconds / 2)
    for player in players:
        tell(str(player))
    tell(f"compiled / as it stands             {compiled.rate / plain.rate:12,.0f} times the deals")
    for peer in peers:
        tell(f"compiled / {peer.name:25}{compiled.action_rate / peer.action_rate:12,.0f} times the actions")
    experts = [
        Player(f"four of {name}", compiled_turn("pagat", [name] * 4)) for name in ("cautious", "expert")
    ]
    take_turns(experts, seconds / 4)
    for player in experts:
        tell(str(player))
    presets = [Player(name, compiled_turn(name)) for name in PRESETS]
    take_turns(presets, seconds / 2)
    for player in presets:
        tell(f"{player}  {player.rate / presets[0].rate:.2f} of pagat")


def take_turns(players: list[Player], seconds: float) -> None:
    """Let everybody play one slice after another for about so many seconds in all."""
    for player in players:
        player.turn(0)
    while sum(player.seconds for player in players) < seconds:
        for player in players:
            player.play()


def compiled_turn(preset: str, names: list[str] = HEURISTIC) -> Turn:
    """Four bots by the compiled core, heuristic ones; every event is kept, and every ledger checked."""
    from games.engine import bulk_compiled  # noqa: PLC0415 - where it is installed

    job = bulk.job({"preset": preset}, names, seed=1)
    logs = bulk_compiled.room(DEALS_AT_ONCE)

    def turn(number: int) -> tuple[int, int]:
        totals = Totals()
        bulk_compiled.run(job, totals, logs, number * DEALS_AT_ONCE, DEALS_AT_ONCE)
        assert not totals.refused + totals.unbalanced  # noqa: S101
        return totals.deals, totals.actions

    return turn


def plain_turn(preset: str) -> Turn:
    """The same by the core as it stands."""
    job = bulk.job({"preset": preset}, HEURISTIC, seed=1)

    def turn(number: int) -> tuple[int, int]:
        totals = bulk.play(job, number * 100, 100, compiled=False, kept=[])
        return totals.deals, totals.actions

    return turn


def openspiel() -> Iterator[Player]:
    """Random bots that OpenSpiel lets play crazy eights and hearts, all in C++."""
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        return
    for name in ("crazy_eights(players=4)", "hearts"):
        yield Player(
            f"OpenSpiel {name.partition('(')[0]}, C++", openspiel_turn(pyspiel, pyspiel.load_game(name))
        )


def openspiel_turn(pyspiel: Any, game: Any) -> Turn:
    """One deal of a game of OpenSpiel's."""
    players = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def turn(number: int) -> tuple[int, int]:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, players, number)
        return 1, sum(step.player >= 0 for step in state.full_history())

    return turn


def rlcard() -> Iterator[Player]:
    """Random agents in RLCard's uno."""
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

    yield Player("RLCard uno", turn)
