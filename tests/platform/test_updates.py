"""A server starts with a database of another version of the program; an older backup is restored."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.faults.disks import full, small_disk
from tests.platform.older import check_out
from tests.platform.processes import ROOT, run, running, status
from tests.plugins.launch import free_port

pytestmark = pytest.mark.process

EVENING = """
from tests.builders import play_round, published_round, running_event
event = running_event(4, deals_per_round=2)
play_round(published_round(event))
"""
"""Input of `manage.py shell`: an event with a played round."""


class Version:
    """A version of the program with its code, and a data folder for it."""

    def __init__(self, code: Path, data: Path) -> None:
        self.code, self.data = code, data

    def manage(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        environ = {"POCH_DATA": str(self.data)}
        return run(sys.executable, self.code / "manage.py", *words, environ=environ, code=self.code)

    def succeed(self, *words: str | Path) -> str:
        done = self.manage(*words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def deals(data: Path) -> int:
    with closing(sqlite3.connect(data / "poch.sqlite3")) as database:
        count: int = database.execute("SELECT count(*) FROM tournaments_deal").fetchone()[0]
    return count


def migrations(data: Path) -> set[str]:
    with closing(sqlite3.connect(data / "poch.sqlite3")) as database:
        rows = database.execute("SELECT name FROM django_migrations WHERE app = 'tournaments'").fetchall()
    return {name for (name,) in rows}


@pytest.fixture(scope="module")
def older_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return check_out(tmp_path_factory.mktemp("older"))


@pytest.fixture(scope="module")
def evening(older_code: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of an older version, with a played round. Copy it, do not use it."""
    version = Version(older_code, tmp_path_factory.mktemp("evening") / "data")
    version.succeed("migrate", "-v0")
    version.succeed("shell", "-v0", "-c", EVENING)
    return version.data


@pytest.fixture
def older(older_code: Path, evening: Path, tmp_path: Path) -> Version:
    """The older version with a played round."""
    return Version(older_code, Path(shutil.copytree(evening, tmp_path / "data")))


@pytest.fixture
def today(older: Version) -> Version:
    """Today's version in the data folder of the older one."""
    return Version(ROOT, older.data)


@contextmanager
def serve(version: Version) -> Iterator[str]:
    """Start the server and yield what it has printed when it answers."""
    port = free_port()
    command: list[str | Path] = [version.code / "poch", "serve", "--port", str(port)]
    output = version.data.parent / "output"
    with running(*command, output=output, environ={"POCH_DATA": str(version.data)}) as server:
        server.wait_for("Stop it with")
        assert status(f"http://localhost:{port}/") == 200
        yield server.printed


def test_a_server_writes_a_backup_before_it_updates_an_older_database(older: Version, today: Version) -> None:
    before = migrations(older.data)
    with serve(today) as said:
        pass
    (backup,) = today.data.glob("before-update-*.poch")
    assert f"{backup} is its backup" in said
    assert migrations(today.data) > before
    assert deals(today.data) == 2
    assert '"damage": []' in today.succeed("fsck", "--json")
    # The way back, as the server has printed it.
    older.succeed("restore", backup, "--force")
    assert migrations(older.data) == before
    assert deals(older.data) == 2
    older.succeed("fsck")


def test_a_server_that_has_nothing_to_update_writes_no_backup(today: Version) -> None:
    today.succeed("migrate", "-v0")
    with serve(today) as said:
        pass
    assert "backup" not in said
    assert list(today.data.glob("*.poch")) == []


def test_without_room_for_the_backup_nothing_is_updated(evening: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 16) as disk:
        data = Path(shutil.copytree(evening, disk / "data"))
        before = migrations(data)
        with full(disk):
            done = run(ROOT / "poch", "serve", "--port", str(free_port()), environ={"POCH_DATA": str(data)})
        assert done.returncode == 1
        assert "full. Make room" in done.stderr
        assert "Traceback" not in done.stderr
        assert migrations(data) == before


def test_a_newer_database_is_refused_and_stays_as_it_is(today: Version) -> None:
    today.succeed("migrate", "-v0")
    with closing(sqlite3.connect(today.data / "poch.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('tournaments', '9999_x', '2030-01-01')"
        )
    done = run(ROOT / "poch", "serve", "--port", str(free_port()), environ={"POCH_DATA": str(today.data)})
    assert done.returncode == 1
    assert "A newer version of Pochleague has updated this database. Use that version" in done.stderr
    assert "Traceback" not in done.stderr
    assert "9999_x" in migrations(today.data)


def test_an_older_backup_is_restored(older: Version, tmp_path: Path) -> None:
    backup = tmp_path / "club.poch"
    older.succeed("backup", backup)
    elsewhere = Version(ROOT, tmp_path / "elsewhere")
    assert "found no damage" in elsewhere.succeed("restore", backup)
    assert deals(elsewhere.data) == 2
    elsewhere.succeed("fsck")
