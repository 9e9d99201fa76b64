"""Measure how fast deals are recorded, compared with the server itself.

    python -m tests.bench.deals

The bench starts a PostgreSQL with fsync on, and measures alternately:

* deals that are recorded over the API: at tables of different events, and at tables of one event, which wait
  for each other;
* requests to a DRF endpoint that does one INSERT, on the same server: with an API key, and open to everybody.

Several clients send prepared requests at the same time, each at its own table. Workers do not run. Compare
ratios and processor times; rates depend on the machine. The first round only warms up.

    python -m tests.bench.deals --clients 8 --processes 2

compares this many web processes with one, by turns, while two workers refresh the standings. It also says how
fast deals of one event are, a share of the rate of as many events.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from http.client import HTTPConnection

from tests.bench.site import databases, served, workers
from tests.bench.spent import Done, Meter, Rate, spread, summary
from tests.plugins.launch import Server


def main() -> None:
    options = argparse.ArgumentParser(description="Measure the recording of deals.")
    options.add_argument("--clients", type=int, default=4)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--deals", type=int, default=25, help="deals of each client in each round")
    options.add_argument("--processes", type=int, help="compare this many web processes with one")
    arguments = options.parse_args()
    if arguments.processes is not None:
        with databases():
            _compare(arguments)
        return
    with databases() as postgres:
        rates = _measure(arguments, postgres)
    sys.stdout.write(summary(rates, clients=arguments.clients, each=arguments.deals))


def _compare(arguments: argparse.Namespace) -> None:
    """Print the rates with one web process and with several."""
    from django.db import connection

    from tests.bench import world

    counts, parts = (1, arguments.processes), 2 * (arguments.rounds + 1)
    plays = {
        name: world.build(arguments.clients, parts * arguments.deals, events=events)
        for name, events in (("an event each", arguments.clients), ("one event", 1))
    }
    connection.close()
    rates: dict[tuple[str, int], list[float]] = defaultdict(list)
    with ExitStack() as stack:
        stack.enter_context(workers())
        ports = [stack.enter_context(served(count))[0] for count in counts]
        for part in range(parts):
            now = slice(part * arguments.deals, (part + 1) * arguments.deals)
            for name, mine in plays.items():
                secrets = [play.secret for play in mine]
                done = _send([play.requests[now] for play in mine], ports[part % 2], secrets, "PUT")()
                rates[name, part % 2].append(done.count / done.seconds)
    for name in plays:
        one, several = (rates[name, which][1:] for which in (0, 1))
        ratios = [more / less for less, more in zip(one, several, strict=True)]
        sys.stdout.write(
            f"{name:14} one process {spread(one)} a second, {counts[1]} processes {spread(several)}, "
            f"ratio {spread(ratios)}\n"
        )
    shares = [hot / apart for apart, hot in zip(*(rates[name, 1][1:] for name in plays), strict=True)]
    sys.stdout.write(f"one event / an event each: {spread(shares)}\n")


def _measure(arguments: argparse.Namespace, postgres: Server) -> list[dict[str, Rate]]:
    """Return the rates of every round but the first."""
    from django.db import connection

    from tests.bench import world

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_row (id bigserial PRIMARY KEY, name varchar(40), chips int)")
    rounds = arguments.rounds + 1
    apart, queued = (
        world.build(arguments.clients, rounds * arguments.deals, events=events)
        for events in (arguments.clients, 1)
    )
    connection.close()
    keys, no_keys = [play.secret for play in apart], [""] * arguments.clients
    insert = b'{"name": "a row", "chips": 1}'
    keyed, open_to_all = (
        [[(f"/bench/{name}/", insert)] * (2 * arguments.deals)] * arguments.clients
        for name in ("keyed", "insert")
    )
    rates = []
    with served() as (port, web):
        meter = Meter(web, postgres.process.pid)
        for number in range(rounds):
            part = slice(number * arguments.deals, (number + 1) * arguments.deals)
            rates.append(
                {
                    "deals": meter.measure(_send([play.requests[part] for play in apart], port, keys, "PUT")),
                    "keyed": meter.measure(_send(keyed, port, keys, "POST")),
                    "queued": meter.measure(
                        _send(
                            [play.requests[part] for play in queued], port, [p.secret for p in queued], "PUT"
                        )
                    ),
                    "insert": meter.measure(_send(open_to_all, port, no_keys, "POST")),
                }
            )
    return rates[1:]


def _at_once(calls: Sequence[Callable[[], int]]) -> Done:
    """Run each call in a thread. Return the total count and time."""
    barrier, done = threading.Barrier(len(calls) + 1), []

    def run(call: Callable[[], int]) -> None:
        barrier.wait()
        done.append(call())

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    barrier.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - began
    if len(done) < len(calls):
        raise SystemExit("a client was refused")
    return Done(sum(done), spent)


def _send(
    requests: list[list[tuple[str, bytes]]], port: int, secret: list[str], method: str
) -> Callable[[], Done]:
    """Return a function in which each client sends its requests on one connection."""

    def client(mine: list[tuple[str, bytes]], key: str) -> int:
        connection = HTTPConnection("localhost", port)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        for path, body in mine:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != 201:
                raise RuntimeError(text.decode())
        return len(mine)

    calls = [partial(client, *pair) for pair in zip(requests, secret, strict=True)]
    return partial(_at_once, calls)


if __name__ == "__main__":
    main()
