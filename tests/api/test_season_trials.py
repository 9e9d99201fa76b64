"""Trials of a scheme over REST: started at once, played by workers, watched until they are done."""

from __future__ import annotations

import pytest

from tests.api.client import Client
from tests.api.leagues import HouseLeague, refused
from tests.api.program import done
from tests.builders import DOORS, make_key, work
from tournaments.models import OutboxTask, SchemeTrial
from tournaments.services.seasons import trying

pytestmark = pytest.mark.django_db

SCHEME = {"worth": "points", "points": [10, 6, 3, 1], "planned": 4, "final": 2, "carry": "half"}


def play_a_slice() -> None:
    row = OutboxTask.objects.get(task=trying.TASK, done_at=None)
    DOORS[trying.TASK](str(row.pk))


def test_workers_play_a_trial_and_its_report_grows(
    place: HouseLeague, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying, "SLICE", 0.0)
    season = f"/seasons/{done(place.new())['id']}"
    answer = place.client.send("POST", f"{season}/trials/", {"scheme": SCHEME, "seasons": 20})
    assert (answer.status_code, answer.headers["Retry-After"]) == (202, "1")
    path = answer.headers["Location"].removeprefix("/api/v1")
    begun = answer.json()
    assert (begun["status"], begun["done"], begun["percent"], begun["evenings"]) == ("running", 0, 0, 4)
    assert begun["best"]["mean"] is begun["best_without_final"]["mean"] is None
    first = place.client.get(path)
    seen = {"If-None-Match": first.headers["ETag"]}
    assert place.client.get(path, headers=seen).status_code == 304
    again = place.client.send("POST", f"{season}/trials/", {})
    assert refused(again) == (409, "trial_running")
    play_a_slice()
    between = done(place.client.get(path, headers=seen))
    assert (between["status"], between["percent"]) == ("running", 25)
    work()
    after = done(place.client.get(path))
    assert (after["status"], after["done"], sum(after["wins"])) == ("done", 20, 20)
    assert after["best"]["mean"] == after["wins"][0] / 20
    assert after["best"]["low"] < after["best"]["mean"] < after["best"]["high"]
    assert after["best_without_final"]["mean"] == after["wins_without_final"][0] / 20
    (listed,) = done(place.client.get(f"{season}/trials/"))["results"]
    assert listed == {name: after[name] for name in listed}


def test_a_stopped_trial_keeps_what_was_played(place: HouseLeague, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "SLICE", 0.0)
    season = f"/seasons/{done(place.new())['id']}"
    trial = place.client.send("POST", f"{season}/trials/", {"seasons": 500}).json()
    path = f"{season}/trials/{trial['id']}/"
    play_a_slice()
    stale = {"If-Match": '"old"'}
    assert refused(place.client.send("POST", f"{path}stop/", {}, **stale)) == (412, "version_stale")
    stopped = done(place.client.send("POST", f"{path}stop/", {}))
    assert (stopped["status"], stopped["done"], stopped["best_without_final"]) == ("stopped", 5, None)
    assert done(place.client.send("POST", f"{path}stop/", {})) == stopped
    work()
    assert done(place.client.get(path)) == stopped


def test_a_repeated_start_starts_one_trial(place: HouseLeague) -> None:
    season = f"/seasons/{done(place.new())['id']}"
    key = {"Idempotency-Key": "try-it-once-0001"}
    answers = [place.client.send("POST", f"{season}/trials/", {"seasons": 5}, **key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].json() == answers[1].json()
    assert SchemeTrial.objects.count() == 1


def test_what_cannot_be_tried_is_refused_and_nothing_is_stored(place: HouseLeague) -> None:
    season = f"/seasons/{done(place.new())['id']}"
    for body, code in (
        ({"seasons": 0}, "trial_out_of_range"),
        ({"seasons": 20_001}, "trial_out_of_range"),
        ({"evenings": 0}, "trial_out_of_range"),
        ({"evenings": 201}, "trial_out_of_range"),
        ({"scheme": {"carry": "half"}}, "season_final_missing"),
    ):
        assert refused(place.client.send("POST", f"{season}/trials/", body)) == (422, code), body
    assert SchemeTrial.objects.count() == 0
    other = place.new(name="Other")
    trial = place.client.send("POST", f"{season}/trials/", {"seasons": 5}).json()["id"]
    assert place.client.get(f"/seasons/{done(other)['id']}/trials/{trial}/").status_code == 404
    scorer = Client(make_key(place.club, "scorer"))
    assert scorer.get(f"{season}/trials/{trial}/").status_code == 403
