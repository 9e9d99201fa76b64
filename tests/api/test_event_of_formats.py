"""Events of several formats over REST alone, with people who come late, leave, and do not turn up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, count
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.program import as_scorecard, done, play_table, recomputed, run_the_workers
from tests.builders import make_club, make_key

pytestmark = pytest.mark.django_db


@dataclass
class Desk:
    """A director at the desk of an event, with a program that knows its address alone."""

    client: Client
    path: str
    ids: dict[str, str]
    """Everybody's entry, by name."""
    seeds: Iterator[int]

    def post(self, path: str, body: Any = None) -> dict[str, Any]:
        return done(self.client.send("POST", path, body or {}), 200, 201, 204)

    def enter(self, *names: str) -> None:
        """These people come and check in."""
        for entry in self.post(f"{self.path}entries/", {"players": list(names)})["results"]:
            self.ids[entry["name"]] = entry["id"]
            self.become(entry["name"], "checked_in")

    def become(self, name: str, status: str) -> None:
        done(self.client.send("PATCH", f"{self.path}entries/{self.ids[name]}/", {"status": status}))

    def status_of(self, name: str) -> str:
        return str(done(self.client.get(f"{self.path}entries/{self.ids[name]}/"))["status"])

    def draw(self, number: int) -> dict[str, Any]:
        """The next round, drawn from a seed of its own."""
        drawn = self.post(f"{self.path}rounds/", {"seed": number})
        assert drawn["number"] == number
        return drawn

    def change(self, round_: dict[str, Any], verb: str, body: dict[str, str]) -> dict[str, Any]:
        """A change by hand to the seats of a round that was looked at."""
        return self.post(f"/rounds/{round_['id']}/{verb}/", {**body, "draw": round_["draw"]})

    def publish(self, round_: dict[str, Any]) -> dict[str, Any]:
        return self.post(f"/rounds/{round_['id']}/publish/", {"draw": round_["draw"]})

    def play(self, round_: dict[str, Any]) -> None:
        """Every deal of a published round, as scorecards, and its close."""
        for table in round_["tables"]:
            play_table(self.client, table["id"], as_scorecard, self.seeds)
        self.post(f"/rounds/{round_['id']}/close/")

    def standing(self, query: str = "") -> list[dict[str, Any]]:
        """A standing's rows as everybody reads them, best first."""
        run_the_workers()
        rows: list[dict[str, Any]] = done(Client().get(f"{self.path}standings/{query}"))["rows"]
        assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)
        return rows


def open_desk(stages: list[dict[str, Any]], people: list[str], **fields: Any) -> Desk:
    """A running event of these stages, with these people checked in."""
    club = make_club()
    client = Client(make_key(club, "director"))
    made = client.send(
        "POST",
        f"/clubs/{club.slug}/events/",
        {"name": "A championship", "scoring": "chips", "stages": stages, **fields},
    )
    desk = Desk(client, f"/events/{done(made, 201)['slug']}/", {}, count(1))
    done(client.send("PATCH", desk.path, {"status": "open"}))
    desk.enter(*people)
    desk.post(f"{desk.path}start/")
    return desk


def seated(round_: dict[str, Any]) -> list[list[str]]:
    """The names at each table of a round."""
    return [[seat["name"] for seat in table["seats"]] for table in round_["tables"]]


def pairs(round_: dict[str, Any]) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for table in seated(round_) for pair in combinations(table, 2))


def test_thirteen_people_two_swiss_rounds_and_a_final_of_four() -> None:
    people = [f"Player {number}" for number in range(1, 14)]
    desk = open_desk(
        [
            {"format": "swiss", "rounds_planned": 2},
            {"format": "final", "cut": 4, "carry": False, "deals_per_round": 2},
        ],
        people,
        deals_per_round=1,
        rules={"preset": "pagat", "purse": "table"},
    )

    first = desk.draw(1)
    assert sorted(map(len, seated(first))) == [3, 3, 3, 4]
    desk.publish(first)
    # Of the table of four one has not come: it plays on with three.
    four = next(names for names in seated(first) if len(names) == 4)
    absent = four[1]
    first = desk.change(first, "leave-out", {"entry": desk.ids[absent]})
    assert sorted(map(len, seated(first))) == [3, 3, 3, 3]
    assert desk.status_of(absent) == "registered"
    desk.enter("Latecomer")
    desk.play(first)

    # The absent one turns up, one has enough, and one does not wait to be called.
    desk.become(absent, "checked_in")
    leaver = seated(first)[0][0]
    desk.become(leaver, "withdrawn")
    second = desk.draw(2)
    here = {*people, "Latecomer"} - {leaver}
    assert {name for table in seated(second) for name in table} == here
    met = pairs(first) + pairs(second)
    audit = second["certificate"]["people"]
    assert (audit["faults"], audit["players"], audit["rounds_before"]) == ([], 13, 1)
    assert audit["repeats"] == sum(times - 1 for times in met.values()) == 0
    assert audit["q"] == audit["bound"] == 0
    assert audit["proved"]
    desk.publish(second)
    gone = seated(second)[2][2]
    desk.post(f"{desk.path}entries/", {"players": ["Substitute"]})
    listed = done(desk.client.get(f"{desk.path}entries/?status=registered"))["results"]
    desk.ids |= {entry["name"]: entry["id"] for entry in listed}
    second = desk.change(second, "substitute", {"out": desk.ids[gone], "into": desk.ids["Substitute"]})
    assert seated(second)[2][2] == "Substitute"
    assert (desk.status_of(gone), desk.status_of("Substitute")) == ("registered", "checked_in")
    desk.play(second)

    after_two = desk.standing("?round=2")
    assert {row["name"] for row in after_two} == {*people, "Latecomer", "Substitute"}
    net = recomputed(desk.client, desk.path)
    assert {row["entry"]: row["score"] for row in after_two} == net | {
        row["entry"]: 0 for row in after_two if row["entry"] not in net
    }
    here = here - {gone} | {"Substitute"}
    best = [row["name"] for row in after_two if row["name"] in here][:4]

    final = desk.draw(3)
    assert sorted(*seated(final)) == sorted(best)
    swiss, last = done(desk.client.get(f"{desk.path}stages/"))["results"]
    assert (swiss["format"], last["format"]) == ("swiss", "final")
    assert final["stage"] == last["id"] != second["stage"] == swiss["id"]
    assert [desk.ids[name] for name in best] == last["entrants"]
    assert last["cut_report"]["entrants"] == 4
    assert [table["deals_planned"] for table in final["tables"]] == [2]
    desk.play(desk.publish(final))
    desk.post(f"{desk.path}finish/")

    table = desk.standing()
    assert {row["name"] for row in table[:4]} == set(best)
    assert [row["stage"] for row in table] == [2] * 4 + [1] * (len(table) - 4)
    in_final = recomputed(desk.client, desk.path, last["id"])
    before = recomputed(desk.client, desk.path, swiss["id"])
    assert {row["entry"]: row["score"] for row in table[:4]} == in_final
    assert {row["entry"]: row["score"] for row in table[4:]} == {
        row["entry"]: before.get(row["entry"], 0) for row in table[4:]
    }
    assert [row["name"] for row in table[4:]] == [row["name"] for row in after_two if row["name"] not in best]
    of_final = desk.standing("?stage=2")
    assert [(row["name"], row["score"]) for row in of_final] == [
        (row["name"], row["score"]) for row in table[:4]
    ]
