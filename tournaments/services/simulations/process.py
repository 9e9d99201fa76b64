"""A process beside this one that plays chunks, for a server that answers people from the same process.

Played by a thread of the server, a chunk would hold the interpreter's lock: without the compiled core it is
seconds of plain Python, and each query of a page, which gives the lock away, waits for it anew. With the
compiled core, numba and its memory would come into the server. A process of its own costs none of that, uses
another core where there is one, and steps back where there is none (it is `nice`). It is kept between chunks,
for loading the compiled core takes a second or two.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from django.conf import settings

import games.services as games


class LostError(RuntimeError):
    """The process ended in the middle of a chunk. The next chunk gets a new one."""


class Aside:
    """The process, started with the first chunk. For one thread; another may close it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def play(self, spec: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
        """What `games.play_chunk` gives. Raises its EngineError, and LostError."""
        process = self._process
        if process is None or process.poll() is not None:
            process = self._process = _started()
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        try:
            process.stdin.write(json.dumps({"spec": spec, "number": number}) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError as error:
            raise LostError("the process that plays has ended") from error
        if not line.endswith("\n"):
            raise LostError("the process that plays has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise games.EngineError.from_data(answer["error"])
        outcome: list[dict[str, Any]] = answer["outcome"]
        return outcome

    def close(self) -> None:
        """End the process, in the middle of a chunk too."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()


def _started() -> subprocess.Popen[str]:
    """It ends by itself when this process does, however that ends: nothing comes in any more.

    In a session of its own: Ctrl-C at a terminal is meant for the server, which ends this one in its turn.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "games.engine.simulation"],
        cwd=settings.BASE_DIR,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, settings.SIMULATION_STEPS_BACK)
    return process
