"""The two lanes of tests: the gate, before each change lands, and the night.

`./poch test` runs the gate, `./poch test --nightly` the night. Each is a list of runs of pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.plugins.servers import ROOT, files_of, marked

CORES = os.cpu_count() or 1
BUSY = ["-n", str(CORES), "--dist", "loadscope"]
WAITING = ["-n", str(2 * CORES), "--dist", "loadscope"]
"""More processes than cores: half of the time they wait for PostgreSQL, or for programs they have started."""


def gate() -> Iterator[tuple[str, list[str]]]:
    """Each run of the gate: its title and the arguments of pytest.

    Files without a test for PostgreSQL are not even read in the second run, since reading all takes a minute.
    """
    files = [file for file in files_of(ROOT / "tests") if marked(file, "postgres", "both")]
    yield "SQLite, queues in memory", BUSY
    yield "PostgreSQL and Redis", [*WAITING, "--postgres", "-m", "postgres or both", *_paths(files)]


def night() -> Iterator[tuple[str, list[str]]]:
    """Each run of the night: the whole suite on PostgreSQL.

    The tests that break programs run alone: others beside them would take their processor time.
    """
    faults = ROOT / "tests" / "faults"
    everything = ["--postgres", "--nightly"]
    yield "Faults", ["-n", str(CORES), "--dist", "loadscope", *everything, *_paths([faults])]
    rest = [file for file in files_of(ROOT / "tests") if faults not in file.parents]
    yield "Everything else", [*WAITING, *everything, *_paths(rest)]


def _paths(files: list[Path]) -> list[str]:
    return [str(file.relative_to(ROOT)) for file in files]


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def run(lane: Iterator[tuple[str, list[str]]]) -> int:
    """Run each pass, also after one has failed. Return the exit status of the lane."""
    failed = []
    for title, arguments in lane:
        _say(f"\n=== {title}")
        start = time.monotonic()
        command = [sys.executable, "-m", "pytest", "-q", "--timeout", "600", "--durations", "25", *arguments]
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            failed.append(title)
        _say(f"=== {title}: {(time.monotonic() - start) / 60:.1f} minutes")
    for title in failed:
        _say(f"FAILED: {title}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(run(night() if "--nightly" in sys.argv else gate()))
