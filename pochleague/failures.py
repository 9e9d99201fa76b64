"""Sentences for failures of the machine, so that a person can act on them, and the lock on a data folder."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, OperationalError

from tournaments.core.errors import is_out_of_space

STOPPED_BY_PERSON = 130
"""The exit status after Ctrl-C, as shells know it."""

_OF_FILES = {
    errno.ENOSPC: "The disk is full. Make room, then try again.",
    errno.EDQUOT: "Your share of the disk is full. Make room, then try again.",
    errno.EACCES: "This user may not do that there. Change the rights, or choose another place.",
    errno.EPERM: "This user may not do that there. Change the rights, or choose another place.",
    errno.EROFS: "The disk is read-only. Choose another place.",
}
_OF_SQLITE = {
    sqlite3.SQLITE_READONLY: (
        "This user may not write the database. Change the rights of its file and folder, or set POCH_DATA."
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "The database cannot be opened. Check that its folder exists, and that this user may write there."
    ),
    sqlite3.SQLITE_IOERR: "The disk of the database has an error. Check the disk, and restore a backup.",
    sqlite3.SQLITE_CORRUPT: "The file of the database is damaged. Restore a backup.",
    sqlite3.SQLITE_NOTADB: "The file of the database is damaged, or is no database. Restore a backup.",
    sqlite3.SQLITE_BUSY: "Another program is writing to the database. Stop it, then try again.",
}
_PRIMARY = 0xFF
"""The bits of SQLite's error code that say what it is. The others say where it happened."""


@contextmanager
def sentences() -> Iterator[None]:
    """Let the program end with a sentence instead of a traceback if the machine or a setting is the cause.

    Mistakes of the program itself keep their traceback.
    """
    try:
        yield
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.\n")
        sys.exit(STOPPED_BY_PERSON)
    except Exception as error:
        sentence = sentence_for(error)
        if sentence is None:
            raise
        sys.exit(sentence)


def sentence_for(error: BaseException) -> str | None:
    """Return what happened and what to do, or None if neither the machine nor a setting is the cause."""
    if isinstance(error, ImproperlyConfigured):
        return str(error)
    if isinstance(error, DatabaseError):
        return _of_database(error)
    if isinstance(error, OSError) and error.errno in _OF_FILES:
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror}. {_OF_FILES[error.errno]}"
    return None


def _of_database(error: DatabaseError) -> str | None:
    if is_out_of_space(error):
        return "The disk of the database is full. Make room, then try again."
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & _PRIMARY)
    # An error without a state is no answer of PostgreSQL: nothing listens there, or it refuses to connect.
    if isinstance(error, OperationalError) and getattr(cause, "sqlstate", "") is None:
        first = str(cause).strip().splitlines()[0]
        return f"PostgreSQL does not answer: {first}. Check DATABASE_URL, and that PostgreSQL is running."
    return None


# ---- A lock on a data folder: one server at a time, and no restore while it runs.


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
