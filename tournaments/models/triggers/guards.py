"""The triggers that hold what `belonging` says, on PostgreSQL and SQLite; made last, by their own migration.

Earlier migrations make the other triggers of this package, and tables that these need come after those. A
migration that changes a table has SQLite make it anew, which loses its triggers: it removes these and those
before, and installs both afterwards.
"""

# ruff: noqa: S608 - the SQL is put together from constants of this package alone

from __future__ import annotations

from collections.abc import Iterator

from django.db import IntegrityError
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from .belonging import BELONGINGS, FIXED, LIVES, Belonging, Life

MOVED = "stays_where_it_is: what a row of %s is, and belongs to, never changes"

NOT_REPLACED = (*FIXED, "tournaments_adjustment")
"""SQLite's REPLACE would change rows of these unseen, as an INSERT of a row that is there."""


def check(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A migration's step: IntegrityError where rows are there already that do not belong together."""
    if broken := list(_broken(schema_editor)):
        raise IntegrityError(
            "Some rows do not belong together, and nothing like that is let in from now on: put them right "
            "with the version before, or restore a backup from before they came. " + " ".join(broken)
        )


def _broken(schema_editor: BaseDatabaseSchemaEditor) -> Iterator[str]:
    for one in BELONGINGS:
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(f"SELECT id FROM {one.table} here WHERE {_broken_by('here', one)} LIMIT 5")
            if found := [str(row[0]) for row in cursor.fetchall()]:
                yield f"{one.code} ({one.sentence}): {one.table} {', '.join(found)}."


def _broken_by(row: str, one: Belonging) -> str:
    return f"({one.holds.format(row=row)}) IS NOT TRUE"


def install(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A migration's step: make them."""
    makers = {"postgresql": _postgresql, "sqlite": _sqlite}
    for statement in makers[schema_editor.connection.vendor]():
        schema_editor.execute(statement, params=None)


def remove(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A migration's step: remove them, before tables that they are on are changed."""
    postgresql = schema_editor.connection.vendor == "postgresql"
    for table, name in _names():
        on = f" ON {table}" if postgresql else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}{on}", params=None)
        if postgresql:
            schema_editor.execute(f"DROP FUNCTION IF EXISTS poch_{name}()", params=None)


def _names() -> Iterator[tuple[str, str]]:
    """The table and the name of every trigger that either database has."""
    for one in (*BELONGINGS, *LIVES):
        yield one.table, one.code
        yield one.table, f"{one.code}_later"
    for table in FIXED:
        yield table, f"{table}_stays"
    for table in NOT_REPLACED:
        yield table, f"{table}_not_replaced"


def _all(columns: tuple[str, ...], row: str) -> str:
    return "(" + ", ".join(f"{row}.{name}" for name in columns) + ")"


def _steps(life: Life) -> str:
    return ", ".join(f"('{before}', '{after}')" for before, after in life.steps)


def _postgresql() -> Iterator[str]:
    for one in BELONGINGS:
        yield _function(one.code, _broken_by("NEW", one), f"{one.code}: {one.sentence}")
        yield f"""
        CREATE TRIGGER {one.code} BEFORE INSERT OR UPDATE OF {", ".join(one.columns)} ON {one.table}
        FOR EACH ROW EXECUTE FUNCTION poch_{one.code}()"""
    for life in LIVES:
        yield _function(life.code, "true", f"{life.code}: {life.sentence}")
        yield f"""
        CREATE TRIGGER {life.code} BEFORE UPDATE OF status ON {life.table} FOR EACH ROW
        WHEN (NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN ({_steps(life)}))
        EXECUTE FUNCTION poch_{life.code}()"""
    for table, columns in FIXED.items():
        new, old = _all(columns, "NEW"), _all(columns, "OLD")
        yield _function(f"{table}_stays", "true", MOVED % table)
        yield f"""
        CREATE TRIGGER {table}_stays BEFORE UPDATE OF {", ".join(columns)} ON {table} FOR EACH ROW
        WHEN ({new} IS DISTINCT FROM {old}) EXECUTE FUNCTION poch_{table}_stays()"""


def _function(name: str, broken: str, message: str) -> str:
    # Rows are looked up by their keys, also where a plan that reads a whole small table looks cheaper.
    return f"""
    CREATE FUNCTION poch_{name}() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off
    AS $$ BEGIN
        IF {broken} THEN
            RAISE EXCEPTION '{message.replace("'", "''")}' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$"""


def _sqlite() -> Iterator[str]:
    for one in BELONGINGS:
        later = f"UPDATE OF {', '.join(one.columns)}"
        for name, verb in ((one.code, "INSERT"), (f"{one.code}_later", later)):
            yield f"""
            CREATE TRIGGER {name} BEFORE {verb} ON {one.table} BEGIN
                {_raise(f"{one.code}: {one.sentence}")} WHERE {_broken_by("NEW", one)};
            END"""
    for life in LIVES:
        yield f"""
        CREATE TRIGGER {life.code} BEFORE UPDATE OF status ON {life.table}
        WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES {_steps(life)})
        BEGIN {_raise(f"{life.code}: {life.sentence}")}; END"""
    for table, columns in FIXED.items():
        new, old = _all(columns, "NEW"), _all(columns, "OLD")
        yield f"""
        CREATE TRIGGER {table}_stays BEFORE UPDATE OF {", ".join(columns)} ON {table}
        WHEN {new} IS NOT {old} BEGIN {_raise(MOVED % table)}; END"""
    for table in NOT_REPLACED:
        yield f"""
        CREATE TRIGGER {table}_not_replaced BEFORE INSERT ON {table}
        WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id) BEGIN {_raise(MOVED % table)}; END"""


def _raise(message: str) -> str:
    escaped = message.replace("'", "''")
    return f"SELECT RAISE(ABORT, '{escaped}')"
