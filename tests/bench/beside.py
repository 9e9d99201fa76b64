"""What a deal takes beside 500 open streams, and whether the time tells of an unknown key.

    python -m tests.bench.beside

* A client records one deal after the other at one table, by turns with nobody listening and with 500 streams
  of that event open, each of which is told of every deal. The streams are read by a process of its own.
* Keys are looked up, in any order: one that there is, one of which only the last character is wrong, and one
  of which nothing is right.

Two processes of the web server, on a PostgreSQL of its own that waits for the disk. Workers do not run. Times
tell of the machine; the ratios of one run are what counts.
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
OF_A_KEY = 20
"""Streams that each key has open; the server lets a key have 50."""
LOOK_UPS = 500
"""Of each kind of key, in each round."""
TIMEOUT = 60.0
"""Seconds."""


def main() -> None:
    options = argparse.ArgumentParser(description="Measure deals beside streams, and the look-up of keys.")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--deals", type=int, default=40, help="in each round, with streams and without")
    given = options.parse_args()
    with databases():
        sys.stdout.write(_deals_beside_streams(given.rounds, given.deals))
        sys.stdout.write(_look_ups(given.rounds))


def _deals_beside_streams(rounds: int, deals: int) -> str:
    from django.db import connection

    from tests.bench import world
    from tests.builders import make_key
    from tournaments.models import Table

    (play,) = world.build(1, (2 * rounds + 1) * deals, events=1)
    event = Table.objects.get(pk=UUID(play.requests[0][0].split("/")[4])).round.event
    keys = [make_key(event.club, "scorer", "read") for _ in range(STREAMS // OF_A_KEY)]
    connection.close()
    alone, beside = [], []
    with served() as (port, _web):
        # The first only warm up.
        parts = iter([play.requests[part * deals : (part + 1) * deals] for part in range(2 * rounds + 1)])
        _record(play, next(parts), port)
        for _ in range(rounds):
            alone.append(_record(play, next(parts), port))
            with _listening(port, f"/api/v1/events/{event.pk}/stream/", keys):
                beside.append(_record(play, next(parts), port))
    lines = [f"{rounds} rounds of {deals} deals, one after the other; median and 95th percentile, ms:"]
    for name, times in (("nobody listens", alone), (f"{STREAMS} streams", beside)):
        together = [spent for of_round in times for spent in of_round]
        lines.append(f"  {name:28} {median(together):7.2f} {quantiles(together, n=20)[-1]:7.2f}")
    ratios = [median(loud) / median(quiet) for loud, quiet in zip(beside, alone, strict=True)]
    lines.append(f"  {'medians, with / without':28} {spread(ratios)}")
    return "\n".join([*lines, ""])


def _record(play: Play, requests: Sequence[tuple[str, bytes]], port: int) -> list[float]:
    """Record these deals; how long each took, in milliseconds."""
    connection = HTTPConnection("localhost", port)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {play.secret}"}
    times = []
    for path, body in requests:
        began = time.perf_counter()
        connection.request("PUT", path, body, headers)
        answer = connection.getresponse()
        told = answer.read()
        times.append(1000 * (time.perf_counter() - began))
        if answer.status != 201:
            raise SystemExit(told.decode())
    connection.close()
    return times


@contextmanager
def _listening(port: int, path: str, keys: Sequence[str]) -> Iterator[None]:
    """Have all streams read by another process."""
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
                f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {keys[number // OF_A_KEY]}"
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

    known = make_key(make_club(), "scorer", "results")
    wrong_end = known[:-1] + ("A" if known[-1] != "A" else "B")
    wrong = known[:5] + known[5:].swapcase()[::-1]
    secrets = {"known": known, "last character wrong": wrong_end, "all wrong": wrong}
    times: dict[str, list[float]] = {name: [] for name in secrets}
    order = random.Random(1)
    key_of_secret(known)  # its use is noted, once a minute
    for _ in range(rounds):
        spent: dict[str, list[float]] = {name: [] for name in secrets}
        for _ in range(LOOK_UPS):
            # In any order: what comes after what is felt, too.
            for name in order.sample(list(secrets), len(secrets)):
                spent[name].append(_timed(key_of_secret, secrets[name]))
        for name, found in spent.items():
            times[name].append(median(found))
    lines = [f"{rounds} rounds of {LOOK_UPS} look-ups of each key; median, ms:"]
    lines += [f"  {name:28} {median(found):7.3f}" for name, found in times.items()]
    for name, other in (("last character wrong", "known"), ("last character wrong", "all wrong")):
        ratios = [one / two for one, two in zip(times[name], times[other], strict=True)]
        lines.append(f"  {name} / {other:18} {spread(ratios)}")
    return "\n".join([*lines, ""])


def _timed(verb: Callable[[str], object], word: str) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    verb(word)
    return 1000 * (time.perf_counter() - began)


if __name__ == "__main__":
    main()
