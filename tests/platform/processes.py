"""Start the programs of the project, and wait for their output and effects."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.launch import die_with_parent
from tests.plugins.outputs import watch

ROOT = Path(__file__).resolve().parents[2]
PYTHON = Path(sys.executable)
OWNER = {
    "POCH_CLUB_NAME": "Kartenfreunde",
    "POCH_OWNER_NAME": "anna",
    "POCH_OWNER_PASSWORD": "a long pass phrase",
}

TIMEOUT = 300.0
"""Seconds until a test stops waiting. It is long enough for a slow and busy machine."""


class Running:
    """A started program and its output so far."""

    def __init__(self, process: subprocess.Popen[bytes], output: Path) -> None:
        self.process, self.output = process, output

    @property
    def printed(self) -> str:
        return self.output.read_text(errors="replace")

    @property
    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def wait_for(self, text: str) -> None:
        """Wait until the program has printed `text`. AssertionError if it ends first or takes too long."""
        until(lambda: text in self.printed or self.has_ended)
        assert text in self.printed

    def children(self) -> list[int]:
        """Return the process ids of its children, the oldest first."""
        found: list[int] = []
        for thread in Path(f"/proc/{self.process.pid}/task").glob("*"):
            with suppress(OSError):  # the thread has ended; another one has its children
                found += map(int, (thread / "children").read_text().split())
        return sorted(found)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send the signal and return the exit status."""
        self.process.send_signal(how)
        return self.process.wait(TIMEOUT)

    def kill(self) -> None:
        """Kill the program and all its children."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(TIMEOUT)


def start(*command: str | Path, output: Path, environ: Mapping[str, str], code: Path = ROOT) -> Running:
    """Start a program in a process group of its own, with this environment only. Append its output."""
    with output.open("ab") as file:
        process = subprocess.Popen(
            command,
            cwd=code,
            env=clean(environ),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=die_with_parent,  # noqa: PLW1509 - one system call
        )
    program = Running(process, output)
    watch(command, lambda: program.printed, lambda: not program.has_ended)
    return program


@contextmanager
def running(*command: str | Path, output: Path, environ: Mapping[str, str]) -> Iterator[Running]:
    """Run a program during the block, with a new file for its output. Kill it and its children afterwards."""
    output.unlink(missing_ok=True)
    program = start(*command, output=output, environ=environ)
    try:
        yield program
    finally:
        program.kill()


@contextmanager
def serving(data: Path, port: int, *options: str, **environ: str) -> Iterator[Running]:
    """Run `./poch serve` with a new club, or the one in the folder `data`, until it answers."""
    words: list[str | Path] = [ROOT / "poch", "serve", "--port", str(port), *options]
    output = data.with_suffix(".output")
    with running(*words, output=output, environ={**OWNER, "POCH_DATA": str(data), **environ}) as server:
        server.wait_for("Stop it with")
        yield server


def run(
    *command: str | Path, environ: Mapping[str, str], code: Path = ROOT, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, with this environment only and without a terminal, in this checkout."""
    done = subprocess.run(
        command,
        cwd=code,
        env=clean(environ),
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    watch(command, lambda: done.stdout + done.stderr)
    return done


def succeed(*command: str | Path, environ: Mapping[str, str], code: Path = ROOT, stdin: str = "") -> str:
    """Run a program to its end. It must succeed. Return its output."""
    done = run(*command, environ=environ, code=code, stdin=stdin)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def clean(environ: Mapping[str, str]) -> dict[str, str]:
    """Return an environment that has PATH and HOME, but nothing else of this test run."""
    return {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **environ}


def check_semaphores() -> None:
    """Fail at once if the workers of Celery cannot run here."""
    try:
        multiprocessing.Lock()
    except OSError as error:
        pytest.fail(
            f"Workers need semaphores, but there is no room for them ({error}). In a container: "
            "mount -t tmpfs -o mode=1777 shm /dev/shm"
        )


def until(is_true: Callable[[], bool], message: Callable[[], str] = lambda: "it did not happen") -> None:
    """Wait until the condition is true. AssertionError with the message if it takes too long."""
    end = time.monotonic() + TIMEOUT
    while not is_true():
        assert time.monotonic() < end, message()
        time.sleep(0.05)


def row(database: Path, sql: str) -> Any:
    """Return the first row of a SELECT, from a file of SQLite that a server may be using."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=TIMEOUT)) as connection:
        return connection.execute(sql).fetchone()


def status(url: str, *, host: str = "") -> int:
    """Return the HTTP status of this address, requested under its own or another host name."""
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def run_apart(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run it in another thread, because an earlier browser test leaves a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, coroutine).result()
