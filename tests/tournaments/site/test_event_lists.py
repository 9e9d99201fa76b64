"""Lists of events: who has won, and a series or the past of a season as one row."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.builders import make_club, play_round, published_round, running_event
from tests.tournaments.seasons import a_club, played, started
from tournaments.core.actors import SYSTEM
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.desk.verbs.rounds import encore
from tournaments.models import Event, Season
from tournaments.standings.verbs.standings import standings_to_show

pytestmark = pytest.mark.django_db


def test_a_finished_evening_says_who_has_won(client: Client) -> None:
    event = running_event(rounds_planned=1, deals_per_round=1)
    play_round(published_round(event))
    event = finish_event(Event.objects.get(pk=event.pk), SYSTEM)
    first, second = standings_to_show(event)[0].rows[:2]
    assert first["place"] < second["place"]
    name = event.entries.get(pk=first["entry"]).player.public_name
    for address in ("/", f"/clubs/{event.club.slug}/"):
        assert f"<bdi>{name}</bdi> won" in client.get(address).text


def test_an_evening_that_begins_again_by_itself_has_one_row_among_those_that_are_over(client: Client) -> None:
    event = running_event(club=make_club(), name="Show", encore=True, rounds_planned=1, deals_per_round=1)
    for _evening in range(3):
        play_round(published_round(event))
        finish_event(event, SYSTEM)
        again = encore(event.pk)
        assert again is not None
        event = again
    assert Event.objects.count() == 4
    for address in ("/", f"/clubs/{event.club.slug}/"):
        assert client.get(address).text.count("<bdi>Show</bdi>") == 2, "the running one and the last one"
    last = Event.objects.filter(status="finished").latest("finished_at")
    for visibility in ("private", "unlisted"):
        Event.objects.filter(pk=last.pk).update(visibility=visibility)
        for address in ("/", f"/clubs/{event.club.slug}/"):
            assert client.get(address).text.count("<bdi>Show</bdi>") == 2, "strangers see the one before"


def test_the_evenings_of_a_season_that_are_over_have_one_row_with_its_name(client: Client) -> None:
    club, people = a_club()
    evenings = [played(club, people, name=f"Evening {number}") for number in (1, 2, 3)]
    season = started(club, evenings, name="Winter")
    Event.objects.filter(pk=evenings[2].pk).update(visibility="private")
    for visibility, shown in ("public", ["2"]), ("private", ["1", "2"]):
        Season.objects.filter(pk=season.pk).update(visibility=visibility)
        for address in ("/", f"/clubs/{club.slug}/"):
            page = client.get(address).text
            assert sorted(re.findall(r"<bdi>Evening (\d)</bdi>", page)) == shown
            assert (f'href="/seasons/{season.slug}/"><bdi>Winter' in page) == (visibility == "public")
