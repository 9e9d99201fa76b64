"""The triggers that enforce the rules of `belonging`, for PostgreSQL and SQLite."""

# ruff: noqa: S608 - the SQL is put together from constants of this package alone

from __future__ import annotations

from collections.abc import Iterator

from .belonging import BELONGINGS, FIXED, LIVES, Belonging, Life

MOVED = "stays_where_it_is: what a row of %s is, and belongs to, never changes"

NOT_REPLACED = (*FIXED, "tournaments_adjustment")
"""SQLite refuses INSERT OR REPLACE of an existing row here: it would bypass the UPDATE triggers."""


def statements(vendor: str) -> Iterator[str]:
    """Return the statements that create these triggers on a database of this vendor."""
    return {"postgresql": _postgresql, "sqlite": _sqlite}[vendor]()


def _broken_by(row: str, one: Belonging) -> str:
    return f"({one.holds.format(row=row)}) IS NOT TRUE"


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
    return f"""
    CREATE FUNCTION poch_{name}() RETURNS trigger LANGUAGE plpgsql
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
