"""Migrations expand first and contract later: the version before works with the new schema for a while.

A migration whose name begins with `contract_` may remove and rename. It belongs into the version after the
one that has stopped using what it removes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models import Field

CLEAN_START = "0003_audit_chains"
"""The migrations up to this one make the first schema."""

CONTRACTING = (
    migrations.RemoveField,
    migrations.DeleteModel,
    migrations.RenameField,
    migrations.RenameModel,
    migrations.AlterModelTable,
)


def breaks_the_version_before(operation: Operation, before: Field[Any, Any] | None = None) -> bool:
    """Return whether a program that does not know of this operation would fail after it.

    before: the field that the operation alters.
    """
    if isinstance(operation, CONTRACTING):
        return True
    if isinstance(operation, migrations.AddField):
        # It inserts rows without the new column.
        return not (operation.field.null or operation.field.has_db_default() or operation.field.many_to_many)
    if isinstance(operation, migrations.AlterField) and before is not None:
        after = operation.field
        is_shorter = (after.max_length or 0) < (before.max_length or 0)
        is_another = after.get_internal_type() != before.get_internal_type()
        return is_another or is_shorter or (before.null and not after.null)
    return False


def later_operations() -> Iterator[tuple[str, Operation, Field[Any, Any] | None]]:
    """The operations after the clean start: their migration, and the field before if one is altered.

    Those of migrations that contract are left out.
    """
    loader = MigrationLoader(None)
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if app == "tournaments" and name > CLEAN_START and "_contract_" not in name:
            state = loader.project_state(migration.dependencies)
            for operation in migration.operations:
                before = None
                if isinstance(operation, migrations.AlterField):
                    before = state.models[app, operation.model_name_lower].fields[operation.name]
                yield name, operation, before
                operation.state_forwards(app, state)


def test_migrations_expand() -> None:
    found = [
        f"{name}: {operation.describe()}"
        for name, operation, before in later_operations()
        if breaks_the_version_before(operation, before)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("operation", "breaks"),
    [
        (migrations.AddField("deal", "note", models.TextField(default="")), True),
        (migrations.AddField("deal", "note", models.TextField(db_default="")), False),
        (migrations.AddField("deal", "note", models.TextField(null=True)), False),
        (migrations.RemoveField("deal", "seed"), True),
        (migrations.RenameField("deal", "seed", "start"), True),
        (migrations.AlterField("deal", "seed", models.IntegerField()), True),
        (migrations.AlterField("deal", "seed", models.CharField(max_length=10, null=True)), True),
        (migrations.AlterField("deal", "seed", models.CharField(max_length=20)), True),
        (migrations.AlterField("deal", "seed", models.CharField(max_length=30, null=True)), False),
        (migrations.DeleteModel("deal"), True),
        (migrations.CreateModel("thing", []), False),
        (migrations.AddIndex("deal", models.Index(fields=["seed"], name="by_seed")), False),
    ],
)
def test_what_the_version_before_survives(operation: Operation, breaks: bool) -> None:
    before = models.CharField(max_length=20, null=True)
    assert breaks_the_version_before(operation, before) is breaks
