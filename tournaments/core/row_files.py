"""Rows as files, in chunks: NDJSON (one object a line), and CSV that is safe for spreadsheets.

A CSV of REST is the same for everybody. That of a page is for the spreadsheet of its reader.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from io import SEEK_END, StringIO
from typing import Any
from uuid import UUID

MEDIA_TYPES = {"ndjson": "application/x-ndjson", "csv": "text/csv; charset=utf-8"}

CHUNK_SIZE = 32 * 1024
"""Characters after which a chunk is sent."""

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a text for a formula if it begins with one of these."""


def file_chunks(
    media: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], decimal: str = ""
) -> Iterator[bytes]:
    """All rows as `ndjson` or `csv`, in chunks; the first line of a CSV has the column names.

    decimal: the decimal sign of a reader whose spreadsheet opens the file. It then begins with a byte order
    mark, without which Excel does not read UTF-8, and has semicolons where the decimal sign is a comma.
    """
    lines = _ndjson(columns, rows) if media == "ndjson" else _csv(columns, rows, decimal)
    chunk: list[str] = []
    size = 0
    for line in lines:
        chunk.append(line)
        size += len(line)
        if size >= CHUNK_SIZE:
            yield "".join(chunk).encode()
            chunk, size = [], 0
    yield "".join(chunk).encode()


def with_first_made(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The same chunks. The first one is made now, so that an early error comes before the response begins."""
    return _chain(next(chunks), chunks)


def _chain(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    # Not itertools.chain: it has no close(), and the response must close the database cursor.
    yield first
    yield from rest


def _ndjson(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    for row in rows:
        named = dict(zip(columns, map(_plain, row), strict=True))
        # As ASCII: a lone surrogate that a client once sent cannot be encoded as UTF-8.
        yield json.dumps(named, separators=(",", ":")) + "\n"


def _csv(columns: Sequence[str], rows: Iterable[Sequence[Any]], decimal: str) -> Iterator[str]:
    buffer = StringIO("\ufeff" if decimal else "")
    buffer.seek(0, SEEK_END)
    writer = csv.writer(buffer, delimiter=";" if decimal == "," else ",")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(_plain(value), decimal) for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def _plain(value: Any) -> Any:
    """The value as a JSON type."""
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return value


def _cell(value: Any, decimal: str) -> Any:
    """Numbers stay numbers; a text that looks like a formula gets a quote in front of it."""
    if isinstance(value, float | Decimal):
        return str(value).replace(".", decimal or ".")
    if isinstance(value, dict | list):
        return json.dumps(value, separators=(",", ":"))
    if isinstance(value, str):
        text = value.encode("utf-8", "replace").decode()
        return f"'{text}" if text.startswith(FORMULAS) else text
    return value
