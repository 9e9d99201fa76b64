"""The page of the ratings of a club, and the ratings on the page of a person."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_member, work
from tests.tournaments.rated import rated_club
from tests.tournaments.seasons import played
from tests.web.conftest import client_of
from tournaments.models import Player, Rating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]

RATING = re.compile(r"\b1\d\d\d ± \d\d\d\b")
NO_PRIZE = "By themselves ratings decide no prize, no place and no seat."


def text(browser: Client, name: str, *args: object) -> str:
    """The words of a page, without its tags."""
    answer = browser.get(reverse(name, args=args))
    assert answer.status_code == 200, answer.content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def test_ratings_have_their_range_and_appear_with_the_first_person_who_has_ten_events() -> None:
    club, people = rated_club()
    browser = client_of(make_member(club).user)
    shown = text(browser, "ratings", club.slug)
    assert len(RATING.findall(shown)) == 4
    assert shown.count("provisional") >= 4
    assert all(name in shown for name in Player.objects.filter(pk__in=people).values_list("name", flat=True))
    assert NO_PRIZE in shown
    assert "2 events" in shown
    link, seasons = reverse("ratings", args=[club.slug]), reverse("club_seasons", args=[club.slug])
    assert link not in browser.get(seasons).content.decode()
    Rating.objects.filter(player__id=people[0], events=2).update(events=10)
    assert link in browser.get(seasons).content.decode()
    assert RATING.findall(text(Client(), "ratings", club.slug)) == []


def test_a_person_has_a_curve_for_each_club_and_game() -> None:
    club, people = rated_club(evenings=1)
    browser = client_of(make_member(club).user)
    assert "Rating at" not in text(browser, "person_evenings", people[0]), "one evening is no curve"
    played(club, people, seed=2)
    work()
    shown = text(browser, "person_evenings", people[0])
    assert RATING.findall(shown)
    assert f"Rating at {club.name}" in shown
    assert "provisional" in shown
