"""What a season could become, over REST: the same as it becomes."""

from __future__ import annotations

import pytest

from tests.api.leagues import HouseLeague, refused
from tests.api.program import done
from tests.builders import work
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
