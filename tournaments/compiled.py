"""Statements that are made with every deal, put into SQL once for a process.

Django builds a statement's SQL anew each time, which for a large one takes several times as long as the
database. Of such a statement the only things that change between two askings are a few parameters; of an
INSERT they are the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import NoneType
from typing import Any, Generic, TypeVar, cast
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import AutoField, Field, JSONField, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery

M = TypeVar("M", bound=Model)

PLACE = UUID(int=0x706F6368)
"""Stands in a statement for the id that it is about."""


class Compiled(Generic[M]):
    """The rows about one row of `model`, as `query` asks for them: `values()` as the database has them."""

    def __init__(self, model: type[M], query: Callable[[M], QuerySet[Any, Any]]) -> None:
        self._model = model
        self._query = query
        self._known: dict[str, tuple[str, tuple[Any, ...], list[str]]] = {}

    def rows(self, of: M) -> list[dict[str, Any]]:
        """The rows about `of` (one query)."""
        sql, params, names = self._known.get(connection.vendor) or self._compiled()
        with connection.cursor() as cursor:
            cursor.execute(sql, _about(self._model, of.pk, params))
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def _compiled(self) -> tuple[str, tuple[Any, ...], list[str]]:
        query = self._query(self._model(pk=PLACE)).query
        sql, params = query.get_compiler(connection=connection).as_sql()
        self._known[connection.vendor] = sql, params, list(query.selected or ())
        return self._known[connection.vendor]


class CompiledUpdate(Generic[M]):
    """A change to one row of `model`: the same expressions each time."""

    def __init__(self, model: type[M], **changes: Any) -> None:
        self._model = model
        self._changes = changes
        self._known: dict[str, tuple[str, tuple[Any, ...]]] = {}

    def of(self, pk: UUID) -> None:
        """Change the row with this id."""
        sql, params = self._known.get(connection.vendor) or self._compiled()
        with connection.cursor() as cursor:
            cursor.execute(sql, _about(self._model, pk, params))

    def _compiled(self) -> tuple[str, tuple[Any, ...]]:
        query = self._model._default_manager.filter(pk=PLACE).query.chain(UpdateQuery)
        query.add_update_values(self._changes)  # type: ignore[attr-defined]
        self._known[connection.vendor] = query.get_compiler(connection=connection).as_sql()
        return self._known[connection.vendor]


class CompiledOne(Generic[M]):
    """The row that `query` asks for, with those that it selects beside it, as instances of their models, and
    with what it is annotated with.

    `places` stand in the query for the values that it is asked with: of the same types, and unlike
    everything else in it.
    """

    def __init__(self, query: Callable[..., QuerySet[M, M]], *places: Any) -> None:
        self._query = query
        self._places = places
        self._known: tuple[str, tuple[Any, ...], Callable[[Sequence[Any]], M]] | None = None

    def one(self, *values: Any) -> M | None:
        """The row, asked for with these values instead of the places (one query); None if there is none."""
        if connection.vendor != "postgresql":
            # Elsewhere a value is not its own parameter, and nobody is in a hurry.
            return self._query(*values).first()
        sql, params, made_of = self._known or self._compiled()
        given = dict(zip(self._places, values, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(sql, [given.get(param, param) for param in params])
            row = cursor.fetchone()
        return None if row is None else made_of(row)

    def _compiled(self) -> tuple[str, tuple[Any, ...], Callable[[Sequence[Any]], M]]:
        compiler = self._query(*self._places).order_by().query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        self._known = sql, tuple(params), _maker(compiler)
        return self._known


def _maker(compiler: Any) -> Callable[[Sequence[Any]], Any]:
    """What makes a row of the compiler's query into an instance, as Django's own ModelIterable does."""
    select, told = compiler.select, compiler.klass_info
    own = told["select_fields"]
    first, behind = own[0], own[-1] + 1
    names = [column[0].target.attname for column in select[first:behind]]
    # (The types known to the checker are those of a later Django.)
    beside = cast("Any", get_related_populators)(told, select, DEFAULT_DB_ALIAS)
    converters = compiler.get_converters([column[0] for column in select])
    annotated = compiler.annotation_col_map.items()

    def made_of(row: Sequence[Any]) -> Any:
        values = list(row)
        for place, (steps, expression) in converters.items():
            for step in steps:
                values[place] = step(values[place], expression, connection)
        made = told["model"].from_db(DEFAULT_DB_ALIAS, names, values[first:behind])
        for populator in beside:
            populator.populate(values, made)
        for name, place in annotated:
            setattr(made, name, values[place])
        return made

    return made_of


def _about(model: type[Model], pk: UUID, params: Iterable[Any]) -> list[Any]:
    """The parameters of a statement about `PLACE`, for one about this id."""
    prepared = model._meta.pk.get_db_prep_value
    place, key = prepared(PLACE, connection), prepared(pk, connection)
    return [key if param == place else param for param in params]


@contextmanager
def together() -> Iterator[None]:
    """On PostgreSQL, statements are sent without waiting for the answers to those before, until one reads.

    What the database refuses is raised by the next that reads, or at the end; nothing after it was done. So
    this belongs inside of a transaction, and what is sent here must not depend on how many rows it changed.
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def insert(model: type[M], rows: Iterable[M]) -> None:
    """Insert new rows: `bulk_create`, which leaves ids that the database makes unknown."""
    rows = list(rows)
    if connection.vendor != "postgresql":
        model._default_manager.bulk_create(rows)
    elif rows:
        names = tuple(field.attname for field in _insertable(model))
        if len(rows) == 1:
            sql, fields = _insertion(model, frozenset())
            params = [
                field.get_db_prep_save(field.pre_save(rows[0], add=True), connection) for field in fields
            ]
        else:
            sql, fields = _insertion(model, frozenset(names))
            params = [_column(field, [field.pre_save(row, add=True) for row in rows]) for field in fields]
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
        for row in rows:
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


@dataclass(frozen=True)
class Rows:
    """New rows of a model: what is the `same` in all of them, and what `each` has, by column.

    All columns must be named but the id, which the database makes. For many rows this takes a fraction of
    the time that instances of the model would.
    """

    model: type[Model]
    number: int
    same: Mapping[str, Any]
    each: Mapping[str, Sequence[Any]]


def one_row(instance: Model) -> Rows:
    """A new instance of a model as the row that it is, to be inserted with rows of other tables."""
    values = {field.attname: field.pre_save(instance, add=True) for field in _insertable(type(instance))}
    return Rows(type(instance), 1, values, {})


def insert_rows(*tables: Rows) -> None:
    """Insert new rows of some tables, in one statement: none of them depends on another of them."""
    if connection.vendor != "postgresql":
        made: dict[type[Model], list[Model]] = {}
        for rows in tables:
            columns = zip(*rows.each.values(), strict=True) if rows.each else [()]
            made.setdefault(rows.model, []).extend(
                rows.model(**rows.same, **dict(zip(rows.each, row, strict=True))) for row in columns
            )
        for model, instances in made.items():
            model._default_manager.bulk_create(instances)
        return
    sql, fields = _insertions(tuple((rows.model, frozenset(rows.each)) for rows in tables))
    params = [
        _column(field, rows.each[field.attname])
        if field.attname in rows.each
        else field.get_db_prep_save(rows.same[field.attname], connection)
        for rows, of_these in zip(tables, fields, strict=True)
        for field in of_these
    ]
    with connection.cursor() as cursor:
        cursor.execute(sql, params)


def insert_as_is(rows: Sequence[Model]) -> None:
    """Insert new rows with the times that they have, also those that a model would set by itself."""
    if not rows:
        return
    model = type(rows[0])
    query = InsertQuery(model)
    query.insert_values(_insertable(model), list(rows), raw=True)
    query.get_compiler(using=DEFAULT_DB_ALIAS).execute_sql()


def _insertable(model: type[Model]) -> list[Field[Any, Any]]:
    """The columns that an INSERT gives: all but an id that the database makes."""
    return [field for field in model._meta.local_concrete_fields if not isinstance(field, AutoField)]


@cache
def _insertion(model: type[Model], each: frozenset[str]) -> tuple[str, list[Field[Any, Any]]]:
    """An INSERT that takes an array for the columns `each`, and one value for any other.

    One row if all have one value; and else as many as the arrays are long.
    """
    quoted = connection.ops.quote_name
    fields = _insertable(model)
    # Without its length: a text that is too long is refused, and not cut off by the cast.
    types = {field.attname: str(field.db_type(connection)).partition("(")[0] for field in fields}
    arrays = [field for field in fields if field.attname in each]
    columns = ", ".join(quoted(str(field.column)) for field in fields)
    into = f"INSERT INTO {quoted(model._meta.db_table)} ({columns})"
    if not arrays:
        return f"{into} VALUES ({', '.join(['%s'] * len(fields))})", fields
    # The arrays come last among the parameters.
    ordered = [field for field in fields if field.attname not in each] + arrays
    told = ", ".join(
        f"x.{quoted(str(field.column))}" if field in arrays else f"%s::{types[field.attname]}"
        for field in fields
    )
    names = ", ".join(quoted(str(field.column)) for field in arrays)
    unnested = ", ".join(f"%s::{types[field.attname]}[]" for field in arrays)
    return f"{into} SELECT {told} FROM unnest({unnested}) AS x ({names})", ordered  # noqa: S608


@cache
def _insertions(
    tables: tuple[tuple[type[Model], frozenset[str]], ...],
) -> tuple[str, list[list[Field[Any, Any]]]]:
    """`_insertion` for some tables at once."""
    *others, last = [_insertion(*table) for table in tables]
    before = ", ".join(f"into_{number} AS ({sql})" for number, (sql, _fields) in enumerate(others))
    return f"WITH {before} {last[0]}" if others else last[0], [fields for _sql, fields in [*others, last]]


def _column(field: Field[Any, Any], values: Sequence[Any]) -> Any:
    """The array of a column: if it can be as text, since psycopg looks at every member by itself."""
    if isinstance(field, JSONField):
        return [field.get_db_prep_save(value, connection) for value in values]
    kinds = set(map(type, values))
    if not kinds <= _AS_TEXT:
        return values
    return f"{{{','.join(map(str if kinds == {int} else _member, values))}}}"


_AS_TEXT = frozenset({int, bool, str, NoneType})


def _member(value: int | bool | str | None) -> str:  # noqa: FBT001 - whatever a column has
    """A member of an array, as PostgreSQL reads it."""
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return "NULL" if value is None else str(value)
