"""Draws over REST: from a seed or by hand, dry runs, redraws, rounds that are taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import running_event
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db

Stored = Callable[[], dict[str, int]]


@pytest.fixture
def eight(club: Club) -> Event:
    """A running event of the club with eight players, nothing drawn yet."""
    return running_event(8, club=club, rounds_planned=2, deals_per_round=1)


@pytest.fixture
def ids(eight: Event) -> list[str]:
    """Its entries, in the order of entering."""
    return [str(pk) for pk in eight.entries.order_by("number").values_list("pk", flat=True)]


def path_of(event: Event) -> str:
    return f"/events/{event.slug}/rounds/"


def seats_of(round_body: dict[str, Any]) -> list[list[str]]:
    return [[seat["entry"] for seat in table["seats"]] for table in round_body["tables"]]


def test_a_round_that_was_seated_by_hand_is_audited_like_any_other(
    director: Client, eight: Event, ids: list[str], stored: Stored
) -> None:
    wanted = [ids[4:], ids[3::-1]]
    before = stored()
    tried = director.send("POST", f"{path_of(eight)}?dry_run=true", {"seats": wanted})
    assert (tried.status_code, seats_of(tried.json())) == (200, wanted)
    assert stored() == before
    drawn = director.send("POST", path_of(eight), {"seats": wanted})
    assert (drawn.status_code, breaches("POST", path_of(eight), drawn)) == (201, [])
    body = drawn.json()
    assert (seats_of(body), body["status"], body["by_hand"]) == (wanted, "drawn", 1)
    audit = body["certificate"]["people"]
    assert (audit["faults"], audit["repeats"], audit["sizes"]) == ([], 0, [4, 4])
    assert tried.json()["certificate"] == body["certificate"]
    assert tried.json()["stage"] == body["stage"] == str(eight.stages.get().pk)


def test_a_seating_by_hand_is_refused_at_its_place_also_with_thousands(
    director: Client, eight: Event, ids: list[str], stored: Stored
) -> None:
    strangers = [f"01980000-0000-7000-8000-{number:012}" for number in range(4_000)]
    seats = [strangers[at : at + 4] for at in range(0, len(strangers), 4)]
    before = stored()
    for wanted, code in ((seats, "entry_unknown"), ([ids[:2], ids[2:]], "table_too_small")):
        answer = director.send("POST", path_of(eight), {"seats": wanted})
        assert answer.status_code == 422
        assert code in {fault["code"] for fault in answer.json()["errors"]}
        assert {fault["pointer"] for fault in answer.json()["errors"]} == {"/seats"}
    assert stored() == before


def test_the_same_seed_gives_the_same_draw_again(director: Client, eight: Event) -> None:
    drawn = director.send("POST", path_of(eight), {"seed": 7}).json()
    assert drawn["seed"] == 7
    other = director.send("POST", f"/rounds/{drawn['id']}/redraw/", {"seed": 8, "draw": 1}).json()
    again = director.send("POST", f"/rounds/{drawn['id']}/redraw/", {"seed": 7, "draw": 2}).json()
    assert seats_of(again) == seats_of(drawn) != seats_of(other)
    assert (again["draw"], again["moves"]) == (3, drawn["moves"])
    unseeded = director.send("POST", f"/rounds/{drawn['id']}/redraw/", {"draw": 3}).json()["seed"]
    assert int(float(unseeded)) == unseeded < 2**53, "a number of JavaScript"
