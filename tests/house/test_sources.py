"""Rules for all source files: one direction of imports, short files, no names of machines."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("pochleague", "games", "tournaments", "api")
LONGEST = 450
"""Lines of a file."""


def sources() -> list[Path]:
    return [
        path
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if "migrations" not in path.parts and "__pycache__" not in path.parts
    ]


def test_no_file_is_too_long() -> None:
    long = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in sources()}
    assert {name: lines for name, lines in long.items() if lines > LONGEST} == {}


def test_every_package_says_what_it_is_for() -> None:
    packages = [path for path in sources() if path.name == "__init__.py"]
    silent = [path for path in packages if not ast.get_docstring(ast.parse(path.read_text()))]
    assert silent == []


def test_no_file_names_a_machine_or_a_registry() -> None:
    machine = re.compile(r"/work/|/root/|/opt/|/home/\w|find[-_]links\s*=|index[-_]url\s*=", re.IGNORECASE)
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    here = Path(__file__).relative_to(ROOT)
    matches = [
        name
        for name in tracked.splitlines()
        if name.endswith((".py", ".toml", ".yml", ".md", ".html", ".js", ".css", ".lock", "poch", "run"))
        and name != str(here)
        and (ROOT / name).is_file()
        and machine.search((ROOT / name).read_text(errors="replace"))
    ]
    assert matches == []


@pytest.mark.process
def test_imports_go_one_way() -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
