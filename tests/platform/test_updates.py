"""A server starts with a database of another version of the program; an older backup is restored.

The older version is this checkout. The newer one has one more migration.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from pochleague.embedded import update_database
from tests.faults.disks import full, small_disk
from tests.platform.newer import make_newer
from tests.platform.processes import ROOT, run, running, status
from tests.plugins.launch import free_port

pytestmark = pytest.mark.process

EVENING = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tests.builders import play_round, published_round, running_event
event = running_event(4, deals_per_round=2)
play_round(published_round(event))
"""
"""Input of `manage.py shell`: a new database with a played round."""


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
def newer_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_newer(tmp_path_factory.mktemp("newer"))


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the older version, with a played round. Copy it, do not use it."""
    older = Version(ROOT, tmp_path_factory.mktemp("evening") / "data")
    older.succeed("shell", "-v0", "--no-imports", "-c", EVENING)
    return older.data


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


def refused(version: Version) -> str:
    """Start the server, which must end by itself. Return its message."""
    done = run(
        version.code / "poch", "serve", "--port", str(free_port()), environ={"POCH_DATA": str(version.data)}
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def test_an_update_writes_a_backup_first_which_is_the_way_back(
    newer_code: Path, evening: Path, tmp_path: Path
) -> None:
    older = Version(ROOT, Path(shutil.copytree(evening, tmp_path / "data")))
    newer = Version(newer_code, older.data)
    before = migrations(older.data)
    with serve(newer) as said:
        pass
    (backup,) = newer.data.glob("before-update-*.poch")
    assert f"{backup} is its backup" in said
    after = migrations(newer.data)
    assert after > before
    assert deals(newer.data) == 2
    # The older version refuses the database now, and leaves it as it is.
    message = "A newer version of Pochleague has updated this database. Use that version"
    assert message in refused(older)
    assert migrations(older.data) == after
    # The way back, as the server has printed it.
    older.succeed("restore", backup, "--force")
    assert migrations(older.data) == before
    assert deals(older.data) == 2


@pytest.mark.django_db
def test_a_start_without_an_update_writes_no_backup() -> None:
    said: list[str] = []
    update_database(said.append)
    assert said == []


@pytest.mark.nightly
def test_an_older_backup_is_restored(newer_code: Path, evening: Path, tmp_path: Path) -> None:
    Version(ROOT, evening).succeed("backup", tmp_path / "club.poch")
    newer = Version(newer_code, tmp_path / "elsewhere")
    assert "found no damage" in newer.succeed("restore", tmp_path / "club.poch")
    assert migrations(newer.data) > migrations(evening)
    assert deals(newer.data) == 2
    newer.succeed("fsck")


@pytest.mark.nightly
def test_without_room_for_the_backup_nothing_is_updated(
    newer_code: Path, evening: Path, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "disk", 16) as disk:
        newer = Version(newer_code, Path(shutil.copytree(evening, disk / "data")))
        before = migrations(newer.data)
        with full(disk):
            assert "full. Make room" in refused(newer)
        assert migrations(newer.data) == before
