"""Start the project's own programs as a person would, and wait for what they say and do."""

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

ROOT = Path(__file__).resolve().parents[2]
PYTHON = Path(sys.executable)
BOTS_AT_PLAY = """
from tests.builders import running_event
event = running_event(8, bot="random", auto_draw=True, rounds_planned=20, deals_per_round=50, pace_ms=50)
"""
"""For `manage.py shell`: an event of bots that goes on for a while."""

PATIENCE = 300.0
"""Seconds until something that was waited for is given up: what comes on a slow and busy machine has come."""


class Running:
    """A program that was started, with what it has said so far."""

    def __init__(self, process: subprocess.Popen[bytes], output: Path) -> None:
        self.process = process
        self._output = output

    @property
    def said(self) -> str:
        return self._output.read_text(errors="replace")

    def wait_for(self, text: str) -> None:
        """Until it has said this; AssertionError, with all it did say, when it ends or takes too long."""
        until(lambda: text in self.said or self.process.poll() is not None, lambda: f"{text!r}: {self.said}")
        assert text in self.said, self.said

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send the signal; returns the exit status."""
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


def check_semaphores() -> None:
    """Fail with a sentence where no worker of Celery can run, instead of waiting for what it would do."""
    try:
        multiprocessing.Lock()
    except OSError as error:
        pytest.fail(
            f"Workers need semaphores, for which there is no room here ({error}). In a container or chroot: "
            "mount -t tmpfs -o mode=1777 shm /dev/shm"
        )


@contextmanager
def running(*command: str | Path, output: Path, environ: Mapping[str, str]) -> Iterator[Running]:
    """The program while the block runs, with no more of an environment than is given; killed afterwards."""
    with output.open("wb") as file:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=clean(environ),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Running(process, output)
    finally:
        process.kill()
        process.wait(PATIENCE)


def run(*command: str | Path, environ: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, with no more of an environment than is given, and no terminal."""
    return subprocess.run(
        command,
        cwd=ROOT,
        env=clean(environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def clean(environ: Mapping[str, str]) -> dict[str, str]:
    """An environment in which programs are found, and nothing else of this test run."""
    return {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **environ}


def until(true: Callable[[], bool], otherwise: Callable[[], str] = lambda: "it did not happen") -> None:
    """Look again and again until it is true; AssertionError with the sentence when it takes too long."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, otherwise()
        time.sleep(0.05)


def status(url: str, *, host: str = "") -> int:
    """The HTTP status that this address answers, asked for under its own name or another host's."""
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
