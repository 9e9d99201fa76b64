"""Standings do not wait for simulations, even with thousands of waiting chunks.

The workers are those of docker/compose.yml. Time is measured in chunks that are played meanwhile, since a
clock depends on the machine. (The ratio of the times is printed only.)
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
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
from django.db.models import Max, Sum

from tests.builders import a_table, play
from tests.process.service import ROOT, Service, wait_until
from tournaments.core.audit import COMMAND
from tournaments.models import Event, Simulation, Standing, Table
from tournaments.simulations.verbs import chunks
from tournaments.simulations.verbs.simulations import start_simulation
from tournaments.simulations.verbs.specs import spec_of

pytestmark = [
    pytest.mark.process,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]

SERVICES = yaml.safe_load((ROOT / "docker" / "compose.yml").read_text())["services"]

DEALS = 7
"""Measured deals. The median counts."""

FLOOD = 4_000
"""Chunks that wait."""

MOST = FLOOD // 10
"""Chunks that may be played until a standing is shown. With one queue all of them are."""

PLAYERS = "--concurrency=2"
"""Two children, on every machine: more would play more chunks in the time of one standing."""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """The database and Redis of this test, with workers."""
    address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    chunks.warm_up()  # compile the core before measuring
    made = Service(urlunsplit(address), settings.CELERY_BROKER_URL, tmp_path)
    made.broker.flushdb()
    yield made
    made.broker.flushdb()
    made.database.close()


def words(name: str) -> list[str]:
    """Return the options of the worker of a service."""
    command: list[str] = SERVICES[name]["command"]
    assert command[:3] == ["celery", "--app=pochleague", "worker"]
    return [word for word in command[2:] if not word.startswith("--loglevel")]


@dataclass
class Shown:
    """The time until a standing covered a deal, or until the test stopped waiting."""

    seconds: float
    chunks: int
    """Chunks that were played meanwhile."""


def until_shown(table: Table) -> Shown:
    """Record a deal and wait until a standing covers it, or until too many chunks were played."""
    began, before = time.monotonic(), chunks_done()
    play(table)
    wanted = Event.objects.get(pk=table.round.event_id).version

    def shown() -> bool:
        newest = Standing.objects.filter(event=table.round.event_id).aggregate(newest=Max("version"))[
            "newest"
        ]
        return (newest or 0) >= wanted or chunks_done() - before > MOST

    wait_until(shown)
    return Shown(time.monotonic() - began, chunks_done() - before)


def measured(table: Table) -> Shown:
    """Return the medians of several deals."""
    times = [until_shown(table) for _ in range(DEALS)]
    return Shown(median(shown.seconds for shown in times), int(median(shown.chunks for shown in times)))


def chunks_done() -> int:
    """Return the number of chunks that all simulations have finished."""
    done: int = Simulation.objects.aggregate(done=Sum("chunks_done", default=0))["done"]
    return done


def flood() -> None:
    """Send thousands of chunks at once."""
    seats = ["cautious", "bold", "cautious", "bold"]
    spec = spec_of(rules={"preset": "pagat"}, seats=seats, deals=100_000_000, deals_each=1, seed=1)
    simulation = start_simulation(None, COMMAND, spec)
    assert simulation.chunks_planned >= FLOOD
    chunks._send(simulation.pk, range(simulation.chunks_planned))
    wait_until(lambda: chunks_done() > 0)


def waiting(service: Service, queue: str) -> int:
    broker: redis.Redis = service.broker
    length: Any = broker.llen(queue)
    return int(length)


def test_standings_are_as_fast_while_thousands_of_chunks_wait(
    service: Service, figure: Callable[[str], None]
) -> None:
    table = a_table(4, deals_per_round=100)
    with service.celery(*words("worker")), service.celery(*words("simulator"), PLAYERS):
        until_shown(table)
        idle = measured(table)
        flood()
        busy = measured(table)
        figure(
            f"A standing beside {FLOOD} chunks that wait, in queues apart: shown after "
            f"{busy.seconds / idle.seconds:.1f} times as long as without them, and {busy.chunks} of them"
        )
        assert waiting(service, "simulations") > FLOOD // 4, "the flood was over too soon to be measured"
        assert busy.chunks < MOST


def test_control_with_one_queue_standings_wait_for_all_chunks(
    service: Service, monkeypatch: pytest.MonkeyPatch, figure: Callable[[str], None]
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
    with service.celery("worker", "--queues=default", PLAYERS):
        until_shown(table)
        idle = measured(table)
        flood()
        busy = until_shown(table)
        figure(
            f"A standing behind {FLOOD} chunks, in one queue: not shown after "
            f"{busy.seconds / idle.seconds:.0f} times as long as without them, and {busy.chunks} of them"
        )
        assert busy.chunks > MOST
        assert waiting(service, "default") > FLOOD // 4, "the flood was over too soon to be measured"
