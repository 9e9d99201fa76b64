"""Copy everything from one database to another, SQLite or PostgreSQL either way, row for row.

The copy goes through the constraints of the database it is made in, not around them: accounts open empty
and get their balances from the transfers, and seat results have to equal their deal's transfers. What has
arrived has thereby been checked to the chip; at the end every table is compared with its original.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connections, models, transaction
from django.db.models.sql import InsertQuery
from django.db.utils import load_backend

from pochleague import environment

Model = type[models.Model]

KEPT_BY_TRIGGERS = {"tournaments.Account": {"balance": 0}}
"""What a row begins with where triggers refuse anything else: transfers move the balances."""

PARTS = ("Transfer", "SeatResult", "Payout", "Showdown")
AFTER = {"tournaments.Deal": [f"tournaments.{part}" for part in PARTS]}
"""Which rows come first, against their foreign keys (checked at the commit): a deal's row seals its parts."""

MADE_BY_MIGRATE = ("auth.Permission", "contenttypes.ContentType")
"""Rows that `migrate` makes, so that an empty database has them too."""

_AT_ONCE = 500


class CopyError(RuntimeError):
    """The copy was not made, or is not what it should be; the target keeps nothing of it."""


@contextmanager
def database(alias: str, config: dict[str, Any]) -> Iterator[str]:
    """Reach a further database under this alias while the block runs; `config` as environment.py makes it."""
    full = {**connections.settings[DEFAULT_DB_ALIAS], **config, "CONN_MAX_AGE": 0}
    connections[alias] = load_backend(full["ENGINE"]).DatabaseWrapper(full, alias)
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]


def sqlite_file(alias: str, path: Path) -> AbstractContextManager[str]:
    """Reach the SQLite database of a file."""
    return database(alias, environment.sqlite(path))


def migrate(alias: str) -> None:
    """Bring a database's schema up to this version of the program."""
    call_command("migrate", database=alias, interactive=False, verbosity=0)


def is_empty(alias: str) -> bool:
    """Whether a database holds nothing but what `migrate` itself puts there, if that."""
    connection = connections[alias]
    own = {apps.get_model(label)._meta.db_table for label in MADE_BY_MIGRATE} | {"django_migrations"}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table not in own:
                cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")  # noqa: S608
                if cursor.fetchone():
                    return False
    return True


def copy(source: str, target: str) -> dict[str, int]:
    """Copy every row from the database `source` to the empty database `target`; both are migrated.

    Returns the number of rows of each table. All or nothing: raises CopyError when the target is not
    empty or when what arrived differs, and the database's own IntegrityError when a row breaks a rule.
    """
    if not is_empty(target):
        raise CopyError("The database to copy to is not empty.")
    order = all_models()
    with snapshot(source), transaction.atomic(using=target):
        for label in MADE_BY_MIGRATE:
            apps.get_model(label)._base_manager.using(target).all()._raw_delete(target)
        for model in order:
            _copy_table(model, source, target)
        _continue_sequences(order, target)
        return {model._meta.label: _compare_table(model, source, target) for model in order}


@contextmanager
def snapshot(alias: str) -> Iterator[None]:
    """See one state of the database while the block runs, whatever others write meanwhile."""
    with transaction.atomic(using=alias):
        connection = connections[alias]
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                cursor.execute("SET LOCAL statement_timeout = 0")
        yield


def all_models() -> list[Model]:
    """Every table, each after those that its rows lean on."""
    found = apps.get_models(include_auto_created=True)
    order: dict[Model, None] = {}
    for model in found:
        if model._meta.managed and not model._meta.proxy:
            _place(model, order, under_way=set())
    return list(order)


def _place(model: Model, order: dict[Model, None], under_way: set[Model]) -> None:
    if model in order or model in under_way:
        return
    under_way.add(model)
    needed = [field.related_model for field in model._meta.local_fields if field.is_relation]
    needed += [apps.get_model(label) for label in AFTER.get(model._meta.label, [])]
    for other in needed:
        if isinstance(other, type) and other is not model:
            _place(other, order, under_way)
    order[model] = None


def _copy_table(model: Model, source: str, target: str) -> None:
    fields = [field for field in model._meta.local_concrete_fields if not field.generated]
    fresh = KEPT_BY_TRIGGERS.get(model._meta.label, {})
    rows = model._base_manager.using(source).order_by("pk").iterator(_AT_ONCE)
    size = connections[target].ops.bulk_batch_size(fields, [None] * _AT_ONCE)
    for batch in _batches(rows, size):
        for row in batch:
            for name, value in fresh.items():
                setattr(row, name, value)
        # Raw: times that the model would set by itself are copied too.
        query = InsertQuery(model)
        query.insert_values(fields, batch, raw=True)
        query.get_compiler(using=target).execute_sql()


def _batches(rows: Iterable[models.Model], size: int) -> Iterator[list[models.Model]]:
    stream = iter(rows)
    while batch := list(islice(stream, size)):
        yield batch


def _continue_sequences(order: list[Model], target: str) -> None:
    """Let counted ids go on behind the copied ones."""
    connection = connections[target]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), order):
            cursor.execute(statement)


def _compare_table(model: Model, source: str, target: str) -> int:
    there, here = fingerprint(model, source), fingerprint(model, target)
    if there != here:
        raise CopyError(f"{model._meta.label} did not arrive as it was: {there[0]} rows became {here[0]}.")
    return here[0]


def fingerprint(model: Model, alias: str) -> tuple[int, int]:
    """The number of a table's rows, and a sum of their digests that does not depend on their order."""
    names = [field.attname for field in model._meta.local_concrete_fields]
    rows = model._base_manager.using(alias).order_by().values_list(*names)
    count = total = 0
    for row in rows.iterator(_AT_ONCE):
        count += 1
        total += _digest(row)
    return count, total % 2**256


def _digest(row: tuple[Any, ...]) -> int:
    text = json.dumps(row, sort_keys=True, default=str)
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
