"""The budgets of `budgets.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

FILE = Path(__file__).with_name("budgets.toml")


def budget(section: str) -> dict[str, int]:
    """The lines of a section: what each thing may cost at most."""
    lines: dict[str, int] = tomllib.loads(FILE.read_text())[section]
    return lines
