"""A season of ten evenings over REST: two divisions, best 7 of 10, a final with half carried, and its end.

The program knows the API and the engine. The table is counted again from the documents of the events, by the
arithmetic of `tests.tournaments.test_season_recomputed`.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import count
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.program import as_record, done, every, play_table
from tests.builders import make_club, make_key, work
from tests.tournaments.test_season_recomputed import by_list, nets

pytestmark = pytest.mark.django_db

PEOPLE, EVENINGS, PLANNED, BEST, FINALISTS = 30, 10, 10, 7, 6
POINTS = (30, 25, 21, 18, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
SCHEME = {
    "worth": "points",
    "points": list(POINTS),
    "planned": PLANNED,
    "best": BEST,
    "final": FINALISTS,
    "carry": "half",
    "carry_step": 1,
    "ties": ["net", "lots"],
}


class Program:
    """A director's program."""

    def __init__(self) -> None:
        self.club = make_club()
        self.client = Client(make_key(self.club, "director"))
        self.seeds: Iterator[int] = count(1)

    def get(self, path: str) -> dict[str, Any]:
        return done(self.client.get(path))

    def post(self, path: str, body: dict[str, Any] | None = None, **headers: str) -> dict[str, Any]:
        return done(self.client.send("POST", path, body or {}, **headers))

    def new_event(self, name: str) -> str:
        settings = {"name": name, "rounds_planned": 1, "deals_per_round": 1, "scoring": "chips"}
        event: str = self.post(f"/clubs/{self.club.slug}/events/", {**settings, "tie_breaks": ["net"]})["id"]
        self.client.send("PATCH", f"/events/{event}/", {"status": "open"})
        return event

    def play(self, event: str, players: list[str]) -> None:
        """Play an event from its start to its end."""
        if players:
            self.post(f"/events/{event}/entries/", {"players": players, "checked_in": True})
        self.post(f"/events/{event}/start/")
        self.play_round(event)

    def play_round(self, event: str) -> None:
        drawn = self.post(f"/events/{event}/rounds/")
        self.post(f"/rounds/{drawn['id']}/publish/")
        for table in drawn["tables"]:
            play_table(self.client, table["id"], as_record, self.seeds)
        self.post(f"/rounds/{drawn['id']}/close/")
        self.post(f"/events/{event}/finish/")

    def document(self, event: str) -> dict[str, Any]:
        document: dict[str, Any] = self.get(f"/events/{event}/document/")["document"]
        return document


def test_a_season_over_rest_from_its_first_evening_to_the_draft_of_the_next() -> None:
    program = Program()
    path = f"/clubs/{program.club.slug}/players/"
    people = [program.post(path, {"name": f"Person {number}"})["id"] for number in range(PEOPLE)]
    league = program.post("/leagues/", {"name": "The house league"})
    assert league["club"] == program.club.slug
    nights = [program.new_event(f"Evening {number}") for number in range(1, EVENINGS + 1)]
    season = program.post(
        f"/leagues/{league['id']}/seasons/",
        {"name": "Winter 2025/26", "scheme": SCHEME, "events": nights, "enrols": False},
        **{"Idempotency-Key": "the-season"},
    )
    place = f"/seasons/{season['id']}"
    wanted = [{"name": "First", "down": 2}, {"name": "Second", "up": 2}]
    divisions = done(program.client.send("PUT", f"{place}/divisions/", {"divisions": wanted}))["results"]
    for division, group in zip(divisions, (people[:15], people[15:]), strict=True):
        program.post(f"{place}/members/", {"players": group, "division": division["id"]})
    assert [row["player"] for row in every(program.client, f"{place}/members/")] == people
    assert program.post(f"{place}/start/")["status"] == "running"

    for number, event in enumerate(nights):
        # Everybody misses an evening now and then.
        program.play(event, [player for at, player in enumerate(people) if (at + number) % 6])
    work()
    documents = [program.document(event) for event in nights]
    gained: dict[str, list[Decimal]] = {player: [] for player in people}
    for document in documents:
        for player, worth in by_list(document, POINTS).items():
            gained[player].append(worth)
    expected = {player: sum(sorted(each)[-BEST:], Decimal(0)) for player, each in gained.items()}
    standing = program.get(f"{place}/standings/")
    tables = standing["tables"]
    shown = {row["player"]: Decimal(str(row["score"])) for table in tables for row in table["rows"]}
    assert shown == expected
    assert [table["name"] for table in tables] == ["First", "Second"]
    struck = [row["outcomes"] for table in tables for row in table["rows"]]
    assert all(sum(each["state"] == "counted" for each in row) <= BEST for row in struck)
    after_three = program.get(f"{place}/standings/?as_of=3&division=2")["tables"]
    assert [len(table["evenings"]) for table in after_three] == [3]

    # The final of the first division: half is taken along.
    final = program.new_event("Final")
    evening = program.post(f"{place}/evenings/", {"event": final, "kind": "final"})
    at_final = f"{place}/evenings/{evening['id']}"
    finalists = program.get(f"{at_final}/finalists/")["finalists"]
    upper = [row["player"] for row in tables[0]["rows"]]
    assert [each["player"] for each in finalists] == upper[:FINALISTS]
    assert [Decimal(str(each["start"])) for each in finalists] == [
        (expected[player] / 2 + Decimal("0.5")) // 1 for player in upper[:FINALISTS]
    ]
    program.post(f"{at_final}/finalists/")
    for entry in every(program.client, f"/events/{final}/entries/"):
        program.client.send("PATCH", f"/events/{final}/entries/{entry['id']}/", {"status": "checked_in"})
    program.post(f"/events/{final}/start/")
    assert program.post(f"{at_final}/start-points/", {"reason": "half of the season"})["given"] == FINALISTS
    program.play_round(final)
    work()
    won = nets(program.document(final))
    rows = {row["player"]: row for row in program.get(f"{place}/standings/")["tables"][0]["rows"]}
    assert sorted(won, key=lambda player: rows[player]["final"]) == sorted(
        won, key=lambda player: -won[player]
    )

    # The end: seen before, done once.
    seen = program.post(f"{place}/moves/?dry_run=true")
    assert program.get(f"{place}/")["status"] == "running"
    assert every(program.client, f"{place}/honours/") == []
    end = program.post(f"{place}/moves/", {"seen": seen["seen"]})
    assert {move["reason"] for move in end["moves"]} >= {"up", "down", "stays"}
    assert end["moves"] == seen["moves"]
    again = program.client.send("POST", f"{place}/moves/", {})
    assert (again.status_code, again.json()["code"]) == (409, "season_status")
    honours = every(program.client, f"{place}/honours/")
    assert {honour["player"]: Decimal(str(honour["points"])) for honour in honours} == expected
    draft = program.get(f"/seasons/{end['next']}/")
    assert (draft["name"], draft["status"], draft["previous"]) == ("Winter 2026/27", "draft", season["id"])
    assert draft["scheme"] == program.get(f"{place}/")["scheme"]
    next_divisions = program.get(f"/seasons/{end['next']}/divisions/")["results"]
    for division, order in zip(next_divisions, end["divisions"], strict=True):
        path = f"/seasons/{end['next']}/members/?division={division['id']}"
        assert [row["player"] for row in program.get(path)["results"]] == order["players"]
    assert Client().get(f"/seasons/{end['next']}/").status_code == 404, "a draft is for members"
    assert [row["id"] for row in program.get(f"/leagues/{league['id']}/seasons/")["results"]] == [
        end["next"],
        season["id"],
    ]
