"""Which statements read too much: PostgreSQL's plan of each statement that runs in a block, with its values.

    with watched() as plans:
        plans.place = "GET /events/"
        ...
    assert plans.found == []

PostgreSQL chooses by real sizes and statistics: the rows are there, and no kind of plan is switched off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.db import connection
from psycopg import ProgrammingError

WHOLE = 5_000
"""Rows of a table or an index that a statement may read as a whole: of a smaller one it is less work."""

MOST = 10_000
"""Rows that a part of a plan may have."""

READS_ALL_FIRST = {"Sort", "Aggregate", "Hash", "WindowAgg", "Materialize", "Memoize", "SetOp", "BitmapOr"}
"""Parts that read everything below them before they give a row, so that a limit above saves nothing."""


@dataclass
class Plans:
    """What is wrong with the plans of all statements so far. `place`: what runs now."""

    sizes: dict[str, float]
    place: str = ""
    found: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def look(self, sql: str, values: Any) -> None:
        """Look at the plan of a statement, unless there was one of this shape."""
        shape = re.sub(r"(%s, )+%s", "…", sql)
        if shape in self.seen or not re.match(r"\(?(SELECT|WITH|INSERT|UPDATE|DELETE)", sql):
            return
        self.seen.add(shape)
        plan = self._plan(sql, values)
        if wrong := list(self._wrong(plan, 1.0)):
            words = re.sub(r"SELECT .*? FROM", "SELECT … FROM", shape, count=1).replace('"', "")
            self.found.append("\n  ".join([self.place, *wrong, words]))

    def _plan(self, sql: str, values: Any) -> dict[str, Any]:
        """The plan that PostgreSQL would run when it knows the statement.

        A process prepares its statements. After a few runs PostgreSQL keeps a generic plan, for any values,
        if it looks no more costly than those for the values plus planning.
        """
        numbers = count(1)
        with connection.connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", values)
            [[[own]]] = cursor.fetchall()
            generic = re.sub("%s", lambda _place: f"${next(numbers)}", sql).replace("%%", "%")
            try:
                with connection.connection.transaction():
                    cursor.execute(f"EXPLAIN (FORMAT JSON, GENERIC_PLAN) {generic}")
                    [[[kept]]] = cursor.fetchall()
            except ProgrammingError:  # the type of a value is not clear from its place
                kept = own
        planning = 2.5 * (sql.count(" JOIN ") + sql.count("FROM ") + 1)  # as in plancache.c
        is_kept = kept["Plan"]["Total Cost"] <= own["Plan"]["Total Cost"] + planning
        plan: dict[str, Any] = (kept if is_kept else own)["Plan"]
        return plan

    def _wrong(self, node: dict[str, Any], share: float) -> Iterator[str]:
        """The parts of a plan that read too much. share: of the rows that a limit above lets through."""
        kind, index = node["Node Type"], node.get("Index Name")
        name = index or node.get("Relation Name", "")
        is_whole = kind == "Seq Scan" or (index is not None and "Index Cond" not in node)
        rows = share * (self.sizes.get(name, 0) if is_whole else node["Plan Rows"])
        if rows > (WHOLE if is_whole else MOST):
            yield f"{kind} {name}: {rows:.0f} rows"
        for number, part in enumerate(node.get("Plans", [])):
            below = share
            if kind == "Limit":
                below = min(share, node["Plan Rows"] / max(part["Plan Rows"], 1))
            if kind in READS_ALL_FIRST or part["Node Type"] in READS_ALL_FIRST or number > 0:
                below = 1.0
            yield from self._wrong(part, below)


@contextmanager
def watched() -> Iterator[Plans]:
    """Look at the plans of all statements of this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname, reltuples FROM pg_class WHERE relnamespace = 'public'::regnamespace")
        plans = Plans(dict(cursor.fetchall()))

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not many:
            plans.look(sql, params)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield plans
