"""What is luck in a standing, over REST."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.api.leagues import HouseLeague
from tests.api.program import done
from tests.builders import play_round, published_round, running_event, work
from tests.tournaments.test_chances import after
from tournaments.models import Event, Standing

pytestmark = pytest.mark.django_db


def chances(event: Event, query: str = "") -> dict[str, Any]:
    """The chances of an event as everybody reads them."""
    path = f"/events/{event.slug}/chances/"
    answer = Client().get(f"{path}{query}")
    assert answer.status_code == 200, answer.content
    assert breaches("GET", path, answer) == []
    body: dict[str, Any] = answer.json()
    return body


def test_chances_are_computed_after_the_third_round() -> None:
    event = running_event(8, rounds_planned=4, deals_per_round=1)
    assert (chances(event)["round"], chances(event)["state"]) == (None, "too_few")
    for number in (1, 2, 3):
        play_round(published_round(event), seed=number)
    said = chances(event)
    assert (said["round"], said["state"], said["version"], said["places"]) == (3, "computing", 0, [])
    work()
    said = chances(event)
    kept = Standing.objects.get(event=event, round__number=3)
    assert (said["state"], said["version"], said["least_rounds"]) == ("told", kept.covers, 3)
    assert kept.chances is not None
    assert {line["entry"]: [line["first"], line["last"]] for line in said["places"]} == kept.chances["places"]
    assert list(said["share"].values()) == kept.chances["share"]
    assert chances(event, "?round=2")["state"] == "too_few"
    assert chances(event, "?round=3") == said


def test_a_round_that_is_not_closed_has_none() -> None:
    event = after(1)
    answer = Client().get(f"/events/{event.slug}/chances/?round=2")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_standing")


def test_a_season_says_how_much_would_be_there_again(place: HouseLeague) -> None:
    season = place.started()
    work()
    said = done(place.client.get(f"{season}/chances/"))
    assert said["least_evenings"] == 3
    (table,) = said["tables"]
    assert (table["evenings"] < 3, table["state"], table["again"]) == (True, "too_few", None)
    draft = done(place.new(name="Other"))["id"]
    assert done(place.client.get(f"/seasons/{draft}/chances/"))["tables"] == []
