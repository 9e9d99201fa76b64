"""What a season could become, over REST: the same as it becomes."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.leagues import HouseLeague, refused
from tests.api.program import done
from tests.builders import make_event, work
from tests.tournaments.seasons import play_to_the_end
from tournaments.models import Season, SeasonStanding

pytestmark = pytest.mark.django_db

PLACES = {"worth": "points", "points": [10, 7, 5, 4], "bonus": 1}


def test_another_scheme_gives_the_table_of_a_season_that_has_it(place: HouseLeague) -> None:
    season, other = place.started(scheme={"best": 1}), place.started(name="Other", scheme=PLACES)
    rows = SeasonStanding.objects.count()
    (shown,) = done(place.client.send("POST", f"{season}/what-if/", {"scheme": PLACES}))["tables"]
    (real,) = done(place.client.get(f"{other}/standings/"))["tables"]
    same = ("player", "name", "score", "place", "attended")
    assert [[row[name] for name in same] for row in shown["rows"]] == [
        [row[name] for name in same] for row in real["rows"]
    ]
    (now,) = done(place.client.get(f"{season}/standings/"))["tables"]
    places = {row["player"]: row["place"] for row in now["rows"]}
    assert {row["player"]: row["place_before"] for row in shown["rows"]} == places
    work()
    assert SeasonStanding.objects.count() == rows, "it stores nothing"
    assert Season.objects.get(pk=season.rpartition("/")[2]).scheme["best"] == 1


def test_what_another_scheme_cannot_count_is_refused(place: HouseLeague) -> None:
    season = place.started()
    for scheme, code in (
        ({"best": 2, "struck": 1}, "season_best_and_struck"),
        ({"worth": "luck"}, "season_choice_unknown"),
    ):
        answer = place.client.send("POST", f"{season}/what-if/", {"scheme": scheme})
        assert refused(answer) == (422, code)
    assert refused(place.client.send("POST", f"{season}/what-if/", {})) == (400, "bad_body")
    stale = {"If-Match": '"old"'}
    answer = place.client.send("POST", f"{season}/what-if/", {"scheme": {}}, **stale)
    assert refused(answer) == (412, "version_stale")


def test_the_needs_are_met_by_who_does_what_is_sure(place: HouseLeague) -> None:
    season = place.started(scheme={"worth": "points", "points": [10, 7, 5, 4]})
    assert done(place.client.get(f"{season}/needs/"))["evenings"] == [], "no evening is to come"
    night = make_event(place.club, rounds_planned=1, deals_per_round=1, capacity=4)
    evening = done(place.client.send("POST", f"{season}/evenings/", {"event": str(night.pk)}))
    first = Client().get(f"{season}/needs/")
    (last,) = first.json()["evenings"]
    assert (last["evening"], last["number"], last["people"]) == (evening["id"], 3, 4)
    rows = done(place.client.get(f"{season}/standings/"))["tables"][0]["rows"]
    assert [need["player"] for need in last["needs"]] == [row["player"] for row in rows]
    best = rows[0]["score"]
    assert [need["missing"] for need in last["needs"]] == [best - row["score"] for row in rows]
    for goal in (1, 2, 3):
        (asked,) = done(place.client.get(f"{season}/needs/?goal={goal}"))["evenings"]
        assert {need["player"]: need["sure"] for need in asked["needs"]} == sure_places(rows, goal)
    seen = {"If-None-Match": first.headers["ETag"]}
    assert Client().get(f"{season}/needs/", headers=seen).status_code == 304
    assert refused(Client().get(f"{season}/needs/?goal=0")) == (400, "bad_query")
    play_to_the_end(night, place.people)
    work()
    assert done(place.client.get(f"{season}/needs/"))["evenings"] == [], "it is over"


def sure_places(rows: list[dict[str, Any]], goal: int) -> dict[str, int | None]:
    """By all ways in which the last evening can end: the worst place with which each reaches the goal."""
    worths = dict(enumerate((10, 7, 5, 4), 1))
    sure: dict[str, int | None] = {}
    for row in rows:
        fails = set()
        for places in permutations(worths):
            ends = {
                each["player"]: each["score"] + worths[place]
                for each, place in zip(rows, places, strict=True)
            }
            mine = ends.pop(row["player"])
            if sum(other >= mine for other in ends.values()) >= goal:
                fails.add(places[rows.index(row)])
        good = [place for place in worths if not any(bad <= place for bad in fails)]
        sure[row["player"]] = max(good, default=None)
    return sure
