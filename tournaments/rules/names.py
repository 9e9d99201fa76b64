"""Names as people type them: cleaned, compared, read from a pasted list, made into slugs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.rules.errors import RulesError, gettext_noop

LONGEST: Final = 100
"""Characters a name may have (code points, after cleaning); its key may have twice as many."""

_MARKS: Final = 4
"""Accents that may follow one letter: more are a joke that covers the lines above."""

_JOINERS: Final = "\u200c\u200d"
"""Invisible, but part of the spelling of Persian and Hindi and of pictures made of several."""

_DROPPED: Final = dict.fromkeys(map(ord, "\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff"))
"""Invisible and harmless left-overs of copying: taken out in silence."""

_FORBIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Controls, direction overrides, halves of characters, characters that are none."""

_NUMBERING: Final = re.compile(r"^\(?\d{1,4}\s*[.):](?:\s+|(?=\D))|^[-*\u2022\u2013]\s+")
_LEADING_NUMBER: Final = re.compile(r"^\d{1,4}\s+(?=[^\W\d])")
_BARE_NUMBER: Final = re.compile(r"^\(?\d{1,4}\s*[.):]?$")
_SEPARATOR: Final = re.compile(r"[,;\t]")
_LINE_END: Final = re.compile(r"\r\n|[\n\r\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Pasted:
    """A name found in a pasted list, and its line (from 1)."""

    line: int
    name: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A piece of a pasted list that is no new name: its line (from 1), what stood there, and why."""

    line: int
    text: str
    error: RulesError


@dataclass(frozen=True, slots=True)
class Paste:
    """What a pasted list holds: clean new names in their order, and what was refused."""

    names: tuple[Pasted, ...]
    refused: tuple[Refused, ...]


def clean_name(text: str, longest: int = LONGEST) -> str:
    """Return the name as it is stored: NFC, single spaces, no invisible left-overs.

    Raises RulesError: `name_control_character` (NUL, line ends, direction overrides, which could make
    a page show another name than is stored), `name_marks`, `name_empty` (no letter, digit or picture),
    `name_too_long` (over `longest` characters).
    """
    # A tab is white space like any other here, and a lone one is what a spreadsheet leaves behind.
    name = unicodedata.normalize("NFC", text.translate(_DROPPED).replace("\t", " "))
    name = re.sub(r"[^\S\n\r\x0b\x0c\x1c-\x1f\x85\u2028\u2029]+", " ", name).strip(" ")
    marks = 0
    for char in name:
        category = unicodedata.category(char)
        if category in _FORBIDDEN and char not in _JOINERS:
            raise RulesError(
                "name_control_character",
                gettext_noop("The name contains the invisible character %(character)s: type it anew."),
                character=f"U+{ord(char):04X}",
            )
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > _MARKS:
            raise RulesError("name_marks", gettext_noop("The name has too many accents on one letter."))
    if not any(_shows(char) for char in name):
        raise RulesError("name_empty", gettext_noop("A name needs at least one letter or digit."))
    length = max(len(name), -(-len(name_key(name)) // 2))
    if length > longest:
        raise RulesError(
            "name_too_long",
            gettext_noop("A name may have up to %(most)d characters, and this one has %(length)d."),
            most=longest,
            length=length,
        )
    return name


def _shows(char: str) -> bool:
    """A letter, a digit or a picture."""
    category = unicodedata.category(char)
    return category[0] in "LN" or category == "So"


def name_key(name: str) -> str:
    """Return what two names have in common that a reader cannot tell apart: NFKC, casefolded.

    Unique in a club. "Zoë", "ZOË" and "Ｚｏë" are one name, "Zoe" is another.
    """
    plain = "".join(char for char in name if char not in _JOINERS)
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", plain).casefold())
    return " ".join(folded.split())


def split_names(text: str, taken: Collection[str] = ()) -> Paste:
    """Read a pasted list: one name a line, or several parted by commas, semicolons or tabs.

    Bullets and numbering are left out: "1. Anna", "2) Ben", a column of numbers, and "1 Anna" where every
    line begins like that. A name that occurs before in the list is refused (`name_twice`, with the line
    it stands in), one whose `name_key` is in `taken` too (`name_taken`), and what is no name with the
    code of `clean_name`.
    """
    names: list[Pasted] = []
    refused: list[Refused] = []
    first_line: dict[str, int] = {}
    for line, piece in _pieces(text):
        try:
            name = clean_name(piece)
            _check_new(name, first_line, taken)
        except RulesError as error:
            refused.append(Refused(line, piece, error))
        else:
            first_line[name_key(name)] = line
            names.append(Pasted(line, name))
    return Paste(tuple(names), tuple(refused))


def _check_new(name: str, first_line: Mapping[str, int], taken: Collection[str]) -> None:
    key = name_key(name)
    if key in first_line:
        raise RulesError(
            "name_twice",
            gettext_noop("%(name)s is in the list already, in line %(line)d."),
            name=name,
            line=first_line[key],
        )
    if key in taken:
        raise RulesError("name_taken", gettext_noop("There is a player called %(name)s already."), name=name)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The pieces that should be names, with their lines; empty ones and columns of numbers left out."""
    lines = [line.strip() for line in _LINE_END.split(text.translate(_DROPPED))]
    if all(_LEADING_NUMBER.match(line) for line in lines if line):
        lines = [_LEADING_NUMBER.sub("", line) for line in lines]
    for line, content in enumerate(lines, 1):
        pieces = [piece.strip() for piece in _SEPARATOR.split(content)]
        pieces = [piece for piece in pieces if piece]
        for index, piece in enumerate(pieces):
            if index == 0 and len(pieces) > 1 and _BARE_NUMBER.match(piece):
                continue
            bare = _NUMBERING.sub("", piece, count=1).strip() if index == 0 else piece
            yield line, bare or piece


_LETTERS: Final = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "ø": "oe",
        "å": "aa",
        "ł": "l",
        "đ": "d",
    }
)


def slugify(text: str, fallback: str = "event", longest: int = 50) -> str:
    """Return the text as part of an address: small letters a-z, digits and single hyphens.

    `fallback` where nothing of the kind is left (a name in another script).
    """
    folded = unicodedata.normalize("NFC", text).lower().translate(_LETTERS)
    plain = "".join(char for char in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(char))
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return slug[:longest].rstrip("-") or fallback


def free_slug(text: str, taken: Collection[str], fallback: str = "event", longest: int = 50) -> str:
    """Return the slug of the text, with -2, -3, ... after it where it is taken."""
    slug = slugify(text, fallback, longest)
    if slug not in taken:
        return slug
    number = 2
    while True:
        ending = f"-{number}"
        candidate = slug[: longest - len(ending)].rstrip("-") + ending
        if candidate not in taken:
            return candidate
        number += 1
