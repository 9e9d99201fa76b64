"""The deals of the clients as requests, prepared before the measurement."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from django.db import connection

import games.services as games
from tests.builders import make_club, make_key, published_round, running_event, the_table
from tournaments.models import Table
from tournaments.tables.verbs.table_states import table_state

FILLED_BY_TABLE = ("rules", "dealer", "chips", "pools", "result")


@dataclass(frozen=True)
class Play:
    """The deals of one client, in order."""

    secret: str
    requests: list[tuple[str, bytes]]
    """Path and body."""


MOST = 200
"""Deals of one table in one round, at most."""


@dataclass(frozen=True)
class View:
    """One event: the addresses of its page and its stream, and the deals of its tables."""

    page: str
    stream: str
    secret: str
    tables: list[list[tuple[str, bytes]]]


def build_one_event(tables: int, seats: int, deals: int) -> View:
    """Make one event with this many tables of this size, and a key. Prepare this many deals of each table."""
    event = running_event(
        tables * seats, club=make_club(), size=seats, least=seats, most=seats, deals_per_round=deals
    )
    round_ = published_round(event)
    secret = make_key(event.club, "scorer", "results")
    requests = [requests_of(the_table(round_, number + 1)) for number in range(tables)]
    connection.close()
    return View(f"/events/{event.ref}/", f"/api/v1/events/{event.pk}/stream/", secret, requests)


def build(clients: int, deals: int, *, events: int) -> list[Play]:
    """Make for each client a key and at least `deals` deals at tables of four, one table after the other.

    The clients are spread over this number of events.
    """
    tables = -(-deals // MOST)
    plays = []
    for number in range(events):
        players = len(range(number, clients, events))
        event = running_event(4 * tables * players, club=make_club(), deals_per_round=-(-deals // tables))
        round_ = published_round(event)
        secret = make_key(event.club, "scorer", "results")
        for player in range(players):
            mine = [requests_of(the_table(round_, player * tables + table + 1)) for table in range(tables)]
            plays.append(Play(secret, [request for requests in mine for request in requests]))
    return plays


def requests_of(table: Table) -> list[tuple[str, bytes]]:
    """The deals of a table as requests: path and body."""
    state = table_state(table)
    now: dict[str, Any] = {"dealer": state.next_dealer, "chips": state.purses, "pools": state.pools}
    requests = []
    for number in range(1, state.deals_planned + 1):
        deal = games.play_deal(state.rules, **now, bots=["cautious"] * state.seats, seed=7, number=number)
        result = games.replay(deal)
        now = {"dealer": result["next_dealer"], "chips": result["chips"], "pools": result["pools"]}
        document = {key: value for key, value in deal.items() if key not in FILLED_BY_TABLE}
        path = f"/api/v1/tables/{table.pk}/deals/{number}/"
        requests.append((path, json.dumps({"document": document}).encode()))
    return requests


def copy_of(url: str) -> str:
    """Copy a database that has no connections. Return the address of the copy."""
    parts, name = urlsplit(url), f"bench_{secrets.token_hex(4)}"
    with psycopg.connect(urlunsplit(parts._replace(path="/template1")), autocommit=True) as server:
        server.execute(f'CREATE DATABASE {name} TEMPLATE "{parts.path[1:]}"')
    return urlunsplit(parts._replace(path=f"/{name}"))
