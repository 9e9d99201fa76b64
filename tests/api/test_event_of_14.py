"""Fourteen players, three rounds of four deals, over REST alone; standings recomputed from the ledger."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.program import (
    Writer,
    as_record,
    as_scorecard,
    done,
    play_table,
    recomputed,
    run_the_workers,
)
from tests.builders import make_club, make_key

pytestmark = [pytest.mark.django_db, pytest.mark.both]

PLAYERS = [f"Player {number}" for number in range(1, 15)]


@pytest.mark.parametrize(
    ("rules", "write"),
    [
        ({"preset": "pagat"}, as_record),
        ({"preset": "pagat-dealer-pool", "purse": "table", "leftover": "split"}, as_scorecard),
        pytest.param(
            {"preset": "pagat-upcard-joins", "bet_limit": 5}, as_scorecard, marks=pytest.mark.nightly
        ),
        pytest.param({"preset": "pagat-open", "stake": 2}, as_record, marks=pytest.mark.nightly),
    ],
)
def test_the_standings_equal_a_recomputation_from_the_ledger_to_the_chip(
    rules: dict[str, Any], write: Writer
) -> None:
    club = make_club()
    client = Client(make_key(club, "director"))
    seeds = iter(range(1, 1000))

    event = done(
        client.send(
            "POST",
            f"/clubs/{club.slug}/events/",
            {
                "name": "An evening of Poch",
                "rules": rules,
                "scoring": "chips",
                "stages": [{"format": "rotation", "prefer": "repeats"}],
            },
        )
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
    standing = done(Client().get(f"{path}standings/"))
    assert standing["version"] == done(client.get(path))["version"]
    assert {row["entry"]: row["score"] for row in standing["rows"]} == recomputed(client, path)
    assert [row["place"] for row in standing["rows"]] == sorted(row["place"] for row in standing["rows"])
    assert len(standing["rows"]) == 14
