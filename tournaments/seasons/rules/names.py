"""The name of the season that follows another one."""

from __future__ import annotations

import re
from typing import Final

from tournaments.core.rules.names import LONGEST_TITLE

_TWO_YEARS: Final = re.compile(
    r"(?<![0-9])([0-9]{4}|[0-9]{2})( ?[/\-\u2010-\u2014] ?)([0-9]{4}|[0-9]{2})(?![0-9])", re.ASCII
)
_NUMBER: Final = re.compile(r"[0-9]+", re.ASCII)


def numbered_on(name: str) -> str:
    """Return the name of the next season: its last number is one more; else “2” after it.

    Of two years that follow each other (2025/26, 2025-2026) both are one more. Zeros at the front stay. A
    name that gets too long loses letters before the number.
    """
    for years in reversed(list(_TWO_YEARS.finditer(name))):
        first, between, second = years.groups()
        if (int(first) + 1) % 100 == int(second) % 100 and len(second) <= len(first):
            later = f"{_one_more(first)}{between}{_one_more(second)[-len(second) :]}"
            return _joined(name[: years.start()], later, name[years.end() :])
    numbers = list(_NUMBER.finditer(name))
    if not numbers:
        return _joined(name, " 2", "")
    last = numbers[-1]
    return _joined(name[: last.start()], _one_more(last[0]), name[last.end() :])


def _one_more(number: str) -> str:
    return str(int(number) + 1).zfill(len(number))


def _joined(before: str, number: str, after: str) -> str:
    most = max(LONGEST_TITLE - len(number) - len(after), 0)
    return f"{before[:most].rstrip() if len(before) > most else before}{number}{after}"[:LONGEST_TITLE]
