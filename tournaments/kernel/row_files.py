"""Rows as files, a few kilobytes at a time: NDJSON, an object a line, and CSV as spreadsheets read it."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from io import StringIO
from typing import Any
from uuid import UUID

MEDIA_TYPES = {"ndjson": "application/x-ndjson", "csv": "text/csv"}

PIECE = 32 * 1024
"""Characters after which a piece is sent."""

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take a text for something to be computed."""


def written(form: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    """All rows in this form, `ndjson` or `csv`, in pieces; a CSV begins with a line of the columns."""
    lines = _ndjson(columns, rows) if form == "ndjson" else _csv(columns, rows)
    piece: list[str] = []
    size = 0
    for line in lines:
        piece.append(line)
        size += len(line)
        if size >= PIECE:
            yield "".join(piece).encode()
            piece, size = [], 0
    yield "".join(piece).encode()


def begun(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same, the first piece made already: what fails at once, fails before anything is answered."""
    return _after(next(pieces), pieces)


def _after(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _ndjson(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    for row in rows:
        named = dict(zip(columns, map(_plain, row), strict=True))
        # In ASCII: a half character that a client once sent is told back as it was.
        yield json.dumps(named, separators=(",", ":")) + "\n"


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    buffer = StringIO()
    writer = csv.writer(buffer)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(_plain(value)) for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def _plain(value: Any) -> Any:
    """As JSON knows it."""
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return value


def _cell(value: Any) -> Any:
    """Numbers stay numbers; a text that would be taken for a formula is marked as a text."""
    if isinstance(value, dict | list):
        return json.dumps(value, separators=(",", ":"))
    if isinstance(value, str):
        text = value.encode("utf-8", "replace").decode()
        return f"'{text}" if text.startswith(FORMULAS) else text
    return value
