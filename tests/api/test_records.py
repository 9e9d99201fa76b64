"""The records of a club over REST."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.client import Client
from tests.api.program import done
from tests.builders import make_key, make_limited_key
from tests.tournaments.seasons import a_club, played
from tournaments.models import SeatResult

pytestmark = pytest.mark.django_db


def test_records_are_the_best_of_the_ledger_and_lead_to_their_deals() -> None:
    club, people = a_club(4)
    for seed in range(1, 8):
        played(club, people, seed=seed)
    answer = Client().get(f"/clubs/{club.slug}/records/")
    records = done(answer)["results"]
    results = SeatResult.objects.filter(deal__table__round__event__club=club)
    for kind, column, least in (("pot", "pots", 1), ("pools", "pools", 2), ("evening", "net", 1)):
        best = sorted(results.filter(**{f"{column}__gte": least}).values_list(column, flat=True))[::-1][:5]
        assert [record["value"] for record in records if record["kind"] == kind] == best, kind
    for record in records:
        assert record["player"] in people
        if record["kind"] == "evening":
            assert record["table"] is record["deal"] is record["number"] is None
        else:
            path = f"/tables/{record['table']}/deals/{record['number']}/"
            assert done(Client().get(path))["id"] == record["deal"]
    seen = {"If-None-Match": answer.headers["ETag"]}
    assert Client().get(f"/clubs/{club.slug}/records/", headers=seen).status_code == 304


def test_records_are_of_the_events_that_one_can_list() -> None:
    club, people = a_club(4)
    path = f"/clubs/{club.slug}/records/"
    hidden = [played(club, people, seed=1, visibility=each) for each in ("unlisted", "private")]
    assert done(Client().get(path))["results"] == []
    limited = Client(make_limited_key(club, events=[hidden[0]]))
    assert done(limited.get(path))["results"] == []
    own = done(Client(make_key(club, "scorer")).get(path))["results"]
    assert {record["event"] for record in own} == {str(event.pk) for event in hidden}


def test_records_take_few_queries_for_any_number_of_events() -> None:
    club, people = a_club(4)
    taken = []
    for seed in (1, 2):
        played(club, people, seed=seed)
        with CaptureQueriesContext(connection) as counted:
            done(Client().get(f"/clubs/{club.slug}/records/"))
        taken.append(len(counted.captured_queries))
    assert taken[0] == taken[1] <= 9
