"""The services of docker/compose.yml, run with their own commands, on a real PostgreSQL and Redis."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from tests.platform.processes import (
    BOTS_AT_PLAY,
    PYTHON,
    ROOT,
    TIMEOUT,
    Running,
    check_semaphores,
    run,
    running,
    status,
    until,
)
from tests.plugins.launch import free_port

pytestmark = [pytest.mark.process, pytest.mark.nightly]

SERVICES: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "docker" / "compose.yml").read_text())[
    "services"
]


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def environ(postgres_url: str, redis_apart: str, port: int, tmp_path: Path) -> dict[str, str]:
    """The environment of each service in compose.yml, with the values of this test."""
    return {
        "DATABASE_URL": postgres_url,
        "REDIS_URL": redis_apart,
        "SECRET_KEY": "s" * 50,
        "POCH_ORIGIN": f"http://localhost:{port}",
        "POCH_DATA": str(tmp_path / "data"),
        "POCH_STATIC": str(tmp_path / "static"),
    }


@pytest.fixture
def start(environ: dict[str, str], port: int, tmp_path: Path) -> Iterator[Callable[[str], Running]]:
    """Start a service by its name. All services end with the test."""
    check_semaphores()
    with ExitStack() as stack:

        def start(name: str) -> Running:
            program, *options = SERVICES[name]["command"]
            options = [option.replace("0.0.0.0:8000", f"127.0.0.1:{port}") for option in options]
            output = tmp_path / f"{name}.output"
            return stack.enter_context(
                running(
                    PYTHON.parent / program,
                    *options,
                    output=output,
                    environ={**environ, "POCH_HEARTBEAT": str(tmp_path / f"{name}.heartbeat")},
                )
            )

        yield start


def test_web_worker_and_beat_play_an_event_together(
    start: Callable[[str], Running], environ: dict[str, str], port: int, tmp_path: Path
) -> None:
    assert start("migrate").process.wait(TIMEOUT) == 0
    assert run(PYTHON, "manage.py", "collectstatic", "--noinput", environ=environ).returncode == 0
    assert run(PYTHON, "manage.py", "shell", "-v0", "-c", BOTS_AT_PLAY, environ=environ).returncode == 0
    services = {name: start(name) for name in ("web", "worker", "beat")}

    with psycopg.connect(environ["DATABASE_URL"], autocommit=True) as database:

        def number(query: str) -> int:
            row = database.execute(query.encode()).fetchone()
            return int(row[0]) if row else 0

        # The event was made without a worker. The sweep of the beat finds its tasks, and a worker runs them.
        until(lambda: number("SELECT count(*) FROM tournaments_deal") >= 10)
        newest = "SELECT coalesce(max(version), 0) FROM tournaments_standing"
        shown = number(newest)
        until(lambda: number(newest) > shown)

    # Worker and beat show that they live, and do not write a line for each sweep.
    for name in ("worker", "beat"):
        (tmp_path / f"{name}.heartbeat").unlink(missing_ok=True)
        until((tmp_path / f"{name}.heartbeat").exists)
        lines = [line for line in services[name].printed.splitlines() if " INFO celery." in line]
        assert lines
        assert not any("sweep." in line for line in lines)
    until(lambda: "Application startup complete" in services["web"].printed)
    assert status(f"http://localhost:{port}/healthz") == 200
    until(lambda: status(f"http://localhost:{port}/readyz") == 200)
    assert status(f"http://localhost:{port}/") == 200
    for service in services.values():
        assert service.stop(signal.SIGTERM) == 0
