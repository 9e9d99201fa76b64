"""Files with lists of people, as text: CSV in the usual encodings, and spreadsheets (.xlsx).

The library that reads spreadsheets trusts what they say: two cells in opposite corners, or a large count,
take all memory and end the process. So a spreadsheet is read in a process of its own with little memory and
time (`sheet_reader`), after a look at how much comes out of it.
"""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from pathlib import Path

from django.utils.translation import gettext_noop as _

from tournaments.core.rules.lists import LONGEST_LIST
from tournaments.core.rules.refusals import Invalid

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
