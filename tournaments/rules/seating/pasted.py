"""A seating as people paste it: a table a line, names in seat order, perhaps "Table 3:" before them.

Every fault is found and names its line, so that whoever pasted it reads once what is to be mended.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.rules.errors import RulesError, gettext_noop
from tournaments.rules.names import name_key

_PREFIX: Final = re.compile(r"^\s*(?:[^\W\d_]+\.?\s*)?(?P<number>\d{1,5})\s*[:.)]\s+")
_SEPARATORS: Final = "\t;,"
"""The first of these that a line has parts its names: a comma may be part of a name."""
_LINE_END: Final = re.compile(r"\r\n|[\n\r\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class PastedSeating:
    """The tables found, in their order, as ids of players; and every fault, by its line (from 1)."""

    tables: tuple[tuple[str, ...], ...]
    faults: tuple[tuple[int, RulesError], ...]


@dataclass(frozen=True, slots=True)
class _Line:
    line: int
    number: int | None
    names: tuple[str, ...]


def read_seating(text: str, players: Sequence[tuple[str, str]]) -> PastedSeating:
    """Read a pasted seating of `players`, each an id and a name. Names are compared by `name_key`.

    Faults: `name_unknown`, `name_ambiguous`, `name_twice` (says where it stood first), `table_unnumbered`
    (some lines say which table they are, this one does not), `table_twice`, `table_missing`, `no_names`.
    """
    ids: dict[str, list[str]] = {}
    for player, name in players:
        ids.setdefault(name_key(name), []).append(player)
    lines = [line for number, raw in enumerate(_LINE_END.split(text), 1) if (line := _read(number, raw))]
    faults: list[tuple[int, RulesError]] = []
    if not lines:
        faults.append((1, RulesError("no_names", gettext_noop("Paste the names of a table in each line."))))
    lines = _in_order(lines, faults)
    first_line: dict[str, int] = {}
    tables = [tuple(_players(line, ids, first_line, faults)) for line in lines]
    return PastedSeating(tuple(tables), tuple(sorted(faults, key=lambda fault: fault[0])))


def _read(line: int, raw: str) -> _Line | None:
    """The line's table number and names; None where nothing stands in it."""
    number = None
    if prefix := _PREFIX.match(raw):
        number, raw = int(prefix["number"]), raw[prefix.end() :]
    separator = next((mark for mark in _SEPARATORS if mark in raw.strip()), ",")
    names = tuple(name for piece in raw.split(separator) if (name := piece.strip()))
    return _Line(line, number, names) if names else None


def _in_order(lines: list[_Line], faults: list[tuple[int, RulesError]]) -> list[_Line]:
    """The lines in the order of their tables; as they stand, where none says which table it is."""
    if all(line.number is None for line in lines):
        return lines
    seen: dict[int, int] = {}
    for line in lines:
        if line.number is None:
            sentence = gettext_noop(
                "Say which table this is, like “Table 3:”, or leave it out in every line."
            )
            faults.append((line.line, RulesError("table_unnumbered", sentence)))
        elif line.number in seen:
            sentence = gettext_noop("Table %(table)d stands in line %(line)d already.")
            faults.append(
                (line.line, RulesError("table_twice", sentence, table=line.number, line=seen[line.number]))
            )
        else:
            seen[line.number] = line.line
    gap = next(number for number in range(1, len(seen) + 2) if number not in seen)
    if gap <= len(seen):
        sentence = gettext_noop("Table %(table)d is missing: number the tables 1, 2, 3 without a gap.")
        faults.append((max(seen.values()), RulesError("table_missing", sentence, table=gap)))
    return sorted(lines, key=lambda line: line.number or 0)


def _players(
    line: _Line,
    ids: Mapping[str, Sequence[str]],
    first_line: dict[str, int],
    faults: list[tuple[int, RulesError]],
) -> list[str]:
    found = []
    for name in line.names:
        players = ids.get(name_key(name), ())
        if not players:
            sentence = gettext_noop("Nobody called %(name)s is entered: mind the spelling.")
            faults.append((line.line, RulesError("name_unknown", sentence, name=name)))
        elif len(players) > 1:
            sentence = gettext_noop("Several players are called %(name)s: seat them by hand.")
            faults.append((line.line, RulesError("name_ambiguous", sentence, name=name)))
        elif players[0] in first_line:
            sentence = gettext_noop("%(name)s is in the list already, in line %(line)d.")
            fault = RulesError("name_twice", sentence, name=name, line=first_line[players[0]])
            faults.append((line.line, fault))
        else:
            first_line[players[0]] = line.line
            found.append(players[0])
    return found
