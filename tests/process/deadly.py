"""A module that workers import (`CELERY_IMPORTS`): one chunk of each simulation kills its worker.

`DEADLY_DEATHS` is how often it does so. `DEADLY_NOTES` is a file that gets a line each time. With
`DEADLY_UNCOUNTED` the starts of chunks are not counted; a control uses it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import games.services as games
from tournaments.simulations.verbs import chunks

CHUNK = 3


def play(spec: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
    """Play the chunk, or kill this process."""
    notes = Path(os.environ["DEADLY_NOTES"])
    if number == CHUNK and len(notes.read_text().splitlines()) < int(os.environ["DEADLY_DEATHS"]):
        with notes.open("a") as note:
            note.write("killed\n")
        os.kill(os.getpid(), signal.SIGKILL)
    return games.play_chunk(spec, number)


chunks.play_with(play)
if "DEADLY_UNCOUNTED" in os.environ:
    chunks.MOST_STARTS = 1_000_000
