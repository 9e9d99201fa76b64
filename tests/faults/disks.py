"""A small disk, a way to fill it, and a file that nobody may write."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """Make a folder on a disk of this size during the block. Skip the test where that needs more rights."""
    folder.mkdir(mode=0o755)
    with _mounted("-t", "tmpfs", "-o", f"size={megabytes}m,mode=0755", "tmpfs", at=folder):
        yield folder


@contextmanager
def read_only(file: Path) -> Iterator[None]:
    """Let nobody write this file during the block, not even root. Skip the test as above."""
    with _mounted("--bind", "-o", "ro", str(file), at=file):
        yield


@contextmanager
def _mounted(*words: str, at: Path) -> Iterator[None]:
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("the test mounts a disk, and only root can do that")
    done = subprocess.run(["mount", *words, str(at)], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"this machine does not mount it: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(at)], check=True)


@contextmanager
def full(disk: Path) -> Iterator[None]:
    """Leave no byte free on this disk during the block."""
    rest = disk / "rest"
    try:
        with rest.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        yield
    finally:
        rest.unlink()
