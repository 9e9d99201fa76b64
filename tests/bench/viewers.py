"""Measure how long a deal's PUT takes beside 500 viewers of its event.

    python -m tests.bench.viewers --mode one-process
    python -m tests.bench.viewers --mode separate

An event has 200 players. Each of its 40 tables posts a deal every 10 seconds. By turns nobody watches, or 500
viewers watch: half of them request the event's page every 5 seconds with their ETag, half hold a stream, and
5 new visitors per second load the page (in one process also the files that it links; otherwise a proxy serves
them). Requests begin when they are due, and their time counts from then (an open loop).

`one-process` is `./poch serve` on SQLite. `separate` is web, worker and beat on PostgreSQL with fsync on, and
Redis. Compare the ratios of one run; the times depend on the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
from collections.abc import Iterator
from statistics import quantiles

from tests.bench.crowd import POST_EVERY, Crowd, Seen, Times
from tests.bench.site import MODES, whole_site

TABLES = 40
SEATS = 5
AIMS = {50: 2.0, 99: 3.0}
"""Percentiles of a post, and how many times the one without viewers they may be."""


def main() -> None:
    options = argparse.ArgumentParser(description="Measure deals beside viewers.")
    options.add_argument("--mode", choices=MODES, default="one-process")
    options.add_argument("--posts", type=int, default=1000, help="deals on each side; default: 1000")
    options.add_argument("--turns", type=int, default=4, help="turns of each side; default: 4")
    options.add_argument("--viewers", type=int, default=500)
    arguments = options.parse_args()
    rounds = max(1, -(-arguments.posts // (TABLES * arguments.turns)))
    with whole_site(arguments.mode) as start:
        from tests.bench import world

        # One turn more: it only warms up.
        view = world.build_one_event(TABLES, SEATS, rounds * (2 * arguments.turns + 1))
        with start() as port:
            crowd = Crowd(port, view.page, view.stream, files=arguments.mode == "one-process")
            tables = [iter(requests) for requests in view.tables]
            gc.freeze()
            sides = asyncio.run(_measure(crowd, tables, view.secret, rounds, arguments))
    sys.stdout.write(_report(arguments, *sides))


async def _measure(
    crowd: Crowd,
    tables: list[Iterator[tuple[str, bytes]]],
    secret: str,
    rounds: int,
    arguments: argparse.Namespace,
) -> tuple[Seen, Seen]:
    """Play the turns. Return what was measured without and with viewers."""
    alone, beside = Seen(), Seen()
    await crowd.play(tables, secret, rounds)
    for turn in range(arguments.turns):
        sys.stderr.write(f"turn {turn + 1} of {arguments.turns}, {2 * rounds * POST_EVERY:.0f} seconds\n")
        crowd.seen = alone
        await crowd.play(tables, secret, rounds)
        crowd.seen = beside
        async with crowd.watching(arguments.viewers):
            await crowd.play(tables, secret, rounds)
    return alone, beside


def _report(arguments: argparse.Namespace, alone: Seen, beside: Seen) -> str:
    lines = [
        f"{arguments.mode}: {TABLES} tables, {arguments.viewers} viewers, {arguments.turns} turns a side.",
        "Count, median, 99th percentile and maximum in ms, and the statuses (0: no answer):",
        line("posts alone", alone.posts),
        line("posts beside viewers", beside.posts),
        line("polls of the page", beside.polls),
        line("first visits", beside.visits),
        f"  streams at the end of a turn: {_statuses(beside.streams)}; {beside.stream_bytes / 1e6:.1f} MB",
    ]
    for of, aim in AIMS.items():
        ratio = percentile(beside.posts.seconds, of) / percentile(alone.posts.seconds, of)
        lines.append(f"  p{of} of a post, with / without viewers: {ratio:.2f} (aim: at most {aim})")
    return "\n".join([*lines, ""])


def line(name: str, times: Times) -> str:
    """Return the row of a report: count, median, 99th percentile and maximum in ms, and the statuses."""
    values = [1000 * seconds for seconds in times.seconds]
    if not values:
        return f"  {name:24} none"
    numbers = f"{percentile(values, 50):9.1f} {percentile(values, 99):9.1f} {max(values):9.1f}"
    return f"  {name:24} {len(values):6} {numbers}   {_statuses(times)}"


def _statuses(times: Times) -> str:
    return ", ".join(f"{status}: {count}" for status, count in sorted(times.statuses.items()))


def percentile(values: list[float], of: int) -> float:
    """Return the percentile (1 to 99) of these values."""
    return quantiles(values, n=100)[of - 1] if len(values) > 1 else sum(values)


if __name__ == "__main__":
    main()
