"""The append-only file of everything that the clients sent, everything that was answered, and each fault."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any

Record = dict[str, Any]


class Journal:
    """Lines of JSON. Each line is on its way to the disk before its request is."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._file = path.open("a", buffering=1)

    def write(self, do: str, **what: Any) -> None:
        """Append a line: what happened, and when (seconds)."""
        with self._lock:
            self._file.write(json.dumps({"at": time.time(), "do": do, **what}) + "\n")

    def read(self) -> list[Record]:
        """Return all lines so far, in their order."""
        with self._lock:
            return [json.loads(line) for line in self.path.read_text().splitlines()]

    def close(self) -> None:
        self._file.close()
