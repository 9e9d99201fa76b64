"""The page of the ratings of a club, and the ratings on the page of a person."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.builders import make_member, owner_of
from tests.tournaments.rated import rated_club
from tests.web.conftest import client_of
from tournaments.models import Player
from tournaments.services.seasons.people import set_visibility, someone_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]

RATING = re.compile(r"\b1\d\d\d ± \d\d\d\b")
NO_PRIZE = "By themselves ratings decide no prize, no place and no seat."


def text(browser: Client, name: str, *args: object) -> str:
    """The words of a page, without its tags."""
    answer = browser.get(reverse(name, args=args))
    assert answer.status_code == 200, answer.content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def test_members_read_ratings_with_their_range_and_what_they_are_not_for() -> None:
    club, people = rated_club()
    browser = client_of(make_member(club).user)
    shown = text(browser, "ratings", club.slug)
    assert len(RATING.findall(shown)) == 4
    assert shown.count("provisional") >= 4
    assert all(name in shown for name in Player.objects.filter(pk__in=people).values_list("name", flat=True))
    assert NO_PRIZE in shown
    assert "2 rounds" in shown
    assert (
        reverse("ratings", args=[club.slug])
        in browser.get(reverse("club_seasons", args=[club.slug])).content.decode()
    )


def test_strangers_read_the_ratings_of_public_people_alone() -> None:
    club, people = rated_club()
    assert RATING.findall(text(Client(), "ratings", club.slug)) == []
    someone = someone_of(people[0])
    assert someone is not None
    set_visibility(someone, owner_of(club), "public")
    assert len(RATING.findall(text(Client(), "ratings", club.slug))) == 1


def test_where_results_tell_nobody_apart_the_page_says_so_and_hides_the_numbers() -> None:
    club, people = rated_club(tells_apart=False)
    browser = client_of(make_member(club).user)
    shown = text(browser, "ratings", club.slug)
    assert "These results cannot tell people apart yet, so no ratings are shown." in shown
    assert "After 2 events it is too early to tell people apart." in shown
    assert RATING.findall(shown) == []
    assert RATING.findall(text(browser, "person", people[0])) == []


def test_the_page_of_a_person_has_their_ratings() -> None:
    club, people = rated_club()
    shown = text(client_of(make_member(club).user), "person", people[0])
    assert len(RATING.findall(shown)) == 1
    assert NO_PRIZE in shown


def test_a_club_without_finished_events_reads_when_ratings_come() -> None:
    club, _people = rated_club(evenings=0)
    assert "They are computed after the first finished event of people." in text(
        Client(), "ratings", club.slug
    )


def test_more_people_cost_no_more_queries() -> None:
    club, people = rated_club()
    browser = client_of(make_member(club).user)
    costs = []
    for removed in ("2026-01-01T00:00:00Z", None):
        Player.objects.filter(pk__in=people[1:]).update(removed_at=removed)
        with CaptureQueriesContext(connection) as queries:
            text(browser, "ratings", club.slug)
        costs.append(len(queries))
    assert costs[0] == costs[1] <= 12
