"""Copy all rows of a club, or of its finished events, with new ids, by one statement for each table.

Tables, keys and unique constraints come from the models. Triggers and foreign keys are off meanwhile, and all
indexes stay. A copy is some days older than its source, and keeps the day of everything relative to it. Its
audit log is a hash chain of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import (
    CharField,
    DateField,
    Field,
    ForeignKey,
    JSONField,
    Model,
    TextField,
    UniqueConstraint,
    UUIDField,
)

from tests.federation.ids import START, keys_of, marked_ids, models_of_clubs, owners
from tournaments.core.change import content
from tournaments.core.rules import chain
from tournaments.models import AuditEntry, Club, Event

LENGTH_OF_ID = 36
"""A shorter text holds no id."""

AT = "@time@"
"""Stands for the time of an entry in what its digest covers."""

Models = dict[type[Model], str]
"""Models with the condition for the rows that are copied."""


def multiply_club(first: int, last: int) -> None:
    """Copy club 0, as it is now, to the clubs with these numbers, which do not exist yet."""
    everything: Models = {model: _of_club(model, 0) for model in models_of_clubs()}
    _copy(
        everything, first, last, _Change(f"{START}0000", f"'{START}' || {_hex('n')}", "n * 11 % 28", "club")
    )


def multiply_events(club: int, copies: int) -> int:
    """Copy the finished events of a club so many times, up to ten years back, and make its ratings anew.

    Events of seasons and rehearsals are left out. Returns how many events the club has then.
    """
    from tournaments.ratings import verbs as ratings

    low, high = _bounds(club)
    the_club = Club.objects.get(pk__gte=low, pk__lt=high)
    mine = Event.objects.filter(club=the_club)
    first = 1 + max(_number_of_copy(pk) for pk in mine.values_list("pk", flat=True))
    wanted = mine.filter(status="finished", rehearsal_of=None, evenings=None).values_list("pk", flat=True)
    ids = ", ".join(f"'{pk if _is_postgres() else pk.hex}'" for pk in wanted if not _number_of_copy(pk))
    of_events: Models = {Event: f"s.id IN ({ids})"}
    for model, key in owners().items():
        parent: Any = key.related_model
        of_events[model] = (
            f"s.{key.column} IN (SELECT s.{parent._meta.pk.column} FROM {parent._meta.db_table} s "
            f"WHERE {of_events[parent]})"
        )
    step = max(1, 3600 // (first + copies))
    _copy(
        of_events,
        first,
        first + copies - 1,
        _Change(f"{START}{club:04x}e-0000", f"'{START}{club:04x}e-' || {_hex('n')}", f"n * {step}", "again"),
    )
    with marked_ids(club, first << 32):
        ratings.refresh(the_club.pk)
    return mine.count()


@dataclass(frozen=True)
class _Change:
    """How a copy with the number `n` differs from its source."""

    old: str
    """The beginning of the ids that change."""
    new: str
    """What comes in its place, as SQL."""
    days: str
    """How many days it is older, as SQL."""
    kind: str
    """Stands before its number in texts that are unique."""


def _copy(models: Models, first: int, last: int, change: _Change) -> None:
    with transaction.atomic(), _without_triggers(), connection.cursor() as cursor:
        _prepare_chains(cursor, models[AuditEntry])
        offsets = {model: _offset(cursor, model, where, first) for model, where in models.items()}
        # The entries of a log first: its event or club takes its digest from the last of them.
        for model in sorted(models, key=lambda model: model is not AuditEntry):
            cursor.execute(_statement(model, models, offsets, change, first, last))
        for sql in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(sql)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _statement(
    model: type[Model],
    models: Models,
    offsets: dict[type[Model], str],
    change: _Change,
    first: int,
    last: int,
) -> str:
    texts = _unique_texts(model, models)
    columns = {
        f'"{field.column}"': _value(field, models, offsets, change, field.name in texts)
        for field in model._meta.concrete_fields
    }
    source = f'"{model._meta.db_table}" s'
    if model is AuditEntry:
        source += " JOIN federation_log l ON l.id = s.id"
        columns['"digest"'] = _digest(change)
    if model in (Club, Event):
        columns['"log_head"'] = _log_head(model, columns['"id"'])
    return (
        f"WITH RECURSIVE copies(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM copies WHERE n < {last}) "
        f'INSERT INTO "{model._meta.db_table}" ({", ".join(columns)}) '
        f"SELECT {', '.join(columns.values())} FROM copies CROSS JOIN {source} WHERE {models[model]} "
        f'ORDER BY n, s."{model._meta.pk.column}"'
    )


def _value(
    field: Field[Any, Any],
    models: Models,
    offsets: dict[type[Model], str],
    change: _Change,
    is_unique_text: bool,
) -> str:
    """The value of a column in a copy."""
    column = f's."{field.column}"'
    owner: Any = field.related_model if isinstance(field, ForeignKey) else field.model
    is_key = (field.primary_key or isinstance(field, ForeignKey)) and owner in models
    if isinstance(_target(field), UUIDField):
        return _replaced(column, change, "uuid")
    if is_key and offsets[owner]:
        return f"{column} + {offsets[owner]}"
    if isinstance(field, DateField):
        return _earlier(column, change.days)
    if isinstance(field, JSONField):
        return _replaced(column, change, "jsonb")
    if is_unique_text:
        return f"substr({column}, 1, {(field.max_length or 0) - 12}) || '-{change.kind}-' || n"
    if isinstance(field, TextField) or (
        isinstance(field, CharField) and (field.max_length or 0) >= LENGTH_OF_ID
    ):
        return _replaced(column, change, "text")
    return column


def _unique_texts(model: type[Model], models: Collection[type[Model]]) -> set[str]:
    """The fields of a model that get the number of the copy: their constraint has no key that changes."""
    constraints = [each for each in model._meta.constraints if isinstance(each, UniqueConstraint)]
    groups = [each.fields for each in constraints] + [
        (field.name,) for field in model._meta.concrete_fields if field.unique
    ]
    changing = {
        field.name
        for field in model._meta.concrete_fields
        if (field.primary_key and not isinstance(field, CharField))
        or (isinstance(field, ForeignKey) and field.related_model in models)
    }
    fields = {group[-1] for group in groups if not changing & set(group)}
    return {name for name in fields if isinstance(model._meta.get_field(name), CharField)}


def _offset(cursor: Any, model: type[Model], where: str, first: int) -> str:
    """What is added to a number that is a key, as SQL: each copy follows the one before."""
    key = model._meta.pk
    if not key.get_internal_type().endswith("AutoField"):
        return ""
    table = f'"{model._meta.db_table}"'
    cursor.execute(f'SELECT min(s."{key.column}"), max(s."{key.column}") FROM {table} s WHERE {where}')
    low, high = (value or 0 for value in cursor.fetchone())
    cursor.execute(f'SELECT max("{key.column}") FROM {table}')
    newest = cursor.fetchone()[0] or 0
    return f"{newest + 1 - low} + (n - {first}) * {high - low + 1}"


def _bounds(club: int) -> tuple[str, str]:
    """The first id of a club and of the next one."""
    low, high = (f"{START}{number:04x}".ljust(32, "0") for number in (club, club + 1))
    return low, high


def _of_club(model: type[Model], club: int) -> str:
    """The condition for the rows of a club: their id, or that of a row to which each of them belongs."""
    low, high = _bounds(club)
    fields = [model._meta.pk, *(key for key in keys_of(model) if not key.null)]
    column = next(field.column for field in fields if isinstance(_target(field), UUIDField))
    return f"s.{column} >= '{low}' AND s.{column} < '{high}'"


def _target(field: Any) -> Any:
    """The field whose values a field has: that of the row to which it leads."""
    while isinstance(field, ForeignKey):
        field = field.target_field
    return field


def _number_of_copy(event: UUID) -> int:
    return int(event.hex[8:12], 16)


# --- What differs between the databases ---------------------------------------------------------------------


def _is_postgres() -> bool:
    return connection.vendor == "postgresql"


def _hex(number: str) -> str:
    return f"lpad(to_hex({number}), 4, '0')" if _is_postgres() else f"printf('%04x', {number})"


def _replaced(column: str, change: _Change, kind: str) -> str:
    """A column with the ids of the copy in it."""
    if _is_postgres():
        return f"replace({column}::text, '{change.old}', {change.new})::{kind}"
    if kind == "uuid":  # without dashes
        return f"replace({column}, '{change.old.replace('-', '')}', {change.new.replace('-', '')})"
    return f"replace({column}, '{change.old}', {change.new})"


def _earlier(column: str, days: str) -> str:
    if _is_postgres():
        return f"{column} - make_interval(days => {days})"
    return f"date(substr({column}, 1, 10), '-' || ({days}) || ' days') || substr({column}, 11)"


def _digest(change: _Change) -> str:
    """The digest of a copy of an entry, from the entries before it."""
    at = _earlier("s.at", change.days)
    if _is_postgres():
        at = f"to_char(({at}) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US')"
    else:
        at = f"replace({at}, ' ', 'T')"
    text = f"replace(replace(l.content, '{AT}', {at} || '+00:00'), '{change.old}', {change.new})"
    name = "pg_temp.federation_chain" if _is_postgres() else "federation_chain"
    return f"{name}({text}) OVER (PARTITION BY n, s.club_id, s.event_id ORDER BY s.number)"


def _log_head(model: type[Model], key: str) -> str:
    """The digest of the last entry in the log of a copy."""
    log = f"a.event_id = {key}" if model is Event else f"a.club_id = {key} AND a.event_id IS NULL"
    table = AuditEntry._meta.db_table
    return f"COALESCE((SELECT a.digest FROM {table} a WHERE {log} AND a.number = s.log_length), '')"


def _prepare_chains(cursor: Any, where: str) -> None:
    """Prepare what the digests of these entries cover, and the aggregate that makes a chain of them."""
    table = AuditEntry._meta.db_table
    cursor.execute("DROP TABLE IF EXISTS federation_log")
    cursor.execute("CREATE TEMPORARY TABLE federation_log (id bigint PRIMARY KEY, content text)")
    rows = AuditEntry.objects.raw(f"SELECT s.* FROM {table} s WHERE {where}")
    contents = [
        (
            entry.pk,
            json.dumps(chain._plain({**content(entry), "at": AT}), sort_keys=True, separators=(",", ":")),
        )
        for entry in rows
    ]
    cursor.executemany("INSERT INTO federation_log VALUES (%s, %s)", contents)
    if not _is_postgres():
        connection.connection.create_window_function("federation_chain", 1, _Chain)
        return
    cursor.execute(
        """CREATE OR REPLACE FUNCTION pg_temp.federation_link(text, text) RETURNS text LANGUAGE sql IMMUTABLE
            AS $$ SELECT encode(sha256(convert_to('["' || $1 || '",' || $2 || ']', 'UTF8')), 'hex') $$"""
    )
    cursor.execute(
        "CREATE OR REPLACE AGGREGATE pg_temp.federation_chain (text) "
        "(SFUNC = pg_temp.federation_link, STYPE = text, INITCOND = '')"
    )


class _Chain:
    """The aggregate for SQLite."""

    def __init__(self) -> None:
        self._digest = chain.START

    def step(self, content: str) -> None:
        self._digest = hashlib.sha256(f'["{self._digest}",{content}]'.encode()).hexdigest()

    def value(self) -> str:
        return self._digest

    finalize = value

    def inverse(self, content: str) -> None:
        raise NotImplementedError(content)


@contextmanager
def _without_triggers() -> Iterator[None]:
    """Switch triggers and foreign keys off, in a transaction."""
    with connection.cursor() as cursor:
        if _is_postgres():
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SET LOCAL work_mem = '256MB'")
            yield
            cursor.execute("SET LOCAL session_replication_role = origin")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _sql in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        yield
        for _name, sql in triggers:
            cursor.execute(sql)
