"""Find all sentences of the program that can be translated, without gettext on this machine."""

from __future__ import annotations

import ast
import io
import os
import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import django
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from django.utils.translation import templatize

import games.services as games

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("pochleague", "api", "tournaments", "games")
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
LOGGING = ("debug", "info", "warning", "error", "critical", "exception")
SHOWN = ("alt", "aria-label", "placeholder", "title")
"""The attributes of a tag that people see or hear."""
CODE = ("code", "kbd", "pre", "script", "style")
"""Tags whose text is the same in every language."""
NOT_SHOWN = (
    r"\{%\s*comment.*?endcomment\s*%\}",
    r"\{%\s*blocktrans.*?endblocktrans\w*\s*%\}",
    r"\{%\s*block \w+_class\s*%\}.*?\{%\s*endblock \w+_class\s*%\}",  # a class of CSS
    r"\{%.*?%\}",
    r"\{\{.*?\}\}",
    r"\{#.*?#\}",
    r"\b(Pochleague|API)\b",
)
"""What is in a template and is not shown as it stands, and names."""
SENTENCE = re.compile(r"[A-Z][a-z]+ [^<]*[a-z][.?!]\Z", re.DOTALL)


class Unmarked(NamedTuple):
    """A text that people see and that cannot be translated."""

    path: str
    line: int
    text: str


def catalog(package: str) -> Catalog:
    """Return the messages of a package with their places."""
    found = Catalog(project="Pochleague", charset="utf-8")
    for path in [*sources(package), *_templates(package)]:
        calls: Any = extract("python", io.BytesIO(_as_python(path).encode()), KEYWORDS, ["Translators:"])
        for line, message, comments, context in calls:
            place = (str(path.relative_to(ROOT)), line)
            found.add(message, locations=[place], auto_comments=comments, context=context)
    for text in {"games": words_of_the_engine, "api": titles_of_errors}.get(package, list)():
        found.add(text)
    return found


def words_of_the_engine() -> Iterator[str]:
    """Return the titles and sentences that the engine keeps as data. Pages translate them by a variable."""
    for switch in games.switches():
        yield from (switch.label, switch.meaning, switch.source)
    for name in games.presets():
        info = games.preset_info(name)
        yield from (info.title, info.source, info.history)
    for bot in games.bots():
        yield from (bot.title, bot.description)


def titles_of_errors() -> Iterable[str]:
    """Return the titles of all error codes. Remedies and the rest of the API's description are in English."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")
    django.setup()  # the rooms declare their refusals beside their verbs
    from api.codes import titles

    return titles().values()


def unmarked_in_templates() -> list[Unmarked]:
    """Return the words of templates that stand outside of `translate` and `blocktranslate`."""
    return [
        Unmarked(str(path.relative_to(ROOT)), line, text)
        for package in PACKAGES
        for path in _templates(package)
        for line, text in words_of(path.read_text())
    ]


def words_of(template: str) -> list[tuple[int, str]]:
    """Return the words of a template that cannot be translated, with their lines."""
    for pattern in NOT_SHOWN:
        template = re.sub(pattern, _blank, template, flags=re.DOTALL)
    parser = _Words()
    parser.feed(template)
    return parser.words


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def unmarked_in_python(package: str) -> list[Unmarked]:
    """Return the sentences of a package that no function of gettext marks.

    Docstrings, log lines, commands and what columns say to programs are in English only.
    """
    return [
        Unmarked(str(path.relative_to(ROOT)), constant.lineno, str(constant.value))
        for path in sources(package)
        if not {"management", "models"} & set(path.with_suffix("").parts)
        for constant in _unmarked(ast.parse(path.read_text()))
        if SENTENCE.match(str(constant.value)) and "%s" not in str(constant.value)  # a log line
    ]


def sources(package: str) -> list[Path]:
    return sorted(path for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts)


def _templates(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("templates/**/*.html"))


def _as_python(path: Path) -> str:
    """Return the text of a file for the tokenizer of Python. A template of Django has odd indents."""
    text = path.read_text()
    if path.suffix == ".py":
        return text
    return "\n".join(line.strip() for line in templatize(text, origin=str(path)).splitlines())


def _unmarked(tree: ast.Module) -> Iterable[ast.Constant]:
    marked: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in {*KEYWORDS, *LOGGING}:
            marked.update(ast.walk(node))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            marked.add(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in marked:
            yield node


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


class _Words(HTMLParser):
    """Collects the words of a template without its tags and variables."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[tuple[int, str]] = []
        self._within_code = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within_code += tag in CODE
        for name, value in attrs:
            if name in SHOWN:
                self._add(value or "")

    def handle_endtag(self, tag: str) -> None:
        self._within_code -= tag in CODE

    def handle_data(self, data: str) -> None:
        if not self._within_code:
            self._add(data)

    def _add(self, text: str) -> None:
        if re.search("[A-Za-z]{2}", text):
            self.words.append((self.getpos()[0], text.strip()))
