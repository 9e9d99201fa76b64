"""The size of a first visit: the page of an event with everything that a browser loads with it."""

from __future__ import annotations

import gzip
import re
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from tests.budgets import budget
from tests.builders import play, published_round, running_event, the_table
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db

SITE = "http://localhost:8000"


class Loads(HTMLParser):
    """The addresses that a browser loads to show a page: stylesheets, scripts, icons, pictures."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "link" and attributes.get("rel") in ("stylesheet", "icon", "preload", "manifest"):
            self.addresses.append(attributes["href"] or "")
        elif tag in ("script", "img", "source", "iframe") and attributes.get("src"):
            self.addresses.append(attributes["src"] or "")


def visit(client: Client, address: str) -> dict[str, int]:
    """Load a page as a browser with an empty cache does. Return the bytes of each response by its address."""
    sizes: dict[str, int] = {}
    waiting = [urljoin(SITE, address)]
    while waiting:
        here = waiting.pop()
        if here in sizes:
            continue
        answer = client.get(urlsplit(here).path, headers={"Accept-Encoding": "gzip, deflate, br"})
        assert answer.status_code == 200, here
        body = answer.getvalue()
        sizes[here] = len(body)
        if answer.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        kind = answer.headers["Content-Type"].split(";")[0]
        if kind == "text/html":
            waiting += [urljoin(here, part) for part in Loads(body.decode()).addresses]
        elif kind == "text/css":
            parts = re.findall(r"url\(\s*[\"']?([^\"')]+)", body.decode())
            waiting += [urljoin(here, part) for part in parts if not part.startswith("data:")]
    return sizes


def test_a_first_visit_of_an_event_of_200_players_stays_within_its_budget(client: Client) -> None:
    event = running_event(200, deals_per_round=2)
    round_ = published_round(event)
    for number in (1, 2, 3):
        play(the_table(round_, number))
    refresh(event.pk)
    sizes = visit(client, reverse("event", args=[event.ref]))
    assert sum(sizes.values()) <= budget("first_visit")["bytes"], sizes
    assert len(sizes) <= budget("first_visit")["requests"], sizes


def test_static_files_are_served_compressed(client: Client) -> None:
    sizes = visit(client, reverse("home"))
    for address in sizes:
        if "/static/" in address:
            answer = client.get(urlsplit(address).path, headers={"Accept-Encoding": "gzip"})
            assert answer.headers["Content-Encoding"] == "gzip", address
            assert "Accept-Encoding" in answer.headers["Vary"]
