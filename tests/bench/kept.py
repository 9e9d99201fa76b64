"""Measure what a public page costs: rendered, kept, 304, and the poll of an idle page.

    python -m tests.bench.kept --players 200

The event is on a new SQLite database in this process. Django's test client sends the requests, so the times
are the processor time of Django without the web server. Compare the columns of one run.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any
from unittest.mock import patch

from tests.bench.database import new_database


def main() -> None:
    options = argparse.ArgumentParser(description="Measure the cost of kept pages.")
    options.add_argument("--players", type=int, default=200)
    options.add_argument("--rounds", type=int, default=7, help="measurements of each number")
    arguments = options.parse_args()
    with new_database(static=True):
        sys.stdout.write(measure(arguments.players, arguments.rounds))


def measure(players: int, rounds: int) -> str:
    """Return a table: milliseconds of processor time, and kilobytes."""
    from django.test import Client
    from django.urls import reverse

    from tests.builders import play, published_round, running_event, the_table
    from tournaments.core import kept
    from tournaments.standings.verbs.standings import refresh

    event = running_event(players, deals_per_round=2)
    round_ = published_round(event)
    for number in range(1, round_.tables.count() + 1, 4):
        play(the_table(round_, number))
    refresh(event.pk)
    # SERVER_NAME is one of the hosts of the settings.
    client = Client(SERVER_NAME="localhost", headers={"Accept-Encoding": "gzip"})
    plain = Client(SERVER_NAME="localhost")
    never = patch("tournaments.events.pages.kept.is_stranger", lambda request, at_table: False)
    lines = [
        f"{players} players; median processor time in ms, kilobytes without and with compression:",
        "page          each time first time     kept      304     poll       kB     gzip",
    ]
    for name in ("event", "standings", "projector", "rounds"):
        url = reverse(name, args=[event.ref])
        html = plain.get(url).content.decode()
        poll = html.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
        response = client.get(url)

        def first(url: str = url) -> None:
            kept.SHELF.clear()
            client.get(url)

        with never:
            each = spent(partial(plain.get, url), rounds)
        numbers = [
            each,
            spent(first, rounds),
            spent(partial(client.get, url), rounds, 20),
            spent(partial(client.get, url, headers={"If-None-Match": response["ETag"]}), rounds, 20),
            spent(partial(client.get, poll), rounds, 20),
        ]
        sizes = f"{len(html) / 1000:8.1f} {len(response.content) / 1000:8.1f}"
        lines.append(
            f"{name:12} {numbers[0]:10.1f} {numbers[1]:10.1f} "
            + " ".join(f"{number:8.2f}" for number in numbers[2:])
            + f" {sizes}"
        )
    return "\n".join([*lines, ""])


def spent(call: Callable[[], Any], rounds: int, times: int = 1) -> float:
    """Return the median processor time of a call, in milliseconds."""
    measured = []
    for _round in range(rounds):
        began = time.thread_time()
        for _time in range(times):
            call()
        measured.append((time.thread_time() - began) * 1000 / times)
    return median(measured)


if __name__ == "__main__":
    main()
