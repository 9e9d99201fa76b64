"""A worker's import (`CELERY_IMPORTS`): one chunk of every simulation kills its player, as often as is said.

`DEADLY_DEATHS` says how often, `DEADLY_NOTES` names a file that gets a line each time. With
`DEADLY_UNCOUNTED` nobody counts how often a chunk was begun: the control.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import games.services as games
from tournaments.services.simulations import chunks

CHUNK = 3


def play(spec: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What the engine gives; or nobody hears of it any more."""
    notes = Path(os.environ["DEADLY_NOTES"])
    if number == CHUNK and len(notes.read_text().splitlines()) < int(os.environ["DEADLY_DEATHS"]):
        with notes.open("a") as note:
            note.write("killed\n")
        os.kill(os.getpid(), signal.SIGKILL)
    return games.play_chunk(spec, number)


chunks.play_by(play)
if "DEADLY_UNCOUNTED" in os.environ:
    chunks.MOST_STARTS = 1_000_000
