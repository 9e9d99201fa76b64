"""Lists of large events: in pages, with a search."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, owner_of, published_round, running_event
from tests.web.conftest import SignIn
from tournaments.models import Entry, EntryStatus, Event, Round, Seat
from tournaments.services.events.entries import add_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def tables_of_many() -> Round:
    """A published round of fifteen tables."""
    return published_round(running_event(60, deals_per_round=2))


def names_of(round_: Round, numbers: range) -> set[str]:
    """The public names at the tables with these numbers."""
    seats = Seat.objects.filter(round=round_, table__number__in=numbers)
    return set(seats.values_list("entry__player__public_name", flat=True))


def test_a_round_of_many_tables_is_shown_in_pages(client: Client, tables_of_many: Round) -> None:
    url = reverse("round", args=[tables_of_many.pk])
    first, second = (client.get(url, {"page": page}).content.decode() for page in (1, 2))
    assert first.count('class="table-card"') == 12
    assert second.count('class="table-card"') == 3
    assert "Tables 1 to 12 of 15" in first
    assert f'href="{url}?page=2"' in first
    for name in names_of(tables_of_many, range(13, 16)):
        assert f"<bdi>{name}</bdi>" not in first
        assert f"<bdi>{name}</bdi>" in second
    assert f"{reverse('round_renew', args=[tables_of_many.pk])}?version=" in second
    assert "&amp;page=2" in second


@pytest.fixture
def long_list() -> Event:
    """An open event of 130 players who are not here yet."""
    event = make_event()
    names = [f"Guest {number:03}" for number in range(1, 131)]
    add_entries(event, owner_of(event.club), names)
    return event


def test_the_players_are_listed_in_pages_and_found_by_name(sign_in: SignIn, long_list: Event) -> None:
    browser, url = sign_in(long_list.club), reverse("entries", args=[long_list.ref])
    first = browser.get(url).content.decode()
    assert "<bdi>Guest 100</bdi>" in first
    assert "<bdi>Guest 101</bdi>" not in first
    assert "130 not here yet" in first
    assert "<bdi>Guest 101</bdi>" in browser.get(url, {"page": 2}).content.decode()
    hits = browser.get(url, {"name": "GUEST 12"}).content.decode()
    assert hits.count("<bdi>Guest 12") == 20, "ten lines, each with a form for tags"
    assert "No player of this event is called" in browser.get(url, {"name": "Nobody"}).content.decode()


def test_a_check_in_leads_back_to_the_same_part_of_the_list(sign_in: SignIn, long_list: Event) -> None:
    browser, entry = sign_in(long_list.club), Entry.objects.get(player__name="Guest 120")
    part = {"name": "guest 12", "page": "2"}
    answer = browser.post(reverse("check_in", args=[entry.pk]), part)
    assert answer.headers["Location"] == f"{reverse('entries', args=[long_list.ref])}?name=guest+12&page=2"
    entry.refresh_from_db()
    assert entry.status == EntryStatus.CHECKED_IN
