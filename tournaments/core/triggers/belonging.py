"""Rules for rows that refer to each other, and the order in which a status changes.

Rows of different clubs or events do not mix: a row that refers to two others refers to two of one club, or of
one event. `belonging.sql` has these rules, one a paragraph: its code and its sentence, the table with the
columns whose change is checked, and the condition on the new row, which is the same for both databases.
Columns that say where a row belongs never change (`FIXED`), so it is enough to check a row when it is
written.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import NamedTuple


class ReferenceRule(NamedTuple):
    """A rule: `holds` must be true when a row is inserted, and when one of `columns` is updated."""

    code: str
    sentence: str
    table: str
    columns: list[str]
    holds: str


class StatusOrder(NamedTuple):
    """The changes of `status` that are allowed."""

    code: str
    sentence: str
    table: str
    steps: list[list[str]]


_RULE = re.compile(r"-- (\w+): (.+)\n(?:-- \(.+\)\n)?-- (\w+) \((.+)\)\n((?s:.+))")
"""The code, the sentence (and a comment in brackets), the table with its columns, the condition."""

_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def _read(paragraph: str) -> ReferenceRule:
    rule = _RULE.fullmatch(paragraph)
    if rule is None:
        raise ValueError(paragraph)
    code, sentence, table, columns, holds = rule.groups()
    return ReferenceRule(code, sentence, table, columns.split(", "), holds)


_PARAGRAPHS = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8").strip().split("\n\n")

REFERENCE_RULES = [_read(paragraph) for paragraph in _PARAGRAPHS]
FIXED: dict[str, list[str]] = _TABLES["fixed"]
"""Columns that never change, by table."""
STATUS_ORDERS = [StatusOrder(**order) for order in _TABLES["status"]]
