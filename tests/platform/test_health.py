"""/healthz says whether this process is alive, /readyz whether the service does its work."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from pochleague import health
from tournaments import tasks
from tournaments.models import CheckMark, OutboxTask

NAMES = ["write", "migrations", "tasks", "beat", "disk", "records"]


def test_a_live_process_answers_without_the_database(client: Client) -> None:
    """Without the mark `django_db`, a query fails the test."""
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
class TestReady:
    @pytest.fixture(autouse=True)
    def swept(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        """The beat has been seen, and no earlier test has looked at the migrations."""
        monkeypatch.setattr(health, "_migrated", threading.Event())
        monkeypatch.setattr(health, "FRESH", 0.0)
        tasks.sweep_outbox()
        yield
        cache.clear()

    def failed(self, client: Client) -> dict[str, str]:
        """Return the sentences of the failed checks. The status says whether there is one."""
        answer = client.get("/readyz")
        checks: dict[str, dict[str, Any]] = answer.json()["checks"]
        failed = {name: check["detail"] for name, check in checks.items() if not check["ok"]}
        assert answer.status_code == (503 if failed else 200)
        assert answer.json()["status"] == ("unavailable" if failed else "ok")
        assert all(check["detail"].endswith(".") for check in checks.values())
        return failed

    def test_it_is_200_when_all_is_well_and_leaves_nothing_behind(self, client: Client) -> None:
        assert self.failed(client) == {}
        assert list(client.get("/readyz").json()["checks"]) == NAMES
        assert not OutboxTask.objects.exists()
        assert "no-store" in client.get("/readyz")["Cache-Control"]

    def test_a_database_that_stores_nothing_is_503_although_the_process_lives(self, client: Client) -> None:
        is_sqlite = connection.vendor == "sqlite"
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = ON" if is_sqlite else "SET TRANSACTION READ ONLY")
        try:
            assert self.failed(client) == {"write": "The database refuses this. The log says why."}
            assert client.get("/healthz").status_code == 200
        finally:
            if is_sqlite:
                with connection.cursor() as cursor:
                    cursor.execute("PRAGMA query_only = OFF")

    def test_a_missing_migration_is_503_until_it_is_done(self, client: Client) -> None:
        done = MigrationRecorder(connection).migration_qs.filter(app="tournaments").latest("id")
        name = done.name
        done.delete()
        assert "Missing migrations: 1." in self.failed(client)["migrations"]
        MigrationRecorder(connection).record_applied("tournaments", name)
        assert self.failed(client) == {}

    def test_a_task_that_waits_for_more_than_a_minute_is_503_and_has_a_name(self, client: Client) -> None:
        now = timezone.now()
        row = OutboxTask.objects.create(task="standings.refresh", not_before=now - timedelta(seconds=50))
        assert self.failed(client) == {}
        OutboxTask.objects.filter(pk=row.pk).update(not_before=now - timedelta(seconds=70))
        assert "standings.refresh" in self.failed(client)["tasks"]

    def test_a_beat_that_is_not_seen_is_503(self, client: Client) -> None:
        with time_machine.travel(timezone.now() + timedelta(seconds=31), tick=False):
            assert "31 s ago" in self.failed(client)["beat"]
        cache.clear()
        assert list(self.failed(client)) == ["beat"]

    def test_a_full_disk_of_sqlite_is_503(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=5 * 1024**2))
        failed = self.failed(client)
        if connection.vendor == "sqlite":
            assert "Only 5 MB are free" in failed["disk"]
        else:
            assert failed == {}

    def test_damage_that_the_periodic_check_has_found_is_503(self, client: Client) -> None:
        mark = CheckMark.objects.create(kind=CheckMark.Kind.RECENT, damage=[{"code": "balance_differs"}])
        assert "found damage: 1." in self.failed(client)["records"]
        mark.damage = []
        mark.save()
        assert self.failed(client) == {}
        since = datetime(2026, 7, 31, 19, 30, tzinfo=UTC)
        CheckMark.objects.create(kind=CheckMark.Kind.FULL, since=since)
        assert "Everything was checked after 2026-07-31 19:30 UTC." in health.check_records()

    def test_many_requests_write_no_more_than_once_a_second(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(health, "FRESH", 60.0)
        monkeypatch.setattr(health, "_latest", vars(health)["_Latest"]())
        assert self.failed(client) == {}
        with CaptureQueriesContext(connection) as counted:
            assert self.failed(client) == {}
        assert counted.captured_queries == []

    def test_while_a_check_waits_for_the_database_a_second_one_is_503_at_once(self, client: Client) -> None:
        with vars(health)["_busy"]:
            assert list(self.failed(client)) == ["write"]
        assert self.failed(client) == {}


def test_every_response_has_the_security_headers(client: Client) -> None:
    answer = client.get("/healthz")
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]
