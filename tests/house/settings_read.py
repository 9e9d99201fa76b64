"""The environment variables that the program reads, taken from its source."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def names_that_settings_read() -> set[str]:
    """Return the variables that pochleague/settings.py reads through pochleague/environment.py."""
    source = (ROOT / "pochleague" / "settings.py").read_text()
    return set(re.findall(r"""env\.[a-z_]+\(\s*["']([A-Z][A-Z_]+)["']""", source))
