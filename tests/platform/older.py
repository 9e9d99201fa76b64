"""An older version of the program, for tests of updates."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.platform.processes import ROOT

COMMIT = "40437e30f6e69b560b9f64f8c085f39786e2648b"
"""The version from which an update is tested."""


def check_out(folder: Path) -> Path:
    """Write the older version into this folder and return it. Skip the test if git does not have it."""
    try:
        done = subprocess.run(["git", "archive", COMMIT], cwd=ROOT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip(f"This folder has no git history with the commit {COMMIT[:7]}.")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        # The archive is our own, and Python 3.11.2 of Debian knows no filter yet.
        archive.extractall(folder)
    return folder
