"""How fast deals are recorded, beside what the same server and the same database can do at all.

    python -m tests.bench.deals

On a PostgreSQL of its own that waits for the disk (fsync on), in one run, by turns:

* deals recorded through the API, by the server as in docker/compose.yml: at tables of an event each, and at
  tables of one event, whose deals wait for one another;
* an endpoint of DRF that does one INSERT, on the same server: with a key, as recording a deal takes one,
  and open to anybody;
* the very statements of the recordings at tables of an event each, by bare psycopg: what the database needs
  by itself.

As many clients at a time, each at a table of its own, send what was made ready before. Workers do not run.
Rates tell of the machine and of what else it does; the ratios of one run, and what was spent of the
processors, are steadier. The first round only warms up.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

from tests.bench.site import databases, served
from tests.bench.spent import Done, Meter, Rate, told
from tests.plugins.launch import Server

if TYPE_CHECKING:
    from tests.bench.world import Play, Statement

SYNCED = 8192  # bytes, a page of PostgreSQL


def main() -> None:
    options = argparse.ArgumentParser(description="Measure the recording of deals.")
    options.add_argument("--clients", type=int, default=4)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--deals", type=int, default=25, help="of each client in each round")
    given = options.parse_args()
    with databases() as postgres:
        rates = _measure(given, postgres)
    sys.stdout.write(told(rates, clients=given.clients, each=given.deals))


def _measure(given: argparse.Namespace, postgres: Server) -> list[dict[str, Rate]]:
    """The rates of every round but the first."""
    from django.db import connection

    from tests.bench import world

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_row (id bigserial PRIMARY KEY, name varchar(40), chips int)")
    rounds = given.rounds + 1
    apart, queued = (
        world.build(given.clients, rounds * given.deals, events=events) for events in (given.clients, 1)
    )
    connection.close()
    bare_url, spent_url = world.copy_of(postgres.url), world.copy_of(postgres.url)
    said = _said(apart, spent_url)
    keys, nobody = [play.secret for play in apart], [""] * given.clients
    insert = b'{"name": "a row", "chips": 1}'
    keyed, open_to_all = (
        [[(f"/bench/{name}/", insert)] * (2 * given.deals)] * given.clients for name in ("keyed", "insert")
    )
    rates = []
    with served() as (port, web), _bare(bare_url, given.clients) as connections:
        meter = Meter(web, postgres.process.pid)
        for number in range(rounds):
            part = slice(number * given.deals, (number + 1) * given.deals)
            rates.append(
                {
                    "syncs": Rate(_syncs(postgres.folder)),
                    "deals": meter.of(_send([play.requests[part] for play in apart], port, keys, "PUT")),
                    "keyed": meter.of(_send(keyed, port, keys, "POST")),
                    "queued": meter.of(
                        _send(
                            [play.requests[part] for play in queued], port, [p.secret for p in queued], "PUT"
                        )
                    ),
                    "insert": meter.of(_send(open_to_all, port, nobody, "POST")),
                    "bare": meter.of(_say([deals[part] for deals in said], connections)),
                }
            )
    return rates[1:]


def _syncs(disk: Path) -> float:
    """How often a second the disk of this folder takes a page for good."""
    with (disk / "synced").open("wb", buffering=0) as file:
        began = time.perf_counter()
        count = 0
        while time.perf_counter() < began + 0.5:
            file.write(bytes(SYNCED))
            os.fdatasync(file.fileno())
            count += 1
        return count / (time.perf_counter() - began)


def _at_once(deeds: list[Callable[[], int]]) -> Callable[[], Done]:
    """What does these in a thread each, and tells how much of what they count was done in how long."""
    return partial(_do_at_once, deeds)


def _do_at_once(deeds: list[Callable[[], int]]) -> Done:
    barrier, done = threading.Barrier(len(deeds) + 1), []

    def run(deed: Callable[[], int]) -> None:
        barrier.wait()
        done.append(deed())

    threads = [threading.Thread(target=run, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    barrier.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - began
    if len(done) < len(deeds):
        raise SystemExit("a client was refused")
    return Done(sum(done), spent)


def _send(
    requests: list[list[tuple[str, bytes]]], port: int, secret: list[str], method: str
) -> Callable[[], Done]:
    """Every client sends its requests on one connection, one after the other."""

    def client(mine: list[tuple[str, bytes]], key: str) -> int:
        connection = HTTPConnection("localhost", port)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        for path, body in mine:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            told = answer.read()
            if answer.status != 201:
                raise RuntimeError(told.decode())
        return len(mine)

    return _at_once([partial(client, *pair) for pair in zip(requests, secret, strict=True)])


def _say(said: list[list[list[Statement]]], connections: list[psycopg.Connection]) -> Callable[[], Done]:
    """Every client says its statements, each deal's writing in a transaction."""

    def client(deals: list[list[Statement]], connection: psycopg.Connection) -> int:
        for deal in deals:
            first = next(index for index, (sql, _params) in enumerate(deal) if sql.startswith("UPDATE"))
            for sql, params in deal[:first]:
                connection.execute(sql, params)
            with connection.transaction():
                for sql, params in deal[first:]:
                    connection.execute(sql, params)
        return len(deals)

    pairs = zip(said, connections, strict=True)
    return _at_once([partial(client, *pair) for pair in pairs])


def _said(plays: list[Play], url: str) -> list[list[list[Statement]]]:
    """The statements of all plays, recorded in a copy of the database."""
    from django.db import connection

    from tests.bench import world

    name = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = url.rpartition("/")[2].partition("?")[0]
    try:
        return [world.statements(play) for play in plays]
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name


@contextmanager
def _bare(url: str, clients: int) -> Iterator[list[psycopg.Connection]]:
    connections = [psycopg.connect(url, autocommit=True) for _ in range(clients)]
    try:
        yield connections
    finally:
        for connection in connections:
            connection.close()


if __name__ == "__main__":
    main()
