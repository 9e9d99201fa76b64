"""Lists of people from files (CSV in the usual encodings, spreadsheets), and rows as files (NDJSON, CSV).

The library that reads spreadsheets trusts what they say: two cells in opposite corners, or a large count,
take all memory and end the process. So a spreadsheet is read in a process of its own with little memory and
time (`sheet_reader`), after a look at how much comes out of it.
"""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from io import SEEK_END, StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_noop as _

from tournaments.core.rules.lists import LONGEST_LIST
from tournaments.core.rules.refusals import Invalid

# ---- Rows as files, in chunks: NDJSON (one object a line), and CSV that is safe for spreadsheets.
#
# A CSV of REST is the same for everybody. That of a page is for the spreadsheet of its reader.


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


LARGEST_FILE = 2 * 1024 * 1024
LARGEST_UNPACKED = 24 * 1024 * 1024
"""The most bytes of a file with a list, and of all parts of a spreadsheet together."""

SECONDS = 20

OF_OTHER_PROGRAMS = ("%PDF", "<", "{", "BEGIN:")
"""How text begins that is no list: PDF, HTML and XML, RTF and JSON, address books and calendars."""

_READER = Path(__file__).with_name("sheet_reader.py")


def text_of_file(data: bytes) -> str:
    """The text of a list in a file. The first sheet with cells of a spreadsheet becomes CSV with tabs.

    Raises Invalid `file_too_large`, `file_not_readable`.
    """
    if len(data) > LARGEST_FILE:
        raise _too_large()
    text = _text_of_sheet(data) if data.startswith(b"PK") else _decoded(data)
    if any(letter < "\t" for letter in text[:LONGEST_LIST]) or text.startswith(OF_OTHER_PROGRAMS):
        raise _not_readable()
    return text


def _decoded(data: bytes) -> str:
    """The text in UTF-8, UTF-16 or Windows-1252, which programs of an office write."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _text_of_sheet(data: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            size = sum(part.file_size for part in parts.infolist())
        if size > LARGEST_UNPACKED:
            raise _too_large()
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-I", str(_READER), str(LONGEST_LIST)],
            input=data,
            capture_output=True,
            timeout=SECONDS,
            check=True,
        )
    except (
        zipfile.BadZipFile,
        NotImplementedError,
        ValueError,
        OSError,
        subprocess.SubprocessError,
    ) as error:
        raise _not_readable() from error
    return done.stdout.decode()


def _too_large() -> Invalid:
    sentence = _("This file is too large for a list. Choose one with at most %(most)d MB, without pictures.")
    return Invalid("file_too_large", sentence, {"most": LARGEST_FILE // 1024**2}, field="file")


def _not_readable() -> Invalid:
    sentence = _("This file cannot be read as a list. Choose a CSV file or a spreadsheet that ends in .xlsx.")
    return Invalid("file_not_readable", sentence, field="file")
