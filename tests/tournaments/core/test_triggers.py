"""The triggers that the migrations install are those that the code declares."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection

from tournaments.core.triggers import statements

pytestmark = pytest.mark.both

INSTALLED = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": """
        SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL
        SELECT proname || '()', pg_get_functiondef(oid) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace""",
}
"""Queries for the name and the definition of each trigger, and of each function that triggers call."""


def installed() -> dict[str, str]:
    """The definitions of all triggers and functions in the database, without regard to white space."""
    with connection.cursor() as cursor:
        cursor.execute(INSTALLED[connection.vendor])
        return {name: " ".join(definition.split()) for name, definition in cursor.fetchall()}


def drop_all() -> None:
    with connection.cursor() as cursor:
        for name in installed():
            if connection.vendor == "sqlite":
                cursor.execute(f"DROP TRIGGER {name}")
            elif name.endswith("()"):
                cursor.execute(f"DROP FUNCTION {name} CASCADE")


@pytest.mark.django_db
def test_the_migrations_install_the_triggers_that_the_code_declares() -> None:
    """A change of a declared trigger needs a migration: see `tournaments/core/triggers`."""
    migrated = installed()
    drop_all()
    assert installed() == {}
    with connection.cursor() as cursor:
        for statement in statements(connection.vendor):
            cursor.execute(statement)
    assert migrated == installed()


@pytest.mark.django_db(transaction=True)
def test_the_migrations_can_be_undone_and_applied_again() -> None:
    migrated = installed()
    try:
        call_command("migrate", "tournaments", "zero", verbosity=0)
        assert installed() == {}
        tables = connection.introspection.table_names()
        assert [table for table in tables if table.startswith("tournaments_")] == []
    finally:
        call_command("migrate", verbosity=0)
    assert installed() == migrated
