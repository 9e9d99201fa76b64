"""The one-process server plays simulations in a second process."""

from __future__ import annotations

import json
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.platform.processes import PYTHON, ROOT, TIMEOUT, Running, run, running, status, until
from tests.plugins.launch import free_port
from tournaments.simulations.verbs.chunks import warm_up
from tournaments.simulations.verbs.simulations import run_here
from tournaments.simulations.verbs.specs import spec_of

pytestmark = [pytest.mark.process, pytest.mark.nightly]

OWNER = {
    "POCH_CLUB_NAME": "Kartenfreunde",
    "POCH_OWNER_NAME": "anna",
    "POCH_OWNER_PASSWORD": "a long pass phrase",
}
SIDE: dict[str, Any] = {"rules": {"preset": "pagat"}, "seats": ["cautious", "bold", "random", "bold"]}

START = """
import json
from tournaments.core.audit import COMMAND
from tournaments.simulations.verbs.simulations import start_simulation
start_simulation(None, COMMAND, json.loads('''{spec}'''))
"""


class Served:
    """A server that was just started, and its simulation as the database has it."""

    def __init__(self, server: Running, data: Path, port: int, environ: dict[str, str]) -> None:
        self.server, self.port, self._data, self._environ = server, port, data, environ

    def start(self, deals: int) -> dict[str, object]:
        spec = spec_of(**SIDE, deals=deals, deals_each=1, seed=6)
        code = START.format(spec=json.dumps(spec))
        done = run(PYTHON, "manage.py", "shell", "-v0", "-c", code, environ=self._environ)
        assert done.returncode == 0
        return spec

    def now(self) -> tuple[str, int, str]:
        """Return the status, the number of finished chunks and the report."""
        with closing(
            sqlite3.connect(f"file:{self._data / 'poch.sqlite3'}?mode=ro", uri=True, timeout=TIMEOUT)
        ) as database:
            rows = database.execute("SELECT status, chunks_done, report FROM tournaments_simulation")
            status, chunks_done, report = rows.fetchone()
        return status, chunks_done, report

    def beside(self) -> list[int]:
        """Return the children of this process."""
        children = []
        for thread in Path(f"/proc/{self.server.process.pid}/task").glob("*"):
            with suppress(OSError):  # the thread has ended; another one has its children
                children += (thread / "children").read_text().split()
        return [int(child) for child in children]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    warm_up()  # compile the core first
    data, port = tmp_path / "data", free_port()
    environ = {**OWNER, "POCH_DATA": str(data)}
    command = (ROOT / "poch", "serve", "--port", str(port))
    with running(*command, output=tmp_path / "said", environ=environ) as server:
        server.wait_for("Stop it with")
        yield Served(server, data, port, environ)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_simulation_is_played_beside_the_server_which_never_imports_its_libraries(served: Served) -> None:
    spec = served.start(40_000)
    until(lambda: served.now()[0] == "done")
    assert json.loads(served.now()[2]) == json.loads(json.dumps(run_here(spec)))
    assert len(served.beside()) == 1
    loaded = Path(f"/proc/{served.server.process.pid}/maps").read_text()
    assert "llvmlite" not in loaded
    assert status(f"http://localhost:{served.port}/healthz") == 200


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_stopped_server_ends_its_second_process_and_continues_the_simulation_later(
    served: Served,
) -> None:
    served.start(100_000_000)
    until(lambda: served.now()[1] > 0)
    (player,) = served.beside()
    assert served.server.stop(signal.SIGINT) == 0
    until(lambda: not Path(f"/proc/{player}").exists())
    assert served.now()[0] == "running"
