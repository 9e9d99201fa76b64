"""What every test may lean on."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import django.db.backends.sqlite3.base  # noqa: F401 - before its operations, which import it in a circle
import pytest
from django.core.management import call_command
from django.db.backends.sqlite3.operations import DatabaseOperations
from django.test import override_settings


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Argon2 is slow on purpose; a test that signs in forty people need not be."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
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

    PostgreSQL's TRUNCATE passes by the triggers that refuse a DELETE; SQLite has none, so they stand aside.
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

    with patch.object(DatabaseOperations, "execute_sql_flush", without_triggers):
        yield
