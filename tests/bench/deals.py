"""Measure how fast deals are recorded, compared with the server itself.

    python -m tests.bench.deals

The bench starts a PostgreSQL with fsync on, and measures alternately:

* deals that are recorded over the API: at tables of different events, and at tables of one event, which wait
  for each other;
* requests to a DRF endpoint that does one INSERT, on the same server: with an API key, and open to everybody.

Several clients send prepared requests at the same time, each at its own table. Workers do not run. Compare
ratios; rates depend on the machine. The first round only warms up.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from http.client import HTTPConnection

from tests.bench.site import databases, served, spread

Requests = list[tuple[str, bytes]]
NAMES = {
    "deals": "deals, an event each",
    "queued": "deals of one event",
    "keyed": "one INSERT, with a key",
    "insert": "one INSERT, without a key",
}


def main() -> None:
    options = argparse.ArgumentParser(description="Measure the recording of deals.")
    options.add_argument("--clients", type=int, default=4)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--deals", type=int, default=25, help="deals of each client in each round")
    arguments = options.parse_args()
    with databases():
        _measure(arguments)


def _measure(arguments: argparse.Namespace) -> None:
    """Print the rates of every round but the first."""
    from django.db import connection

    from tests.bench import world

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_row (id bigserial PRIMARY KEY, name varchar(40), chips int)")
    clients, deals = arguments.clients, arguments.deals
    apart, queued = (
        world.build(clients, (arguments.rounds + 1) * deals, events=events) for events in (clients, 1)
    )
    connection.close()
    keys = [play.secret for play in apart]
    row = b'{"name": "a row", "chips": 1}'
    keyed, open_to_all = (
        [[(f"/bench/{name}/", row)] * (2 * deals)] * clients for name in ("keyed", "insert")
    )
    rates: dict[str, list[float]] = defaultdict(list)
    with served() as port:
        for number in range(arguments.rounds + 1):
            part = slice(number * deals, (number + 1) * deals)
            mine = [play.requests[part] for play in apart]
            rates["deals"].append(_rate(port, "PUT", mine, keys))
            rates["keyed"].append(_rate(port, "POST", keyed, keys))
            mine = [play.requests[part] for play in queued]
            rates["queued"].append(_rate(port, "PUT", mine, [play.secret for play in queued]))
            rates["insert"].append(_rate(port, "POST", open_to_all, [""] * clients))
    sys.stdout.write(f"{clients} clients, {arguments.rounds} rounds of {deals} deals each, per second:\n")
    for key, name in NAMES.items():
        sys.stdout.write(f"  {name:28} {spread(rates[key][1:])}\n")
    for key in ("deals", "queued"):
        for other in ("keyed", "insert"):
            ratios = spread(_ratios(rates[key][1:], rates[other][1:]))
            sys.stdout.write(f"  {NAMES[key]} / {NAMES[other]:28} {ratios}\n")


def _ratios(of: Sequence[float], to: Sequence[float]) -> list[float]:
    return [one / other for one, other in zip(of, to, strict=True)]


def _rate(port: int, method: str, requests: Sequence[Requests], keys: Sequence[str]) -> float:
    """Let each client send its requests on a connection of its own, all at once. Return requests a second."""
    barrier, done = threading.Barrier(len(requests) + 1), []

    def client(mine: Requests, key: str) -> None:
        connection = HTTPConnection("localhost", port)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        barrier.wait()
        for path, body in mine:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read()
            if answer.status != 201:
                raise RuntimeError(text.decode())
        done.append(len(mine))

    calls = [partial(client, *pair) for pair in zip(requests, keys, strict=True)]
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    barrier.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    if len(done) < len(threads):
        raise SystemExit("a client was refused")
    return sum(done) / (time.perf_counter() - began)


if __name__ == "__main__":
    main()
