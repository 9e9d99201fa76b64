"""Rounds that are taken back, closed without a deal, or played again, over REST."""

from __future__ import annotations

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import play_round, published_round, running_event
from tournaments.models import Club, Stage

pytestmark = pytest.mark.django_db


def test_a_round_that_is_taken_back_is_a_new_proposal(director: Client, club: Club) -> None:
    published = published_round(running_event(8, club=club))
    path = f"/rounds/{published.pk}/take-back/"
    before = director.get(f"/rounds/{published.pk}/").json()
    answer = director.send("POST", path, {"reason": "the wrong draw"})
    assert (answer.status_code, breaches("POST", path, answer)) == (201, [])
    proposal = answer.json()
    assert (proposal["status"], proposal["number"], proposal["void_as"]) == ("drawn", 1, None)
    assert [[seat["entry"] for seat in table["seats"]] for table in proposal["tables"]] == [
        [seat["entry"] for seat in table["seats"]] for table in before["tables"]
    ]
    assert answer.headers["Location"].endswith(f"/rounds/{proposal['id']}/")
    old = director.get(f"/rounds/{published.pk}/").json()
    assert (old["status"], old["void_as"]) == ("void", "taken_back")
    again = director.send("POST", path, {"reason": "the wrong draw"})
    assert (again.status_code, again.json()["code"]) == (409, "round_void")
    assert director.send("POST", f"/rounds/{proposal['id']}/publish/", {}).status_code == 200


def test_a_round_without_a_deal_is_closed_as_not_played(director: Client, club: Club) -> None:
    event = running_event(4, club=club)
    published = published_round(event)
    path = f"/rounds/{published.pk}/close/"
    answer = director.send("POST", path, {"early": True})
    assert (answer.status_code, breaches("POST", path, answer)) == (200, [])
    assert (answer.json()["status"], answer.json()["void_as"]) == ("void", "not_played")
    again = published_round(event)
    told = director.get(f"/events/{event.slug}/rounds/").json()["results"]
    assert [(round_["id"], round_["number"]) for round_ in told] == [
        (str(again.pk), 1),
        (str(published.pk), 1),
    ]
    void = director.get(f"/events/{event.slug}/rounds/?status=void").json()["results"]
    assert [round_["id"] for round_ in void] == [str(published.pk)]
    pages = director.get(f"/events/{event.slug}/rounds/?limit=1").json()
    assert pages["next"] is not None


def test_a_stage_is_played_again(director: Client, club: Club) -> None:
    event = running_event(4, club=club, deals_per_round=1)
    stage = Stage.objects.get(event=event)
    path = f"/events/{event.slug}/stages/{stage.pk}/replay/"
    early = director.send("POST", path, {"reason": "two decks"})
    assert (early.status_code, early.json()["code"]) == (409, "stage_not_begun")
    closed = play_round(published_round(event))
    answer = director.send("POST", path, {"reason": "two decks"})
    assert (answer.status_code, breaches("POST", path, answer)) == (200, [])
    assert answer.json()["entrants"] is None
    assert director.get(f"/rounds/{closed.pk}/").json()["void_as"] == "played_again"
    draw = director.send("POST", f"/events/{event.slug}/rounds/", {})
    assert (draw.status_code, draw.json()["number"]) == (201, 1)
