"""The triggers that enforce the rules of `belonging`, for PostgreSQL and SQLite."""

# ruff: noqa: S608 - the SQL is put together from constants of this package alone

from __future__ import annotations

from collections.abc import Iterator

from tournaments.core.triggers.belonging import (
    FIXED,
    REFERENCE_RULES,
    STATUS_ORDERS,
    ReferenceRule,
    StatusOrder,
)

MOVED = "stays_where_it_is: the id of a row of %s, and the rows it belongs to, never change"

NOT_REPLACED = (*FIXED, "tournaments_adjustment")
"""SQLite refuses INSERT OR REPLACE of an existing row here: it would bypass the UPDATE triggers."""


def statements(vendor: str) -> Iterator[str]:
    """Return the statements that create these triggers on a database of this vendor."""
    return {"postgresql": _postgresql, "sqlite": _sqlite}[vendor]()


def _broken_by(rule: ReferenceRule) -> str:
    return f"({rule.holds}) IS NOT TRUE"


def _all(columns: list[str], row: str) -> str:
    return "(" + ", ".join(f"{row}.{name}" for name in columns) + ")"


def _steps(order: StatusOrder) -> str:
    return ", ".join(f"('{before}', '{after}')" for before, after in order.steps)


def _postgresql() -> Iterator[str]:
    for rule in REFERENCE_RULES:
        yield _function(rule.code, _broken_by(rule), f"{rule.code}: {rule.sentence}")
        yield f"""
        CREATE TRIGGER {rule.code} BEFORE INSERT OR UPDATE OF {", ".join(rule.columns)} ON {rule.table}
        FOR EACH ROW EXECUTE FUNCTION poch_{rule.code}()"""
    for order in STATUS_ORDERS:
        yield _function(order.code, "true", f"{order.code}: {order.sentence}")
        yield f"""
        CREATE TRIGGER {order.code} BEFORE UPDATE OF status ON {order.table} FOR EACH ROW
        WHEN (NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN ({_steps(order)}))
        EXECUTE FUNCTION poch_{order.code}()"""
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
    for rule in REFERENCE_RULES:
        later = f"UPDATE OF {', '.join(rule.columns)}"
        for name, verb in ((rule.code, "INSERT"), (f"{rule.code}_later", later)):
            yield f"""
            CREATE TRIGGER {name} BEFORE {verb} ON {rule.table} BEGIN
                {_raise(f"{rule.code}: {rule.sentence}")} WHERE {_broken_by(rule)};
            END"""
    for order in STATUS_ORDERS:
        yield f"""
        CREATE TRIGGER {order.code} BEFORE UPDATE OF status ON {order.table}
        WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES {_steps(order)})
        BEGIN {_raise(f"{order.code}: {order.sentence}")}; END"""
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
