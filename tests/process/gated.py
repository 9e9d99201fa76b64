"""A worker's import (`WORKER_IMPORTS`): so many chunks are played, and the next wait until more may be.

`GATE` names a file that holds the number. So a test can do its worst in the middle of a simulation, however
fast or slow the machine is: of the children that wait, each has begun a chunk.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import games.services as games
from tests.platform.processes import until
from tournaments.models import Simulation
from tournaments.services.simulations import chunks


def play(spec: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What the engine gives, once the chunk may pass."""
    gate = Path(os.environ["GATE"])
    until(lambda: Simulation.objects.get().chunks_done < int(gate.read_text()))
    return games.play_chunk(spec, number)


chunks.play_by(play)
