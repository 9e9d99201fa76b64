"""A replay needs no Django and nothing that is slow to import. (import-linter holds the rest.)"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_a_replay_imports_neither_django_nor_anything_slow() -> None:
    heavy = (
        "django",
        "numba",
        "numpy",
        "dataclasses",
        "inspect",
        "asyncio",
        "argparse",
        "decimal",
        "random",
        "games.services",
    )
    program = f"import sys, games.engine.__main__; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=600,
        check=True,
    )
    assert done.stdout.strip() == "[]"
