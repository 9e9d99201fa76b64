"""The constraints that only triggers can hold, for PostgreSQL and SQLite alike.

What holds after every statement, whoever made it:

* **An account's balance is the sum of its transfers.** A transfer moves the balances itself; any other
  change to a balance is refused. A transfer runs between two accounts of one table, so the balances of
  a table add up to 0: purses and pools are what its bank has paid out. (`keys`: on PostgreSQL this holds
  the accounts and the table to be there, too.) Outside a deal chips come only
  from the bank to a seat, go back from a seat to the bank while its table has no deal, and go from a pool
  to a seat when the rules split what a closed round left, or back as far as they came from there.
* **What was recorded stays.** Deals, transfers, the rows a deal leaves and the audit log refuse UPDATE,
  DELETE and TRUNCATE; adjustments are cancelled, and that is all; frozen rules and a version that was
  reached stay; the seats of a table with a deal that counts stay taken.
* **A deal is whole, and sealed.** Its row comes last, after the rows that belong to it: then every seat of
  its table must have its result, equal to its transfers to the chip, the bets must have been paid out, and
  a void must undo exactly what it voids. Afterwards nothing joins it. (Rows without their deal do not
  survive the commit: their foreign key is checked then.)

None of this depends on the order in which whole deals are copied into a database, so long as a table's
chips are brought, and given back, before its deals. PostgreSQL checks most of
it a statement at a time, SQLite (which knows no statement triggers) a row at a time. SQLite's REPLACE
removes rows without a word to DELETE triggers unless its connection asks for them, so it is refused where
it begins, as an INSERT of a row that is there.
"""

from __future__ import annotations

import re

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from . import postgresql, sqlite

_BY_VENDOR = {"postgresql": postgresql.statements, "sqlite": sqlite.statements}


def statements(vendor: str) -> list[str]:
    """The SQL statements that make the triggers on a database of this vendor."""
    return list(_BY_VENDOR[vendor]())


def drop_statements(vendor: str) -> list[str]:
    """The SQL statements that remove them: SQLite makes a changed table anew, and loses its triggers."""
    made = " ".join(statements(vendor))
    if vendor == "postgresql":
        functions = re.findall(r"CREATE FUNCTION (\w+)", made)
        return [f"DROP FUNCTION IF EXISTS {name}() CASCADE" for name in functions]
    return [f"DROP TRIGGER IF EXISTS {name}" for name in re.findall(r"CREATE TRIGGER (\w+)", made)]


def install(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A migration's step: make them."""
    for statement in statements(schema_editor.connection.vendor):
        schema_editor.execute(statement, params=None)


def remove(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A migration's step: remove them, before tables that they are on are changed."""
    for statement in drop_statements(schema_editor.connection.vendor):
        schema_editor.execute(statement, params=None)
