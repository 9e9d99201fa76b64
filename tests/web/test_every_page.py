"""Every page, in one world that is made once: who may open it and do what, what it costs, what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from babel.messages.catalog import Catalog
from django.apps import apps
from django.conf import settings
from django.db import connection, models, transaction
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse

from tests import catalogs
from tests.budgets import budget
from tests.builders import PASSWORD, make_card, make_user, owner_of, published_round, running_event, the_table
from tests.offering import offering
from tests.rights import WITHOUT_REDIS, Cell, Names, Row, Send, disagreements, of_each_method
from tests.tournaments.seasons import more_players, played, standing, started
from tests.web.looking import Canaries, English, program_numbers
from tests.web.test_languages import language_of
from tests.web.world import PAGES, World, make_world, url_of
from tournaments.core.pages.common import takes_only_post
from tournaments.models import Club
from tournaments.seasons.verbs import members
from tournaments.urls import urlpatterns

# The table of rights is thousands of requests. A busy machine needs more than the ten minutes of other tests.
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any, collected_static: None) -> Iterator[World]:
    """Made once, undone when the module is done; each test is undone by itself.

    All sessions are fresh, however long the tests take: so no request notes that its session was used.
    """
    fresh = patch("tournaments.core.models.log.USE_INTERVAL", timedelta(days=1))
    with fresh, django_db_blocker.unblock(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)


# Rights


@pytest.fixture(scope="module")
def worlds(world: World) -> tuple[Names, Names, Names]:
    """The objects of the world, of another world in its club, and of a world in another club."""
    return world.things, make_world(world).things, make_world().things


@pytest.fixture
def send(world: World) -> Send:
    """Send a request from one browser for all callers, since a new one reads all static files."""
    browser = Client()

    def as_caller(caller: str, row: Row, things: Names) -> Any:
        browser.cookies = world.browser(caller).cookies
        return getattr(browser, row.method.lower())(url_of(row, things), row.body)

    return as_caller


@pytest.mark.parametrize("few", [True, pytest.param(False, marks=pytest.mark.nightly)])
def test_everybody_gets_the_page_in_the_table_of_rights(
    worlds: tuple[Names, Names, Names], send: Send, few: bool
) -> None:
    assert disagreements(PAGES, worlds, send, few=few) == []


@pytest.mark.postgres  # one process on SQLite has no Redis
@pytest.mark.parametrize("rows", [of_each_method(PAGES), pytest.param(PAGES, marks=pytest.mark.nightly)])
def test_without_redis_everybody_gets_the_same_pages(world: World, send: Send, rows: list[Row]) -> None:
    rows = [replace(row, sibling={}, nothing={}) for row in rows]
    with WITHOUT_REDIS:
        assert disagreements(rows, (world.things,) * 3, send) == []


def test_without_redis_wrong_passwords_and_pins_are_still_limited(world: World) -> None:
    table = the_table(published_round(running_event(4)))
    pin = make_card(table).pin
    wrong = f"{(int(pin) + 1) % 10**6:06}"
    name, guest = make_user().username, Client()
    doors = [
        (reverse("sign_in"), {"username": name, "password": "wrong"}, {"password": PASSWORD}),
        (reverse("enter_pin", args=[table.round.event.ref]), {"table": "1", "pin": wrong}, {"pin": pin}),
    ]
    with WITHOUT_REDIS:
        for address, guess, right in doors:
            for _ in range(20):
                guest.post(address, guess)
            assert guest.post(address, guess | right).status_code in (422, 429), address


def test_who_must_sign_in_is_sent_to_the_sign_in_page(world: World, send: Send) -> None:
    for row in PAGES:
        if row.own["nobody"] == Cell(302, may=False) and row.own["owner"].status != 302:
            answer = send("nobody", row, world.things)
            assert answer.headers["Location"].startswith(reverse("sign_in")), row


def test_every_deed_asks_for_a_post(world: World) -> None:
    """A link, a picture or a prefetch can do nothing."""
    forms = {row.address.split()[0] for row in PAGES if row.method == "GET"}
    for row in PAGES:
        if row.method == "POST" and row.address.split()[0] not in forms:
            url = url_of(row, world.things)
            assert world.browser("owner").get(url).status_code == 405, url
            assert takes_only_post(resolve(url).func), url
        elif row.method == "GET":
            assert not takes_only_post(resolve(url_of(row, world.things).partition("?")[0]).func), row


# Forged forms

HARMLESS = {"choose_language", "choose_pack"}
"""A cookie keeps what a reader sees. Kept pages, the same for all, have these forms, without a token."""

HERE, ELSEWHERE = "http://testserver", "https://evil.example"


def test_no_form_acts_without_its_token_or_from_another_site(world: World) -> None:
    browser = Client(enforce_csrf_checks=True)
    acted = []
    for row in PAGES:
        if row.method != "POST" or row.address in HARMLESS:
            continue
        caller = row.who_may()[-1] if row.who_may() else "owner"
        browser.cookies = world.browser(caller).cookies
        browser.cookies[settings.CSRF_COOKIE_NAME] = secret = _get_new_csrf_string()
        url, token = url_of(row, world.things), {"csrfmiddlewaretoken": secret}
        for data, origin in ((row.body, HERE), ({**(row.body or {}), **token}, ELSEWHERE)):
            answer = browser.post(url, data, headers={"Origin": origin})
            if answer.status_code != 403 or "403_csrf.html" not in {page.name for page in answer.templates}:
                acted.append((str(row), origin, answer.status_code))
    assert acted == []
    browser.cookies = world.browser("owner").cookies
    browser.cookies[settings.CSRF_COOKIE_NAME] = secret
    signed_out = browser.post(reverse("sign_out"), token, headers={"Origin": HERE})
    assert signed_out.status_code == 302, "the token is the right one"


# Budgets

VISITORS = ("nobody", "scorer", "director", "owner")


def test_each_page_stays_within_its_budget(world: World, send: Send) -> None:
    above, most = [], budget("pages")
    for row in PAGES:
        for visitor in VISITORS if row.method == "GET" else ():
            with CaptureQueriesContext(connection) as queries:
                answer = send(visitor, row, world.things)
            if answer.status_code == 200 and len(queries) > most[row.address.split()[0]]:
                above.append(f"{row} by {visitor}: {len(queries)}")
    assert above == []


ABOVE = {"download_event", "download_season", "person"}
"""What costs more than twelve queries: files for directors, with the rows of ten tables of each event,
and the page of a person, which has five lists.
"""


def test_every_page_has_a_line_and_a_budget_of_twelve_queries_at_most() -> None:
    assert {pattern.name for pattern in urlpatterns} == {row.address.split()[0] for row in PAGES}
    assert set(budget("pages")) == {row.address.split()[0] for row in PAGES if row.method == "GET"}
    assert {name for name, most in budget("pages").items() if most > 12} == ABOVE


# No page speaks two languages

NAMES = {"Together"}
"""Names of things in the world that are also words of the program."""


def test_the_search_finds_english_words() -> None:
    catalog = Catalog(locale="de")
    catalog.add("Sign in", "Anmelden")
    catalog.add("%(name)s plays at table %(number)d.", "%(name)s spielt an Tisch %(number)d.")
    catalog.add("Bot", "Bot")
    search = English(catalog)
    assert search.on("<p>Bot</p><p>Anmelden</p><b>Anna spielt an Tisch 3.</b>") == []
    assert search.on("<a>Sign in</a><b>Anna plays at table 3.</b>") == ["Sign in", "plays at table"]


@pytest.mark.parametrize(
    "language",
    [
        pytest.param(language, marks=[pytest.mark.nightly] if language != "de" else [])
        for language in catalogs.languages()
    ],
)
def test_no_page_has_an_english_sentence(world: World, tmp_path: Path, language: str) -> None:
    catalog = catalogs.read(language)
    search = English(catalog)
    found: dict[str, list[str]] = {}
    with offering(tmp_path, {language: catalog}):
        browser = world.browser("owner", headers={"Accept-Language": language})
        for address, row in {row.address: row for row in PAGES if row.method == "GET"}.items():
            answer = browser.get(url_of(row, world.things))
            if answer.status_code == 302 or not answer.headers["Content-Type"].startswith("text/html"):
                continue
            html = answer.content.decode()
            if "<html" in html:
                assert language_of(html) == language, address
            for text in set(search.on(html)) - NAMES:
                found.setdefault(text, []).append(address)
    assert not found, "\n".join(f"{text}: {', '.join(at[:3])}" for text, at in found.items())


def test_the_search_finds_numbers_of_programs() -> None:
    assert program_numbers("<b>-8</b> <p>Platz 2: +43.761</p>") == ["-8", "43.761"]
    assert program_numbers("<b>\u22128</b> <p>28.11.2026, Runde 1-3, 3,1</p>") == []


def test_no_page_in_german_writes_a_number_as_programs_do(world: World, tmp_path: Path) -> None:
    club = Club.objects.get(slug=world.things["club"])
    people = more_players(club, 5)
    scorings = ("average", "root", "place", "even", "chips")
    evenings = [played(club, people, seed=seed, scoring=each) for seed, each in enumerate(scorings)]
    season = started(club, evenings, scheme={"worth": "score", "best": 4, "bonus": "0.5"})
    members.give_credit(season, owner_of(club), people[0], "-2.125", "late")
    standing(season)
    person = season.members.get(player_id=people[0])
    things = {"season": season.slug, "season_player": people[0], "season_member": str(person.pk)}
    wrong: dict[str, list[str]] = {}
    with offering(tmp_path, {"de": catalogs.read("de")}):
        browser = world.browser("owner", headers={"Accept-Language": "de"})
        for event in (None, *evenings):
            own = {} if event is None else {"event": event.slug, "over": event.slug, **things}
            for row in PAGES:
                url = url_of(row, {**world.things, **own})
                if row.method != "GET" or (event is not None and url == url_of(row, world.things)):
                    continue
                answer = browser.get(url)
                if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
                    for number in program_numbers(answer.content.decode()):
                        wrong.setdefault(row.address, []).append(number)
    assert wrong == {}


# Names are text

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


def make_hostile() -> None:
    """Give each thing a payload as its name."""
    for label, column in TEXTS:
        model: type[models.Model] = apps.get_model("tournaments", label)
        for number, row in enumerate(model._base_manager.order_by("pk")):
            # A user name is unique.
            text = f"{number}{PAYLOADS[number % len(PAYLOADS)]}"[:LONGEST]
            model._base_manager.filter(pk=row.pk).update(**{column: text})


def test_no_name_becomes_an_element_or_an_attribute(world: World) -> None:
    make_hostile()
    browser, wrong, shown = Client(raise_request_exception=False), [], set()
    for row in PAGES:
        for caller in ("owner", "nobody", "phone"):
            browser.cookies = world.browser(caller).cookies
            data: dict[str, Any] = dict.fromkeys(row.body or {"q": "", "name": "", "next": ""}, HOSTILE)
            with transaction.atomic():
                answer = getattr(browser, row.method.lower())(url_of(row, world.things), data)
                transaction.set_rollback(True)
            page = answer.getvalue().decode(errors="replace")
            if "x-canary" in page:
                shown.add(row.address)
            found = Canaries(page).found if "html" in answer.headers["Content-Type"] else []
            if found or answer.status_code >= 500:
                wrong.append((str(row), caller, answer.status_code, found))
    assert wrong == []
    assert len(shown) > 40, sorted(shown)


def test_a_page_that_does_not_escape_is_found() -> None:
    places = ("<p>{}</p>", '<p title="{}">', "<p title='{}'>", "<title>{}</title>", "<!--{}-->")
    for payload in PAYLOADS[:6]:
        assert any(Canaries(place.format(payload)).found for place in places), payload
