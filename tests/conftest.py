"""Fixtures for all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.apps import apps
from django.conf import settings as django_settings
from django.core.management import call_command
from django.db import connection, transaction
from django.test import TransactionTestCase, override_settings
from django.utils import translation
from hypothesis import HealthCheck, settings
from pytest_django.live_server_helper import LiveServer

# Without POCH_SOAK the examples are the same in every run, so that a change fails only by its own errors.
# There is no deadline, since the machine can be busy.
settings.register_profile(
    "tests",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not os.environ.get("POCH_SOAK"),
)
settings.load_profile("tests")


@pytest.fixture(scope="session", autouse=True)
def quick_settings() -> Iterator[None]:
    """Replace Argon2, which is slow on purpose, and do not let each new client read all static files."""
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(PASSWORD_HASHERS=hashers, WHITENOISE_AUTOREFRESH=True):
        yield


@pytest.fixture(scope="session")
def live_server(live_server: LiveServer) -> Iterator[LiveServer]:
    """Serve the site at an address that it knows."""
    with override_settings(ORIGINS=[*django_settings.ORIGINS, live_server.url]):
        yield live_server


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Begin each test in English, whatever language a test before has left in this thread."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="session", autouse=True)
def long_timeouts() -> Iterator[None]:
    """Wait longer for Redis and for receivers of webhooks, since the machine can be busy.

    Tests of these timeouts set their own.
    """
    with (
        patch("api.throttles.REDIS_TIMEOUT", 60.0),
        patch("tournaments.programs.webhooks.sending.TIMEOUT", 60.0),
        patch("tournaments.programs.webhooks.sending.CONNECT_TIMEOUT", 60.0),
    ):
        yield


@pytest.fixture(scope="session", autouse=True)
def fresh_pages() -> Iterator[None]:
    """Make a page again after each change, because tests look at a page right after a change.

    The tests of kept pages set their own times.
    """
    with (
        patch("tournaments.events.verbs.marks.FRESH_FOR", 0.0),
        patch("tournaments.core.kept.REST", 0),
    ):
        yield


@pytest.fixture(scope="session", autouse=True)
def short_searches() -> Iterator[None]:
    """Let draws search for a moment only. The tests of the seating search as long as clubs do."""
    with patch("tournaments.draw.verbs.brief.MOVES", 20_000):
        yield


@pytest.fixture(scope="session")
def collected_static() -> None:
    """Collect the static files, with hashed names."""
    call_command("collectstatic", "--noinput", "--verbosity=0")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Collect static files for tests that request pages, since pages refer to them by their hashed names."""
    for item in items:
        if isinstance(item, pytest.Function) and {"client", "live_server"} & set(item.fixturenames):
            item.fixturenames.insert(0, "collected_static")


@pytest.fixture(scope="session", autouse=True)
def quick_flush() -> Iterator[None]:
    """After a test with transactions, delete its rows, also those of append-only tables.

    Django would truncate 80 tables in ten times the time, and make the rows of `migrate` again.
    """
    with patch.object(TransactionTestCase, "_fixture_teardown", lambda _case: delete_all_rows()):
        yield


def delete_all_rows() -> None:
    """Delete all rows but those of `migrate`, past the triggers."""
    from pochleague.portable import MADE_BY_MIGRATE

    kept = {apps.get_model(label)._meta.db_table for label in MADE_BY_MIGRATE}
    names = set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - kept
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")  # no triggers, no foreign keys
            cursor.execute("".join(f'DELETE FROM "{name}";' for name in names))
            return
        cursor.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '% DELETE ON %'"
        )
        triggers = cursor.fetchall()
        for name, _sql in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        for name in names:
            cursor.execute(f'DELETE FROM "{name}"')
        for _name, sql in triggers:
            cursor.execute(sql)


@pytest.fixture(scope="session")
def compiled_core() -> None:
    """Compile the core before a transaction waits for it."""
    from tournaments.simulations.verbs.chunks import warm_up

    warm_up()
