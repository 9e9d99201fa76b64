"""Plant each of the faults in `planted.yaml`, and say whether the tests find it.

  .venv/bin/python -m tests.planted [NAME ...]   run the tests of these faults, or of all of them
  --check           only see that each fault fits into the code, and that the code still compiles
  --tests "WORDS"   run these tests instead: paths, or other words for pytest ("tests": the whole gate)
  --night           also run the tests of the night

Each fault stands in a worktree of HEAD of its own, so commit first.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
FAULTS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text())
FAILED = re.compile(r"^(?:FAILED|ERROR|SUBFAILED\S*) (?:\[.*?\] )?(\S+)", re.MULTILINE)


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tests", type=shlex.split)
    parser.add_argument("--night", action="store_true")
    asked = parser.parse_args()
    if unknown := set(asked.names) - {fault["name"] for fault in FAULTS}:
        parser.error(f"There is no fault {', '.join(unknown)}.")
    outcomes = set()
    for fault in [each for each in FAULTS if each["name"] in asked.names or not asked.names]:
        if asked.check:
            plant(fault, ROOT, write=False)
            continue
        began = time.monotonic()
        outcome, test = run(fault, asked.tests, night=asked.night)
        outcomes.add(outcome)
        sys.stdout.write(f"{fault['name']:34} {outcome:7} {time.monotonic() - began:5.0f} s  {test}\n")
        sys.stdout.flush()
    sys.exit(bool(outcomes - {"found"}))


def run(fault: dict[str, Any], tests: list[str] | None, *, night: bool) -> tuple[str, str]:
    """Return "found" and the first test that fails, or "missed", or "broken" and what pytest said."""
    with worktree() as folder:
        plant(fault, folder)
        words = tests or [str(path) for pattern in fault["tests"] for path in sorted(folder.glob(pattern))]
        words = words + ["--postgres"] * fault.get("postgres", False) + ["--nightly"] * night
        command = [".venv/bin/python", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *words]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return "missed", ""
    if failed := FAILED.search(done.stdout):
        return "found", failed[1]
    return "broken", "\n".join(["", *(done.stdout + done.stderr).splitlines()[-15:]])


@contextmanager
def worktree() -> Iterator[Path]:
    """A worktree of HEAD in a temporary folder, with our .venv. It goes in any case."""
    with tempfile.TemporaryDirectory(prefix="poch-planted-") as parent:
        folder = Path(parent) / "tree"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", folder, "HEAD"], cwd=ROOT, check=True)
        try:
            (folder / ".venv").symlink_to(ROOT / ".venv")
            yield folder
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", folder], cwd=ROOT, check=True)


def plant(fault: dict[str, Any], folder: Path, *, write: bool = True) -> None:
    """Replace the text of a fault, which must occur once in each of its files."""
    for pattern in fault["files"]:
        files = [path for path in folder.glob(pattern) if path.is_file()]
        found = [path for path in files for _ in range(path.read_text().count(fault["old"]))]
        if len(found) != 1:
            sys.exit(f"{fault['name']}: its text occurs {len(found)} times in {pattern}, not once.")
        text = found[0].read_text().replace(fault["old"], fault["new"])
        if found[0].suffix == ".py":
            compile(text, str(found[0]), "exec")
        if write:
            found[0].write_text(text)
    for pattern in fault["tests"]:
        if not any(folder.glob(pattern)):
            sys.stdout.write(f"{fault['name']}: there is no {pattern}.\n")


if __name__ == "__main__":
    main()
