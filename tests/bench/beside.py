"""Measure deals beside 500 open streams, and whether the time of a look-up reveals anything about a key.

    python -m tests.bench.beside

* A client records deals at one table, alternately without streams and with 500 streams of the event. Each
  stream receives every deal. Another process reads the streams.
* Keys are looked up in random order: an existing key, one with a wrong last character, and one that is all
  wrong.

The web server has two processes, on its own PostgreSQL with fsync on. Workers do not run. Compare the ratios
of one run; the times depend on the machine.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import selectors
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from statistics import median, quantiles
from typing import TYPE_CHECKING
from uuid import UUID

from tests.bench.site import databases, served
from tests.bench.spent import spread

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event as Signal

    from tests.bench.world import Play

STREAMS = 500
PER_KEY = 20
"""Streams of each key. The server allows 50."""
LOOK_UPS = 500
"""Look-ups of each kind of key in each round."""
TIMEOUT = 60.0
"""Seconds."""


def main() -> None:
    options = argparse.ArgumentParser(description="Measure deals beside streams, and the look-up of keys.")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--deals", type=int, default=40, help="in each round, with streams and without")
    arguments = options.parse_args()
    with databases():
        sys.stdout.write(_deals_beside_streams(arguments.rounds, arguments.deals))
        sys.stdout.write(_look_ups(arguments.rounds))


def _deals_beside_streams(rounds: int, deals: int) -> str:
    from django.db import connection

    from tests.bench import world
    from tests.builders import make_key
    from tournaments.models import Table

    (play,) = world.build(1, (2 * rounds + 1) * deals, events=1)
    event = Table.objects.get(pk=UUID(play.requests[0][0].split("/")[4])).round.event
    keys = [make_key(event.club, "scorer", "read") for _ in range(STREAMS // PER_KEY)]
    connection.close()
    alone, beside = [], []
    with served() as (port, _web):
        # The first part only warms up.
        parts = iter([play.requests[part * deals : (part + 1) * deals] for part in range(2 * rounds + 1)])
        _record(play, next(parts), port)
        for _ in range(rounds):
            alone.append(_record(play, next(parts), port))
            with _listening(port, f"/api/v1/events/{event.pk}/stream/", keys):
                beside.append(_record(play, next(parts), port))
    lines = [f"{rounds} rounds of {deals} deals, one after the other; median and 95th percentile, ms:"]
    for name, times in (("no streams", alone), (f"{STREAMS} streams", beside)):
        together = [spent for round_times in times for spent in round_times]
        lines.append(f"  {name:28} {median(together):7.2f} {quantiles(together, n=20)[-1]:7.2f}")
    ratios = [median(loud) / median(quiet) for loud, quiet in zip(beside, alone, strict=True)]
    lines.append(f"  {'medians, with / without':28} {spread(ratios)}")
    return "\n".join([*lines, ""])


def _record(play: Play, requests: Sequence[tuple[str, bytes]], port: int) -> list[float]:
    """Record these deals. Return how long each took, in milliseconds."""
    connection = HTTPConnection("localhost", port)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {play.secret}"}
    times = []
    for path, body in requests:
        began = time.perf_counter()
        connection.request("PUT", path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        times.append(1000 * (time.perf_counter() - began))
        if answer.status != 201:
            raise SystemExit(text.decode())
    connection.close()
    return times


@contextmanager
def _listening(port: int, path: str, keys: Sequence[str]) -> Iterator[None]:
    """Open all streams in another process, which reads them."""
    context = multiprocessing.get_context("fork")
    opened, enough = context.Event(), context.Event()
    reader = context.Process(target=_listen, args=(port, path, keys, opened, enough), daemon=True)
    reader.start()
    try:
        if not opened.wait(TIMEOUT):
            raise SystemExit("the streams were not opened")
        yield
    finally:
        enough.set()
        reader.join(TIMEOUT)
    if reader.exitcode != 0:
        raise SystemExit("a stream was closed")


def _listen(port: int, path: str, keys: Sequence[str], opened: Signal, enough: Signal) -> None:
    with selectors.DefaultSelector() as selector:
        for number in range(STREAMS):
            stream = socket.create_connection(("localhost", port), TIMEOUT)
            head = (
                f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {keys[number // PER_KEY]}"
            )
            stream.sendall(f"{head}\r\n\r\n".encode())
            if not stream.recv(65536).startswith(b"HTTP/1.1 200"):
                raise SystemExit("a stream was refused")
            stream.setblocking(False)
            selector.register(stream, selectors.EVENT_READ)
        opened.set()
        while not enough.is_set():
            for ready, _events in selector.select(0.1):
                if not isinstance(ready.fileobj, socket.socket) or not ready.fileobj.recv(65536):
                    raise SystemExit("a stream was closed")


def _look_ups(rounds: int) -> str:
    from tests.builders import make_club, make_key
    from tournaments.services.clubs.keys import key_of_secret

    existing = make_key(make_club(), "scorer", "results")
    wrong_end = existing[:-1] + ("A" if existing[-1] != "A" else "B")
    wrong = existing[:5] + existing[5:].swapcase()[::-1]
    secrets = {"existing": existing, "last character wrong": wrong_end, "all wrong": wrong}
    times: dict[str, list[float]] = {name: [] for name in secrets}
    order = random.Random(1)
    key_of_secret(existing)  # it stores the time of use, once a minute
    for _ in range(rounds):
        spent: dict[str, list[float]] = {name: [] for name in secrets}
        for _ in range(LOOK_UPS):
            # In random order, since the order has an effect.
            for name in order.sample(list(secrets), len(secrets)):
                spent[name].append(_timed(key_of_secret, secrets[name]))
        for name, round_times in spent.items():
            times[name].append(median(round_times))
    lines = [f"{rounds} rounds of {LOOK_UPS} look-ups of each key; median, ms:"]
    lines += [f"  {name:28} {median(medians):7.3f}" for name, medians in times.items()]
    for name, other in (("last character wrong", "existing"), ("last character wrong", "all wrong")):
        ratios = [wrong / right for wrong, right in zip(times[name], times[other], strict=True)]
        lines.append(f"  {name} / {other:18} {spread(ratios)}")
    return "\n".join([*lines, ""])


def _timed(function: Callable[[str], object], secret: str) -> float:
    """Return the time of a call in milliseconds."""
    began = time.perf_counter()
    function(secret)
    return 1000 * (time.perf_counter() - began)


if __name__ == "__main__":
    main()
