"""Texts that people write in Markdown, as HTML that is safe on a page."""

from __future__ import annotations

from functools import cache
from typing import Final

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

TAGS: Final = frozenset(
    {"p", "br", "strong", "em", "ul", "ol", "li", "a", "h3", "h4", "blockquote", "code", "pre", "hr"}
)
SCHEMES: Final = frozenset({"http", "https", "mailto", "tel"})


@cache
def _parser() -> MarkdownIt:
    # Without pictures: a page loads nothing from other sites.
    return MarkdownIt("commonmark", {"html": False, "breaks": True}).disable("image")


def html_of(text: str) -> SafeString:
    """The HTML of a Markdown text. Its headings stand below those of the page."""
    parser = _parser()
    tokens = parser.parse(text)
    for token in tokens:
        if token.type.startswith("heading_"):
            token.tag = "h3" if token.tag == "h1" else "h4"
    html = parser.renderer.render(tokens, parser.options, {})
    clean = nh3.clean(
        html,
        tags=set(TAGS),
        attributes={"a": {"href"}},
        url_schemes=set(SCHEMES),
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(clean)  # noqa: S308 - nh3 has removed everything that is not in TAGS
