"""A program of its own, as a club would write one: it knows the API and the engine, and no database.

It plays random legal deals with the engine and posts them, as records or as scorecards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import games.services as games
from tests.api.client import Client
from tests.api.scorecards import scorecard_of
from tournaments.core import outbox
from tournaments.models import OutboxTask
from tournaments.standings.verbs import standings

Writer = Callable[[dict[str, Any]], dict[str, Any]]


def as_record(document: dict[str, Any]) -> dict[str, Any]:
    """A deal card by card, leaving to the table what the table knows."""
    return {key: document[key] for key in ("format", "deck", "hands", "upcard", "actions") if key in document}


def as_scorecard(document: dict[str, Any]) -> dict[str, Any]:
    """The same deal as a scorer at the table sees it."""
    return scorecard_of(document, games.replay(document))


def done(answer: Any, *statuses: int) -> dict[str, Any]:
    """Return the body of a response, which must have one of these statuses."""
    assert answer.status_code in (statuses or (200, 201)), answer.content
    body: dict[str, Any] = answer.json()
    return body


def every(client: Client, path: str) -> list[dict[str, Any]]:
    """Return all rows of a list, page after page."""
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
    """Count the standings that wait, as Celery's workers would."""
    verbs = {"standings.refresh": standings.refresh}
    for row in OutboxTask.objects.filter(done_at__isnull=True, task__in=verbs):
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


def recomputed(client: Client, path: str, stage: str = "") -> dict[str, int]:
    """Every entry's net chips, added up from the rows of every table's ledger; each table must balance.

    `stage`: only the rounds of the stage with this id count, and only who sat in one of them is told of.
    """
    net: Counter[str] = Counter()
    deals = 0
    for round_ in every(client, f"{path}rounds/"):
        if stage and round_["stage"] != stage:
            continue
        for table in round_["tables"]:
            entry_at = {f"seat {seat['number']}": seat["entry"] for seat in table["seats"]}
            net.update(dict.fromkeys(entry_at.values(), 0))
            balance: Counter[str] = Counter()
            numbers = set()
            for row in every(client, f"/tables/{table['id']}/ledger/"):
                balance[row["from"]] -= row["chips"]
                balance[row["to"]] += row["chips"]
                numbers.add(row["deal"])
                if "bank" in (row["from"], row["to"]):
                    continue  # what is brought to the table is not won, nor lost what is given back
                for account, sign in ((row["from"], -1), (row["to"], 1)):
                    if account in entry_at:
                        net[entry_at[account]] += sign * row["chips"]
            assert balance["bets"] == 0
            now = done(client.get(f"/tables/{table['id']}/"))
            assert [balance[f"seat {seat}"] for seat in range(len(now["seats"]))] == now["chips"]
            assert {pool: balance[pool] for pool in now["pools"]} == now["pools"]
            deals += len(numbers - {None})
    assert deals, "nobody has played"
    return dict(net)
