"""What Prometheus can read, and at which address."""

from __future__ import annotations

import logging
import socket
import urllib.request
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connections
from django.http import HttpResponse
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from pochleague import metrics_listener
from pochleague.bridge import Application
from pochleague.metrics_of_work import Work
from tests.platform.processes import TIMEOUT, status, until
from tests.platform.test_bridge import Client, play
from tests.plugins.launch import free_port
from tests.process.web import prepare
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


def test_an_address_in_use_is_an_error_in_the_log_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, caplog.at_level(logging.ERROR):
        address = ("127.0.0.1", other.getsockname()[1])
        monkeypatch.setattr("django.conf.settings.METRICS", address)
        metrics_listener.listen(has_children=False, has_sweep=False)
    assert f"There are no metrics at 127.0.0.1:{address[1]} (POCH_METRICS)" in caplog.text
