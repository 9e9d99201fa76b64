"""A server starts with a database of another version of the program; an older backup is restored.

The older version is this checkout. The newer one has one more migration.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pochleague.embedded import update_database
from tests.faults.disks import full, small_disk
from tests.platform.newer import make_newer
from tests.platform.processes import PYTHON, ROOT, row, run, running, succeed
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
        self.environ = {"POCH_DATA": str(data)}

    def manage(self, *words: str | Path) -> str:
        return succeed(PYTHON, self.code / "manage.py", *words, environ=self.environ, code=self.code)

    @property
    def serve(self) -> list[str | Path]:
        return [self.code / "poch", "serve", "--port", str(free_port())]


def deals(data: Path) -> int:
    (count,) = row(data / "poch.sqlite3", "SELECT count(*) FROM tournaments_deal")
    return int(count)


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
    older.manage("shell", "-v0", "--no-imports", "-c", EVENING)
    return older.data


def refused(version: Version) -> str:
    """Start the server, which must end by itself. Return its message."""
    done = run(*version.serve, environ=version.environ)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def test_an_update_writes_a_backup_first_which_is_the_way_back(
    newer_code: Path, evening: Path, tmp_path: Path
) -> None:
    older = Version(ROOT, Path(shutil.copytree(evening, tmp_path / "data")))
    newer = Version(newer_code, older.data)
    before = migrations(older.data)
    with running(*newer.serve, output=tmp_path / "output", environ=newer.environ) as server:
        server.wait_for("Stop it with")
    (backup,) = newer.data.glob("before-update-*.poch")
    assert f"{backup} is its backup" in server.printed
    after = migrations(newer.data)
    assert after > before
    assert deals(newer.data) == 2
    # The older version refuses the database now, and leaves it as it is.
    message = "A newer version of Pochleague has updated this database. Use that version"
    assert message in refused(older)
    assert migrations(older.data) == after
    # The way back, as the server has printed it.
    older.manage("restore", backup, "--force")
    assert migrations(older.data) == before
    assert deals(older.data) == 2


@pytest.mark.django_db
def test_a_start_without_an_update_writes_no_backup() -> None:
    said: list[str] = []
    update_database(said.append)
    assert said == []


@pytest.mark.nightly
def test_an_older_backup_is_restored(newer_code: Path, evening: Path, tmp_path: Path) -> None:
    Version(ROOT, evening).manage("backup", tmp_path / "club.poch")
    newer = Version(newer_code, tmp_path / "elsewhere")
    assert "found no damage" in newer.manage("restore", tmp_path / "club.poch")
    assert migrations(newer.data) > migrations(evening)
    assert deals(newer.data) == 2
    newer.manage("fsck")


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
