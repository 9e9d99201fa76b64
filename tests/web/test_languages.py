"""Pages are in the language of their reader, and say in which."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.builders import make_event, owner_of, running_event
from tests.offering import offering
from tests.web.conftest import SignIn
from tournaments.core.actors import LINK, Actor
from tournaments.core.change import log
from tournaments.core.numbers import Number, number, numbers
from tournaments.core.words.words import relative_time
from tournaments.desk.words.log import DEEDS, DOORS, setting_label
from tournaments.events.verbs.entries import add_entries
from tournaments.events.verbs.events import ALWAYS, UNTIL_START
from tournaments.events.verbs.stages import STAGE_SETTINGS
from tournaments.models import Club
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db

GERMAN = {
    "Sign in": "Anmelden",
    "Events": "Turniere",
    "There is no language “%(language)s”. Choose one of: %(languages)s.": "%(language)s? %(languages)s!",
}


@pytest.fixture
def german(tmp_path: Path) -> Iterator[None]:
    with offering(tmp_path, {"de": GERMAN}):
        yield


def language_of(html: str) -> str:
    found = re.search(r'<html lang="([\w-]+)"', html)
    assert found is not None
    return found[1]


@pytest.mark.usefixtures("german")
class TestChoice:
    """Which language a page is in."""

    def test_it_is_that_of_the_browser(self, client: Client) -> None:
        answer = client.get("/", headers={"Accept-Language": "de-CH,de;q=0.9,en;q=0.8"})
        assert language_of(answer.content.decode()) == "de"
        assert "Anmelden" in answer.content.decode()
        assert answer.headers["Content-Language"] == "de"
        answer = client.get("/", headers={"Accept-Language": "fr"})
        assert language_of(answer.content.decode()) == "en", "it is not offered"
        assert "Sign in" in answer.content.decode()

    def test_what_a_person_chooses_stays(self, client: Client, club: Club) -> None:
        refused = client.post(reverse("choose_language"), {"language": "fr"})
        assert (refused.status_code, len(refused.cookies)) == (422, 0)
        page = reverse("club", args=[club.slug])
        answer = client.post(
            reverse("choose_language"),
            {"language": "de"},
            headers={"Referer": f"http://testserver{page}?page=2"},
        )
        assert (answer.status_code, answer.headers["Location"]) == (302, f"http://testserver{page}?page=2")
        again = client.get(page, headers={"Accept-Language": "en"}).content.decode()
        assert language_of(again) == "de"

    def test_nobody_is_led_to_another_site_or_an_address_without_a_page(self, client: Client) -> None:
        for before in ("https://evil.example/", "http://testserver@evil.example/", "javascript:alert(1)", ""):
            answer = client.post(reverse("choose_language"), {"language": "de"}, headers={"Referer": before})
            assert answer.headers["Location"] == "/", before
        for name in ("choose_pack", "choose_language", "sign_out"):
            act = f"http://testserver{reverse(name)}"
            for before in ("", act, "https://evil.example/"):
                answer = client.post(
                    reverse("choose_language"),
                    {"language": "de", "page_before": before},
                    headers={"Referer": act},
                )
                assert answer.headers["Location"] == "/", (name, before)

    def test_a_form_works_without_a_token_because_kept_pages_have_none(self) -> None:
        strict = Client(enforce_csrf_checks=True)
        assert strict.post(reverse("choose_language"), {"language": "de"}).status_code == 302


@pytest.mark.usefixtures("german")
def test_a_kept_page_is_one_for_each_language(subtests: pytest.Subtests) -> None:
    event = running_event(4)
    refresh(event.pk)
    chosen = Client()
    chosen.post(reverse("choose_language"), {"language": "de"})
    for name in ("event", "event_now", "standings", "standings_renew", "event_notices"):
        with subtests.test(name):
            url = reverse(name, args=[event.ref])
            english, german = (Client().get(url, headers={"Accept-Language": lang}) for lang in ("en", "de"))
            assert english.headers["ETag"] != german.headers["ETag"]
            for language, status in (("en", 304), ("de", 200)):
                headers = {"Accept-Language": language, "If-None-Match": english.headers["ETag"]}
                assert Client().get(url, headers=headers).status_code == status
            assert chosen.get(url).content == german.content, "the cookie counts"


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["3 minutes ago", "1 day ago", "in 2 weeks"]),
        ("de", ["vor 3 Minuten", "vor 1 Tag", "in 2 Wochen"]),
        ("fr", ["il y a 3 minutes", "il y a 1 jour", "dans 2 semaines"]),
    ],
)
def test_relative_times_are_declined(language: str, texts: list[str]) -> None:
    now = datetime(2026, 11, 26, 20, tzinfo=UTC)
    spans = [timedelta(minutes=-3, seconds=-50), timedelta(hours=-40), timedelta(days=15)]
    with translation.override(language):
        assert [relative_time(now + span, now) for span in spans] == texts


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["43.8", "+3.1", "\u22127", "0", "0.3", "\u22120.3", "1727", "12\u202f500"]),
        ("de", ["43,8", "+3,1", "\u22127", "0", "0,3", "\u22120,3", "1727", "12\u202f500"]),
        ("fr", ["43,8", "+3,1", "\u22127", "0", "0,3", "\u22120,3", "1727", "12\u202f500"]),
    ],
)
def test_a_number_has_one_decimal_at_most_and_the_signs_of_the_language(
    language: str, texts: list[str]
) -> None:
    values: list[Number] = [
        43.761,
        3.08,
        -7,
        -0.04,
        Decimal("0.25"),
        Fraction(-1, 4),
        Decimal("1727.04"),
        12500,
    ]
    with translation.override(language):
        assert [number(value, plus=value == 3.08) for value in values] == texts
    with translation.override("de"):  # neighbours in a season never look equal unless they are
        assert numbers([1727.273, 1727.1, 1500.5, 1500.5, 3]) == ["1727,3", "1727,1", "1501", "1501", "3"]


ROOMS = Path("tournaments")


def calls_in(tree: ast.AST) -> list[tuple[str, ast.Call]]:
    """All calls of functions by name, with the name."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [(call.func.id, call) for call in calls if isinstance(call.func, ast.Name)]


def words_in(call: ast.Call) -> list[str]:
    """The texts that are handed to a call, also those of which one is chosen."""
    handed = [
        part
        for arg in call.args
        for part in ([arg.body, arg.orelse] if isinstance(arg, ast.IfExp) else [arg])
    ]
    texts = [part.value for part in handed if isinstance(part, ast.Constant)]
    return [text for text in texts if isinstance(text, str)]


IN_THE_LOG_OF_A_CLUB = {
    *("club", "member", "invitation", "player", "key", "webhook"),
    *("season", "evening", "league", "team"),
}
"""The rows, by their names in verbs, whose changes stand in the log of a club and not of an event."""


def verbs_of_events() -> set[str]:
    """What the log of an event can hold, by the source of the verbs."""
    verbs: set[str] = set()
    for path in ROOMS.rglob("*.py"):
        tree = ast.parse(path.read_text())
        for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
            for name, call in calls_in(function):
                within = [ast.unparse(part.value) for part in call.keywords if part.arg == "within"]
                if name == "change" and ast.unparse(call.args[0]) in IN_THE_LOG_OF_A_CLUB:
                    continue
                if name not in ("log", "log_after", "change") or any(
                    part.endswith("club") for part in within
                ):
                    continue
                handed = [each for caller, each in calls_in(tree) if caller == function.name]
                verbs.update(words_in(call) or [word for each in handed for word in words_in(each)])
    return verbs


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_log_has_words_for_each_act_door_and_setting(sign_in: SignIn, language: str) -> None:
    assert {"record_deal", "say_no", "take_seat"} <= verbs_of_events() <= DEEDS.keys()
    sources = [path.read_text() for path in [*Path("tournaments").rglob("*.py"), *Path("api").rglob("*.py")]]
    doors = set(re.findall(r'Actor\([^()"]*"(\w+)"', "\n".join(sources))) | {LINK}
    assert doors - {"task"} == DOORS.keys(), "a task is the system, by no door"
    event = make_event()
    for door in sorted(doors):
        add_entries(event, Actor(None, door), [f"Anna of the {door}"])
    settings = sorted({*ALWAYS, *UNTIL_START, *STAGE_SETTINGS})
    assert all(map(setting_label, settings))
    log(owner_of(event.club), "edit_event", event, within=event, changed=settings)
    browser = sign_in(event.club)
    page = browser.get(
        reverse("event_log", args=[event.ref]), headers={"Accept-Language": language}
    ).content.decode()
    assert language_of(page) == language
    shown = {
        text.strip()
        for cell in re.findall("<td.*?</td>", page, re.DOTALL)
        for text in re.split("<.*?>", cell)
    }
    shown |= {word.strip() for text in shown for word in text.split(",")}
    assert not shown & {*doors, *DEEDS, *settings, *(name.replace("_", " ") for name in settings)}
    assert len(shown) > len(settings)
