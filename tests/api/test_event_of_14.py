"""Fourteen players, three rounds of four deals, over REST alone; standings recomputed from the ledger.

The client is a program of its own, as a club would write one: it knows the API and the engine, and nothing
of the database. It plays random legal deals with the engine and posts them, as records or as scorecards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest

import games.services as games
from tests.api.client import Client
from tests.api.scorecards import scorecard_of
from tests.builders import make_club, make_key
from tournaments import outbox, standings
from tournaments.models import OutboxTask

pytestmark = pytest.mark.django_db

PLAYERS = [f"Player {number}" for number in range(1, 15)]

Writer = Callable[[dict[str, Any]], dict[str, Any]]


def as_record(document: dict[str, Any]) -> dict[str, Any]:
    """A deal card by card, leaving to the table what the table knows."""
    return {key: document[key] for key in ("format", "deck", "hands", "upcard", "actions") if key in document}


def as_scorecard(document: dict[str, Any]) -> dict[str, Any]:
    """The same deal as a scorer at the table sees it."""
    return scorecard_of(document, games.replay(document))


def done(answer: Any, *statuses: int) -> dict[str, Any]:
    """The body of an answer with one of these statuses."""
    assert answer.status_code in (statuses or (200, 201)), answer.content
    body: dict[str, Any] = answer.json()
    return body


def every(client: Client, path: str) -> list[dict[str, Any]]:
    """All rows of a list, page after page."""
    rows: list[dict[str, Any]] = []
    page: str | None = f"{path}?limit=100"
    while page:
        body = done(client.get(page))
        rows += body["results"]
        page = body["next"]
    return rows


def without_transfers(result: dict[str, Any]) -> dict[str, Any]:
    """A result but for its transfers: a scorecard knows each stake, not every bet it was made of."""
    return {key: value for key, value in result.items() if key != "transfers"}


def run_the_workers() -> None:
    """Do what Celery's workers would, now."""
    verbs = {"standings.refresh": standings.refresh}
    for row in OutboxTask.objects.filter(done_at__isnull=True):
        outbox.run(row.pk, verbs[row.task])


def play_table(client: Client, table: str, write: Writer, seeds: Iterator[int]) -> None:
    """Play a table to its end: ask what the next deal starts from, play it, post it."""
    while (now := done(client.get(f"/tables/{table}/")))["next_deal"] is not None:
        document = games.play_deal(
            now["rules"],
            dealer=now["next_dealer"],
            chips=now["chips"],
            pools=now["pools"],
            bots=["random"] * len(now["seats"]),
            seed=next(seeds),
            number=now["next_deal"],
        )
        path = f"/tables/{table}/deals/{now['next_deal']}/"
        body = {"document": write(document)}
        recorded = done(client.send("PUT", path, body), 201)
        assert without_transfers(recorded["result"]) == without_transfers(games.replay(document))
        if now["next_deal"] == 1:
            # The answer was lost, and the client sends it again.
            assert done(client.send("PUT", path, body), 200) == recorded


@pytest.mark.parametrize(
    ("rules", "write"),
    [
        ({"preset": "pagat"}, as_record),
        ({"preset": "pagat-dealer-pool", "purse": "table", "leftover": "split"}, as_scorecard),
        ({"preset": "pagat-upcard-joins", "bet_limit": 5}, as_scorecard),
        ({"preset": "pagat-open", "stake": 2}, as_record),
    ],
)
def test_the_standings_equal_a_recomputation_from_the_ledger_to_the_chip(
    rules: dict[str, Any], write: Writer
) -> None:
    club = make_club()
    client = Client(make_key(club, "director"))
    seeds = iter(range(1, 1000))

    event = done(
        client.send("POST", f"/clubs/{club.slug}/events/", {"name": "An evening of Poch", "rules": rules})
    )
    path = f"/events/{event['slug']}/"
    done(client.send("PATCH", path, {"status": "open"}))
    for entry in done(client.send("POST", f"{path}entries/", {"players": PLAYERS}))["results"]:
        done(client.send("PATCH", f"{path}entries/{entry['id']}/", {"status": "checked_in"}))
    done(client.send("POST", f"{path}start/"))

    meetings: Counter[frozenset[str]] = Counter()
    for number in (1, 2, 3):
        drawn = done(client.send("POST", f"{path}rounds/", {}), 201)
        assert drawn["number"] == number
        assert [len(table["seats"]) for table in drawn["tables"]] == [4, 4, 3, 3]
        done(client.send("POST", f"/rounds/{drawn['id']}/publish/", {"draw": drawn["draw"]}))
        for table in drawn["tables"]:
            seated = [seat["entry"] for seat in table["seats"]]
            meetings.update(frozenset(pair) for pair in combinations(seated, 2))
            play_table(client, table["id"], write, seeds)
        done(client.send("POST", f"/rounds/{drawn['id']}/close/", {}))
    assert max(meetings.values()) == 1, "somebody met twice"

    done(client.send("POST", f"{path}finish/"))
    run_the_workers()
    told = done(Client().get(f"{path}standings/"))
    assert told["version"] == done(client.get(path))["version"]
    assert {row["entry"]: row["score"] for row in told["rows"]} == recomputed(client, path)
    assert [row["place"] for row in told["rows"]] == sorted(row["place"] for row in told["rows"])
    assert len(told["rows"]) == 14


def recomputed(client: Client, path: str) -> dict[str, int]:
    """Every entry's net chips, added up from the rows of every table's ledger; each table must balance."""
    net: Counter[str] = Counter()
    deals = 0
    for round_ in every(client, f"{path}rounds/"):
        for table in round_["tables"]:
            entry_at = {f"seat {seat['number']}": seat["entry"] for seat in table["seats"]}
            net.update(dict.fromkeys(entry_at.values(), 0))
            balance: Counter[str] = Counter()
            numbers = set()
            for row in every(client, f"/tables/{table['id']}/ledger/"):
                balance[row["from"]] -= row["chips"]
                balance[row["to"]] += row["chips"]
                numbers.add(row["deal"])
                if row["from"] == "bank":
                    continue  # what is brought to the table is not won
                for account, sign in ((row["from"], -1), (row["to"], 1)):
                    if account in entry_at:
                        net[entry_at[account]] += sign * row["chips"]
            assert balance["bets"] == 0
            now = done(client.get(f"/tables/{table['id']}/"))
            assert [balance[f"seat {seat}"] for seat in range(len(now["seats"]))] == now["chips"]
            assert {pool: balance[pool] for pool in now["pools"]} == now["pools"]
            deals += len(numbers - {None})
    assert 12 <= deals <= 48
    return dict(net)
