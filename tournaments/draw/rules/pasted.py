"""A whole seating as somebody pastes it: one table in each line.

All faults are reported together, each with its line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tournaments.core.rules.names import name_key
from tournaments.core.rules.refusals import Invalid, Refusal, gettext_noop
from tournaments.draw.rules.request import Tables

_PREFIX: Final = re.compile(r"^\s*(?:[^\W\d_]+\.?\s*)?(?P<number>\d{1,5})\s*[:.)]\s+")
_SEPARATORS: Final = "\t;,"
"""The first of these in a line separates its names. A comma may be part of a name."""
_LINE_END: Final = re.compile(r"\r\n|[\n\r\u2028\u2029]")


class PastedSeating(NamedTuple):
    """The tables in their order, as ids of players, and all faults with their lines (from 1)."""

    tables: Tables
    faults: tuple[tuple[int, Refusal], ...]


class _PastedTable(NamedTuple):
    line: int
    number: int | None
    names: tuple[str, ...]


class NoNames(Invalid):
    """The request contains no names."""

    sentence = gettext_noop("Paste the names of one table in each line.")


def read_seating(text: str, players: Sequence[tuple[str, str]]) -> PastedSeating:
    """Read a pasted seating. players: pairs of id and name. Names are compared by `name_key`.

    Faults: `name_unknown`, `name_ambiguous`, `name_twice`, `table_unnumbered` (other lines have a table
    number, this one does not), `table_twice`, `table_missing`, `no_names`.
    """
    ids: dict[str, list[str]] = {}
    for player, name in players:
        ids.setdefault(name_key(name), []).append(player)
    lines = [line for number, raw in enumerate(_LINE_END.split(text), 1) if (line := _read(number, raw))]
    faults: list[tuple[int, Refusal]] = []
    if not lines:
        faults.append((1, NoNames()))
    lines = _in_order(lines, faults)
    first_line: dict[str, int] = {}
    tables = [tuple(_players(line, ids, first_line, faults)) for line in lines]
    return PastedSeating(tuple(tables), tuple(sorted(faults, key=lambda fault: fault[0])))


def _read(line: int, raw: str) -> _PastedTable | None:
    """Return the table of a line; None for an empty line."""
    number = None
    if prefix := _PREFIX.match(raw):
        number, raw = int(prefix["number"]), raw[prefix.end() :]
    separator = next((mark for mark in _SEPARATORS if mark in raw.strip()), ",")
    names = tuple(name for piece in raw.split(separator) if (name := piece.strip()))
    return _PastedTable(line, number, names) if names else None


def _in_order(lines: list[_PastedTable], faults: list[tuple[int, Refusal]]) -> list[_PastedTable]:
    """Return the lines in the order of their table numbers; without numbers, in their own order."""
    if all(line.number is None for line in lines):
        return lines
    seen: dict[int, int] = {}
    for line in lines:
        if line.number is None:
            sentence = gettext_noop(
                "Other lines have a table number. Add one here, such as “Table 3:”, or remove all of them."
            )
            faults.append((line.line, Invalid("table_unnumbered", sentence)))
        elif line.number in seen:
            sentence = gettext_noop("Table %(table)d is already in line %(line)d. Remove one of the lines.")
            faults.append(
                (line.line, Invalid("table_twice", sentence, table=line.number, line=seen[line.number]))
            )
        else:
            seen[line.number] = line.line
    gap = next(number for number in range(1, len(seen) + 2) if number not in seen)
    if gap <= len(seen):
        sentence = gettext_noop("Table %(table)d is missing. Number the tables 1, 2, 3 without a gap.")
        faults.append((max(seen.values()), Invalid("table_missing", sentence, table=gap)))
    return sorted(lines, key=lambda line: line.number or 0)


def _players(
    line: _PastedTable,
    ids: Mapping[str, Sequence[str]],
    first_line: dict[str, int],
    faults: list[tuple[int, Refusal]],
) -> list[str]:
    seated = []
    for name in line.names:
        players = ids.get(name_key(name), ())
        if not players:
            sentence = gettext_noop("No player with the name %(name)s can be seated. Check the spelling.")
            faults.append((line.line, Invalid("name_unknown", sentence, name=name)))
        elif len(players) > 1:
            sentence = gettext_noop("Several players have the name %(name)s. Seat them by hand.")
            faults.append((line.line, Invalid("name_ambiguous", sentence, name=name)))
        elif players[0] in first_line:
            sentence = gettext_noop("%(name)s is already in the list, in line %(line)d.")
            fault = Invalid("name_twice", sentence, name=name, line=first_line[players[0]])
            faults.append((line.line, fault))
        else:
            first_line[players[0]] = line.line
            seated.append(players[0])
    return seated
