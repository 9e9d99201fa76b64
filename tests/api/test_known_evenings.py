"""Three evenings and a season over REST, with fixed seats and deals: their numbers are the recorded ones.

The numbers are places, scores, results, sums of the ledger and the table of the season. No lots decide. They
stay the same, whatever is rebuilt inside. A change of a rule changes them in a commit of its own:
`POCH_RECORD_NUMBERS=1 ./poch test tests/api/test_known_evenings.py` records the evenings again.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import games.services as games
from tests.api.client import Client
from tests.api.program import Writer, as_record, as_scorecard, done, every
from tests.builders import make_club, make_key, work

pytestmark = pytest.mark.django_db

RECORD = bool(os.environ.get("POCH_RECORD_NUMBERS"))

PEOPLE = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fred", "Gina", "Hans", "Ida", "Jan"]


class Story:
    """A program of a director that sends the recorded deals."""

    def __init__(self, name: str) -> None:
        self.file = Path(__file__).parent / "known" / f"{name}.json"
        self.deals: list[Any] = [] if RECORD else json.loads(self.file.read_text())["deals"]
        self.sent = count()
        self.club = make_club()
        self.client = Client(make_key(self.club, "owner"))
        path = f"/clubs/{self.club.slug}/players/"
        self.players = {name: self.post(path, name=name)["id"] for name in PEOPLE}

    def post(self, path: str, **body: Any) -> Any:
        return done(self.client.send("POST", path, body))

    def get(self, path: str) -> Any:
        return done(self.client.get(path))

    def event(self, people: list[str], **settings: Any) -> str:
        """The address of an event that is running."""
        path = self.new_event(**settings)
        self.post(f"{path}entries/", players=[self.players[name] for name in people], checked_in=True)
        self.post(f"{path}start/")
        return path

    def new_event(self, **settings: Any) -> str:
        event = self.post(f"/clubs/{self.club.slug}/events/", name="Evening", **settings)["id"]
        done(self.client.send("PATCH", f"/events/{event}/", {"status": "open"}))
        return f"/events/{event}/"

    def entry(self, path: str, name: str) -> str:
        entries = every(self.client, f"{path}entries/")
        return str(next(row["id"] for row in entries if row["player"] == self.players[name]))

    def set_status(self, path: str, name: str, status: str) -> None:
        """Change the status of an entry."""
        done(self.client.send("PATCH", f"{path}entries/{self.entry(path, name)}/", {"status": status}))

    def round(self, path: str, *tables: list[str]) -> tuple[str, list[str]]:
        """Draw a round and seat these people by hand. Return the addresses of the round and of its tables."""
        round_ = f"/rounds/{self.post(f'{path}rounds/')['id']}/"
        seats = [[self.entry(path, name) for name in table] for table in tables]
        done(self.client.send("PUT", f"{round_}seating/", {"seats": seats}))
        published = self.post(f"{round_}publish/")
        rows = sorted(published["tables"], key=lambda table: table["number"])
        return round_, [f"/tables/{row['id']}/" for row in rows]

    def deal(self, table: str, write: Writer = as_record, number: int = 0) -> None:
        """Send the next deal of a table, or a correction of this one."""
        at = next(self.sent)
        if RECORD:
            self.deals.append(write(self._dealt(table, number, seed=at + 1)))
        document = self.deals[at]
        if number:
            self.post(f"{table}deals/{number}/correction/", document=document, reason="wrong")
        else:
            next_deal = self.get(table)["next_deal"]
            done(self.client.send("PUT", f"{table}deals/{next_deal}/", {"document": document}))

    def play(self, path: str, *tables: list[str], deals: int = 1, write: Writer = as_record) -> None:
        """Draw a round with these people, play it and close it."""
        round_, places = self.round(path, *tables)
        for table in places * deals:
            self.deal(table, write)
        self.post(f"{round_}close/")

    def _dealt(self, table: str, number: int, seed: int) -> dict[str, Any]:
        now = self.get(table)
        start = {"dealer": now["next_dealer"], "chips": now["chips"], "pools": now["pools"]}
        if number:
            start = {key: self.get(f"{table}deals/{number}/")["document"][key] for key in start}
        return games.play_deal(
            now["rules"],
            **start,
            bots=["random"] * len(start["chips"]),
            seed=seed,
            number=number or now["next_deal"],
        )

    def numbers_of(self, path: str) -> dict[str, Any]:
        """The numbers of an evening: the standing after each round, and the sums of each ledger."""
        work()
        rounds = every(self.client, f"{path}rounds/")
        standings = {
            f"after round {row['number']}": self._standing(f"{path}standings/?round={row['number']}")
            for row in rounds
        }
        return {**standings, "ledgers": {f"round {row['number']}": self._ledgers(row) for row in rounds}}

    def _standing(self, path: str) -> list[dict[str, Any]]:
        kept = (
            "place",
            "name",
            "score",
            "deals",
            "rounds",
            "stage",
            "last",
            "adjusted",
            "metrics",
            "results",
        )
        return [{key: row[key] for key in kept} for row in self.get(path)["rows"]]

    def _ledgers(self, round_: dict[str, Any]) -> list[dict[str, Any]]:
        """The chips of each reason, and the balance of each account, of the tables of a round."""
        sums = []
        for table in sorted(round_["tables"], key=lambda table: table["number"]):
            reasons, balances = Counter[str](), Counter[str]()
            for row in every(self.client, f"/tables/{table['id']}/ledger/"):
                reasons[row["reason"]] += row["chips"]
                balances[row["from"]] -= row["chips"]
                balances[row["to"]] += row["chips"]
            sums.append({"chips": dict(sorted(reasons.items())), "balances": dict(sorted(balances.items()))})
        return sums

    def check(self, numbers: dict[str, Any]) -> None:
        """Compare the numbers with the recorded ones."""
        if RECORD:
            deals = ",\n".join(json.dumps(deal) for deal in self.deals)
            text = json.dumps(numbers, indent=1, ensure_ascii=False)
            self.file.write_text(f'{{"deals": [\n{deals}\n],\n"numbers": {text}}}\n')
        assert numbers == json.loads(self.file.read_text())["numbers"]
        assert len(self.deals) == next(self.sent), "each recorded deal was sent"


def test_an_evening_of_chips_with_a_correction_a_void_a_penalty_and_a_late_person() -> None:
    story = Story("chips")
    people = PEOPLE[:9]
    path = story.event(
        people,
        rules={"preset": "pagat"},
        scoring="chips",
        rounds_planned=3,
        deals_per_round=2,
        tie_breaks=["net"],
    )
    round_, (first, second) = story.round(path, people[:4], people[4:])
    for table in (first, second, first, second):
        story.deal(table)
    story.deal(first, number=1)
    done(story.client.send("DELETE", f"{second}deals/2/", {"reason": "miscounted"}))
    story.deal(second)
    story.post(f"{round_}close/")
    story.post(f"{path}adjustments/", entry=story.entry(path, "Ben"), chips=-5, reason="late")
    story.post(f"{path}entries/", players=[story.players["Jan"]], checked_in=True)
    for tables in (
        (["Jan", "Ada", "Emil", "Ben", "Fred"], ["Ida", "Cleo", "Gina", "Dora", "Hans"]),
        (["Hans", "Jan", "Ben"], ["Emil", "Ida", "Ada"], ["Gina", "Fred", "Cleo", "Dora"]),
    ):
        story.play(path, *tables, deals=2, write=as_scorecard)
    story.post(f"{path}finish/")
    story.check(story.numbers_of(path))


def test_an_evening_of_points_with_a_substitute_a_shorter_table_and_a_final() -> None:
    story = Story("points")
    people = PEOPLE[:8]
    stages = [
        {"format": "swiss", "rounds_planned": 2, "deals_per_round": 2},
        {"format": "final", "cut": 4, "carry": False, "deals_per_round": 2},
    ]
    path = story.event(
        people,
        rules={"preset": "poque-1789"},
        scoring="place",
        stages=stages,
        tie_breaks=["countback", "net"],
    )
    round_, (first, second) = story.round(path, people[:4], people[4:])
    story.deal(first)
    story.deal(second, as_scorecard)
    story.post(f"{path}entries/", players=[story.players["Ida"]], checked_in=True)
    story.post(
        f"{first}leave/",
        out=story.entry(path, "Cleo"),
        into=story.entry(path, "Ida"),
        from_deal=2,
        withdraw=False,
    )
    story.post(f"{second}leave/", out=story.entry(path, "Hans"), into=None, from_deal=2, withdraw=True)
    for table in (first, second):
        story.deal(table)
    story.post(f"{round_}close/")
    story.set_status(path, "Cleo", "checked_in")
    story.play(path, ["Ada", "Emil", "Ida", "Ben"], ["Cleo", "Fred", "Dora", "Gina"], deals=2)
    best = [row["name"] for row in story.numbers_of(path)["after round 2"]][:4]
    story.play(path, sorted(best), deals=2, write=as_scorecard)
    story.post(f"{path}finish/")
    story.check(story.numbers_of(path))


def test_an_evening_of_totals_with_a_struck_and_a_missed_round() -> None:
    story = Story("totals")
    people = PEOPLE[:7]
    path = story.event(
        people,
        rules={"preset": "none"},
        scoring="uma",
        points={"3": [10, 0, -10], "4": [15, 5, -5, -15]},
        least=3,
        most=4,
        rounds_planned=3,
        struck_rounds=1,
        missed="fixed",
        missed_score=-4,
        tie_breaks=["net"],
    )
    rounds: list[list[tuple[list[str], list[int], int]]] = [
        [(["Ada", "Ben", "Cleo", "Dora"], [14, -6, 3, -15], 4), (["Emil", "Fred", "Gina"], [9, 0, -9], 0)],
        [(["Gina", "Ada", "Emil"], [-7, 12, -5], 0), (["Dora", "Fred", "Ben"], [4, 4, -10], 2)],
        [(["Cleo", "Emil", "Ben"], [22, -11, -11], 0), (["Fred", "Ada", "Dora", "Gina"], [1, 2, -8, 5], 0)],
    ]
    for number, tables in enumerate(rounds, 1):
        if number == 2:
            story.set_status(path, "Cleo", "registered")
        if number == 3:
            story.set_status(path, "Cleo", "checked_in")
        round_, places = story.round(path, *(names for names, _net, _board in tables))
        for table, (_names, net, board) in zip(places, tables, strict=True):
            total = {"format": "poch-count/1", "deals": 6, "net": net, "board": board}
            done(story.client.send("PUT", f"{table}count/", {"document": total}))
        story.post(f"{round_}close/")
    story.post(f"{path}finish/")
    story.check(story.numbers_of(path))


def test_a_season_with_credits_absences_struck_evenings_and_a_final() -> None:
    story = Story("season")
    people = PEOPLE[:6]
    one_deal = {"scoring": "chips", "rounds_planned": 1, "deals_per_round": 1, "tie_breaks": ["net"]}
    nights = [story.new_event(**one_deal) for _ in range(4)]
    league = story.post("/leagues/", name="The house league")["id"]
    scheme = {
        "worth": "points",
        "points": [25, 18, 15, 12, 10, 8],
        "planned": 4,
        "best": 3,
        "bonus": 1,
        "excused": "fixed",
        "excused_points": 9,
        "final": 3,
        "carry": "half",
        "carry_step": 1,
        "ties": ["net"],
    }
    events = [path.split("/")[2] for path in nights]
    season = story.post(
        f"/leagues/{league}/seasons/", name="Winter", scheme=scheme, events=events, enrols=False
    )
    at = f"/seasons/{season['id']}"
    story.post(f"{at}/members/", players=[story.players[name] for name in people])
    story.post(f"{at}/start/")
    rows = done(story.client.get(f"{at}/evenings/"))["results"]
    evenings = {row["number"]: row["id"] for row in rows}
    story.post(f"{at}/absences/", evening=evenings[2], player=story.players["Ada"], reason="excused")
    story.post(f"{at}/credits/", player=story.players["Ben"], points=2.5, reason="helped")
    story.post(f"{at}/credits/", player=story.players["Cleo"], points=-4, reason="rude")
    for night, path in enumerate(nights):
        present = [name for number, name in enumerate(people) if number != night - 1]
        story.post(f"{path}entries/", players=[story.players[name] for name in present], checked_in=True)
        story.post(f"{path}start/")
        story.play(path, *([present[:3], present[3:]] if night == 0 else [present[::-1]]))
        story.post(f"{path}finish/")
        work()
    final = story.new_event(**one_deal)
    evening = story.post(f"{at}/evenings/", event=final.split("/")[2], kind="final")["id"]
    finalists = story.get(f"{at}/evenings/{evening}/finalists/")["finalists"]
    names = {player: name for name, player in story.players.items()}
    story.post(f"{at}/evenings/{evening}/finalists/")
    for entry in every(story.client, f"{final}entries/"):
        done(story.client.send("PATCH", f"{final}entries/{entry['id']}/", {"status": "checked_in"}))
    story.post(f"{final}start/")
    story.post(f"{at}/evenings/{evening}/start-points/", reason="half of the season")
    story.play(final, sorted(names[each["player"]] for each in finalists))
    story.post(f"{final}finish/")
    work()
    (division,) = story.get(f"{at}/standings/")["tables"]
    kept = ("place", "score", "credits", "start", "final")
    table_rows = [
        {"name": names[row["player"]], **{key: row[key] for key in kept}, "outcomes": row["outcomes"]}
        for row in division["rows"]
    ]
    for row in table_rows:
        row["outcomes"] = [
            {key: outcome[key] for key in sorted(outcome) if key not in ("event", "evening")}
            for outcome in row["outcomes"]
        ]
    story.check(
        {
            "finalists": [{"name": names[each["player"]], "start": each["start"]} for each in finalists],
            "table": table_rows,
            "evenings": [story.numbers_of(path) for path in [*nights, final]],
        }
    )
