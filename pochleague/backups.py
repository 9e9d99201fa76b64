"""Backup and restore: one file with all data, from SQLite or PostgreSQL, to either of them.

A backup is a zip of `manifest.json` and `database.sqlite3`. It contains password digests, so only its owner
can read it. It does not contain the secret key, so everybody signs in again after a restore.

A restore trusts neither the schema nor the rows in the file. First `fsck` derives everything in it again.
Then the rows are copied into an empty database of this version, whose constraints check them, and compared
(see portable.py).
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from pochleague import portable
from pochleague.folder_lock import lock_folder
from tournaments.services.fsck import run as fsck

FORMAT = "poch-backup/1"
_DATABASE = "database.sqlite3"
_MANIFEST = "manifest.json"
_LARGEST_MANIFEST = 1024 * 1024  # bytes
_NAMED_DAMAGES = 5


class BackupError(RuntimeError):
    """The backup or restore failed and changed nothing. The text says why."""


def make(file: Path) -> dict[str, Any]:
    """Write a consistent copy of all data into a new file. Return the manifest."""
    if file.exists():
        raise BackupError(f"{file} exists already. Choose another name: a backup never overwrites a file.")
    if not file.parent.is_dir():
        raise BackupError(f"There is no folder {file.parent}.")
    with _temporary_folder(file.parent) as folder:
        copy = folder / _DATABASE
        if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
            _copy_file(copy)
        else:
            _copy_rows(copy)
        manifest = _describe(copy)
        archive = folder / "archive"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as pack:
            pack.writestr(_MANIFEST, json.dumps(manifest, indent=1))
            pack.write(copy, _DATABASE)
        archive.chmod(0o600)
        archive.rename(file)
    return manifest


def restore(file: Path, *, force: bool = False) -> dict[str, Any]:
    """Restore a backup into an empty database. Return the manifest, with the counts of `check`.

    With `force`, a SQLite database with data is renamed first. A PostgreSQL database must be empty.
    Raises BackupError, and FolderLockedError while a server uses the data.
    """
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    with _temporary_folder(settings.DATA_DIR) as folder:
        manifest = _unpack(file, folder)
        with portable.sqlite_file("backup", folder / _DATABASE) as backup:
            _refuse_unknown(backup)
            _migrate(backup)
            apps.get_model("sessions.Session")._base_manager.using(backup).all().delete()
            manifest["checked"] = check(backup)
            if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
                _restore_sqlite(backup, folder, force=force)
            else:
                _restore_postgresql(backup)
    return manifest


def check(backup: str) -> dict[str, int]:
    """Derive everything in a backup again (`fsck`). Return what was checked, as counts.

    Raises BackupError with the first damages. The copy is compared with the backup row by row, so it needs
    no check of its own.
    """
    with portable.as_default(backup):
        report = fsck.run()
    if not report.is_clean:
        first = [f"{damage.place.words}: {damage.detail}" for damage in report.damage[:_NAMED_DAMAGES]]
        more = len(report.damage) - len(first)
        if more:
            first.append(f"There are {more} more.")
        raise BackupError("\n".join(["The data in the backup is damaged. Nothing was restored.", *first]))
    return report.checked


def _restore_sqlite(backup: str, folder: Path, *, force: bool) -> None:
    place = Path(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])
    with lock_folder(place.parent, "`restore`"):
        if place.exists() and not force and not portable.is_empty(DEFAULT_DB_ALIAS):
            raise BackupError(f"{place} holds data already. With --force it is renamed first.")
        restored = folder / "restored.sqlite3"
        with portable.sqlite_file("restored", restored) as target:
            portable.migrate(target)
            _copy(backup, target)
            _make_one_file(connections[target].connection)
        connections[DEFAULT_DB_ALIAS].close()
        aside = f"{place.name}.before-restore-{timezone.now():%Y%m%d-%H%M%S}"
        for suffix in ("-wal", "-shm", ""):
            part = place.with_name(place.name + suffix)
            if part.exists():
                part.rename(place.with_name(aside + suffix))
        restored.rename(place)


def _restore_postgresql(backup: str) -> None:
    if not portable.is_empty(DEFAULT_DB_ALIAS):
        raise BackupError("The database in DATABASE_URL holds data already. Use an empty one.")
    portable.migrate(DEFAULT_DB_ALIAS)
    _copy(backup, DEFAULT_DB_ALIAS)


def _migrate(backup: str) -> None:
    with _blaming_backup():
        portable.migrate(backup)


def _copy(source: str, target: str) -> None:
    with _blaming_backup():
        portable.copy(source, target)


@contextmanager
def _blaming_backup() -> Iterator[None]:
    """Turn errors of the database into errors of the backup."""
    try:
        yield
    except (portable.CopyError, DatabaseError) as error:
        raise BackupError(f"The data in the backup is inconsistent: {error}") from error


def _copy_file(copy: Path) -> None:
    """Copy a SQLite database while it is in use."""
    default = connections[DEFAULT_DB_ALIAS]
    default.ensure_connection()
    with closing(sqlite3.connect(copy)) as target:
        default.connection.backup(target)
        _make_one_file(target)


def _copy_rows(copy: Path) -> None:
    with portable.sqlite_file("backup", copy) as target:
        portable.migrate(target)
        portable.copy(DEFAULT_DB_ALIAS, target)
        _make_one_file(connections[target].connection)


def _make_one_file(connection: sqlite3.Connection) -> None:
    """Move the content of the write-ahead log into the file, so that the file alone is the database."""
    connection.execute("PRAGMA journal_mode=DELETE")


def _describe(copy: Path) -> dict[str, Any]:
    with portable.sqlite_file("described", copy) as alias:
        connection = connections[alias]
        with connection.cursor() as cursor:
            tables = connection.introspection.table_names(cursor)
            rows = {}
            for table in tables:
                cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
                rows[table] = cursor.fetchone()[0]
        _make_one_file(connection.connection)
    return {"format": FORMAT, "made_at": timezone.now().isoformat(timespec="seconds"), "rows": rows}


def _unpack(file: Path, folder: Path) -> dict[str, Any]:
    """Extract the database and check that it is not damaged."""
    try:
        with zipfile.ZipFile(file) as pack:
            if pack.getinfo(_MANIFEST).file_size > _LARGEST_MANIFEST:
                raise BackupError(f"{file} is not a backup of Pochleague.")
            manifest = json.loads(pack.read(_MANIFEST))
            with pack.open(_DATABASE) as packed, (folder / _DATABASE).open("wb") as out:
                shutil.copyfileobj(packed, out)
    except FileNotFoundError as error:
        raise BackupError(f"There is no file {file}.") from error
    except (zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        raise BackupError(f"{file} is not a backup of Pochleague, or it is damaged.") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BackupError(f"{file} is not in the format {FORMAT}. Another version made it.")
    with closing(sqlite3.connect(folder / _DATABASE)) as database:
        try:
            is_intact = database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        except sqlite3.DatabaseError:
            is_intact = False
    if not is_intact:
        raise BackupError(f"The database in {file} is damaged.")
    return manifest


def _refuse_unknown(backup: str) -> None:
    applied = MigrationRecorder(connections[backup]).applied_migrations()
    if applied.keys() - MigrationLoader(None).disk_migrations.keys():
        raise BackupError("Another version of Pochleague made this backup. Restore it with that version.")


@contextmanager
def _temporary_folder(beside: Path) -> Iterator[Path]:
    """A temporary folder on the disk of the destination. Only the owner can read it."""
    with tempfile.TemporaryDirectory(prefix=".poch-", dir=beside) as name:
        yield Path(name)
