"""Statements that are made with every deal, put into SQL once for a process.

Django builds a statement's SQL anew each time, which for a large one takes several times as long as the
database. Of a query the only thing that changes between two askings is a parameter, the id of one row; of an
INSERT it is the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import AutoField, Field, JSONField, Model, QuerySet
from django.db.models.sql import InsertQuery
from psycopg.types.json import Jsonb

M = TypeVar("M", bound=Model)


class Compiled(Generic[M]):
    """The rows about one row of `model`, as `query` asks for them: `values()` as the database has them."""

    PLACE: UUID = UUID(int=0x706F6368)
    """Stands in the query for the id that is asked about."""

    def __init__(self, model: type[M], query: Callable[[M], QuerySet[Any, Any]]) -> None:
        self._model = model
        self._query = query
        self._known: dict[str, tuple[str, tuple[Any, ...], list[str]]] = {}

    def rows(self, of: M) -> list[dict[str, Any]]:
        """The rows about `of` (one query)."""
        sql, params, names = self._known.get(connection.vendor) or self._compiled()
        place, key = self._prepared(self.PLACE), self._prepared(of.pk)
        with connection.cursor() as cursor:
            cursor.execute(sql, [key if param == place else param for param in params])
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def _prepared(self, key: UUID) -> Any:
        return self._model._meta.pk.get_db_prep_value(key, connection)

    def _compiled(self) -> tuple[str, tuple[Any, ...], list[str]]:
        query = self._query(self._model(pk=self.PLACE)).query
        sql, params = query.get_compiler(connection=connection).as_sql()
        names = list(query.selected or ())
        self._known[connection.vendor] = sql, params, names
        return self._known[connection.vendor]


def insert(model: type[M], rows: Iterable[M]) -> None:
    """Insert new rows of a model whose ids the database makes: `bulk_create`, which leaves them unknown."""
    rows = list(rows)
    if connection.vendor != "postgresql":
        model._default_manager.bulk_create(rows)
    elif rows:
        sql, fields = _insertion(model)
        with connection.cursor() as cursor:
            cursor.execute(sql, [_column(field, rows) for field in fields])


@cache
def _insertion(model: type[Model]) -> tuple[str, list[Field[Any, Any]]]:
    """An INSERT that takes an array for each column, whatever the number of rows."""
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    quoted = connection.ops.quote_name
    columns = ", ".join(quoted(str(field.column)) for field in fields)
    arrays = ", ".join(f"%s::{field.db_type(connection)}[]" for field in fields)
    table = quoted(model._meta.db_table)
    return f"INSERT INTO {table} ({columns}) SELECT * FROM unnest({arrays})", fields  # noqa: S608


def _column(field: Field[Any, Any], rows: list[M]) -> list[Any]:
    values = [field.pre_save(row, add=True) for row in rows]
    return [Jsonb(value) for value in values] if isinstance(field, JSONField) else values


def insert_as_is(rows: Sequence[Model]) -> None:
    """Insert new rows with the times that they have, also those that a model would set by itself."""
    if not rows:
        return
    model = type(rows[0])
    fields = [field for field in model._meta.local_concrete_fields if not isinstance(field, AutoField)]
    query = InsertQuery(model)
    query.insert_values(fields, list(rows), raw=True)
    query.get_compiler(using=DEFAULT_DB_ALIAS).execute_sql()
