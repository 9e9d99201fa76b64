"""No source file names a machine or a registry."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


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
