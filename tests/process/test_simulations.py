"""Simulations end with the same numbers although workers are killed and Redis loses its data.

The test process plays the undisturbed simulation to compare.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.platform.processes import Running, until
from tests.plugins.launch import Server, start_redis
from tests.process.service import Service
from tournaments.simulations.verbs import simulations

pytestmark = [
    pytest.mark.process,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.usefixtures("compiled_core"),
]

START = """
import json
from tournaments.core.actors import COMMAND
from tournaments.simulations.verbs.simulations import start_simulation
start_simulation(None, COMMAND, json.loads('''{spec}'''))
"""


def spec_of(deals: int) -> dict[str, Any]:
    seats = ["bold", "cautious", "bold", "random"]
    return simulations.spec_of(rules={"preset": "pagat"}, seats=seats, deals=deals, deals_each=1, seed=11)


@cache
def a_long_one() -> tuple[dict[str, Any], str]:
    """Return a spec with more chunks than are sent at once, and its report."""
    spec = spec_of(140_000)
    return spec, as_text(simulations.run_here(spec))


def as_text(report: Any) -> str:
    """Return a report as text, to the last digit."""
    return json.dumps(report, sort_keys=True)


class Lab:
    """An installation with its own Redis, which can be killed, and one simulation."""

    def __init__(self, database: str, folder: Path) -> None:
        self._redis: Server = start_redis()
        self.service = Service(database, self._redis.url, folder)

    def start(self, spec: dict[str, Any]) -> None:
        self.service.manage("shell", "--no-imports", stdin=START.format(spec=json.dumps(spec)))

    @contextmanager
    def simulator(self, concurrency: int = 2) -> Iterator[Running]:
        """The worker of docker/compose.yml with this number of children."""
        words = ("worker", "--queues=simulations,background", f"--concurrency={concurrency}")
        with self.service.celery(*words) as process:
            yield process

    @contextmanager
    def others(self) -> Iterator[None]:
        """The worker for all other queues, and the beat."""
        queues = "--queues=default,standings,bots,searches,webhooks"
        with self.service.celery("worker", queues, "--concurrency=1"), self.service.beat():
            yield

    def kill_redis(self) -> None:
        """Kill Redis and start an empty one at the same address."""
        port = self.service.broker.connection_pool.connection_kwargs["port"]
        self._redis.process.send_signal(signal.SIGKILL)
        self._redis.process.wait()
        self._redis.stop()
        self._redis = start_redis(port)

    def done(self) -> int:
        return self.service.number("SELECT chunks_done FROM tournaments_simulation")

    def planned(self) -> int:
        return self.service.number("SELECT chunks_planned FROM tournaments_simulation")

    def status(self) -> str:
        return str(self.service.row("SELECT status FROM tournaments_simulation")[0])

    def report(self) -> str:
        """Return the report at the end, and assert that no rows are left."""
        until(lambda: self.status() != "running")
        row = self.service.row("SELECT status, failure, report FROM tournaments_simulation")
        assert row[:2] == ("done", None)
        assert self.service.number("SELECT count(*) FROM tournaments_simulationchunk") == 0
        return as_text(row[2])

    def close(self) -> None:
        self.service.close()
        self._redis.stop()


@pytest.fixture
def lab(migrated_url: str, tmp_path: Path) -> Iterator[Lab]:
    made = Lab(migrated_url, tmp_path)
    yield made
    made.close()


class Gate:
    """The number of chunks that may be played (see `disturbed.py`)."""

    def __init__(self, lab: Lab, file: Path) -> None:
        self._lab, self._file = lab, file
        self._let_pass(0)
        lab.service.environ |= {"DISTURBED": "gated", "GATE": str(file)}

    def _let_pass(self, chunks: int) -> None:
        beside = self._file.with_suffix(".new")
        beside.write_text(str(chunks))
        beside.replace(self._file)

    def let_some_pass(self) -> None:
        """Allow four more chunks, or one more for each further child."""
        wanted = self._lab.done() + 4
        self._let_pass(wanted)
        until(lambda: self._lab.done() >= wanted)
        assert self._lab.status() == "running"

    def open(self) -> None:
        """Allow all chunks."""
        self._let_pass(self._lab.planned())


@pytest.fixture
def gate(lab: Lab, tmp_path: Path) -> Gate:
    return Gate(lab, tmp_path / "gate")


@pytest.mark.parametrize("killed", ["worker", "child", "redis"])
def test_a_disturbed_simulation_ends_with_the_same_numbers(lab: Lab, gate: Gate, killed: str) -> None:
    """Redis comes back without its data."""
    spec, undisturbed = a_long_one()
    lab.start(spec)
    with lab.others():
        for _ in range(2):
            with lab.simulator() as worker:
                gate.let_some_pass()
                if killed == "child":
                    os.kill(worker.children()[-1], signal.SIGKILL)
                    gate.let_some_pass()
                elif killed == "redis":
                    lab.kill_redis()
                    gate.let_some_pass()
                worker.kill()
        gate.open()
        with lab.simulator():
            assert lab.report() == undisturbed
