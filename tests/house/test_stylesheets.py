"""Manners of the stylesheets: a class belongs to one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

CSS = Path(__file__).resolve().parents[2] / "tournaments" / "static" / "tournaments" / "css"


def selectors(sheet: Path) -> Iterator[str]:
    """Every selector of a stylesheet, those inside of @media and @container too."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    text = re.sub(r"@(media|container|supports)[^{]*\{", "", text)
    for rule in re.findall(r"([^{}]+)\{", text):
        yield from (selector.strip() for selector in rule.split(","))


def test_no_two_stylesheets_mean_different_things_by_one_class() -> None:
    """A class that a page's sheet dresses by itself begins no rule of another sheet.

    Two pages once had an `.evening` each, and the one's columns became the other's. Below a class of its own
    (`.projector .standings`) a sheet may dress what belongs to another; what is printed is print.css's.
    """
    pages = re.findall(r'url\("(\w+\.css)"\) layer\(pages\)', (CSS / "pochleague.css").read_text())
    home = {
        selector: sheet
        for sheet in pages
        for selector in selectors(CSS / sheet)
        if re.fullmatch(r"\.[\w-]+", selector)
    }
    clashes = {
        (name, home[name], sheet.name)
        for sheet in CSS.glob("*.css")
        if sheet.name != "print.css"
        for selector in selectors(sheet)
        for name in re.findall(r"\.[a-zA-Z][\w-]*", re.split(r"[ >+~]", selector)[0])
        if name in home and home[name] not in (sheet.name, "print.css")
    }
    assert clashes == set()
