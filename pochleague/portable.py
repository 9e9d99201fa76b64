"""Copy all rows from one database to another. Each can be SQLite or PostgreSQL.

The constraints and triggers of the target check every row: accounts start empty and get their balances from
the transfers, and seat results must equal the transfers of their deal. At the end every table is compared
with its source.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connections, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import load_backend

from pochleague import environment

Model = type[models.Model]

EMPTY_LOG = {"log_length": 0, "log_head": ""}

KEPT_BY_TRIGGERS: dict[str, dict[str, Any]] = {
    "tournaments.Account": {"balance": 0},
    "tournaments.Club": EMPTY_LOG,
    "tournaments.Event": EMPTY_LOG,
}
"""The first values of fields that only triggers may change: transfers change the balances, and entries of the
audit log change the length and the head of their log."""

PARTS = ("Transfer", "SeatResult", "Payout", "Showdown")
AFTER = {"tournaments.Deal": ["tournaments.Occupant", *(f"tournaments.{part}" for part in PARTS)]}
"""Tables that are copied before another one: the row of a deal seals its parts, for the seats that play it.

The parts refer to the deal. Their foreign keys are checked at COMMIT."""

MADE_BY_MIGRATE = ("auth.Permission", "contenttypes.ContentType")
"""Tables that `migrate` fills, so an empty database has rows in them."""

NOT_COPIED = ("tournaments.Session",)
"""Tables that stay empty in the target: the key of a session opens the site."""

_PARAMETERS = 30_000
"""The most values in one statement. SQLite takes 32,766."""

_READ = 2_000
"""Rows that are read at once."""


class CopyError(RuntimeError):
    """The copy failed or differs from its source. The target is unchanged."""


@contextmanager
def database(alias: str, config: dict[str, Any]) -> Iterator[str]:
    """Connect to another database under this alias. `config` comes from environment.py."""
    full = {**connections.settings[DEFAULT_DB_ALIAS], **config, "CONN_MAX_AGE": 0}
    connections[alias] = load_backend(full["ENGINE"]).DatabaseWrapper(full, alias)
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]


def sqlite_file(alias: str, path: Path) -> AbstractContextManager[str]:
    """Connect to the SQLite database in a file."""
    return database(alias, environment.sqlite(path))


@contextmanager
def as_default(alias: str) -> Iterator[None]:
    """Let all code use this database instead of the default one while the block runs (in this thread)."""
    default = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[alias]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = default


def migrate(alias: str) -> None:
    """Migrate a database to this version of the program."""
    call_command("migrate", database=alias, interactive=False, verbosity=0)


def unknown_migrations(alias: str) -> set[tuple[str, str]]:
    """Return the migrations of a database that this version of the program does not have.

    Apps that this version no longer has are left out: an older version has made their tables.
    """
    applied = MigrationRecorder(connections[alias]).applied_migrations().keys()
    loader = MigrationLoader(None)
    return {
        (app, name) for app, name in applied - loader.disk_migrations.keys() if app in loader.migrated_apps
    }


def is_empty(alias: str) -> bool:
    """Return whether a database holds only the rows of `migrate`, or none."""
    connection = connections[alias]
    own = {apps.get_model(label)._meta.db_table for label in MADE_BY_MIGRATE} | {"django_migrations"}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table not in own:
                cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608
                if cursor.fetchone():
                    return False
    return True


def copy(source: str, target: str, *, checked: bool = True) -> dict[str, int]:
    """Copy every row from `source` to the empty database `target`. Both are migrated.

    checked: the triggers of `target` check the rows. A backup, which is SQLite, does without: they check its
    rows when it is restored, and they take half of the time.

    Return the number of rows of each table. Raises CopyError if the target is not empty or differs at the
    end, and IntegrityError if a row breaks a constraint. Then the target is unchanged.
    """
    if not is_empty(target):
        raise CopyError("The database to copy to is not empty.")
    order = all_models()
    first = KEPT_BY_TRIGGERS if checked else {}
    triggers = nullcontext() if checked else without_triggers(target)
    with snapshot(source), transaction.atomic(using=target), triggers:
        for label in MADE_BY_MIGRATE:
            apps.get_model(label)._base_manager.using(target).all().delete()
        copied = {model: _copy_table(model, source, target, first) for model in order}
        _continue_sequences(order, target)
        for model, before in copied.items():
            _compare(model, before, fingerprint(model, target))
        return {model._meta.label: count for model, (count, _digests) in copied.items()}


@contextmanager
def without_triggers(alias: str) -> Iterator[None]:
    """Let a SQLite database have no triggers while the block runs."""
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _sql in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        yield
        for _name, sql in triggers:
            cursor.execute(sql)


@contextmanager
def snapshot(alias: str) -> Iterator[None]:
    """Read one state of the database while the block runs, although others write."""
    with transaction.atomic(using=alias):
        connection = connections[alias]
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                cursor.execute("SET LOCAL statement_timeout = 0")
        yield


def all_models() -> list[Model]:
    """Return every model that is copied, each after the models that its rows refer to."""
    order: dict[Model, None] = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy:
            _place(model, order, visited=set())
    return [model for model in order if model._meta.label not in NOT_COPIED]


def _place(model: Model, order: dict[Model, None], visited: set[Model]) -> None:
    if model in order or model in visited:
        return
    visited.add(model)
    needed = [field.related_model for field in model._meta.local_fields if field.is_relation]
    needed += [apps.get_model(label) for label in AFTER.get(model._meta.label, [])]
    for other in needed:
        if isinstance(other, type) and other is not model:
            _place(other, order, visited)
    order[model] = None


def _copy_table(
    model: Model, source: str, target: str, first: Mapping[str, Mapping[str, Any]]
) -> tuple[int, int]:
    """Copy the rows of a table, which are read once. Return their fingerprint."""
    values, names = first.get(model._meta.label, {}), columns(model)
    count = total = 0
    for batch in batches(model._base_manager.using(source).order_by("pk"), names):
        count += len(batch)
        total += sum(map(digest, batch))
        empty = [tuple(map(values.get, names, row)) for row in batch] if values else batch
        insert(model, names, empty, target)
    return count, total % 2**256


def columns(model: Model) -> list[str]:
    """The names of the columns of a table, as attributes of its model."""
    return [field.attname for field in model._meta.local_concrete_fields if not field.generated]


def insert(model: Model, names: Sequence[str], rows: Sequence[tuple[Any, ...]], target: str) -> list[Any]:
    """Insert rows with exactly these values (`bulk_create` would set `auto_now` columns itself).

    Return their ids in the order of the rows, if the database gives them.
    """
    connection = connections[target]
    quoted = connection.ops.quote_name
    fields = [field for field in model._meta.local_concrete_fields if field.attname in names]
    listed = ", ".join(quoted(str(field.column)) for field in fields)
    places = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * len(rows))
    prepare = [field.get_db_prep_save for field in fields]
    values = [change(value, connection) for row in rows for change, value in zip(prepare, row, strict=True)]
    numbered = model._meta.pk.attname not in names
    returning = f" RETURNING {quoted(str(model._meta.pk.column))}" if numbered else ""
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {quoted(model._meta.db_table)} ({listed}) VALUES {places}{returning}",  # noqa: S608
            values,
        )
        return sorted(pk for (pk,) in cursor.fetchall()) if numbered else []


def batches(rows: models.QuerySet[Any], names: Sequence[str]) -> Iterator[list[tuple[Any, ...]]]:
    """The values of rows, as many as one statement inserts."""
    stream = rows.values_list(*names).iterator(_READ)
    while batch := list(islice(stream, _PARAMETERS // len(names))):
        yield batch


def _continue_sequences(order: list[Model], target: str) -> None:
    """Continue automatic ids after the copied ones."""
    connection = connections[target]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), order):
            cursor.execute(statement)


def _compare(model: Model, before: tuple[int, int], after: tuple[int, int]) -> None:
    if before != after:
        raise CopyError(f"{model._meta.label} differs after the copy: {before[0]} rows became {after[0]}.")


def fingerprint(model: Model, alias: str) -> tuple[int, int]:
    """Return the number of rows and the sum of their digests, which ignores the order of rows."""
    count = total = 0
    for batch in batches(model._base_manager.using(alias).order_by(), columns(model)):
        count += len(batch)
        total += sum(map(digest, batch))
    return count, total % 2**256


def _as_text(value: Any) -> str:
    # Databases return bytes as different objects.
    return bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)


_ENCODER = json.JSONEncoder(sort_keys=True, default=_as_text)


def digest(row: tuple[Any, ...]) -> int:
    """The digest of the values of a row as a number, to be summed."""
    return int.from_bytes(hashlib.sha256(_ENCODER.encode(row).encode()).digest(), "big")
