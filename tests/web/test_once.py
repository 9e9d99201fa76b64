"""A form that a browser sends twice acts once: after a double click, a reload or a lost response."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, owner_of, running_event
from tests.web.conftest import SignIn
from tests.web.looking import Forms
from tournaments.events.verbs.entries import add_entries
from tournaments.models import Adjustment, Club, Event
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


def form_with(browser: Client, url: str, field: str) -> dict[str, list[str]]:
    """The form of a page that has this field."""
    forms = Forms(browser.get(url).content.decode()).all
    return next(form for form in forms if field in form)


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
    found = {
        name: (address := reverse(name, args=[ref]), address, field, value)
        for name, (ref, field, value) in pages.items()
    }
    of_season = reverse("season_settings", args=[season.ref])
    found["the scheme"] = (of_season, of_season, "best", "3")
    elsewhere = {
        "change_face": (club.slug, "club_settings", club.slug, "links", "https://example.org Us"),
        "set_team_scheme": (season.ref, "manage_teams", season.ref, "size", "7"),
        "edit_evening": (season.evenings.get().pk, "manage_evenings", season.ref, "weight", "3"),
    }
    for name, (ref, page, page_ref, field, value) in elsewhere.items():
        found[name] = (reverse(page, args=[page_ref]), reverse(name, args=[ref]), field, value)
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
