"""Backups, also regular ones.

A backup is a zip of `manifest.json` and `database.sqlite3`. It contains password digests, so only its owner
can read it. It does not contain the secret key. So everybody signs in again after a restore, and webhooks are
paused whose secrets were encrypted under another key.

A restore trusts neither the schema nor the rows in the file. First `fsck` derives everything in it again.
Then the rows are copied into an empty database of this version, whose constraints check them, and compared
(see portable.py).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.utils import timezone

from pochleague import club_backups, portable
from pochleague.failures import lock_folder, sentence_for
from tournaments.programs.fsck import run as fsck
from tournaments.programs.webhooks.secrets import pause_all_without_secret

FORMAT = "poch-backup/1"
STANDARD = Path("-")
"""Instead of a file: standard output for a backup, standard input for a restore.

In a container a file of the machine belongs to another user, but its content can always be passed on."""
_DATABASE = "database.sqlite3"
_MANIFEST = "manifest.json"
_LARGEST_MANIFEST = 1024 * 1024  # bytes
_NAMED_DAMAGES = 5

MANY_ROWS = 1_000_000
LARGE = (
    "The database has %(rows)s rows. pg_dump is the way for so many: "
    '`pg_dump --format=custom "$DATABASE_URL" > poch.dump`, and pg_restore restores it '
    "(see docker/README.md). This backup goes on all the same."
)


class BackupError(RuntimeError):
    """The backup or restore failed and changed nothing. The text says why."""


def make(file: Path, *, club: str = "", say: Callable[[str], object] | None = None) -> dict[str, Any]:
    """Write a consistent copy of all data into a new file, or to STANDARD output. Return the manifest.

    club: the slug of a club; then only its data (see club_backups.py). `say` gets a hint if the database is
    large.
    """
    if say is not None and not club and (rows := _large()):
        say(LARGE % {"rows": f"{rows:,}"})
    if file != STANDARD:
        with _naming_errors(f"write {file}", "backup - > FILE"):
            return _make_file(file, club)
    if sys.stdout.isatty():
        raise BackupError("A backup is no text for a terminal. Redirect it: `backup - > FILE`.")
    with _naming_errors("write to standard output"), _temporary_folder(None) as folder:
        manifest = _make_file(folder / "backup", club)
        with (folder / "backup").open("rb") as made:
            shutil.copyfileobj(made, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return manifest


def _large() -> int:
    """The number of rows in PostgreSQL if there are many; else 0. The file of SQLite is copied as it is."""
    if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
        return 0
    with fsck.snapshot():
        rows = sum(model._base_manager.count() for model in portable.all_models())
    return rows if rows > MANY_ROWS else 0


def _make_file(file: Path, club: str) -> dict[str, Any]:
    if file.exists():
        raise BackupError(f"{file} exists already. Choose another name: a backup never overwrites a file.")
    if not file.parent.is_dir():
        raise BackupError(f"There is no folder {file.parent}.")
    with _temporary_folder(file.parent) as folder:
        copy = folder / _DATABASE
        of_club = {}
        if club:
            with _new_copy(copy) as target:
                of_club = {"club": club, "left_out": club_backups.write(club, target)}
        elif connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
            _copy_file(copy)
        else:
            with _new_copy(copy) as target:
                portable.copy(DEFAULT_DB_ALIAS, target, checked=False)
        manifest = _describe(copy) | of_club
        archive = folder / "archive"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as pack:
            pack.writestr(_MANIFEST, json.dumps(manifest, indent=1))
            pack.write(copy, _DATABASE)
        archive.chmod(0o600)
        archive.rename(file)
    return manifest


def restore(file: Path, *, force: bool = False) -> dict[str, Any]:
    """Restore a backup, a file or STANDARD input, into an empty database.

    Return the manifest with two more values: the counts of `check`, and the number of webhooks that need a
    new secret.

    With `force`, a SQLite database with data is renamed first. A PostgreSQL database must be empty.
    Raises BackupError, and FolderLockedError while a server uses the data.
    """
    # SQLite's new file is renamed to its place, so it is made on the same disk.
    default = connections[DEFAULT_DB_ALIAS]
    beside = Path(default.settings_dict["NAME"]).parent if default.vendor == "sqlite" else None
    with (
        _naming_errors(f"write into {beside or tempfile.gettempdir()}"),
        _temporary_folder(beside) as folder,
        _checked(file, folder, of_club=False) as (backup, manifest),
    ):
        if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
            manifest["without_secret"] = _restore_sqlite(backup, folder, force=force)
        else:
            manifest["without_secret"] = _restore_postgresql(backup)
    return manifest


def restore_club(file: Path, *, same_accounts: bool = False) -> dict[str, Any]:
    """Add the club of a backup to this database. Return the manifest with the values of `club_backups.add`.

    Raises BackupError, `club_backups.ClubError`, and FolderLockedError while a server uses a SQLite database.
    """
    default = connections[DEFAULT_DB_ALIAS]
    place = Path(default.settings_dict["NAME"]).parent
    with (
        lock_folder(place, "`restore`") if default.vendor == "sqlite" else nullcontext(),
        _temporary_folder(None) as folder,
        _checked(file, folder, of_club=True) as (backup, manifest),
    ):
        if portable.is_empty(DEFAULT_DB_ALIAS):
            portable.migrate(DEFAULT_DB_ALIAS)
        with _blaming_backup():
            return manifest | club_backups.add(backup, same_accounts=same_accounts)


@contextmanager
def _checked(file: Path, folder: Path, *, of_club: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    """The database of a backup that `fsck` has checked, and the manifest with the counts of `check`."""
    manifest = _unpack(file, folder)
    if ("club" in manifest) != of_club:
        kind, way = ("all data", "without") if of_club else ("one club", "with")
        raise BackupError(f"This is a backup of {kind}. Restore it {way} --club.")
    with portable.sqlite_file("backup", folder / _DATABASE) as backup:
        if portable.unknown_migrations(backup):
            raise BackupError("Another version of Pochleague made this backup. Restore it with that version.")
        with _blaming_backup():
            portable.migrate(backup)
        manifest["checked"] = check(backup)
        yield backup, manifest


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


def _restore_sqlite(backup: str, folder: Path, *, force: bool) -> int:
    place = Path(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])
    with lock_folder(place.parent, "`restore`"):
        if place.exists() and not force and not portable.is_empty(DEFAULT_DB_ALIAS):
            raise BackupError(f"{place} holds data already. With --force it is renamed first.")
        restored = folder / "restored.sqlite3"
        with portable.sqlite_file("restored", restored) as target:
            portable.migrate(target)
            with _blaming_backup():
                portable.copy(backup, target)
            with portable.as_default(target):
                without_secret = pause_all_without_secret()
            _make_one_file(connections[target].connection)
        connections[DEFAULT_DB_ALIAS].close()
        aside = f"{place.name}.before-restore-{timezone.now():%Y%m%d-%H%M%S}"
        for suffix in ("-wal", "-shm", ""):
            part = place.with_name(place.name + suffix)
            if part.exists():
                part.rename(place.with_name(aside + suffix))
        restored.rename(place)
    return without_secret


def _restore_postgresql(backup: str) -> int:
    if not portable.is_empty(DEFAULT_DB_ALIAS):
        raise BackupError("The database in DATABASE_URL holds data already. Use an empty one.")
    portable.migrate(DEFAULT_DB_ALIAS)
    with _blaming_backup():
        portable.copy(backup, DEFAULT_DB_ALIAS)
    return pause_all_without_secret()


@contextmanager
def _blaming_backup() -> Iterator[None]:
    """Turn errors of the database into errors of the backup."""
    try:
        yield
    except (portable.CopyError, DatabaseError) as error:
        raise BackupError(f"The data in the backup is inconsistent: {error}") from error


def _copy_file(copy: Path) -> None:
    """Copy a SQLite database while it is in use, without the rows that are not for a copy."""
    default = connections[DEFAULT_DB_ALIAS]
    default.ensure_connection()
    with closing(sqlite3.connect(copy)) as target:
        default.connection.backup(target)
        target.execute("PRAGMA secure_delete=ON")  # overwrites what is deleted
        # The database of an older version may lack a table. A backup is made before it is updated.
        there = {name for (name,) in target.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for label in portable.NOT_COPIED:
            table = apps.get_model(label)._meta.db_table
            if table in there:
                target.execute(f"DELETE FROM {default.ops.quote_name(table)}")  # noqa: S608 - a table of ours
        target.commit()
        _make_one_file(target)


@contextmanager
def _new_copy(file: Path) -> Iterator[str]:
    """A migrated SQLite database in a new file, for the block to fill."""
    with portable.sqlite_file("backup", file) as target:
        portable.migrate(target)
        yield target
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
    name = "Standard input" if file == STANDARD else str(file)
    try:
        with (
            _naming_errors(f"read {name}", "restore - < FILE"),
            _opened(file, folder) as stream,
            zipfile.ZipFile(stream) as pack,
        ):
            if pack.getinfo(_MANIFEST).file_size > _LARGEST_MANIFEST:
                raise BackupError(f"{name} is not a backup of Pochleague.")
            manifest = json.loads(pack.read(_MANIFEST))
            with pack.open(_DATABASE) as packed, (folder / _DATABASE).open("wb") as out:
                shutil.copyfileobj(packed, out)
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, NotImplementedError) as error:
        raise BackupError(f"{name} is not a backup of Pochleague, or it is damaged.") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BackupError(f"{name} is not in the format {FORMAT}. Another version made it.")
    with closing(sqlite3.connect(folder / _DATABASE)) as database:
        try:
            is_intact = database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        except sqlite3.DatabaseError:
            is_intact = False
    if not is_intact:
        raise BackupError(f"{name} contains a damaged database.")
    return manifest


def _opened(file: Path, folder: Path) -> BinaryIO:
    """Open a backup. Standard input goes into a file first, since a zip is read from its end."""
    if file != STANDARD:
        return file.open("rb")
    if sys.stdin.isatty():
        raise BackupError("A backup does not come from a terminal. Redirect it: `restore - < FILE`.")
    archive = (folder / "archive").open("w+b")
    shutil.copyfileobj(sys.stdin.buffer, archive)
    return archive


@contextmanager
def _naming_errors(act: str, without_right: str = "") -> Iterator[None]:
    """Turn errors of the operating system into a sentence about the act.

    without_right: the command for a user who has no right to the file.
    """
    try:
        yield
    except PermissionError as error:
        other_way = f" `{without_right}` needs none." if without_right else ""
        raise BackupError(f"User {os.geteuid()} has no right to {act}.{other_way}") from error
    except OSError as error:
        raise BackupError(f"It is not possible to {act}: {error.strerror or error}.") from error


@contextmanager
def _temporary_folder(beside: Path | None) -> Iterator[Path]:
    """A temporary folder on the disk of the destination; None: of temporary files.

    Only the owner can read it.
    """
    with tempfile.TemporaryDirectory(prefix=".poch-", dir=beside) as name:
        yield Path(name)


PERIODS = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(weeks=1)}
RETRY = timedelta(minutes=10)
"""The time after a backup that failed, for instance because the disk was full."""

_NAME = "poch-%Y%m%d-%H%M%S.poch"
_NAMED = re.compile(r"poch-\d{8}-\d{6}\.poch")
_LONGEST_SLEEP = 60.0
"""Seconds. A laptop that was asleep looks at the clock soon after it wakes up."""


def run(folder: Path, every: str, keep: int, say: Callable[[str], object]) -> None:
    """Make a backup every hour, day or week (`PERIODS`), and keep the newest `keep` files. It never returns.

    `say` gets a sentence for each backup, and for each failure.
    """
    failed: datetime | None = None
    while True:
        now = timezone.now()
        at = due(folder, PERIODS[every], now)
        if failed is not None:
            at = max(at, failed + RETRY)
        if at > now:
            time.sleep(min((at - now).total_seconds(), _LONGEST_SLEEP))
            continue
        failed = None
        try:
            say(f"{make_next(folder, keep, now)} is written. The next backup is due in one {every}.")
        except (BackupError, DatabaseError, OSError) as error:
            failed = now
            say(
                f"No backup: {sentence_for(error) or error} The next try is in {RETRY.seconds // 60} minutes."
            )
        finally:
            connections.close_all()


def due(folder: Path, every: timedelta, now: datetime) -> datetime:
    """Return when the next backup is due: `every` after the newest one, or now if there is none.

    A newest backup in the future comes from a wrong clock, and counts as none.
    """
    made = [datetime.strptime(file.name, _NAME).replace(tzinfo=UTC) for file in _kept(folder)]
    newest = max((moment for moment in made if moment <= now), default=None)
    return now if newest is None else newest + every


def make_next(folder: Path, keep: int, now: datetime) -> Path:
    """Write a backup into the folder, then remove all but the newest `keep` backups there. Return its file.

    Other files of the folder stay. Raises what `make` raises; then no backup is removed.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / now.astimezone(UTC).strftime(_NAME)
    make(file)
    for old in _kept(folder)[:-keep]:
        old.unlink()
    return file


def _kept(folder: Path) -> list[Path]:
    """Return the backups of this folder, the oldest first."""
    if not folder.is_dir():
        return []
    return sorted(file for file in folder.iterdir() if _NAMED.fullmatch(file.name))
