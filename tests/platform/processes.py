"""Start the programs of the project and wait for their output and effects."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.plugins.outputs import watch

ROOT = Path(__file__).resolve().parents[2]
PYTHON = Path(sys.executable)
BOTS_AT_PLAY = """
from tests.builders import running_event
event = running_event(8, bot="random", auto_draw=True, rounds_planned=20, deals_per_round=50, pace_ms=50)
"""
"""Input of `manage.py shell`: an event of bots that runs for a while."""

TIMEOUT = 300.0
"""Seconds until a test stops waiting. It is long enough for a slow and busy machine."""


class Running:
    """A started program and its output so far."""

    def __init__(self, process: subprocess.Popen[bytes], output: Path) -> None:
        self.process = process
        self._output = output

    @property
    def printed(self) -> str:
        return self._output.read_text(errors="replace")

    def wait_for(self, text: str) -> None:
        """Wait until the program has printed `text`. AssertionError if it ends first or takes too long."""
        until(lambda: text in self.printed or self.process.poll() is not None)
        assert text in self.printed

    def kill_children(self) -> None:
        """Kill the processes that the program has started."""
        pid = self.process.pid
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            os.kill(int(child), signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send the signal and return the exit status."""
        self.process.send_signal(how)
        return self.process.wait(TIMEOUT)


def check_semaphores() -> None:
    """Fail at once if the workers of Celery cannot run here."""
    try:
        multiprocessing.Lock()
    except OSError as error:
        pytest.fail(
            f"Workers need semaphores, but there is no room for them ({error}). In a container: "
            "mount -t tmpfs -o mode=1777 shm /dev/shm"
        )


@contextmanager
def running(*command: str | Path, output: Path, environ: Mapping[str, str]) -> Iterator[Running]:
    """Run a program during the block, with this environment only. Kill it afterwards."""
    with output.open("wb") as file:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=clean(environ),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    program = Running(process, output)
    watch(command, lambda: program.printed, lambda: process.poll() is None)
    try:
        yield program
    finally:
        process.kill()
        process.wait(TIMEOUT)


def run(
    *command: str | Path, environ: Mapping[str, str], code: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, with this environment only and without a terminal, in this checkout."""
    done = subprocess.run(
        command,
        cwd=code,
        env=clean(environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    watch(command, lambda: done.stdout + done.stderr)
    return done


def clean(environ: Mapping[str, str]) -> dict[str, str]:
    """Return an environment that has PATH and HOME, but nothing else of this test run."""
    return {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **environ}


def until(is_true: Callable[[], bool], message: Callable[[], str] = lambda: "it did not happen") -> None:
    """Wait until the condition is true. AssertionError with the message if it takes too long."""
    end = time.monotonic() + TIMEOUT
    while not is_true():
        assert time.monotonic() < end, message()
        time.sleep(0.05)


def status(url: str, *, host: str = "") -> int:
    """Return the HTTP status of this address, requested under its own or another host name."""
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
