"""A form that a browser sends twice acts once: after a double click, a reload or a lost response."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_table, make_club, make_event, owner_of, running_event
from tests.web.conftest import SignIn
from tests.web.test_evening import FORM
from tournaments.events.verbs.entries import add_entries
from tournaments.models import Adjustment, Club, Event, Transfer
from tournaments.programs.webhooks.webhooks import add_webhook
from tournaments.seasons.verbs.members import add_members
from tournaments.seasons.verbs.seasons import create_season
from tournaments.teams.verbs.teams import make_team

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return running_event(4)


@pytest.fixture
def director(sign_in: SignIn, event: Event) -> Client:
    return sign_in(event.club)


def value_in(page: str) -> str:
    """Return the hidden value of the form on this page."""
    found = re.search(r'name="once" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def penalty(event: Event, page: str, **changes: object) -> dict[str, object]:
    """Return the fields of a penalty, as the form on this page sends them."""
    entry = event.entries.order_by("number")[0]
    fields = {"entry": entry.pk, "chips": -5, "played_round": "", "reason": "late", "once": value_in(page)}
    return fields | changes


def test_a_penalty_that_is_sent_twice_counts_once_and_another_or_a_new_form_counts_too(
    director: Client, event: Event
) -> None:
    url = reverse("adjustments", args=[event.ref])
    page = director.get(url).content.decode()
    first, second = (director.post(url, penalty(event, page)) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert second["Location"] == first["Location"]
    anew = director.get(url).content.decode()
    assert "This form was sent twice. The second time changed nothing." in anew
    assert Adjustment.objects.filter(event=event).count() == 1
    director.post(url, penalty(event, page, chips=-7))
    director.post(url, penalty(event, anew))
    given = Adjustment.objects.filter(event=event).order_by("chips")
    assert list(given.values_list("chips", flat=True)) == [-7, -5, -5]


def test_a_form_with_an_error_can_be_sent_again(director: Client, event: Event) -> None:
    url = reverse("adjustments", args=[event.ref])
    page = director.get(url).content.decode()
    refused = director.post(url, penalty(event, page, reason=""))
    assert refused.status_code == 422
    assert director.post(url, penalty(event, refused.content.decode())).status_code == 302
    assert Adjustment.objects.filter(event=event).count() == 1


def test_extra_chips_that_are_sent_twice_are_given_once(sign_in: SignIn) -> None:
    table = a_table(rules={"preset": "pagat", "purse": "table"})
    director = sign_in(table.round.event.club)
    page = director.get(reverse("table", args=[table.pk])).content.decode()
    fields = {"seats": ["0", "1"], "chips": "10", "reason": "all gone", "once": value_in(page)}
    for _ in range(2):
        assert director.post(reverse("issue_chips", args=[table.pk]), fields).status_code == 302
    issued = Transfer.objects.filter(table=table, note="all gone").values_list("chips", flat=True)
    assert list(issued) == [10, 10], "one for each of the two seats"


def test_an_event_that_is_sent_twice_is_made_once(sign_in: SignIn) -> None:
    club = make_club()
    owner = sign_in(club, "owner")
    url = reverse("new_event", args=[club.slug])
    fields = FORM | {"name": "Spring cup", "once": value_in(owner.get(url).content.decode())}
    answers = [owner.post(url, fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302], answers[0].content.decode()
    assert Event.objects.filter(club=club, name="Spring cup").count() == 1


class Forms(HTMLParser):
    """The values of each form of a page, as a browser would send them."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[dict[str, list[str]]] = []
        self.at = ""

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


def form_with(browser: Client, url: str, field: str) -> dict[str, list[str]]:
    """The form of a page that has this field."""
    forms = Forms()
    forms.feed(browser.get(url).content.decode())
    found = [form for form in forms.all if field in form]
    assert found, (url, field, forms.all)
    return found[0]


@pytest.fixture
def settings_pages(club: Club) -> dict[str, tuple[str, str, str, str]]:
    """Each page of settings: its address, where its form goes, and a field with another value for it."""
    event = make_event(club)
    (entry,) = add_entries(event, owner_of(club), ["Anna"])
    add_entries(event, owner_of(club), ["Ben"])
    season = create_season(club, owner_of(club), "Winter", events=[make_event(club)])
    (member,) = add_members(season, owner_of(club), [entry.player])
    team = make_team(season, owner_of(club), "Aces")
    hook, _secret = add_webhook(club, owner_of(club), "https://example.org/poch", types=["event.finished"])
    pages = {
        "edit_event": (event.ref, "name", "Later"),
        "invitation": (event.ref, "place", "Hall"),
        "edit_stage": (event.stages.get().pk, "rounds_planned", "7"),
        "seeding": (event.ref, "order", "Ben"),
        "edit_player": (entry.player_id, "name", "Anne"),
        "club_settings": (club.slug, "name", "Cards"),
        "season_settings": (season.ref, "name", "Summer"),
        "season_member": (member.pk, "start", "4"),
        "season_divisions": (season.ref, "row0-name", "First"),
        "league_clubs": (season.league_id, "name", "Big league"),
        "manage_team": (team.pk, "name", "Kings"),
        "webhook": (hook.pk, "url", "https://example.org/other"),
    }
    found = {}
    for name, (ref, field, value) in pages.items():
        found[name] = (reverse(name, args=[ref]), reverse(name, args=[ref]), field, value)
    of_season = reverse("season_settings", args=[season.ref])
    found["the scheme"] = (of_season, of_season, "best", "3")
    face = reverse("change_face", args=[club.slug])
    found["change_face"] = (
        reverse("club_settings", args=[club.slug]),
        face,
        "links",
        "https://example.org Us",
    )
    teams = reverse("manage_teams", args=[season.ref])
    found["set_team_scheme"] = (teams, reverse("set_team_scheme", args=[season.ref]), "size", "7")
    evening = reverse("edit_evening", args=[season.evenings.get().pk])
    found["edit_evening"] = (reverse("manage_evenings", args=[season.ref]), evening, "weight", "3")
    return found


def test_settings_that_somebody_else_has_changed_meanwhile_are_not_overwritten(
    sign_in: SignIn,
    club: Club,
    settings_pages: dict[str, tuple[str, str, str, str]],
    subtests: pytest.Subtests,
) -> None:
    browser = sign_in(club, "owner")
    for name, (page, action, field, value) in settings_pages.items():
        with subtests.test(name):
            mine, theirs = form_with(browser, page, field), form_with(browser, page, field)
            assert browser.post(action, mine | {field: value}).status_code == 302
            stored = form_with(browser, page, field)
            assert stored[field] == [value]
            refused = browser.post(action, theirs, follow=True)
            assert "Somebody else has changed these settings" in refused.content.decode()
            assert form_with(browser, page, field) == stored
            assert browser.post(action, stored | {field: mine[field]}).status_code == 302
            assert form_with(browser, page, field)[field] == mine[field]
