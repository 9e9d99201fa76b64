"""What every test may lean on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from unittest.mock import patch

import django.db.backends.sqlite3.base  # noqa: F401 - before its operations, which import it in a circle
import pytest
from django.core.management import call_command
from django.db import transaction
from django.db.backends.postgresql.operations import DatabaseOperations as PostgresOperations
from django.db.backends.sqlite3.operations import DatabaseOperations
from django.test import override_settings
from hypothesis import HealthCheck, settings

# A fault that chance finds would be told to whoever lands something else: without POCH_SOAK the examples are
# the same in every run. And none is too slow on a machine that is busy with other work.
settings.register_profile(
    "house",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not os.environ.get("POCH_SOAK"),
)
settings.load_profile("house")


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Argon2 is slow on purpose; a test that signs in forty people need not be."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """What takes long on a busy machine is waited for: a count in Redis, a receiver's answer.

    Tests of how long that is set what they need.
    """
    with (
        patch("api.counting.REDIS_TIMEOUT", 60.0),
        patch("tournaments.services.webhooks.sending.PATIENCE", 60.0),
        patch("tournaments.services.webhooks.sending.CONNECT_PATIENCE", 60.0),
    ):
        yield


@pytest.fixture(scope="session", autouse=True)
def recorded_refusals() -> Iterator[None]:
    """With POCH_RECORD, what is refused in any test becomes an example: see `tests.api.recorder`."""
    if not os.environ.get("POCH_RECORD"):
        yield
        return
    from tests.api.recorder import keeping_what_is_raised

    with keeping_what_is_raised():
        yield


@pytest.fixture(scope="session")
def collected_static() -> None:
    """The static files as they are served in earnest: collected, with hashed names."""
    call_command("collectstatic", "--noinput", "--verbosity=0")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Pages name their static files by hash, so tests that ask for pages need them collected."""
    for item in items:
        if isinstance(item, pytest.Function) and {"client", "live_server"} & set(item.fixturenames):
            item.fixturenames.insert(0, "collected_static")


@pytest.fixture(scope="session", autouse=True)
def flush_past_triggers() -> Iterator[None]:
    """Between tests with transactions the append-only tables are emptied too.

    The triggers that refuse it stand aside for as long: in PostgreSQL as for a replica, in SQLite dropped.
    """
    flush = DatabaseOperations.execute_sql_flush

    def without_triggers(operations: DatabaseOperations, statements: list[str]) -> None:
        with operations.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
            for name, _sql in triggers:
                cursor.execute(f'DROP TRIGGER "{name}"')
            flush(operations, statements)
            for _name, sql in triggers:
                cursor.execute(sql)

    truncate = PostgresOperations.execute_sql_flush

    def as_replica(operations: PostgresOperations, statements: list[str]) -> None:
        with transaction.atomic(using=operations.connection.alias), operations.connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            truncate(operations, statements)

    with (
        patch.object(DatabaseOperations, "execute_sql_flush", without_triggers),
        patch.object(PostgresOperations, "execute_sql_flush", as_replica),
    ):
        yield


@pytest.fixture(scope="session")
def compiled_core() -> None:
    """The core is compiled, where that has to be, before a test's transaction waits for it."""
    from tournaments.services.simulations.chunks import get_ready

    get_ready()
