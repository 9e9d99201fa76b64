"""Names as people type them: cleaning, comparing, sorting, finding, slugs; words above columns of names."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Collection
from pathlib import Path
from typing import Final

from tournaments.core.rules.refusals import Invalid, gettext_noop

LONGEST: Final = 60
"""The most letters of a name of a person or a team, as people count them."""

WIDEST: Final = 5
"""So many code points a letter of a name has on average at most. Its key may have twice as many."""

LONGEST_STORED: Final = LONGEST * WIDEST
LONGEST_KEY: Final = 2 * LONGEST_STORED

LONGEST_SEARCH_KEY: Final = 8 * LONGEST_KEY + 3
"""Two names in two spellings, in which a letter may become two."""

LONGEST_TITLE: Final = 100
"""The most characters (code points) of what a club, an event or a season is called."""

LONGEST_SORT_KEY: Final = 200
"""Names that are the same for so long may stand in any order."""

_MARKS: Final = 4
"""The most accents on one letter. More would cover the lines above."""

_JOINERS: Final = "\u200c\u200d"
"""Invisible, but needed for Persian, Hindi and composed emoji."""

_DROPPED: Final = dict.fromkeys(map(ord, "\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff"))
"""Invisible and harmless characters that copying leaves behind. They are removed."""

_FORBIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories of controls, direction overrides, surrogates and unassigned characters."""

_APOSTROPHES: Final = dict.fromkeys(
    map(ord, "`\u00b4\u02b9\u02bb\u02bc\u02c8\u2018\u2019\u201b\u2032\u2035\uff07"), "'"
)
_DASHES: Final = dict.fromkeys(
    map(ord, "\u00ad\u02d7\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d"), "-"
)
_ONE_SIGN: Final = _APOSTROPHES | _DASHES
"""Keyboards and programs make many apostrophes and hyphens. They are one sign."""

_PLAIN: Final = {"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "\u0131": "i", "ŋ": "n", "ə": "e"}
_WITH_A_SIGN: Final = re.compile(r"LATIN SMALL LETTER ([A-Z]) WITH ")
_TWO_LETTERS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


class NameTooLong(Invalid):
    """The name is too long."""

    sentence = gettext_noop(
        "A name can have at most %(most)d characters. This one has %(length)d: shorten it."
    )


class NameMarks(Invalid):
    """The name has too many accents on one letter."""

    sentence = gettext_noop("The name has too many accents on one letter. Remove some of them.")


class NameEmpty(Invalid):
    """A name needs at least one letter or digit."""

    sentence = gettext_noop("A name needs at least one letter or digit.")


class NameControlCharacter(Invalid):
    """The name contains an invisible character."""

    sentence = gettext_noop("The name contains the invisible character %(character)s. Type the name again.")


def clean_name(text: str, longest: int = LONGEST, widest: int = WIDEST) -> str:
    """Return the name as it is stored: NFC, single spaces, no invisible characters.

    Raises Refusal: `name_control_character` (NUL, line ends, and direction overrides, which could make
    a page show another name than the stored one), `name_marks`, `name_empty` (no letter, digit or emoji),
    `name_too_long` (more than `longest` letters, or more than `widest` code points for each of them).
    """
    # Spreadsheets leave tabs behind; here a tab is a space.
    name = unicodedata.normalize("NFC", text.translate(_DROPPED).replace("\t", " "))
    name = re.sub(r"[^\S\n\r\x0b\x0c\x1c-\x1f\x85\u2028\u2029]+", " ", name).strip(" ")
    marks = 0
    for char in name:
        category = unicodedata.category(char)
        if category in _FORBIDDEN and char not in _JOINERS:
            raise NameControlCharacter(character=f"U+{ord(char):04X}")
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > _MARKS:
            raise NameMarks
    if not any(_shows(char) for char in name):
        raise NameEmpty
    length = max(letters(name), -(-len(name) // widest), -(-len(name_key(name)) // (2 * widest)))
    if length > longest:
        raise NameTooLong(most=longest, length=length)
    return name


def clean_title(text: str, longest: int = LONGEST_TITLE) -> str:
    """Return what a club, an event or a season is called, as it is stored. Raises as `clean_name`."""
    return clean_name(text, longest, widest=1)


def letters(name: str) -> int:
    """Count the letters as people do: an accent, a joined emoji and the second half of a flag are none."""
    count, before, in_flag = 0, "", False
    for char in name:
        is_flag = "\U0001f1e6" <= char <= "\U0001f1ff"
        in_flag = is_flag and not in_flag
        joined = before == "\u200d" and unicodedata.category(char) == "So"
        belongs = (
            unicodedata.category(char)[0] == "M" or char in _JOINERS or "\U0001f3fb" <= char <= "\U0001f3ff"
        )
        count += not (joined or belongs or (is_flag and not in_flag))
        before = char
    return count


def _shows(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in "LN" or category == "So"


def name_key(name: str) -> str:
    """Return the key of a name, which is unique in a club: NFKC, casefolded, one apostrophe and one hyphen.

    Names that look the same have the same key: "Zoë", "ZOË" and "Ｚｏë"; O'Brien with any
    apostrophe. "Zoe" is another name, and so is "Gross" beside "Groß".
    """
    plain = "".join(char for char in name if char not in _JOINERS).translate(_ONE_SIGN)
    plain = unicodedata.normalize("NFKC", plain).replace("ẞ", "ß")
    folded = "ß".join(part.casefold() for part in plain.split("ß"))
    return " ".join(unicodedata.normalize("NFKC", folded).translate(_ONE_SIGN).split())


def sort_key(name: str) -> str:
    """Return a text that sorts the names by DIN 5007-1, if texts are compared code point by code point.

    Accents, case and signs do not matter, words are compared one by one, and numbers by their size:
    "Müller 9" stands before "Müller 10". Of names with the same letters those without accents come first.
    """
    key = name_key(name)
    words = re.sub(r"[0-9]+", _by_size, _folded(key)).replace(" ", "-")
    return f"{words} {key}"[:LONGEST_SORT_KEY]


def _by_size(number: re.Match[str]) -> str:
    digits = number[0].lstrip("0") or "0"
    return f"{min(len(digits), 99):02}{digits}"


def search_key(*names: str) -> str:
    """Return the text in which `search_forms` are looked for: each name in all its spellings."""
    return "|".join(dict.fromkeys(form for name in names for form in search_forms(name)))


def search_forms(text: str) -> tuple[str, ...]:
    """Return the spellings without accents: "ozil" and "oezil". Who is searched for has one of them."""
    key = name_key(text)
    spellings = (_folded(key), _folded(key.translate(_TWO_LETTERS)))
    return tuple(dict.fromkeys(filter(None, spellings)))


def is_found(text: str, *names: str) -> bool:
    """Whether somebody who searches for this text finds somebody with these names."""
    key = search_key(*names)
    return any(form in key for form in search_forms(text))


def _folded(key: str) -> str:
    """Return this `name_key` without accents and signs, its words with one space between them."""
    decomposed = unicodedata.normalize("NFD", key)
    bare = "".join(char for char in decomposed if not _is_accent(char))
    plain = "".join(map(_plain, unicodedata.normalize("NFC", bare)))
    return " ".join(plain.split())


def _is_accent(char: str) -> bool:
    place = unicodedata.combining(
        char
    )  # the marks of other scripts, which are no accents, have 0 or 7 to 132
    return place == 1 or place > 199


def _plain(char: str) -> str:
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    if char in "'.":
        return ""
    if not _shows(char) and unicodedata.category(char)[0] != "M":
        return " "
    signed = None if char.isascii() else _WITH_A_SIGN.match(unicodedata.name(char, ""))
    return signed[1].lower() if signed else _PLAIN.get(char, char)


_LETTERS: Final = _TWO_LETTERS | str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d"})


def slugify(text: str, fallback: str = "event", longest: int = 50) -> str:
    """Return the text as part of an address: letters a to z, digits and single hyphens.

    Return `fallback` if none of these is left (a name in another script).
    """
    folded = unicodedata.normalize("NFC", text).lower().translate(_LETTERS)
    plain = "".join(char for char in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(char))
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return slug[:longest].rstrip("-") or fallback


def free_slug(text: str, taken: Collection[str], fallback: str = "event", longest: int = 50) -> str:
    """Return the slug of the text; if it is taken, with -2, -3, ... at its end."""
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


# ---- The words that stand above the columns of lists of people, in English, German and French.


def _plain_heading(text: str) -> str:
    return " ".join(re.sub(r"[^\w#°/&'-]+", " ", text.casefold()).split())


_ROLES: Final = {
    _plain_heading(word): role.replace("left_out", "")
    for role, words in tomllib.loads(Path(__file__).with_name("headings.toml").read_text("utf-8")).items()
    for word in words.split(",")
}


def heading_role(text: str) -> str | None:
    """What a column with this heading is, by the names of `lists`; empty: left out. None: unknown."""
    return _ROLES.get(_plain_heading(text))
