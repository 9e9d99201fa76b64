"""Draws over REST: from a seed or by hand, dry runs, redraws, and refusals with advice."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import play_round, published_round, running_event
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


def test_players_who_meet_again_are_named_at_their_table(
    director: Client, eight: Event, ids: list[str]
) -> None:
    play_round(published_round(eight))
    (first,) = director.get(path_of(eight)).json()["results"]
    drawn = director.send("POST", path_of(eight), {"seats": seats_of(first)}).json()
    audit = drawn["certificate"]["people"]
    assert (audit["repeats"], audit["proved"]) == (12, False)
    assert audit["least_repeats"] < 12
    for table, seats in zip(audit["tables"], seats_of(drawn), strict=True):
        again = [reason for reason in table["reasons"] if reason["code"].startswith("meet_again")]
        named = {frozenset(reason["players"]) for reason in again}
        assert named == {frozenset(pair) for pair in combinations(seats, 2)}
        assert {reason["times"] for reason in again} == {2}


def test_invalid_seats_by_hand_are_refused(
    director: Client, eight: Event, ids: list[str], stored: Stored, subtests: pytest.Subtests
) -> None:
    before = stored()
    for seats, code in [
        ([ids[:4], ids[4:7]], "player_not_seated"),
        ([ids[:4], ids[3:]], "player_twice"),
        ([ids[:2], ids[2:]], "table_too_small"),
        ([ids], "table_too_large"),
        ([], "player_not_seated"),
    ]:
        for query in ("", "?dry_run=true"):
            with subtests.test(f"{code} {query}"):
                answer = director.send("POST", f"{path_of(eight)}{query}", {"seats": seats})
                assert answer.status_code == 422, answer.content
                assert code in {fault["code"] for fault in answer.json()["errors"]}
                assert {fault["pointer"] for fault in answer.json()["errors"]} == {"/seats"}
                assert stored() == before


def test_a_seating_of_thousands_is_accepted(director: Client, eight: Event, stored: Stored) -> None:
    strangers = [f"01980000-0000-7000-8000-{number:012}" for number in range(4_000)]
    seats = [strangers[at : at + 4] for at in range(0, len(strangers), 4)]
    before = stored()
    answer = director.send("POST", path_of(eight), {"seats": seats})
    assert (answer.status_code, answer.json()["code"]) == (422, "entry_unknown")
    assert stored() == before


def test_the_same_seed_gives_the_same_draw_again(director: Client, eight: Event) -> None:
    drawn = director.send("POST", path_of(eight), {"seed": 7}).json()
    assert drawn["seed"] == 7
    other = director.send("POST", f"/rounds/{drawn['id']}/redraw/", {"seed": 8, "draw": 1}).json()
    again = director.send("POST", f"/rounds/{drawn['id']}/redraw/", {"seed": 7, "draw": 2}).json()
    assert seats_of(again) == seats_of(drawn) != seats_of(other)
    assert (again["draw"], again["moves"]) == (3, drawn["moves"])


def test_a_generated_seed_fits_a_number_of_javascript(director: Client, eight: Event) -> None:
    drawn = director.send("POST", path_of(eight), {}).json()
    seeds = [drawn["seed"]]
    for draw in range(1, 6):
        body = {"draw": draw}
        seeds.append(director.send("POST", f"/rounds/{drawn['id']}/redraw/", body).json()["seed"])
    assert len(set(seeds)) == len(seeds)
    assert [int(float(seed)) for seed in seeds] == seeds
    assert max(seeds) < 2**53


def test_a_redraw_has_a_dry_run(director: Client, eight: Event, stored: Stored) -> None:
    drawn = director.send("POST", path_of(eight), {}).json()
    before = stored()
    body = {"seed": 99, "draw": 1}
    tried = director.send("POST", f"/rounds/{drawn['id']}/redraw/?dry_run=true", body).json()
    assert (tried["dry_run"], tried["seed"], tried["draw"]) == (True, 99, 2)
    assert stored() == before
    assert director.get(f"/rounds/{drawn['id']}/").json() == drawn
    done = director.send("POST", f"/rounds/{drawn['id']}/redraw/", body).json()
    assert seats_of(done) == seats_of(tried)


def test_wishes_that_no_draw_can_keep_are_refused_before_any_write(
    director: Client, eight: Event, stored: Stored
) -> None:
    family = [str(player) for player in eight.entries.values_list("player_id", flat=True)[:3]]
    wishes = f"/events/{eight.slug}/wishes/"
    made = director.send("POST", wishes, {"kind": "apart", "players": family}).json()["results"]
    before = stored()
    refused = director.send("POST", path_of(eight), {})
    assert (refused.status_code, refused.json()["code"]) == (409, "apart_too_many"), refused.content
    sentence = r"\(Player \d+, Player \d+ and Player \d+\), but there are only 2 tables"
    assert re.search(sentence, refused.json()["detail"]), refused.content
    assert director.send("POST", f"{path_of(eight)}?dry_run=true", {}).json()["code"] == "apart_too_many"
    assert stored() == before
    director.delete(f"/wishes/{made[0]['id']}/")
    drawn = director.send("POST", path_of(eight), {}).json()
    assert drawn["certificate"]["people"]["wishes"] == {"kept": 2, "broken": 0}


def test_bots_and_people_have_separate_certificates(director: Client, eight: Event) -> None:
    from tests.builders import enter

    enter(eight, 4, bot="random")
    drawn = director.send("POST", path_of(eight), {}).json()
    assert set(drawn["certificate"]) == {"people", "bots"}
    (planned,) = drawn["ahead"]
    assert planned["number"] == 2
    assert sorted(len(table) for table in planned["tables"]) == [4, 4, 4]
    entered = {str(pk) for pk in eight.entries.values_list("pk", flat=True)}
    assert {entry for table in planned["tables"] for entry in table} == entered


def test_required_wishes_that_are_impossible_are_refused_by_name(director: Client, club: Club) -> None:
    event = running_event(7, club=club, rounds_planned=2)
    anna, ben, *others = [str(entry.player_id) for entry in event.entries.order_by("number")]
    for other in others:
        wish = {"kind": "apart", "players": [anna, other], "must": True}
        assert director.send("POST", f"/events/{event.slug}/wishes/", wish).status_code == 201
    refused = director.send("POST", path_of(event))
    assert (refused.status_code, refused.json()["code"]) == (409, "too_few_mates")
    names = {str(entry.player_id): entry.player.name for entry in event.entries.select_related("player")}
    assert f"{names[anna]} may sit with {names[ben]} alone" in refused.json()["detail"]
