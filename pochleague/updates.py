"""The update of a club's database when its server starts with a newer version of the program."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from pochleague import backups, portable


class NewerDatabaseError(RuntimeError):
    """A newer version of the program has updated this database. Nothing was changed."""


def update_database(say: Callable[[str], object]) -> None:
    """Bring the database to this version of the program; `say` gets what a person should know.

    A SQLite database that holds data is written to a backup beside it first. Raises NewerDatabaseError, and
    `backups.BackupError` if there is no backup. Then nothing is changed. Raises PermissionError if this user
    may not write the files of SQLite: it would open them for reading, and each later change would fail.
    """
    if connection.vendor == "sqlite":
        _need_right_to_write(Path(connection.settings_dict["NAME"]))
    if portable.unknown_migrations(DEFAULT_DB_ALIAS):
        raise NewerDatabaseError(
            "A newer version of Pochleague has updated this database. Use that version, or go back with the "
            "backup that it wrote before the update: ./poch restore FILE --force."
        )
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting and portable.is_empty(DEFAULT_DB_ALIAS):
        say("Making the tables of the database.")
    elif waiting:
        say("An older version of Pochleague has written this database. It is updated now.")
        if connection.vendor == "sqlite":
            place = Path(connection.settings_dict["NAME"])
            file = place.with_name(f"before-update-{timezone.now():%Y%m%d-%H%M%S}.poch")
            backups.make(file)
            say(f"{file} is its backup. To go back, use that version and run: ./poch restore {file} --force")
    call_command("migrate", interactive=False, verbosity=0)


def _need_right_to_write(database: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        file = database.with_name(database.name + suffix)
        if file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
