"""Copy all rows from one database to another. Each can be SQLite or PostgreSQL.

The constraints and triggers of the target check every row: accounts start empty and get their balances from
the transfers, and seat results must equal the transfers of their deal. At the end every table is compared
with its source.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import islice
from operator import itemgetter
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
from tournaments.programs.fsck.run import snapshot

Model = type[models.Model]
Rows = models.QuerySet[Any]
Change = Callable[[dict[str, Any]], dict[str, Any]]
Numbers = dict[Model, dict[int, int]]
"""The new automatic ids of rows, by the old ones in their order."""

EMPTY_LOG = {"log_length": 0, "log_head": ""}

KEPT_BY_TRIGGERS: dict[str, dict[str, Any]] = {
    "tournaments.Account": {"balance": 0},
    "tournaments.Club": EMPTY_LOG,
    "tournaments.Event": EMPTY_LOG,
}
"""The first values of fields that only triggers may change: transfers change the balances, and entries of the
audit log change the length and the head of their log."""

PARTS = ("Transfer", "SeatResult", "Payout", "Showdown")
AFTER = {
    "tournaments.Deal": ["tournaments.Occupant", *(f"tournaments.{part}" for part in PARTS)],
    "tournaments.FeedMark": ["tournaments.AuditEntry"],
}
"""Tables that are copied before another one: the row of a deal seals its parts, for the seats that play it.

The parts refer to the deal. Their foreign keys are checked at COMMIT."""

POSITIONS = {"tournaments.FeedMark": {"entry": "tournaments.AuditEntry"}}
"""Columns with the automatic id of a row, or of none: all rows up to it."""

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
    with snapshot(source), transaction.atomic(using=target):
        for label in MADE_BY_MIGRATE:
            apps.get_model(label)._base_manager.using(target).all().delete()
        with nullcontext() if checked else without_triggers(target):
            copied = copy_rows(_all(order, source), lambda: _all(order, target), target, checked=checked)
        _continue_sequences(order, target)
        return copied


def _all(order: Iterable[Model], alias: str) -> dict[Model, Rows]:
    return {model: model._base_manager.using(alias).all() for model in order}


def copy_rows(
    rows: Mapping[Model, Rows],
    there: Callable[[], Mapping[Model, Rows]],
    target: str,
    *,
    checked: bool = True,
    changes: Mapping[Model, Change] | None = None,
    renumber: bool = False,
) -> dict[str, int]:
    """Insert rows of another database into `target`, and compare them with `there`: what stands there then.

    changes: what to change in the values of a row. renumber: `target` gives new automatic ids, in the order
    of the old ones. Return the number of rows of each table. Call it in a transaction of `target`.
    """
    numbers: Numbers | None = {} if renumber else None
    copied = {
        model: _copy_table(
            rows[model],
            target,
            KEPT_BY_TRIGGERS.get(model._meta.label, {}) if checked else {},
            (changes or {}).get(model),
            numbers,
        )
        for model in all_models()
        if model in rows
    }
    for model, found in there().items():
        before, after = copied[model], _fingerprint(found, _names(model, numbers))
        if before != after:
            raise CopyError(
                f"{model._meta.label} differs after the copy: {before[0]} rows became {after[0]}."
            )
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
    rows: Rows, target: str, first: Mapping[str, Any], change: Change | None, numbers: Numbers | None
) -> tuple[int, int]:
    """Copy the rows of a table, which are read once. Return their fingerprint."""
    model: Model = rows.model
    names, kept = columns(model), _names(model, numbers)
    moves = {} if numbers is None else _moves(model, numbers)
    count = total = 0
    for batch in batches(rows.order_by("pk"), names):
        values: Sequence[tuple[Any, ...]] = batch
        if change or moves or kept != names:
            changed = [
                change(dict(zip(names, row, strict=True))) if change else dict(zip(names, row, strict=True))
                for row in batch
            ]
            for row in changed:
                row.update({name: move(row[name]) for name, move in moves.items() if row[name] is not None})
            values = [tuple(row[name] for name in kept) for row in changed]
        count += len(values)
        total += sum(map(digest, values))
        if first:
            values = [tuple(map(first.get, kept, row)) for row in values]
        pks = insert(model, kept, values, target)
        if numbers is not None and kept != names:
            at = names.index(model._meta.pk.attname)
            numbers.setdefault(model, {}).update(zip((row[at] for row in batch), pks, strict=True))
    return count, total % 2**256


def _names(model: Model, numbers: Numbers | None) -> list[str]:
    """The columns that are copied: all, but not an id that `target` gives."""
    given = numbers is not None and isinstance(model._meta.pk, models.AutoField)
    return [name for name in columns(model) if not (given and name == model._meta.pk.attname)]


def _moves(model: Model, numbers: Numbers) -> dict[str, Callable[[int], int]]:
    """What makes the new number of the old one, for each column that contains the automatic id of a row."""
    moves: dict[str, Callable[[int], int]] = {
        field.attname: numbers[field.related_model].__getitem__
        for field in model._meta.local_concrete_fields
        if field.related_model in numbers
    }
    for name, label in POSITIONS.get(model._meta.label, {}).items():
        moves[name] = partial(_moved, list(numbers.get(apps.get_model(label), {}).items()))
    return moves


def _moved(numbers: Sequence[tuple[int, int]], position: int) -> int:
    """The new number of the last row up to this position."""
    at = bisect(numbers, position, key=itemgetter(0))
    return numbers[at - 1][1] if at else 0


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


def fingerprint(model: Model, alias: str) -> tuple[int, int]:
    """Return the number of rows and the sum of their digests, which ignores the order of rows."""
    return _fingerprint(model._base_manager.using(alias).all(), columns(model))


def _fingerprint(rows: Rows, names: Sequence[str]) -> tuple[int, int]:
    count = total = 0
    for batch in batches(rows.order_by(), names):
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
