"""Lists of people as they are pasted or come in a file: a name in each line, or a table with columns.

`read_list` is the one reader, for all doors. A plain list needs no question. A table does: it is read with a
guess of what its columns are, somebody looks at it, and `people_of` makes people of it by their answer.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.core.rules.names import clean_name, heading_role, name_key
from tournaments.core.rules.refusals import Invalid, Refusal, gettext_noop

LONGEST_LIST: Final = 400_000
"""The most characters of a list: 10,000 lines of 40."""

MOST_LINES: Final = 10_000
MOST_COLUMNS: Final = 40
MOST_CELLS: Final = 100_000

_LONGEST_CELL: Final = 200
"""Longer cells are no name and no contact. Patterns look no further, because they could take long."""

NAME, TURNED, FAMILY, GIVEN = "name", "turned", "family", "given"
TAGS, CONTACT, PAID = "tags", "contact", "paid"
LEFT_OUT: Final = ""
NAMES: Final = (NAME, TURNED, FAMILY, GIVEN)
"""What a column can be. Turned is “Family, Given” in one cell; it becomes “Given Family”."""

_INVISIBLE: Final = dict.fromkeys(map(ord, "\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff"))
_LINE_END: Final = re.compile(r"\r\n|[\n\r\u2028\u2029]")
_SEPARATOR: Final = re.compile(r"[,;\t]")
_NUMBERING: Final = re.compile(r"^\(?\d{1,4}\s*[.):](?:\s+|(?=\D))|^[-*\u2022\u2013]\s+")
_LEADING_NUMBER: Final = re.compile(r"^\d{1,4}\s+(?=[^\W\d])")
_BARE_NUMBER: Final = re.compile(r"^\(?\d{1,4}\s*[.):]?$")
_QUOTED: Final = re.compile(r'"[^"]*"')
_CODE: Final = re.compile(r"[A-Z]{2,3}")
_MONEY: Final = re.compile(
    r"\d{1,6}([.,]\d{1,2})?\s*(€|\$|£|EUR|CHF|USD)|(€|\$|£|EUR|CHF|USD)\s*\d{1,6}([.,]\d{1,2})?"
)

_MAIL: Final = r"[^\s<>,;\"'()]+@[^\s<>,;\"'()]+"
_PHONE: Final = (
    r"(?:(?:\+|\(\+?)\s*\d|\(?0)(?:[\s()/.\u2010-\u2013-]*\d){5,}"
    r"|\d+[\s()/.\u2010-\u2013-](?:[\s()/.\u2010-\u2013-]*\d){6,}"
)
_CONTACT: Final = re.compile(
    rf"@|https?:|www\.|{_PHONE}|^\W*\d(?:[^\w]*\d){{5,}}\W*$|^\W*(?:tel|fon|phone|mob|handy)\w*\W*\d"
    r"|(?:str\.|stra(?:ß|ss)e|weg|platz|allee|gasse|street|road|avenue)\s*\d"
    r"|^\d+\w?,?\s+(?:rue|avenue|boulevard|chemin)\b|^\d{5}\s+[^\W\d]",
    re.IGNORECASE,
)
_MAILBOX: Final = re.compile(rf"<({_MAIL})>")
_ENDS_WITH_CONTACT: Final = re.compile(
    rf"(?P<name>[^\t;,]*?[^\W\d][^\t;,]*?)[\s(:]+(?P<contact>{_MAIL}|{_PHONE})\)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list: its number (from 1) and its cells."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of a table are. heading: the first row has no person. each: each cell is a name."""

    roles: tuple[str, ...]
    heading: bool = False
    each: bool = False


@dataclass(frozen=True, slots=True)
class PastedList:
    """A list as it was read: its rows, all of one width, and what the columns seem to be.

    asks: it is a table, so somebody must look at the guess before there are names.
    """

    rows: tuple[Row, ...]
    guess: Columns
    asks: bool


@dataclass(frozen=True, slots=True)
class PastedPerson:
    """A person of a list. Contact and what was paid are as they were written."""

    line: int
    name: str
    tags: tuple[str, ...] = ()
    contact: str = ""
    paid: str = ""


@dataclass(frozen=True, slots=True)
class RefusedName:
    """A piece of a list that is not a new name: its line, its text, and the reason."""

    line: int
    text: str
    error: Refusal

    @property
    def detail(self) -> str:
        """The reason in the language of the reader."""
        return self.error.detail


@dataclass(frozen=True, slots=True)
class People:
    """The people of a list in their order, and the refused pieces."""

    people: tuple[PastedPerson, ...]
    refused: tuple[RefusedName, ...]

    @property
    def names(self) -> list[str]:
        return [person.name for person in self.people]


def known_names(names: Iterable[str]) -> dict[str, str]:
    """The names by their keys. “Family, Given” is also known as “Given Family”."""
    known: dict[str, str] = {}
    turned = []
    for name in names:
        known[name_key(name)] = name
        if "," in name:
            turned.append(name)
    for name in turned:
        known.setdefault(name_key(_turn(name)), name)
    return known


def looks_like_contact(text: str) -> bool:
    """Whether this may be a mail, postal or web address, or a telephone number. A date may be one, too."""
    return _CONTACT.search(text[:_LONGEST_CELL]) is not None


class NameIsContact(Invalid):
    """An address or a telephone number stands where a name should be."""

    sentence = gettext_noop("This looks like an address or a telephone number, and names are public.")


def check_no_contact(name: str) -> None:
    """Raise Refusal `name_is_contact` for what must not become public as a name."""
    if looks_like_contact(name):
        raise NameIsContact


def read_list(text: str, known: Mapping[str, str] | None = None) -> PastedList:
    """Read a list that was pasted or comes from a file. known: names that the club has, by `known_names`.

    A line with a name, “Anna, Ben, Chloe” in one line, bullets and numbers before names are a plain list.
    A list whose lines have several cells each, or a heading, is a table. Raises Refusal `list_too_long`.
    """
    known = known or {}
    text = text.translate(_INVISIBLE)
    lines = _LINE_END.split(text.rstrip())
    cells = sum(text.count(separator) for separator in "\t;,")
    if len(text) > LONGEST_LIST or len(lines) > MOST_LINES or cells > MOST_CELLS:
        raise list_too_long()
    if (boxes := _with_contacts(lines)) is not None:
        return _table(boxes)
    mark, rows, quoted = _cells(lines)
    rows = _numbered(rows)
    if quoted and mark == "," and max((len(row.cells) for row in rows), default=0) == 1:
        pieces = [(row.line, row.cells[0]) for row in rows]
    else:
        pieces = list(_pieces(lines, known))
    plain = PastedList(tuple(Row(line, (piece,)) for line, piece in pieces), Columns((NAME,)), asks=False)
    if pieces and all(_find(piece, known) for _line, piece in pieces):
        return plain
    if mark != "," and len(rows) == 1 and all(cell.count(",") == 1 for cell in rows[0].cells):
        rows = [Row(rows[0].line, (cell,)) for cell in rows[0].cells]
    return _table(rows, mark) if _is_table(rows, mark) else plain


class ListTooLong(Invalid):
    """The list has too many lines or characters."""

    sentence = gettext_noop("A list can have at most %(count)d lines and %(most)d characters. Divide it.")


def list_too_long() -> Refusal:
    """The refusal of a list that is too long."""
    return ListTooLong(count=MOST_LINES, most=LONGEST_LIST)


class ListWithoutNames(Invalid):
    """No column of the list has the names."""

    sentence = gettext_noop("Say which column has the names.")


def people_of(
    pasted: PastedList,
    columns: Columns | None = None,
    known: Mapping[str, str] | None = None,
    taken: Collection[str] = (),
) -> People:
    """The people of a list, by these columns or by the guess.

    known: a name that the club has is taken as the club writes it. Refused are a name that is already in the
    list (`name_twice`), one whose `name_key` is in `taken` (`name_taken`), an address or a telephone number
    (`name_is_contact`), and what is no name (the codes of `clean_name`). Raises Refusal
    `list_without_names` if no column is a name.
    """
    columns = columns or pasted.guess
    if not columns.each and not set(columns.roles) & set(NAMES):
        raise ListWithoutNames
    people: list[PastedPerson] = []
    refused: list[RefusedName] = []
    first_line: dict[str, int] = {}
    for person in _read_people(pasted.rows[1 if columns.heading else 0 :], columns, known or {}):
        try:
            name = clean_name(person.name)
            _check_new(name, first_line, taken)
        except Refusal as error:
            refused.append(RefusedName(person.line, person.name, error))
        else:
            first_line[name_key(name)] = person.line
            people.append(PastedPerson(person.line, name, person.tags, person.contact, person.paid))
    return People(tuple(people), tuple(refused))


def split_line(line: str, known: Mapping[str, str]) -> list[str]:
    """The names of one line. Separators separate them, but a known name can have a comma in it."""
    ends = [0, *(place.end() for place in _SEPARATOR.finditer(line)), len(line) + 1]
    pieces: list[str] = []
    at = 0
    while at < len(ends) - 1:
        # The longest run of pieces that is a known name, else the next piece.
        for until in range(min(at + 3, len(ends) - 1), at, -1):
            piece = line[ends[at] : ends[until] - 1].strip()
            if until == at + 1 or _find(piece, known):
                break
        at = until
        if piece:
            pieces.append(piece)
    return pieces


class NameTwice(Invalid):
    """The list contains the name twice."""

    sentence = gettext_noop("%(name)s is already in the list, in line %(line)d.")


class NameTaken(Invalid):
    """The club already has a player with this name."""

    sentence = gettext_noop("There is already a player with the name %(name)s.")


def _check_new(name: str, first_line: Mapping[str, int], taken: Collection[str]) -> None:
    key = name_key(name)
    check_no_contact(name)
    if key in first_line:
        raise NameTwice(name=name, line=first_line[key])
    if key in taken:
        raise NameTaken(name=name)


def _find(text: str, known: Mapping[str, str]) -> str:
    """The known name that is written like this, perhaps with the family name first; else empty."""
    if not known:
        return ""
    return known.get(name_key(text)) or (known.get(name_key(_turn(text)), "") if "," in text else "")


def _turn(name: str) -> str:
    """“Mustermann, Erika” as “Erika Mustermann”."""
    family, _comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}".strip()


def _pieces(lines: Sequence[str], known: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield the names of a plain list, each with its line. Bullets, numbers and columns of numbers go."""
    lines = [line.strip() for line in lines]
    if all(_LEADING_NUMBER.match(line) for line in lines if line):
        lines = [_LEADING_NUMBER.sub("", line) for line in lines]
    for number, line in enumerate(lines, 1):
        pieces = split_line(line, known)
        for index, piece in enumerate(pieces):
            if index == 0 and len(pieces) > 1 and _BARE_NUMBER.match(piece):
                continue
            bare = _NUMBERING.sub("", piece, count=1).strip() if index == 0 else piece
            yield number, bare or piece


def _cells(lines: Sequence[str]) -> tuple[str, list[Row], bool]:
    """The separator of the cells, the rows, and whether quotes mean what they mean in CSV."""
    mark = ""
    first = 1
    if lines and (said := re.fullmatch(r"sep=([,;|\t])\s*", lines[0], re.IGNORECASE)):
        # Excel writes and reads this line.
        mark, first, lines = said[1], 2, lines[1:]
    filled = [_QUOTED.sub("", line) for line in lines if line.strip()]
    mark = mark or next(
        (each for each in "\t;" if sum(each in line for line in filled) * 2 >= len(filled)), ","
    )
    quoted = any('"' in line for line in lines)
    rows: list[Row] = []
    if quoted:
        # Strict: a quotation mark inside a name, such as a nickname, is no CSV.
        reader = csv.reader(
            (f"{line}\n" for line in lines), delimiter=mark, strict=True, skipinitialspace=True
        )
        line = first
        try:
            for cells in reader:
                rows.append(Row(line, tuple(" ".join(cell.split()) for cell in cells)))
                line = first + reader.line_num
        except csv.Error:
            quoted = False
    if not quoted:
        rows = [
            Row(line, tuple(cell.strip() for cell in text.split(mark)))
            for line, text in enumerate(lines, first)
        ]
    return mark, [row for row in rows if any(cell.strip(",;\t ") for cell in row.cells)], quoted


def _numbered(rows: Sequence[Row]) -> list[Row]:
    """The rows in one width, without bullets and numbers before the names, and without empty columns."""
    width = min(max((len(row.cells) for row in rows), default=0), MOST_COLUMNS)
    strip = _LEADING_NUMBER if all(_LEADING_NUMBER.match(row.cells[0]) for row in rows) else _NUMBERING
    cleaned = []
    for row in rows:
        first = row.cells[0] if _BARE_NUMBER.match(row.cells[0]) else strip.sub("", row.cells[0], count=1)
        cells = (first.strip() or row.cells[0], *row.cells[1:width])
        cleaned.append(cells + ("",) * (width - len(cells)))
    used = [index for index in range(width) if any(cells[index] for cells in cleaned)]
    return [
        Row(row.line, tuple(cells[index] for index in used)) for row, cells in zip(rows, cleaned, strict=True)
    ]


def _is_table(rows: Sequence[Row], mark: str) -> bool:
    """Whether somebody must say what the cells of these lines are."""
    if not rows:
        return False
    if _has_heading(rows[0]):
        return True
    useful = [_without_number(row.cells) for row in rows]
    if any(len(cells) > 1 and _has_no_name(cells) for cells in useful):
        return True
    if all(len(cells) == 1 for cells in useful):
        # “Family, Given” in quotes, or beside a number.
        return _has_commas([cells[0] for cells in useful])
    if len(rows) == 1:
        # “Family, Given”, or two people: who wrote it must say it.
        return mark == "," and len(useful[0]) == 2 and any(" " not in cell for cell in useful[0])
    several = sum(len(cells) > 1 for cells in useful)
    if several == len(rows) and len({len(cells) for cells in useful}) == 1:
        return True
    if mark == ",":
        return sum(len(cells) == 2 for cells in useful) * 2 > len(rows)
    return several * 2 >= len(rows)


def _without_number(cells: Sequence[str]) -> list[str]:
    """The cells that say something, without a number before them."""
    filled = [cell for cell in cells if cell]
    return filled[1:] if len(filled) > 1 and _BARE_NUMBER.match(filled[0]) else filled


def _has_no_name(cells: Sequence[str]) -> bool:
    """Whether a cell of a line is no name for sure, such as a year, a country or a telephone number."""
    codes = [_CODE.fullmatch(cell) is not None for cell in cells]
    return any(
        not any(letter.isalpha() for letter in cell) or looks_like_contact(cell) for cell in cells
    ) or (any(codes) and not all(codes))


def _has_heading(row: Row) -> bool:
    filled = [cell for cell in row.cells if cell]
    roles = [heading_role(cell) for cell in filled]
    return any(role in NAMES for role in roles) and sum(role is not None for role in roles) * 2 > len(roles)


def _with_contacts(lines: Sequence[str]) -> list[Row] | None:
    """The rows of a list such as “Erika <erika@example.org>”, or with a telephone number after each name."""
    rows: list[Row] = []
    found = 0
    for number, line in enumerate(lines, 1):
        # Names and addresses in turn.
        *boxes, _rest = _MAILBOX.split(line)
        if boxes:
            found += 1
            names = [name.strip(" \t,;\"'") for name in boxes[::2]]
            rows += [Row(number, cells) for cells in zip(names, boxes[1::2], strict=True)]
        elif len(line) < _LONGEST_CELL and (whole := _ENDS_WITH_CONTACT.fullmatch(line.strip())):
            found += 1
            rows.append(Row(number, (whole["name"].strip(" \t-:"), whole["contact"])))
        elif line.strip():
            rows.append(Row(number, (line.strip(), "")))
    return _numbered(rows) if found and found * 2 >= len({row.line for row in rows}) else None


def _table(rows: Sequence[Row], mark: str = "\t") -> PastedList:
    heading = _has_heading(rows[0])
    people = rows[1:] if heading else rows
    columns = [
        [row.cells[index] for row in people if row.cells[index]] for index in range(len(rows[0].cells))
    ]
    roles = _roles_by_heading(rows[0].cells) if heading else {}
    each = not heading and _is_of_names(columns, mark)
    roles |= _roles_by_contents(columns, roles, mark)
    roles |= {index: TURNED for index, role in roles.items() if role == NAME and _has_commas(columns[index])}
    guess = Columns(tuple(roles.get(index, LEFT_OUT) for index in range(len(columns))), heading, each)
    return PastedList(tuple(rows), guess, asks=True)


def _roles_by_heading(cells: Sequence[str]) -> dict[int, str]:
    """The roles of the columns with known headings. “Nom” and “Name” beside a given name: family."""
    roles = {index: role for index, cell in enumerate(cells) if (role := heading_role(cell)) is not None}
    has_given = GIVEN in roles.values()
    taken: set[str] = set()
    for index, role in roles.items():
        if role == NAME and has_given:
            role = LEFT_OUT if FAMILY in roles.values() else FAMILY  # noqa: PLW2901
        if role in NAMES and role in taken:
            role = LEFT_OUT  # noqa: PLW2901
        taken.add(role)
        roles[index] = role
    return roles


def _has_commas(column: Sequence[str]) -> bool:
    """Whether the names of a column seem to be “Family, Given”."""
    return sum("," in cell for cell in column) * 2 >= max(len(column), 1)


def _is_of_names(columns: Sequence[Sequence[str]], mark: str) -> bool:
    """Whether each cell seems to be a whole name: “Anna Keller, Ben Okafor” or three names in a line."""
    cells = [cell for column in columns for cell in column]
    if len(columns) < 2 or any(letter.isdigit() or letter == "," for cell in cells for letter in cell):
        return False
    if any(_has_no_name(column) for column in columns):
        return False
    full = all(sum(" " in cell for cell in column) * 2 > len(column) for column in columns)
    return full or (mark == "," and len(columns) > 2)


def _roles_by_contents(
    columns: Sequence[Sequence[str]], given: Mapping[int, str], mark: str
) -> dict[int, str]:
    """What columns without a role seem to be. The first columns with words are the names."""
    roles: dict[int, str] = {}
    words: list[int] = []
    for index, column in enumerate(columns):
        if index in given or not column:
            continue
        half = len(column) / 2
        if sum("@" in cell or _is_phone(cell) for cell in column) > half:
            roles[index] = CONTACT
        elif sum(_MONEY.fullmatch(cell) is not None for cell in column) > half:
            roles[index] = PAID
        elif sum(_is_word(cell) for cell in column) > half:
            words.append(index)
    if set(given.values()) & set(NAMES) or not words:
        if GIVEN in given.values() and FAMILY not in given.values() and words:
            roles[words[0]] = FAMILY
        return roles
    first, *others = words
    if others and others[0] == first + 1:
        if _are_halves(columns[first], columns[others[0]], mark):
            return roles | {first: FAMILY, others[0]: GIVEN}
        if len(set(columns[others[0]])) * 3 <= len(columns[others[0]]) * 2:
            roles[others[0]] = TAGS
    return roles | {first: NAME}


def _are_halves(first: Sequence[str], second: Sequence[str], mark: str) -> bool:
    """Whether two columns seem to be family names and given names. The same few words are tags."""
    if sum(" " in cell for cell in first) * 2 > len(first) or _has_commas(first) or _has_commas(second):
        return False
    return mark == "," or len(set(second)) * 3 > len(second) * 2


def _is_phone(cell: str) -> bool:
    return looks_like_contact(cell) and sum(letter.isdigit() for letter in cell) > 5 and cell.count(".") < 2


def _is_word(cell: str) -> bool:
    return (
        any(letter.isalpha() for letter in cell)
        and not looks_like_contact(cell)
        and _CODE.fullmatch(cell) is None
        and not any(letter.isdigit() for letter in cell)
    )


def _read_people(rows: Sequence[Row], columns: Columns, known: Mapping[str, str]) -> Iterator[PastedPerson]:
    """Yield the people of these rows, with their names as they are written or known."""
    for row in rows:
        if columns.each:
            for cell in _without_number(row.cells):
                yield PastedPerson(row.line, _find(cell, known) or cell)
            continue
        of: dict[str, list[str]] = {}
        for role, cell in zip(columns.roles, row.cells, strict=True):
            if cell and role:
                of.setdefault(role, []).append(cell)
        if not of:
            continue
        contacts = of.get(CONTACT, [])
        yield PastedPerson(
            row.line,
            _name_in(of, known),
            tuple(
                tag.strip() for cell in of.get(TAGS, []) for tag in re.split(r"[,;/|]", cell) if tag.strip()
            ),
            next((contact for contact in contacts if "@" in contact), contacts[0] if contacts else ""),
            " ".join(of.get(PAID, [])),
        )


def _name_in(of: Mapping[str, Sequence[str]], known: Mapping[str, str]) -> str:
    turned = [_turn(cell) for cell in of.get(TURNED, [])]
    name = " ".join([*of.get(NAME, []), *turned, *of.get(GIVEN, []), *of.get(FAMILY, [])])
    return _find(name, known) or name
