"""A lock on a data folder: one server at a time, and no restore while it runs."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class FolderLockedError(RuntimeError):
    """Another process uses this folder. The text names the process."""


@contextmanager
def lock_folder(folder: Path, name: str) -> Iterator[None]:
    """Lock the folder while the block runs. The kernel releases the lock if the process dies.

    `name` is the name of this process for the error that a second process gets: FolderLockedError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "running").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            running = file.read().strip() or "another process"
            raise FolderLockedError(f"{folder} is in use by {running}. Stop it first.") from error
        file.truncate(0)
        file.write(f"{name} (process {os.getpid()})\n")
        file.flush()
        yield
