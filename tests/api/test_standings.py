"""Standings over REST: of the event, as kept after a round, and of one stage."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import make_key, owner_of, play_round, published_round, running_event, work
from tests.tournaments.events.test_stages import season
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.events.verbs import stages
from tournaments.models import Event, Player
from tournaments.programs.privacy import anonymise_player
from tournaments.standings.verbs import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_stages() -> Event:
    """An event of eight after one Swiss round and its final of four, which counts from nothing."""
    event = running_event(8, rounds_planned=1, deals_per_round=1)
    boss = owner_of(event.club)
    stages.edit_stage(event.stages.get(), boss, format="swiss")
    stages.add_stage(event, boss, "final", cut=4, carry=False)
    event.refresh_from_db()
    for _round in range(2):
        play_round(published_round(event))
    standings.refresh(event.pk)
    return event


def standing(event: Event, query: str = "") -> dict[str, Any]:
    """A standing as everybody reads it."""
    path = f"/events/{event.slug}/standings/"
    answer = Client().get(f"{path}{query}")
    assert answer.status_code == 200, answer.content
    assert breaches("GET", path, answer) == []
    body: dict[str, Any] = answer.json()
    return body


def test_a_stage_has_a_standing_of_those_who_play_it(two_stages: Event) -> None:
    whole = standing(two_stages)
    assert [row["stage"] for row in whole["rows"]] == [2] * 4 + [1] * 4
    final = standing(two_stages, "?stage=2")
    assert (final["stage"], final["version"], whole["stage"]) == (2, whole["version"], None)
    assert [row["entry"] for row in final["rows"]] == [row["entry"] for row in whole["rows"][:4]]
    assert {row["rounds"] for row in final["rows"]} == {1}
    swiss = standing(two_stages, f"?stage={two_stages.stages.get(number=1).pk}")
    assert len(swiss["rows"]) == 8
    assert [row["place"] for row in swiss["rows"]] == sorted(row["place"] for row in swiss["rows"])
    assert swiss["rows"] == standing(two_stages, "?stage=1&round=1")["rows"]


def test_the_standing_of_a_stage_is_not_sent_again_until_it_changes(two_stages: Event) -> None:
    path = f"/events/{two_stages.slug}/standings/?stage=2"
    seen = Client().get(path).headers["ETag"]
    assert seen == f'"{two_stages.standings.latest("version").version}"'
    assert Client().get(path, headers={"If-None-Match": seen}).status_code == 304
    assert Client().get(path).content == Client().get(path).content, "a strong ETag promises that"
    director = Client(make_key(two_stages.club, "director"))
    entry = str(two_stages.entries.all()[0].pk)
    body = {"entry": entry, "chips": 5, "reason": "kind"}
    director.send("POST", f"/events/{two_stages.slug}/adjustments/", body)
    assert Client().get(path, headers={"If-None-Match": seen}).status_code == 200


def test_an_adjustment_names_its_author_and_who_cancelled_it(two_stages: Event) -> None:
    giver, canceller = (Client(make_key(two_stages.club, "director")) for _ in range(2))
    path = f"/events/{two_stages.slug}/adjustments/"
    body = {"entry": str(two_stages.entries.all()[0].pk), "chips": -5, "reason": "late"}
    adjustment = giver.send("POST", path, body).json()
    assert adjustment["cancelled_by"] is None
    cancelled = canceller.delete(f"{path}{adjustment['id']}/").json()
    assert cancelled["author"] == adjustment["author"] != cancelled["cancelled_by"]
    names = set(two_stages.club.members.values_list("user__username", flat=True))
    assert {cancelled["author"], cancelled["cancelled_by"]} <= names
    assert giver.get(path).json()["results"] == [cancelled]


def test_a_row_shows_its_rounds_and_who_is_not_ranked_has_no_place() -> None:
    event = season(missed="fixed", missed_score=-1.5, struck_rounds=1, least_rounds=2)
    standings.refresh(event.pk)
    document = Client().get(f"/events/{event.slug}/").json()
    settings = ("missed", "missed_score", "best_rounds", "struck_rounds", "least_rounds")
    assert [document[name] for name in settings] == ["fixed", -1.5, None, 1, 2]
    rows = standing(event)["rows"]
    assert [row["place"] is None for row in rows] == [False] * 6 + [True] * 2
    for row in rows:
        counted = [result["result"] for result in row["results"] if not result["state"].endswith("struck")]
        assert row["score"] == sum(counted)
    states = {result["state"] for row in rows[-2:] for result in row["results"]}
    assert states & {"missed", "missed_struck"}


def test_a_missing_standing_is_not_found(two_stages: Event, subtests: pytest.Subtests) -> None:
    cases: list[tuple[str, str]] = [
        ("?stage=3", "no_such_stage"),
        ("?stage=x", "no_such_stage"),
        ("?stage=1&round=9", "no_such_standing"),
    ]
    for query, code in cases:
        with subtests.test(f"{query} {code}"):
            answer = Client().get(f"/events/{two_stages.slug}/standings/{query}")
            assert (answer.status_code, answer.json()["code"]) == (404, code)


def test_a_changed_name_makes_the_etag_of_each_standing_stale(two_stages: Event) -> None:
    finish_event(two_stages, owner_of(two_stages.club))
    standings.refresh(two_stages.pk)
    path = f"/events/{two_stages.slug}/standings/"
    tags = {}
    for query in ("", "?round=1", "?stage=1", "?stage=1&round=1"):
        before = Client().get(path + query)
        tags[query] = before.headers["ETag"]
        assert Client().send("GET", path + query, **{"If-None-Match": tags[query]}).status_code == 304
    name = before.json()["rows"][0]["name"]
    anonymise_player(Player.objects.get(public_name=name), owner_of(two_stages.club))
    work()
    for query, tag in tags.items():
        again = Client().send("GET", path + query, **{"If-None-Match": tag})
        assert again.status_code == 200, query
        assert name not in again.content.decode(), query
