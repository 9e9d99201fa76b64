"""Standings do not wait for simulations: thousands of chunks are waiting, and a deal is shown at once.

The workers are those of docker/compose.yml. Times are compared with each other, never with a clock.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
import redis
import yaml
from celery import current_app
from django.conf import settings
from django.db import connection
from django.db.models import Max

import games.services as games
from tests.builders import a_table, play
from tests.process.service import ROOT, Service, wait_until
from tournaments.audit import COMMAND
from tournaments.models import Event, Simulation, Standing, Table
from tournaments.services import chunks
from tournaments.services.simulations import start_simulation

pytestmark = [pytest.mark.process, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

SERVICES = yaml.safe_load((ROOT / "docker" / "compose.yml").read_text())["services"]

DEALS = 7
"""Of each measurement the median counts."""

MOST = 10.0
"""How many times as long a standing may take in the flood; in one queue with it, it takes hundreds."""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """This test's own database and Redis, for workers beside it."""
    address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    chunks.get_ready()  # compiled, where that has to be, before anything is measured
    made = Service(urlunsplit(address), settings.CELERY_BROKER_URL, tmp_path)
    made.broker.flushdb()
    yield made
    made.broker.flushdb()
    made.database.close()


def words(name: str) -> list[str]:
    """The options of a service's worker."""
    command: list[str] = SERVICES[name]["command"]
    assert command[:3] == ["celery", "--app=pochleague", "worker"]
    return [word for word in command[2:] if not word.startswith("--loglevel")]


def seconds_until_shown(table: Table, patience: float) -> float:
    """Record a deal; how long until a standing covers it, or `patience` where that is longer."""
    began = time.monotonic()
    play(table)
    wanted = Event.objects.get(pk=table.round.event_id).version

    def shown() -> bool:
        found = Standing.objects.filter(event=table.round.event_id).aggregate(newest=Max("version"))["newest"]
        return (found or 0) >= wanted or time.monotonic() > began + patience

    wait_until(shown, patience + 60)
    return time.monotonic() - began


def measured(table: Table, patience: float = 60) -> float:
    return median(seconds_until_shown(table, patience) for _ in range(DEALS))


def flood() -> Simulation:
    """Thousands of chunks, all sent at once."""
    seats = ["cautious", "bold", "cautious", "bold"]
    spec = games.simulation_spec(
        [{"rules": {"preset": "pagat"}, "seats": seats}], sessions=(100_000_000, 1), seed=1
    )
    simulation = start_simulation(None, COMMAND, spec)
    assert simulation.chunks_planned >= 4_000
    chunks._send(simulation.pk, range(simulation.chunks_planned))
    wait_until(lambda: Simulation.objects.get(pk=simulation.pk).chunks_done > 0)
    return simulation


def waiting(service: Service, queue: str) -> int:
    broker: redis.Redis = service.broker
    length: Any = broker.llen(queue)
    return int(length)


def test_standings_are_as_quick_while_thousands_of_chunks_wait(service: Service) -> None:
    table = a_table(4, deals_per_round=100)
    with service.celery(*words("worker")), service.celery(*words("simulator")):
        seconds_until_shown(table, 60)
        idle = measured(table)
        flood()
        busy = measured(table)
        assert waiting(service, "simulations") > 1_000, "the flood was over too soon to be measured"
        assert busy < MOST * idle


def test_control_in_one_queue_standings_wait_until_the_flood_is_over(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(current_app, "send_task", partial(current_app.send_task, queue="default"))
    monkeypatch.setattr(
        chunks,
        "_send",
        lambda pk, numbers: [
            current_app.send_task("simulations.play_chunk", args=[str(pk), number]) for number in numbers
        ],
    )
    service.environment["DJANGO_SETTINGS_MODULE"] = "tests.process.one_queue"
    table = a_table(4, deals_per_round=100)
    with service.celery("worker", "--queues=default", "--concurrency=2"):
        seconds_until_shown(table, 60)
        idle = measured(table)
        flood()
        assert seconds_until_shown(table, patience=2 * MOST * idle) > MOST * idle
        assert waiting(service, "default") > 1_000, "the flood was over too soon to be measured"
