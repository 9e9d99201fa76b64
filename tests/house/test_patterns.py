"""Two rules for all sources: no regular expression is slow, and no request decides what a query asks for."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.messages import PACKAGES, ROOT, sources

LENGTHS = (20, 1_000, 10_000, 100_000)
"""Characters. A pattern that is slow is stopped at a short text."""

MOST = 0.05
"""Seconds of processor time for one text."""

PIECES = [
    *"a0 \t\n.-_/,\"'<\\\u00e9=:([%",
    "a0", "a ", "0-", "a.", "1,", " \n", "a\n", "--", "<a", "\r\n", "x=", '""', "\\a", "{a", "a-0", "\u0308",
]  # fmt: skip

FUNCTIONS = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}

ASKING = {
    *("filter", "exclude", "get", "annotate", "aggregate", "alias", "order_by", "values", "values_list"),
    *("update", "extra", "get_or_create", "update_or_create"),
}
"""Methods of a QuerySet whose arguments are names of columns, or parts of SQL."""

DOORS = re.compile(r"api/|tournaments/\w+/(pages|forms|access)\b")
"""Where requests are read."""


def _sources() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sources(package)


def patterns() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Yield each regular expression in the sources that is a constant, with its place."""
    for path in _sources():
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == "re"
                and node.func.attr in FUNCTIONS
                and isinstance(node.args[0], ast.Constant)
            ):
                flags = next(
                    (word.value for word in node.keywords if word.arg == "flags"),
                    node.args[-1] if "re." in ast.unparse(node.args[-1]) else ast.Constant(0),
                )
                value = eval(ast.unparse(flags), {"re": re})  # the constants of our own source
                yield f"{path.relative_to(ROOT)}:{node.lineno}", re.compile(node.args[0].value, value)


def slow_text(pattern: re.Pattern[Any]) -> str | None:
    """Return the beginning of a text that takes the pattern too long, or None."""
    for length in LENGTHS:
        for piece in PIECES:
            text: Any = (piece * length)[:length] + "\x01"
            text = text.encode() if isinstance(pattern.pattern, bytes) else text
            for act in (pattern.fullmatch, pattern.search):
                start = time.thread_time()
                act(text)
                if time.thread_time() - start > MOST:
                    return f"{act.__name__} of {length} times {piece!r}"
    return None


@pytest.mark.nightly  # it measures processor time
def test_no_regular_expression_is_slow_on_a_long_text() -> None:
    found = list(patterns())
    assert len(found) > 20
    assert {place: slow for place, pattern in found if (slow := slow_text(pattern))} == {}


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"\s+$", r"(\w+\s?)*!"])
def test_a_slow_regular_expression_is_found(pattern: str) -> None:
    assert slow_text(re.compile(pattern)) is not None


def starred(source: str) -> list[str]:
    """Return the calls of QuerySet methods with arguments that are unpacked."""
    return [
        node.func.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ASKING
        and (
            any(isinstance(argument, ast.Starred) for argument in node.args)
            or any(word.arg is None for word in node.keywords)
        )
    ]


def test_where_requests_are_read_no_query_gets_unpacked_arguments() -> None:
    """Django fixed SQL injection by names of columns several times: CVE-2025-57833, CVE-2025-64459."""
    places = {str(path.relative_to(ROOT)): starred(path.read_text()) for path in _sources()}
    found = {name: calls for name, calls in places.items() if calls and DOORS.match(name)}
    # The columns that a shape declares, and the value in a cursor for the column that a list is ordered by.
    assert found == {"api/resources.py": ["values"], "api/lists.py": ["filter"]}
    assert starred("Event.objects.filter(**request.GET)") == ["filter"]
