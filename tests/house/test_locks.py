"""The lock files pin each package with its hash, agree with each other, and name no registry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements.lock", "requirements-fast.lock", "requirements-dev.lock")


def pins(name: str) -> dict[str, str]:
    """The packages of a lock file, each with its version and marker."""
    entries = re.findall(r"^([\w.\-\[\]]+)(==\S+(?: ; .+?)?) \\$", (ROOT / name).read_text(), re.MULTILINE)
    return dict(entries)


def test_each_lock_file_contains_the_smaller_one() -> None:
    runtime, fast, development = map(pins, LOCKS)
    assert len(runtime) > 30
    assert fast.keys() - runtime.keys() == {"numba", "llvmlite"}
    assert runtime.items() <= fast.items() <= development.items()


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_is_pinned_with_hashes(name: str) -> None:
    for entry in re.split(r"\n(?=\S)", (ROOT / name).read_text().strip()):
        assert re.match(r"[\w.\-\[\]]+==", entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry
