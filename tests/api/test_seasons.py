"""Seasons and leagues over REST: what is refused, counted and foreseen, versions and retries, other clubs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.leagues import HouseLeague, refused
from tests.api.program import done
from tests.builders import make_event, make_key, work
from tests.tournaments.seasons import more_players, play_to_the_end
from tournaments.models import Season

pytestmark = pytest.mark.django_db

Stored = Callable[[], dict[str, int]]


def test_a_scheme_that_contradicts_itself_is_refused_and_nothing_is_stored(
    place: HouseLeague, stored: Stored, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"best": 2, "struck": 1}, "season_best_and_struck"),
        ({"worth": "points"}, "season_points_missing"),
        ({"worth": "luck"}, "season_choice_unknown"),
        ({"bonus": "much"}, "season_scheme_malformed"),
        ({"bests": 7}, "season_switch_unknown"),
        ({"worth": "even"}, "evening_without_spreads"),
    ]
    for scheme, code in cases:
        with subtests.test(f"{scheme} {code}"):
            before = stored()
            assert refused(place.new(scheme=scheme)) == (422, code)
            assert stored() == before


def test_a_frozen_scheme_cannot_change_and_a_draft_can(place: HouseLeague) -> None:
    draft = f"/seasons/{done(place.new())['id']}/"
    assert done(place.client.send("PATCH", draft, {"scheme": {"best": 1}}))["scheme"]["best"] == 1
    assert refused(place.client.send("PATCH", draft, {"scheme": {"best": 1, "struck": 1}})) == (
        422,
        "season_best_and_struck",
    )
    done(place.client.send("PATCH", draft, {"status": "open"}))
    done(place.client.send("POST", f"{draft}start/"))
    assert refused(place.client.send("PATCH", draft, {"scheme": {}})) == (409, "season_started")
    assert refused(place.client.send("POST", f"{draft}start/")) == (409, "season_status")
    assert refused(place.client.delete(draft)) == (409, "season_status")
    again = done(place.client.send("PATCH", draft, {"status": "draft", "scheme": {"best": 2}}))
    assert (again["status"], again["scheme"]["best"]) == ("draft", 2)
    assert place.client.delete(draft).status_code == 204


def test_a_season_ends_once_and_only_as_it_was_seen(place: HouseLeague) -> None:
    season = place.started()
    seen = done(place.client.send("POST", f"{season}/moves/?dry_run=true", {}))
    assert seen["dry_run"] is True
    credit = {"player": place.people[0], "points": 5000, "reason": "a gift"}
    done(place.client.send("POST", f"{season}/credits/", credit))
    end = f"{season}/moves/"
    assert refused(place.client.send("POST", end, {"seen": seen["seen"]})) == (409, "season_end_changed")
    key = {"Idempotency-Key": "the-end"}
    first = done(place.client.send("POST", end, {}, **key))
    assert done(place.client.send("POST", end, {}, **key)) == first
    assert refused(place.client.send("POST", end, {})) == (409, "season_status")
    assert Season.objects.filter(previous__isnull=False).count() == 1
    assert refused(place.client.send("POST", f"{season}/reopen/", {"reason": ""})) == (400, "bad_body")
    assert (
        done(place.client.send("POST", f"{season}/reopen/", {"reason": "a mistake"}))["status"] == "running"
    )
    assert done(place.client.get(f"{season}/honours/"))["results"] == []
    assert refused(place.client.send("POST", end, {"leaving": ["nobody"]})) == (422, "season_member_unknown")
    assert refused(place.client.send("POST", end, {"newcomers": ["nobody"]})) == (422, "player_unknown")


def test_members_absences_and_credits_are_changed_and_counted(place: HouseLeague) -> None:
    season = place.started(
        scheme={"worth": "points", "points": [4, 3, 2, 1], "excused": "fixed", "excused_points": 2}
    )
    newcomer = more_players(place.club, 1, first=4)[0]
    (member,) = done(place.client.send("POST", f"{season}/members/", {"players": [newcomer]}))["results"]
    evening = done(place.client.get(f"{season}/evenings/?number=2"))["results"][0]["id"]
    noted = {"evening": evening, "player": newcomer, "reason": "excused"}
    made = place.client.send("POST", f"{season}/absences/", noted)
    assert made.headers["Location"] == f"/api/v1{season}/absences/{made.json()['id']}/"
    again = done(place.client.send("POST", f"{season}/absences/", noted))
    assert again["id"] == made.json()["id"]
    credit = {"player": newcomer, "points": 1.125, "reason": "helped"}
    given = done(place.client.send("POST", f"{season}/credits/", credit))
    path = f"{season}/members/{member['id']}/"
    done(place.client.send("PATCH", path, {"start": 0.5}))

    def row() -> Any:
        work()
        (table,) = done(place.client.get(f"{season}/standings/"))["tables"]
        return next(each for each in table["rows"] if each["player"] == newcomer)

    assert (row()["score"], row()["credits"], row()["start"]) == (3.625, 1.125, 0.5)
    assert [each["reason"] for each in row()["outcomes"]] == ["unexcused", "excused"]
    assert done(place.client.delete(f"{season}/credits/{given['id']}/"))["cancelled_at"] is not None
    one = f"{season}/absences/{again['id']}/"
    assert done(place.client.send("PATCH", one, {"reason": "unexcused"}))["reason"] == "unexcused"
    assert row()["score"] == 0.5
    assert place.client.delete(one).status_code == 204
    assert done(place.client.get(f"{season}/absences/"))["results"] == []
    assert len(done(place.client.get(f"{season}/credits/?player={newcomer}"))["results"]) == 1
    for method, at, body, code in (
        ("POST", "/absences/", {**noted, "player": "nobody"}, "season_member_unknown"),
        ("PATCH", f"/members/{member['id']}/", {"joined": 201}, "season_member_out_of_range"),
    ):
        answer = place.client.send(method, f"{season}{at}", body)
        assert answer.json()["code"] in (code, "bad_body"), (at, body)
        assert answer.status_code in (400, 422)
    assert refused(place.client.delete(path)) == (409, "season_member_has_results")
    assert done(place.client.send("PATCH", path, {"status": "withdrawn"}))["left"] == 2


def test_a_stale_version_changes_nothing(place: HouseLeague) -> None:
    season = place.started()
    (member, *_others) = done(place.client.get(f"{season}/members/"))["results"]
    careless = Client(make_key(place.club, "director"), careful=False)
    for path, body in (
        (f"{season}/", {"name": "Anew"}),
        (f"{season}/members/{member['id']}/", {"status": "reserve"}),
        (f"/leagues/{place.league}/", {"name": "Anew"}),
    ):
        seen = careless.get(path).headers["ETag"]
        assert careless.get(path, headers={"If-None-Match": seen}).status_code == 304
        assert refused(careless.send("PATCH", path, body)) == (428, "version_required")
        assert refused(careless.send("PATCH", path, body, **{"If-Match": '"old"'})) == (412, "version_stale")
        changed = careless.send("PATCH", path, body, **{"If-Match": seen})
        assert changed.status_code == 200
        assert changed.headers["ETag"] == careless.get(path).headers["ETag"] != seen
        assert refused(careless.send("PATCH", path, body, **{"If-Match": seen})) == (412, "version_stale")
    stale = careless.send("POST", f"{season}/moves/", {}, **{"If-Match": '"old"'})
    assert refused(stale) == (412, "version_stale")
    wanted: dict[str, Any] = {"divisions": []}
    assert refused(careless.send("PUT", f"{season}/divisions/", wanted)) == (428, "version_required")


def test_a_season_is_made_once_however_often_it_is_sent(place: HouseLeague) -> None:
    path = f"/leagues/{place.league}/seasons/"
    key = {"Idempotency-Key": "a-season"}
    first, second = (place.client.send("POST", path, {"name": "Winter"}, **key) for _ in range(2))
    assert first.json() == second.json()
    assert second.headers["Idempotency-Replayed"] == "true"
    assert first.headers["Location"] == f"/api/v1/seasons/{first.json()['id']}/"
    assert Season.objects.count() == 1
    tried = place.client.send("POST", f"{path}?dry_run=true", {"name": "Spring"})
    assert (tried.status_code, tried.json()["dry_run"]) == (200, True)
    assert Season.objects.count() == 1


def test_lots_of_play_offs_are_noted_and_removed(place: HouseLeague) -> None:
    season = place.started(scheme={"worth": "points", "points": [1, 1, 1, 1], "ties": ["play_off", "shared"]})
    results = {player: number for number, player in enumerate(place.people)}
    noted = done(place.client.send("POST", f"{season}/play-offs/", {"results": results}))
    assert noted["results"] == [results]
    work()
    (table,) = done(place.client.get(f"{season}/standings/"))["tables"]
    assert [row["player"] for row in table["rows"]] == place.people[::-1]
    bad = place.client.send("POST", f"{season}/play-offs/", {"results": {place.people[0]: 1}})
    assert refused(bad) == (422, "season_play_off_malformed")
    etag = {"If-Match": place.client.get(f"{season}/play-offs/").headers["ETag"]}
    assert done(place.client.delete(f"{season}/play-offs/1/", headers=etag))["results"] == []
    assert refused(place.client.delete(f"{season}/play-offs/1/", headers=etag)) == (412, "version_stale")
    assert refused(place.client.delete(f"{season}/play-offs/1/")) == (422, "season_play_off_malformed")


def test_routes_that_act_take_the_version_of_what_they_act_on(place: HouseLeague) -> None:
    season = place.started(scheme={"final": 3, "carry": "half", "carry_step": 1})
    path = f"{season}/evenings/"
    body = {"event": str(make_event(place.club).pk), "kind": "final"}
    evening = f"{path}{done(place.client.send('POST', path, body))['id']}/"
    etag = place.client.get(f"{evening}finalists/").headers["ETag"]
    assert refused(place.client.send("POST", f"{evening}finalists/", {}, **{"If-Match": '"old"'})) == (
        412,
        "version_stale",
    )
    entered = done(place.client.send("POST", f"{evening}finalists/", {}, **{"If-Match": etag}))["results"]
    assert [entry["seeding"] for entry in entered] == [1, 2, 3]
    etag = place.client.get(evening).headers["ETag"]
    start = place.client.send("POST", f"{evening}start-points/", {"reason": "half"}, **{"If-Match": etag})
    assert refused(start) == (409, "event_not_running")
    assert place.client.delete(evening).status_code == 204
    etag = place.client.get(f"{season}/").headers["ETag"]
    assert done(place.client.send("POST", f"{season}/moves/", {}, **{"If-Match": etag}))["pairs"] == []


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
