"""A module that workers import (`WORKER_IMPORTS`): a number of chunks may be played, further ones wait.

`GATE` is a file with the number. So a test can disturb a simulation in the middle, on a fast or slow machine.
Each child that waits has begun a chunk.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import games.services as games
from tests.platform.processes import until
from tournaments.models import Simulation
from tournaments.simulations.verbs import chunks


def play(spec: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
    """Wait until the chunk may be played, then play it."""
    gate = Path(os.environ["GATE"])
    until(lambda: Simulation.objects.get().chunks_done < int(gate.read_text()))
    return games.play_chunk(spec, number)


chunks.play_with(play)
