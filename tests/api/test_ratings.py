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
from tournaments.clubs.verbs.people import set_visibility, someone_of
from tournaments.models import Club, Player

pytestmark = pytest.mark.django_db


def ratings(club: Club, key: str = "") -> list[dict[str, Any]]:
    """The ratings, as a stranger or a holder of the key sees them."""
    client = Client(key) if key else Client()
    results: list[dict[str, Any]] = done(client.get(f"/clubs/{club.slug}/ratings/"))["results"]
    return results


def test_members_see_points_with_their_range_best_first_and_strangers_public_people_alone() -> None:
    club, people = rated_club()
    key = make_key(club, "scorer")
    listed = ratings(club, key)
    assert {each["player"] for each in listed} == set(people)
    assert [each["points"] for each in listed] == sorted((each["points"] for each in listed), reverse=True)
    assert all(each["around"] > 0 and each["provisional"] and each["events"] == 2 for each in listed)
    assert {each["family"] for each in listed} == {"pagat"}
    assert ratings(club) == []
    for player, visibility in zip(people, ("public", "hidden"), strict=False):
        someone = someone_of(player)
        assert someone is not None
        set_visibility(someone, owner_of(club), visibility)
    assert [each["player"] for each in ratings(club)] == [people[0]]
    assert {each["player"] for each in ratings(club, key)} == {people[0], *people[2:]}


def test_more_people_cost_no_more_queries() -> None:
    club, people = rated_club()
    key = make_key(club, "scorer")
    ratings(club, key)
    counts = []
    for removed_at in ("2026-01-01T00:00:00Z", None):
        Player.objects.filter(pk__in=people[1:]).update(removed_at=removed_at)
        with CaptureQueriesContext(connection) as queries:
            ratings(club, key)
        counts.append(len(queries.captured_queries))
    assert counts[0] == counts[1] <= 8
