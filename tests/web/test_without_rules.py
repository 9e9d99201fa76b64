"""The pages of an event without the rules of Poch speak of no cards."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.builders import boss, make_club, make_member, published_round, running_event, the_table, work
from tests.web.conftest import client_of
from tournaments.models import Event, Role
from tournaments.services.play import counts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]

OF_CARDS = re.compile(
    r"\b(cards?|pools?|pochen|upcard|meld\w*|bots?|scorecard|simulat\w*|rehears\w*)\b", re.IGNORECASE
)


def words(client: Client, path: str) -> str:
    """The words of the middle of a page."""
    html = client.get(path, follow=True).content.decode()
    middle = html.partition("<main")[2].partition("</main>")[0]
    # The card of a table has a QR code.
    return re.sub(r"<[^>]+>|Table cards|With cards on the tables|scan the card of your table", " ", middle)


def test_its_pages_speak_of_no_cards() -> None:
    event = running_event(8, rules={"preset": "none"}, scoring="chips")
    round_ = published_round(event)
    counts.record_count(
        the_table(round_, 1), boss(event), {"format": "poch-count/1", "deals": 3, "net": [1, 2, -3, 0]}
    )
    work()
    director = client_of(make_member(event.club, Role.DIRECTOR).user)
    table, waiting = the_table(round_, 1).pk, the_table(round_, 2).pk
    for path in (
        f"/events/{event.slug}/",
        f"/events/{event.slug}/standings/",
        f"/events/{event.slug}/rounds/",
        f"/events/{event.slug}/rules/",
        f"/events/{event.slug}/score/",
        f"/events/{event.slug}/manage/",
        f"/rounds/{round_.pk}/",
        f"/tables/{table}/",
        f"/tables/{table}/?ledger",
        f"/tables/{waiting}/",
        f"/tables/{waiting}/count/",
        f"/tables/{waiting}/scorecard/",
        f"/tables/{waiting}/record/",
    ):
        found = OF_CARDS.findall(words(director, path))
        assert found == [], (path, found)


def test_a_director_makes_one_with_the_form() -> None:
    club = make_club()
    director = client_of(make_member(club, Role.DIRECTOR).user)
    path = f"/clubs/{club.slug}/events/new/"
    shown = director.get(path)
    assert "Another game with chips" in shown.content.decode()
    form = shown.context["form"]
    data = {field.html_name: field.value() for field in form if field.value() not in (None, [], {})}
    answer = director.post(path, {**data, "name": "Chips", "preset": "none", "least": "2"})
    assert answer.status_code == 302, answer.context["form"].errors
    made = Event.objects.get()
    assert (made.rules, made.without_rules) == ({"preset": "none"}, True)
    assert made.tie_breaks == ["rounds_won", "best_round", "lots"]
    edited = director.get(f"/events/{made.ref}/manage/settings/")
    assert edited.context["form"]["preset"].value() == "none"
