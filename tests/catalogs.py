"""The catalogues of translations, without gettext on this machine.

`python -m tests.catalogs` brings each catalogue up to date with the program. New messages are added without a
translation, and unused ones go. A catalogue that is complete is compiled, and only a compiled language is
offered to people (`LANGUAGES` in the settings).
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests import messages

FOLDER = messages.ROOT / "pochleague" / "locale"
PLACEHOLDER = re.compile(r"%\(\w+\)[\d.+]*[sdf]|\{\w*\}")
NUMBERS = {f"%({name}){kind}" for name in ("count", "counter", "n", "number") for kind in "ds"}
"""The placeholders that a text for one may leave out: "a deal"."""


PLURALS = {"fr": (2, "(n > 1)")}
"""The plurals of a language where Babel has more. Its third form of French is for whole millions."""


class Translations(Catalog):
    """A catalogue whose header says only what readers of it need, so that two branches merge easily."""

    def __init__(self, language: str) -> None:
        super().__init__(locale=language, header_comment=f"# Pochleague: {language}", fuzzy=False)

    @property
    def num_plurals(self) -> int:
        return PLURALS[str(self.locale)][0] if str(self.locale) in PLURALS else super().num_plurals

    @property
    def plural_expr(self) -> str:
        return PLURALS[str(self.locale)][1] if str(self.locale) in PLURALS else super().plural_expr

    @property  # type: ignore[misc]  # Babel's can be set; these headers need not
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", str(self.locale_identifier)),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.plural_forms),
        ]


def languages() -> list[str]:
    return sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


def source(language: str) -> Path:
    """The catalogue that people edit."""
    return FOLDER / language / "LC_MESSAGES" / "django.po"


def compiled(language: str) -> Path:
    """The catalogue that the program reads."""
    return source(language).with_suffix(".mo")


def in_use() -> Catalog:
    """Return all messages of the program."""
    found = Catalog(charset="utf-8")
    for package in messages.PACKAGES:
        for message in translatable(messages.catalog(package)):
            found.add(
                message.id,
                locations=[(path, 0) for path, _line in message.locations],
                auto_comments=message.auto_comments,
                context=message.context,
            )
    return found


def read(language: str) -> Translations:
    """Return the translations of a language; none if it is new."""
    path, catalog = source(language), Translations(language)
    if path.exists():
        with path.open("rb") as file:
            for message in translatable(read_po(file)):
                catalog[message.id] = message
    return catalog


def updated(language: str, used: Catalog, before: Catalog) -> Translations:
    """Return the translations of all messages in use. A message that has changed is a new one."""
    after = Translations(language)
    for message in sorted(translatable(used), key=lambda message: (message.locations[:1], texts(message))):
        known = before.get(message.id, message.context)
        same = known is not None and not known.fuzzy and known.pluralizable == message.pluralizable
        added = after.add(
            message.id,
            string=known.string if known is not None and same else "",
            locations=sorted(set(message.locations)),
            auto_comments=message.auto_comments,
            user_comments=known.user_comments if known is not None else (),
            context=message.context,
        )
        # Babel guesses it from a "%" in the text, and wrongly for "40 % of it".
        added.flags.discard("python-brace-format")
    return after


def as_po(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalog, width=110, include_lineno=False, ignore_obsolete=True)
    return file.getvalue()


def as_mo(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def translatable(catalog: Catalog) -> Iterator[Message]:
    """Return the messages of a catalogue without its header."""
    return (message for message in catalog if message.id)


def texts(message: Message) -> list[str]:
    """Return the English text; with a plural, both."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


def translations(message: Message) -> list[str]:
    """Return the translation; with a plural, one for each form of the language."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def missing(catalog: Catalog) -> list[str]:
    """Return the messages without a translation."""
    return [texts(message)[0] for message in translatable(catalog) if not all(translations(message))]


def other_placeholders(catalog: Catalog) -> list[str]:
    """Return the messages whose translation has other places to fill than the English text."""
    return [
        texts(message)[0]
        for message in translatable(catalog)
        if not all(
            _fills_the_same(message, form, text) for form, text in enumerate(translations(message)) if text
        )
    ]


def _fills_the_same(message: Message, form: int, text: str) -> bool:
    has = set(PLACEHOLDER.findall(text))
    known = [set(PLACEHOLDER.findall(english)) for english in texts(message)]
    if form == 0 and message.pluralizable:
        return known[0] & known[1] <= has | NUMBERS and has <= known[0] | known[1]
    return has == known[-1]


def update(chosen: Iterable[str]) -> Iterator[str]:
    """Write the catalogues of these languages. Return one line for each."""
    used = in_use()
    for language in chosen:
        catalog = updated(language, used, read(language))
        source(language).parent.mkdir(parents=True, exist_ok=True)
        source(language).write_bytes(as_po(catalog))
        lacking = len(missing(catalog))
        if lacking:
            compiled(language).unlink(missing_ok=True)
            yield f"{language} is not offered: {lacking} of {len(catalog)} messages have no translation."
        else:
            compiled(language).write_bytes(as_mo(catalog))
            yield f"{language}: all {len(catalog)} messages are translated."


if __name__ == "__main__":
    for line in update(sys.argv[1:] or languages()):
        sys.stdout.write(f"{line}\n")
