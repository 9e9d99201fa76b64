"""What the clients play: a table for each, and its deals as requests, made ahead of the measuring."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.db import connection
from django.test import Client

import games.services as games
from tests.builders import make_club, make_key, published_round, running_event, the_table
from tournaments.models import Table
from tournaments.services.standings.table_states import table_state

LEFT_TO_THE_TABLE = ("rules", "dealer", "chips", "pools", "result")

Statement = tuple[str, Any]


@dataclass(frozen=True)
class Play:
    """A client's deals, in their order."""

    secret: str
    requests: list[tuple[str, bytes]]
    """Path and body."""


MOST = 200
"""Deals that a round of a table takes at most."""


def build(clients: int, deals: int, *, events: int) -> list[Play]:
    """For each client so many deals at tables of four, one table after the other, and a key.

    The tables are spread over so many events. There may be some deals more.
    """
    tables = -(-deals // MOST)
    plays = []
    for number in range(events):
        players = len(range(number, clients, events))
        event = running_event(4 * tables * players, club=make_club(), deals_per_round=-(-deals // tables))
        round_ = published_round(event)
        secret = make_key(event.club, "scorer", "results")
        for player in range(players):
            mine = [_requests(the_table(round_, player * tables + table + 1)) for table in range(tables)]
            plays.append(Play(secret, [request for requests in mine for request in requests]))
    return plays


def _requests(table: Table) -> list[tuple[str, bytes]]:
    state = table_state(table)
    now: dict[str, Any] = {"dealer": state.next_dealer, "chips": state.purses, "pools": state.pools}
    requests = []
    for number in range(1, state.deals_planned + 1):
        deal = games.play_deal(state.rules, **now, bots=["cautious"] * state.seats, seed=7, number=number)
        result = games.replay(deal)
        now = {"dealer": result["next_dealer"], "chips": result["chips"], "pools": result["pools"]}
        document = {key: value for key, value in deal.items() if key not in LEFT_TO_THE_TABLE}
        path = f"/api/v1/tables/{table.pk}/deals/{number}/"
        requests.append((path, json.dumps({"document": document}).encode()))
    return requests


def statements(play: Play) -> list[list[Statement]]:
    """Every statement of every recording, by doing it: BEGIN and COMMIT where they are."""
    client, recorded = Client(SERVER_NAME="localhost"), []
    for path, body in play.requests:
        said: list[Statement] = []

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any, said: Any = said) -> Any:
            said.append((sql, params))
            return execute(sql, params, many, context)

        with connection.execute_wrapper(note):
            answer = client.put(
                path, body, "application/json", headers={"Authorization": f"Bearer {play.secret}"}
            )
        assert answer.status_code == 201, answer.content
        recorded.append(said)
    return recorded


def copy_of(url: str) -> str:
    """A copy of a database that nobody uses just now."""
    parts, name = urlsplit(url), f"bench_{secrets.token_hex(4)}"
    with psycopg.connect(urlunsplit(parts._replace(path="/template1")), autocommit=True) as server:
        server.execute(f'CREATE DATABASE {name} TEMPLATE "{parts.path[1:]}"')
    return urlunsplit(parts._replace(path=f"/{name}"))
