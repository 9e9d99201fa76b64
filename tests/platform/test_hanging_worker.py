"""A worker of the one-process server whose task hangs gets another thread."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.platform.processes import PYTHON, ROOT, TIMEOUT, run, running, until
from tests.plugins.launch import free_port

pytestmark = [pytest.mark.process, pytest.mark.nightly]

OWNER = {
    "POCH_CLUB_NAME": "Kartenfreunde",
    "POCH_OWNER_NAME": "anna",
    "POCH_OWNER_PASSWORD": "a long pass phrase",
}
EVENT = """
from tests.builders import running_event
running_event(8)
"""


def test_rows_behind_a_task_that_hangs_are_done_by_another_thread(tmp_path: Path) -> None:
    environ = {
        **OWNER,
        "POCH_DATA": str(tmp_path / "data"),
        "DJANGO_SETTINGS_MODULE": "tests.process.settings",
        "WORKER_IMPORTS": "tests.process.hanging",
    }

    def undone() -> int:
        database = f"file:{tmp_path / 'data' / 'poch.sqlite3'}?mode=ro"
        with closing(sqlite3.connect(database, uri=True, timeout=TIMEOUT)) as connection:
            sql = "SELECT count(*) FROM tournaments_outboxtask WHERE done_at IS NULL"
            return int(connection.execute(sql).fetchone()[0])

    command = (ROOT / "poch", "serve", "--port", str(free_port()))
    with running(*command, output=tmp_path / "said", environ=environ) as server:
        server.wait_for("Stop it with")
        done = run(PYTHON, "manage.py", "shell", "-v0", "-c", EVENT, environ=environ)
        assert done.returncode == 0
        assert undone() > 0
        server.wait_for("Task standings.refresh hangs. The worker gets another thread.")
        until(lambda: undone() == 0)
        assert "has been due for" in server.printed
