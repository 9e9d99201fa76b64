"""One server at a time in a data folder, and no restore under a running one."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class OccupiedError(RuntimeError):
    """Another process serves from this folder; the sentence says which and where."""


@contextmanager
def occupied(folder: Path, what: str) -> Iterator[None]:
    """Hold the folder while the block runs; the kernel lets go of it however this process ends.

    Raises OccupiedError when it is held. `what` tells the one who comes second what is running.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "running").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            running = file.read().strip() or "another process"
            raise OccupiedError(f"{folder} is in use by {running}. Stop it first.") from error
        file.truncate(0)
        file.write(f"{what} (process {os.getpid()})\n")
        file.flush()
        yield
