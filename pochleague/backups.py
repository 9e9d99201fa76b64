"""One file that holds everything: made from SQLite or PostgreSQL, put back into either.

A backup is a zip of `manifest.json` and `database.sqlite3`. It holds password digests, so it is readable by
its owner alone. The secret key is not in it: after a restore everybody signs in again.

Putting it back never trusts the file's schema: its rows are copied into an empty database of this version,
through that database's constraints (see portable.py). A club that moves from a laptop to a server does this.
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
from pochleague.occupancy import occupied

FORMAT = "poch-backup/1"
_DATABASE = "database.sqlite3"
_MANIFEST = "manifest.json"
_LARGEST_MANIFEST = 1024 * 1024  # bytes


class BackupError(RuntimeError):
    """The backup was not made, or not put back; nothing was changed. The sentence says why."""


def make(file: Path) -> dict[str, Any]:
    """Write everything as it stands at one moment into a new file; returns the manifest."""
    if file.exists():
        raise BackupError(f"{file} is there already: a backup never overwrites one.")
    if not file.parent.is_dir():
        raise BackupError(f"There is no folder {file.parent}.")
    with _workplace(file.parent) as folder:
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


def put_back(file: Path, *, force: bool = False) -> dict[str, Any]:
    """Put a backup's data in place of none, or with `force` in place of what is there; returns the manifest.

    On SQLite what was there is moved aside, never deleted. A PostgreSQL database must be empty.
    Raises BackupError, and OccupiedError while a server runs on the data.
    """
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
    with _workplace(settings.DATA_DIR) as folder:
        manifest = _unpack(file, folder)
        with portable.sqlite_file("backup", folder / _DATABASE) as backup:
            _refuse_unknown(backup)
            _bring_up(backup)
            apps.get_model("sessions.Session")._base_manager.using(backup).all().delete()
            if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
                _into_sqlite(backup, folder, force=force)
            else:
                _into_postgresql(backup)
    return manifest


def _into_sqlite(backup: str, folder: Path, *, force: bool) -> None:
    place = Path(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])
    with occupied(place.parent, "`restore`"):
        if place.exists() and not force and not portable.is_empty(DEFAULT_DB_ALIAS):
            raise BackupError(f"{place} holds data already. With --force it is moved aside first.")
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


def _into_postgresql(backup: str) -> None:
    if not portable.is_empty(DEFAULT_DB_ALIAS):
        raise BackupError("The database that DATABASE_URL names holds data already: name an empty one.")
    portable.migrate(DEFAULT_DB_ALIAS)
    _copy(backup, DEFAULT_DB_ALIAS)


def _bring_up(backup: str) -> None:
    with _held_together():
        portable.migrate(backup)


def _copy(source: str, target: str) -> None:
    with _held_together():
        portable.copy(source, target)


@contextmanager
def _held_together() -> Iterator[None]:
    """Say of what the database refuses that it is the backup's."""
    try:
        yield
    except (portable.CopyError, DatabaseError) as error:
        raise BackupError(f"The backup's data does not hold together: {error}") from error


def _copy_file(copy: Path) -> None:
    """SQLite's own way of copying a database that is in use."""
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
    """Bring what the write-ahead log holds into the file itself, so that the file alone is the database."""
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
    """Take the database out of the archive, and look whether it is whole."""
    try:
        with zipfile.ZipFile(file) as pack:
            if pack.getinfo(_MANIFEST).file_size > _LARGEST_MANIFEST:
                raise BackupError(f"{file} is no backup of Pochleague.")
            manifest = json.loads(pack.read(_MANIFEST))
            with pack.open(_DATABASE) as packed, (folder / _DATABASE).open("wb") as out:
                shutil.copyfileobj(packed, out)
    except FileNotFoundError as error:
        raise BackupError(f"There is no file {file}.") from error
    except (zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        raise BackupError(f"{file} is no backup of Pochleague, or it is damaged.") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BackupError(f"{file} is no {FORMAT}: it was made by another version.")
    with closing(sqlite3.connect(folder / _DATABASE)) as database:
        try:
            sound = database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        except sqlite3.DatabaseError:
            sound = False
    if not sound:
        raise BackupError(f"The database in {file} is damaged.")
    return manifest


def _refuse_unknown(backup: str) -> None:
    applied = MigrationRecorder(connections[backup]).applied_migrations()
    if applied.keys() - MigrationLoader(None).disk_migrations.keys():
        raise BackupError("Another version of Pochleague made this backup. Restore it with that version.")


@contextmanager
def _workplace(beside: Path) -> Iterator[Path]:
    """A folder for the files on the way, on the same disk as their destination, for the owner alone."""
    with tempfile.TemporaryDirectory(prefix=".poch-", dir=beside) as name:
        yield Path(name)
