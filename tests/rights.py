"""Reads the tables of rights (rights.yaml), and sends the request of each of their cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import yaml
from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.test import override_settings

from pochleague.portable import fingerprint
from tournaments.core.models.columns import new_id

FILE = Path(__file__).parent / "rights.yaml"

WITHOUT_REDIS = override_settings(REDIS_URL="redis://127.0.0.1:1/0")
"""Nobody listens at this port."""

Names = Mapping[str, Any]
"""The objects that addresses and bodies name."""


class Cell(NamedTuple):
    """What a caller gets."""

    status: int
    may: bool
    also: int = 0
    """Another status that is allowed: routes check the role before or after they fetch the second object."""


@dataclass(frozen=True)
class Row:
    """A route and method with an object, and what each caller gets for each kind of object."""

    method: str
    address: str
    """A path, or the name of a page with its arguments. Names of objects are in braces."""
    body: Any
    own: dict[str, Cell]
    sibling: dict[str, Cell]
    other: dict[str, Cell]
    nothing: dict[str, Cell]
    hides: bool
    """Whether an object of another club is answered exactly like one that does not exist."""

    def __str__(self) -> str:
        return f"{self.method} {self.address}"

    @property
    def names(self) -> list[str]:
        """The objects in the address."""
        return re.findall(r"{(\w+)}", self.address)

    def places(
        self, own: Names, sibling: Names, other: Names
    ) -> Iterator[tuple[str, Names, dict[str, Cell]]]:
        """Yield each kind of object, all names for it, and its cells. The arguments are the three worlds."""
        yield "own", own, self.own
        if self.sibling:
            yield "sibling", sibling, self.sibling
        if self.nothing:
            *parents, last = self.names
            yield "other", other, self.other
            yield "nothing", {**own, **{name: _nowhere(own[name]) for name in self.names}}, self.nothing
            if parents:
                strays = {
                    caller: Cell(404 if cell.may else cell.status, may=False, also=404)
                    for caller, cell in self.own.items()
                }
                stray = (sibling if self.sibling else other)[last]
                yield "stray", {**own, last: stray}, strays
                yield "missing", {**own, last: _nowhere(own[last])}, strays

    def who_may(self) -> list[str]:
        """The callers who may do it with the object of the row."""
        return [caller for caller, cell in self.own.items() if cell.may]

    def few(self) -> set[str]:
        """A stranger, and the first and the last caller who may."""
        return {next(iter(self.own)), *self.who_may()[:1], *self.who_may()[-1:]}


@cache
def rows_of(part: str) -> list[Row]:
    """Read the table of the `api` or the `pages`."""
    table = yaml.safe_load(FILE.read_text())[part]
    return [_row(table, *cells) for cells in table["rows"]]


def of_each_method(rows: list[Row]) -> list[Row]:
    """Return one row of each method: each kind of route."""
    return list({row.method: row for row in rows}.values())


def _row(table: dict[str, Any], method: str, address: str, pattern: str, *rest: Any) -> Row:
    done = next((cell for cell in rest if isinstance(cell, int)), 200)
    body = next((cell for cell in rest if isinstance(cell, dict)), None)
    lines, names = table["patterns"][pattern], re.findall(r"{(\w+)}", address)

    def cells(line: str, callers: list[str]) -> dict[str, Cell]:
        statuses = lines[line].split()
        return {
            caller: Cell(done if status == "ok" else int(status), status == "ok")
            for caller, status in zip(callers, statuses, strict=True)
        }

    everybody = table["callers"]
    return Row(
        method,
        address,
        body,
        own=cells("own", everybody),
        sibling=cells("sibling", table["bound"]) if names and names[-1] not in table["of_the_club"] else {},
        other=cells("other" if "other" in lines else "nothing", everybody) if names else {},
        nothing=cells("nothing", everybody) if names else {},
        hides="other" not in lines,
    )


def _nowhere(name: Any) -> str:
    try:
        UUID(str(name))
    except ValueError:
        return "never-was"
    return str(new_id())


Send = Callable[[str, Row, Names], Any]
"""Sends the request of a row as a caller, about these objects."""


def disagreements(
    rows: list[Row], worlds: tuple[Names, Names, Names], send: Send, *, few: bool = False
) -> list[str]:
    """Send the request of each cell and undo it. Return where the response is not as the table says.

    few: only a few callers do what they may, or ask for objects of other clubs or that do not exist.
    A GET, and a caller who may not do it, must leave the database as it was.
    """
    wrong: list[str] = []
    before = content()
    for row in rows:
        alike: dict[tuple[str, bool], Any] = {}
        for kind, names, cells in row.places(*worlds):
            for caller, cell in cells.items():
                if few and caller not in row.few() and (cell.may or kind not in ("own", "sibling")):
                    continue
                place = f"{row} ({kind}) by {caller}"
                with transaction.atomic():
                    with statements_that_write() as written:
                        answer = send(caller, row, names)
                    if answer.status_code not in (cell.status, cell.also):
                        wrong.append(f"{place}: {answer.status_code}, not {cell.status}")
                    if (row.method == "GET" or not cell.may) and written and content() != before:
                        wrong.append(f"{place}: it must change nothing, but it wrote: {written}")
                    transaction.set_rollback(True)
                if kind in ("stray", "missing") or (row.hides and kind in ("other", "nothing")):
                    seen = _without_names(answer, [str(names[name]) for name in row.names])
                    like = alike.setdefault((caller, kind in ("stray", "missing")), seen)
                    if like != seen:
                        wrong.append(f"{place}: {seen}, not as an object that is there: {like}")
    return wrong


VOLATILE = {"X-Request-Id", "RateLimit", "RateLimit-Policy", "Expires", "Content-Length"}
"""Headers that differ between two equal requests, or with the length of a name."""

CSRF_TOKEN = re.compile(r'"\w{64}"')
"""It differs each time that a page is rendered."""


def _without_names(answer: Any, names: list[str]) -> tuple[int, list[tuple[str, str]], str]:
    """Return a response without the names of the objects that the request asked for."""
    asked = re.compile("|".join(map(re.escape, names)))
    headers = [(key, asked.sub("", value)) for key, value in answer.headers.items() if key not in VOLATILE]
    return answer.status_code, headers, CSRF_TOKEN.sub("", asked.sub("", answer.content.decode()))


def content() -> dict[str, tuple[int, int]]:
    """Return the number and the digest of the rows of each table."""
    return {model._meta.label: fingerprint(model, DEFAULT_DB_ALIAS) for model in apps.get_models()}


@contextmanager
def statements_that_write() -> Iterator[list[str]]:
    """Collect the SQL statements that change rows."""
    written: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if re.match(r"\s*(INSERT|UPDATE|DELETE)", sql, re.IGNORECASE):
            written.append(sql[:80])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield written
