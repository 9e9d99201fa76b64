"""The ratings of a club over REST."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.client import Client
from tests.api.program import done
from tests.builders import make_key, owner_of
from tests.tournaments.rated import rated_club
from tournaments.models import Club, Player
from tournaments.services.seasons.people import set_visibility, someone_of

pytestmark = pytest.mark.django_db


def ratings(club: Club, key: str = "") -> list[dict[str, Any]]:
    """The rule families with their ratings, as a stranger or a holder of the key sees them."""
    client = Client(key) if key else Client()
    results: list[dict[str, Any]] = done(client.get(f"/clubs/{club.slug}/ratings/"))["results"]
    return results


def test_members_see_points_with_their_range_best_first() -> None:
    club, people = rated_club()
    (family,) = ratings(club, make_key(club, "scorer"))
    assert (family["family"], family["events"], family["rounds"]) == ("pagat", 2, 2)
    assert family["log_loss"] > 0
    assert family["gain"].keys() == {"mean", "low", "high"}
    assert sum(each["predictions"] for each in family["calibration"]) == 8
    listed = family["ratings"]
    assert {each["player"] for each in listed} == set(people)
    assert [each["points"] for each in listed] == sorted((each["points"] for each in listed), reverse=True)
    assert all(each["around"] > 0 and each["provisional"] and each["rounds"] == 2 for each in listed)


def test_strangers_see_the_ratings_of_public_people_alone() -> None:
    club, people = rated_club()
    (family,) = ratings(club)
    assert family["ratings"] == []
    someone = someone_of(people[0])
    assert someone is not None
    set_visibility(someone, owner_of(club), "public")
    (family,) = ratings(club)
    assert [each["player"] for each in family["ratings"]] == [people[0]]
    hidden = someone_of(people[1])
    assert hidden is not None
    set_visibility(hidden, owner_of(club), "hidden")
    (family,) = ratings(club, make_key(club, "scorer"))
    assert {each["player"] for each in family["ratings"]} == {people[0], *people[2:]}


def test_results_that_tell_nobody_apart_list_nobody() -> None:
    club, _people = rated_club(tells_apart=False)
    (family,) = ratings(club, make_key(club, "scorer"))
    assert family["tells_apart"] is False
    assert family["ratings"] == []


def test_a_club_without_finished_events_has_no_ratings() -> None:
    club, _people = rated_club(evenings=0)
    assert ratings(club) == []


def test_more_people_cost_no_more_queries() -> None:
    club, people = rated_club()
    key = make_key(club, "scorer")
    ratings(club, key)
    with CaptureQueriesContext(connection) as few:
        Player.objects.filter(pk__in=people[1:]).update(removed_at="2026-01-01T00:00:00Z")
        ratings(club, key)
    with CaptureQueriesContext(connection) as many:
        Player.objects.filter(pk__in=people[1:]).update(removed_at=None)
        ratings(club, key)
    assert len(many.captured_queries) == len(few.captured_queries) <= 9
