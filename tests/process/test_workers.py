"""Celery's workers and beat in separate processes, on a real PostgreSQL and a real Redis.

Each task of the outbox is done once, although messages are lost and workers are killed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.platform.processes import until
from tests.process.service import Service, installed
from tests.process.test_simulations import START, as_text, spec_of
from tournaments.simulations.verbs.simulations import run_here

pytestmark = [pytest.mark.process, pytest.mark.postgres]

EVENT = """
from tests.builders import running_event
running_event(8, bot="cautious", deals_per_round=4, rounds_planned=2, auto_draw=True, pace_ms=50)
"""


@pytest.fixture
def service(migrated_url: str, redis_url: str, tmp_path: Path) -> Iterator[Service]:
    """An installation with a new event of eight bots and no worker."""
    with installed(migrated_url, redis_url, tmp_path, EVENT) as service:
        yield service


def test_workers_play_an_event_of_bots_and_a_simulation_to_their_ends(service: Service) -> None:
    spec = spec_of(8_000)
    service.manage("shell", "--no-imports", stdin=START.format(spec=json.dumps(spec)))
    with service.worker(), service.beat():
        until(service.is_over)
        service.check_the_end()
        finished = "SELECT report FROM tournaments_simulation WHERE status <> 'running'"
        until(lambda: service.database.execute(finished).rowcount == 1)
    assert service.database.execute(finished).fetchone() == (json.loads(as_text(run_here(spec))),)
