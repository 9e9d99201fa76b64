"""A separate process that plays chunks for a server which also answers people.

A thread of the server would hold the interpreter's lock: without the compiled core, each query of a page
would wait for seconds of plain Python. With it, the server would load numba and need its memory. A separate
process has its own memory, can use another core and has a low priority. It is kept between chunks, because
loading the compiled core takes a second or two.
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


class ChunkProcessError(RuntimeError):
    """The process ended in the middle of a chunk. The next chunk starts a new process."""


class ServerStopsError(RuntimeError):
    """The server stops, so the chunk was not played. It is no failure: the next start sends it again."""


class ChunkProcess:
    """The process, started with the first chunk. One thread uses it; another may close or stop it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._is_stopped = False

    def play(self, spec: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
        """Return what `games.play_chunk` returns.

        Raises its EngineError, ChunkProcessError, and ServerStopsError after `stop`.
        """
        if self._is_stopped:
            raise ServerStopsError
        process = self._process
        if process is None or process.poll() is not None:
            process = self._process = _start()
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        try:
            process.stdin.write(json.dumps({"spec": spec, "number": number}) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError as error:
            raise self._end() from error
        if not line.endswith("\n"):
            raise self._end()
        answer = json.loads(line)
        if "error" in answer:
            raise games.EngineError.from_data(answer["error"])
        outcome: list[dict[str, Any]] = answer["outcome"]
        return outcome

    def _end(self) -> Exception:
        return ServerStopsError() if self._is_stopped else ChunkProcessError("the process has ended")

    def stop(self) -> None:
        """End the process, and start no other."""
        self._is_stopped = True
        self.close()

    def close(self) -> None:
        """End the process, even in the middle of a chunk."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()


def _start() -> subprocess.Popen[str]:
    """Start the process. It ends when its input ends, so it never outlives this process.

    It gets its own session: Ctrl-C in a terminal stops the server, which then stops this process.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "games.engine.simulation"],
        cwd=settings.BASE_DIR,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    # Added to our own niceness: a server may itself have a low priority.
    niceness = os.getpriority(os.PRIO_PROCESS, 0) + settings.SIMULATION_STEPS_BACK
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, niceness)
    return process
