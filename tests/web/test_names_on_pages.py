"""Names and reasons are shown as text: no page lets them become an element or an attribute."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.apps import apps
from django.db import models, transaction
from django.test import Client

from tests.rights import rows_of
from tests.web.test_rights import World, make_world, url_of

pytestmark = pytest.mark.django_db

PAYLOADS = [
    "<x-canary>",
    "</title></textarea></script></style><x-canary>",
    '"><x-canary>',
    "' x-canary=1 x='",
    '" x-canary=1 x="',
    "--><x-canary><!--",
    "]]><x-canary>",
    "{{7*7}}<x-canary>{% now %}",
    "&lt;x-canary&gt;&#60;x-canary&#62;",
    "`x-canary`${x-canary}",
    "\u2028<x-canary>",
    "\uff1cx-canary\uff1e",
    "javascript:x-canary",
    "<svg><x-canary>",
    "<!--x--><x-canary/>",
    "<x-canary\n>",
    "\\u003cx-canary\\u003e",
    "%3Cx-canary%3E",
    "<<x-canary>>",
    "</x-canary",
]
"""Names that would become an element or an attribute `x-canary` where a page does not escape them."""

LONGEST = 100
"""Characters of a name."""

TEXTS = [
    ("Club", "name"),
    ("Event", "name"),
    ("Player", "name"),
    ("Player", "public_name"),
    ("User", "username"),
    ("ApiKey", "name"),
    ("DealClaim", "note"),
    ("SeatingWish", "note"),
    ("Simulation", "title"),
    ("Webhook", "url"),
]
"""The columns with texts of people. (Reasons are in tables that nobody can change: see `make_world`.)"""

HOSTILE = "<x-canary>\"' x-canary=1 x='"


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


@pytest.fixture
def hostile_world(collected_static: None, db: None) -> World:
    """A world in which each name is a payload."""
    world = make_world()
    for label, column in TEXTS:
        model: type[models.Model] = apps.get_model("tournaments", label)
        for number, row in enumerate(model._base_manager.order_by("pk")):
            # A user name is unique.
            text = f"{number}{PAYLOADS[number % len(PAYLOADS)]}"[:LONGEST]
            model._base_manager.filter(pk=row.pk).update(**{column: text})
    return world


def test_no_name_becomes_an_element_or_an_attribute(hostile_world: World) -> None:
    browser, wrong, shown = Client(raise_request_exception=False), [], set()
    for row in rows_of("pages"):
        for caller in ("owner", "nobody", "phone"):
            browser.cookies = hostile_world.browser(caller).cookies
            data: dict[str, Any] = dict.fromkeys(row.body or {"q": "", "name": "", "next": ""}, HOSTILE)
            with transaction.atomic():
                answer = getattr(browser, row.method.lower())(url_of(row, hostile_world.things), data)
                transaction.set_rollback(True)
            page = answer.getvalue().decode(errors="replace")
            if "x-canary" in page:
                shown.add(row.address)
            found = Canaries(page).found if "html" in answer.headers["Content-Type"] else []
            if found or answer.status_code >= 500:
                wrong.append((str(row), caller, answer.status_code, found))
    assert wrong == []
    assert len(shown) > 40, sorted(shown)


@pytest.mark.parametrize("payload", PAYLOADS[:6])
def test_a_page_that_does_not_escape_is_found(payload: str) -> None:
    places = ("<p>{}</p>", '<p title="{}">', "<p title='{}'>", "<title>{}</title>", "<!--{}-->")
    assert any(Canaries(place.format(payload)).found for place in places)
