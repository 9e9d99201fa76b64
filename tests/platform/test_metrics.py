"""What Prometheus can read, and at which address."""

from __future__ import annotations

import logging
import signal
import socket
import urllib.request
from datetime import timedelta
from pathlib import Path

import pytest
from celery import shared_task
from django.core.cache import cache
from django.db import OperationalError, connections
from django.http import HttpResponse
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from pochleague import metrics_listener
from pochleague.bridge import Application
from pochleague.metrics_of_work import Work
from tests.platform.processes import PYTHON, TIMEOUT, check_semaphores, running, status, until
from tests.platform.test_bridge import Client, play
from tests.plugins.launch import free_port
from tests.process.web import EventSource, prepare
from tournaments.core import outbox
from tournaments.core.watchdog import note_beat
from tournaments.models import CheckMark, OutboxTask


def value(name: str, **labels: str) -> float:
    """Return a value of this process; 0 if there is none."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_a_request_counts_for_its_lane_and_status() -> None:
    names = ["poch_request_seconds_count", "poch_request_seconds_sum"]

    async def scene(application: Application) -> None:
        await Client(None, "PUT").ask(application)

    before = [value(name, lane="write", status="409") for name in names]
    play(lambda _environ: HttpResponse(status=409), scene)
    count, seconds = [value(name, lane="write", status="409") for name in names]
    assert count == before[0] + 1
    assert seconds > before[1]


def test_a_task_counts_with_its_state() -> None:
    @shared_task(name="tests.counted_failure")
    def fails() -> None:
        raise ValueError

    @shared_task(name="tests.counted_success")
    def works() -> None:
        pass

    fails.apply()
    works.apply()
    name = "poch_task_seconds_count"
    assert value(name, task="tests.counted_failure", state="FAILURE") == 1
    assert value(name, task="tests.counted_success", state="SUCCESS") == 1


@pytest.mark.django_db
class TestWork:
    @pytest.fixture(autouse=True)
    def _keep_connection(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The connection of this test stays open. The cache is empty afterwards."""
        monkeypatch.setattr(connections, "close_all", lambda: None)
        cache.clear()

    def values(self) -> dict[str, float]:
        registry = CollectorRegistry()
        registry.register(Work())
        return {
            sample.name + "".join(sample.labels.values()): sample.value
            for family in registry.collect()
            for sample in family.samples
        }

    def test_nothing_to_do(self) -> None:
        assert self.values() == {"poch_oldest_due_seconds": 0, "poch_failing_tasks": 0, "poch_damage": 0}

    def test_due_and_failing_rows_the_last_sweep_and_damage(self) -> None:
        now = timezone.now()
        for seconds, attempts in ((-90, 0), (-5, 0), (60, 2)):
            due = now + timedelta(seconds=seconds)
            OutboxTask.objects.create(task="standings.refresh", not_before=due, attempts=attempts)
        CheckMark.objects.create(kind=CheckMark.Kind.RECENT, damage=[{}, {}])
        CheckMark.objects.create(kind=CheckMark.Kind.FULL, since=now - timedelta(days=2))
        note_beat()
        values = self.values()
        assert 90 <= values.pop("poch_oldest_due_seconds") < 90 + TIMEOUT
        assert 0 <= values.pop("poch_sweep_age_seconds") < TIMEOUT
        assert 0 <= values.pop("poch_check_age_seconds") - timedelta(days=2).total_seconds() < TIMEOUT
        assert values == {"poch_due_tasksstandings.refresh": 2, "poch_failing_tasks": 1, "poch_damage": 2}

    def test_without_the_database_the_log_says_why_something_is_missing(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail() -> None:
            raise OperationalError

        monkeypatch.setattr(outbox, "due_by_task", fail)
        assert self.values() == {}
        assert "The metrics are not complete" in caplog.text


def test_an_address_in_use_is_an_error_in_the_log_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, caplog.at_level(logging.ERROR):
        address = ("127.0.0.1", other.getsockname()[1])
        monkeypatch.setattr("django.conf.settings.METRICS", address)
        metrics_listener.listen(has_children=False, has_sweep=False)
    assert f"There are no metrics at 127.0.0.1:{address[1]} (POCH_METRICS)" in caplog.text


def scrape(port: int) -> dict[str, float]:
    """Return the sum of each metric at this port over its labels; nothing if nobody listens."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=TIMEOUT) as answer:
            text = answer.read().decode()
    except OSError:
        return {}
    totals: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            totals[sample.name] = totals.get(sample.name, 0.0) + sample.value
    return totals


@pytest.mark.process
@pytest.mark.nightly
def test_one_process_offers_requests_tasks_and_work_beside_its_site(tmp_path: Path) -> None:
    site, port = prepare("", tmp_path), free_port()
    site.environ["POCH_METRICS"] = f"127.0.0.1:{port}"
    with site.one_process():
        assert site.record(1) == 201
        until(lambda: scrape(port).get("poch_task_seconds_count", 0) > 0)
        # The first task may be done before the first sweep.
        until(lambda: "poch_sweep_age_seconds" in scrape(port))
        values = scrape(port)
        assert values["poch_request_seconds_count"] == 1
        assert {"poch_streams", "poch_oldest_due_seconds"} <= values.keys()
        assert status(f"http://localhost:{site.port}/metrics") == 404


@pytest.mark.process
@pytest.mark.nightly
def test_the_web_server_adds_up_its_children_and_forgets_the_streams_of_a_dead_one(
    migrated_url: str, redis_apart: str, tmp_path: Path
) -> None:
    site, port = prepare(migrated_url, tmp_path), free_port()
    site.environ |= {"REDIS_URL": redis_apart, "POCH_METRICS": f"127.0.0.1:{port}"}
    with site.server("--workers=2") as server:
        for _ in range(20):
            assert status(f"http://127.0.0.1:{site.port}/healthz", host=site.host) == 200
        assert scrape(port)["poch_request_seconds_count"] == 20
        reader = EventSource(site)
        until(lambda: scrape(port)["poch_streams"] == 1)
        server.kill_children()
        until(lambda: scrape(port)["poch_streams"] == 0)
        assert scrape(port)["poch_request_seconds_count"] == 21
        reader.close()


@pytest.mark.process
@pytest.mark.nightly
def test_a_worker_offers_its_tasks_and_the_work_of_all(
    migrated_url: str, redis_apart: str, tmp_path: Path
) -> None:
    check_semaphores()
    site, port = prepare(migrated_url, tmp_path), free_port()
    environ = {**site.environ, "REDIS_URL": redis_apart, "POCH_METRICS": f"127.0.0.1:{port}"}
    celery: list[Path | str] = [PYTHON.parent / "celery", "--app=pochleague"]
    worker = [*celery, "worker", "--concurrency=1", "--queues=default,standings"]
    beat = [*celery, "beat", f"--schedule={tmp_path / 'schedule'}", "--pidfile="]
    with (
        running(*worker, output=tmp_path / "worker", environ=environ) as program,
        running(*beat, output=tmp_path / "beat", environ=environ),
    ):
        until(lambda: scrape(port).get("poch_task_seconds_count", 0) > 0)
        # The first task may be done before the first sweep.
        until(lambda: "poch_sweep_age_seconds" in scrape(port))
        assert "poch_oldest_due_seconds" in scrape(port)
        assert program.stop(signal.SIGTERM) == 0
