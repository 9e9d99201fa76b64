"""Finds on a page what must not be there: English in another language, names that became elements."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from babel.messages.catalog import Catalog

from tests import catalogs


class Words(HTMLParser):
    """Collects the texts of a page that people see or hear, without names and code."""

    SILENT = ("bdi", "code", "kbd", "option", "pre", "script", "style", "textarea", "title")
    SHOWN = ("alt", "aria-label", "placeholder", "title")

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in self.SILENT
        self.texts += [value for name, value in attrs if name in self.SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in self.SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent and (text := " ".join(data.split())):
            self.texts.append(text)


class English:
    """Finds English messages in a page of another language."""

    def __init__(self, catalog: Catalog) -> None:
        translated = [
            message for message in catalogs.translatable(catalog) if all(catalogs.translations(message))
        ]
        known = {text for message in translated for text in catalogs.translations(message)}
        self.whole = {text for message in translated for text in catalogs.texts(message) if text not in known}
        everything = "\n".join(known)
        parts = {
            part.strip()
            for text in self.whole
            for part in re.split(catalogs.PLACEHOLDER, text.replace("%%", "%"))
            if len(part.split()) >= 3
        }
        self.parts = sorted(part for part in parts if part not in everything)

    def on(self, html: str) -> list[str]:
        words = Words()
        words.feed(html)
        page = "\n".join(words.texts)
        return sorted(
            {text for text in words.texts if text in self.whole}
            | {part for part in self.parts if part in page}
        )


def program_numbers(html: str) -> list[str]:
    """The numbers of a page in German that are written as programs do: with a hyphen or a decimal point."""
    words = Words()
    words.feed(html)
    return [found for text in words.texts for found in PROGRAM_NUMBER.findall(text)]


PROGRAM_NUMBER = re.compile(r"(?<![\w.)-])-\d[\d.,]*|(?<!Python )(?<!Webhooks )(?<![\d.:/])\d+\.\d+(?![\d.])")


class Canaries(HTMLParser):
    """Finds names that became an element or an attribute."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag.startswith("x-canary") or any(name.startswith("x-canary") for name, _value in attrs):
            self.found.append(str(self.get_starttag_text()))


class Forms(HTMLParser):
    """The values of each form of a page, as a browser would send them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.all: list[dict[str, list[str]]] = []
        self.at = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, kind = given.get("name") or "", given.get("type")
        if tag == "form":
            self.all.append({})
        elif tag in ("select", "textarea") and name:
            self.at = name
            self.all[-1].setdefault(name, ["\n"] if tag == "textarea" else [])
        elif tag == "option" and self.at:
            chosen = self.all[-1][self.at]
            chosen[:] = [given.get("value") or ""] if "selected" in given or not chosen else chosen
        elif tag == "input" and name not in ("", "once", "csrfmiddlewaretoken"):
            is_choice = kind in ("radio", "checkbox")
            if not is_choice or "checked" in given:
                value = given.get("value") or ("on" if is_choice and "value" not in given else "")
                self.all[-1].setdefault(name, []).append(value)

    def handle_data(self, data: str) -> None:
        if self.at and self.all[-1].get(self.at, [""])[:1] == ["\n"]:
            self.all[-1][self.at] = [data.lstrip("\n")]

    def handle_endtag(self, tag: str) -> None:
        self.at = "" if tag in ("select", "textarea") else self.at
