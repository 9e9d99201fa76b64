"""The constraints that only triggers can hold, for PostgreSQL and SQLite.

They hold after every statement, whichever program sends it:

* **The balance of an account is the sum of its transfers.** A transfer changes the two balances; any other
  change of a balance is refused. A transfer joins two accounts of one table, so the balances of a table add
  up to 0. Outside a deal, chips move in three ways only: from the bank to a seat; from a seat back to the
  bank, as long as the table has no deal; from a pool to a seat (and back, up to the same amount) when the
  rules split the leftovers of a closed round (or of one that became void later). In a deal the bank takes
  no part, but where totals need not sum to zero: there it balances the board of a total.
* **Records stay.** Deals, their parts, transfers and the audit log refuse UPDATE, DELETE and TRUNCATE; only
  the records of a rehearsal can be deleted, and an event never becomes one. An
  adjustment can be cancelled, and nothing else; its reason can lose a name. The frozen rules of an event do
  not change, its version only grows, and the seats of a table do not change while it has a deal that counts.
  Somebody can take over a seat from a later deal on, and no deal that counts gets other players.
* **A deal is complete, and sealed.** The row of the deal is inserted after its parts. At that moment each
  seat of the table must have a result that equals its transfers, no two of these may have the same number,
  the bets must be paid out, and a void must move back exactly the chips of the deal that it voids. No part
  can be added later. (The foreign keys of the parts are checked at COMMIT, so parts without a deal do not
  survive.)
* **A table has deals or a count.** While a count counts, no deal of its table counts. A count has the number
  1, so revisions keep it apart from deal 1, and the trigger looks at the deals after it.
* **Rows of different clubs or events do not mix**, and statuses change in their order only: see `belonging`.

Complete deals can be copied into a database in any order, provided that the chips of a table are issued and
returned, and its occupants copied, before its deals, and that deals which a count has replaced come before
the count. PostgreSQL checks most rules once a statement; SQLite,
which has no statement triggers, once a row. SQLite runs no DELETE triggers for the rows that INSERT OR
REPLACE removes (unless the connection enables `recursive_triggers`), so the triggers refuse the INSERT of an
existing row.

The `.sql` files beside this one declare the triggers, one statement a paragraph; `guards` makes those for the
tables of `belonging`. The migration has a copy of their text: CONTRIBUTING.md says how to change a trigger.
`tests/tournaments/core/test_triggers.py` compares what the migration installs with what is declared here.
"""

from __future__ import annotations

from pathlib import Path

from tournaments.core.triggers import guards


def statements(vendor: str) -> list[str]:
    """Return the SQL statements that create all triggers on a database of this vendor."""
    sql = Path(__file__).with_name(f"{vendor}.sql").read_text(encoding="utf-8")
    return [*sql.strip().split("\n\n"), *guards.statements(vendor)]
