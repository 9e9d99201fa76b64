"""Run programs and tell about it."""

from __future__ import annotations

import subprocess
import sys
import time

BEGIN = time.monotonic()


def say(sentence: str) -> None:
    """Print a step of the trial, with the seconds since its start."""
    tell(sentence, f"[{time.monotonic() - BEGIN:4.0f} s] ")


def tell(sentence: str, before: str = " " * 9) -> None:
    """Print a detail of the step."""
    sys.stdout.write(f"{before}{sentence}\n")
    sys.stdout.flush()


class Failed(Exception):
    """The trial has failed. The text says why."""


def run(
    *command: str, check: bool = True, limit: float = 300.0, stdin: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a program to its end. Raises Failed with its output if it fails and `check` is set.

    limit: seconds.
    """
    try:
        done = subprocess.run(command, input=stdin or b"", capture_output=True, check=False, timeout=limit)
    except subprocess.TimeoutExpired as error:
        raise Failed(f"{' '.join(command)} has not ended after {limit:.0f} seconds") from error
    if check and done.returncode:
        output = (done.stdout[-2000:] + done.stderr[-4000:]).decode(errors="replace")
        raise Failed(f"{' '.join(command)} has failed:\n{output}")
    return done


def docker(*words: str, check: bool = True, limit: float = 300.0) -> str:
    """Run a command of docker and return its standard output."""
    return run("docker", *words, check=check, limit=limit).stdout.decode().strip()
