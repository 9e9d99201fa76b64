"""Few words at a time: how many words the menus have, and what is not there while a round is played."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_member, owner_of, published_round, running_event
from tests.web.conftest import client_of, seen, words
from tournaments.models import Club, Event, User
from tournaments.seasons.verbs.seasons import create_season

pytestmark = pytest.mark.django_db


def tabs_of(page: str) -> str:
    """The menu of a page. There is one."""
    (tabs,) = re.findall(r'<nav class="tabs".*?</nav>', page, flags=re.DOTALL)
    return str(tabs)


def menu(page: str) -> list[str]:
    """The words of the menu of a page."""
    return [words(link) for link in re.findall(r"<a.*?</a>", tabs_of(page), flags=re.DOTALL)]


@pytest.fixture
def event(club: Club) -> Event:
    event = running_event(4, club=club)
    published_round(event)
    return event


@pytest.fixture
def owner(club: Club) -> Client:
    user = owner_of(club).user
    assert isinstance(user, User)
    return client_of(user)


def test_guests_and_members_have_few_words_of_menu(event: Event, owner: Client, client: Client) -> None:
    assert menu(seen(client, "event", event.ref)) == ["Now", "Standings", "Tables", "Rules"]
    assert menu(seen(owner, "event", event.ref))[4:] == ["Enter", "Direct"]
    assert menu(seen(owner, "club", event.club.slug)) == ["Evenings", "Season", "Players", "Club"]
    four = ["People", "Tables", "Prizes and printing", "Settings"]
    assert menu(seen(owner, "manage", event.ref)) == ["Event", "Direct", *four]


def test_the_title_of_a_page_is_its_heading_and_where_it_is(event: Event, owner: Client) -> None:
    pages = (("devices",), ("club", event.club.slug), ("edit_event", event.ref))
    titles = ["Your devices · Pochleague", f"{event.club.name} · Pochleague", f"Settings · {event.name}"]
    assert [words(seen(owner, *page).partition("<title>")[2].partition("<")[0]) for page in pages] == titles


def test_every_page_of_the_director_has_the_same_menu_and_one_word_of_it_is_here(
    event: Event, owner: Client
) -> None:
    whole = menu(seen(owner, "manage", event.ref))
    for name in ("entries", "wishes", "adjustments", "stages", "paper", "prizes", "edit_event", "event_log"):
        page = seen(owner, name, event.ref)
        assert menu(page) == whole, name
        assert tabs_of(page).count('aria-current="page"') == 1, name


def test_the_cockpit_of_a_running_round_has_no_downloads_and_no_simulations(
    event: Event, owner: Client
) -> None:
    cockpit, settings = (seen(owner, name, event.ref) for name in ("manage", "edit_event"))
    for address in (
        reverse("download_rows", args=[event.ref, "deals", "csv"]),
        f"{reverse('new_simulation', args=[event.club.slug])}?event={event.ref}",
        reverse("finish_event", args=[event.ref]),
    ):
        assert address not in cockpit
    assert "Finish the event" in settings


def test_tabs_without_anything_behind_them_are_not_shown(club: Club, owner: Client) -> None:
    scorer = client_of(make_member(club, "scorer").user)
    assert "Season" not in menu(seen(scorer, "club", club.slug))
    season = create_season(club, owner_of(club), "Winter")
    assert "Season" in menu(seen(scorer, "club", club.slug))
    assert "Divisions" not in menu(seen(owner, "season", season.ref))
