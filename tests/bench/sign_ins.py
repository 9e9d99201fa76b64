"""Measure deals beside people who sign in, and the memory that signing in takes.

    python -m tests.bench.sign_ins --mode one-process
    python -m tests.bench.sign_ins --mode separate

Each of 40 tables posts a deal every 10 seconds. By turns nobody signs in, or 24 people do: all at once, and
again as soon as all of them are in. The server needs most of the processor then. Compare the ratios of one
run; the times depend on the machine. The memory is that of all Python processes of the site.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode

from tests.bench.crowd import POST_EVERY, Connection, Crowd, Seen, Times
from tests.bench.site import MODES, whole_site
from tests.bench.viewers import SEATS, TABLES, line, percentile

PEOPLE = 24
PASSWORD = "a long pass phrase"
AIM = 2.0
"""How many times the posts without sign-ins the median may be, and the 99th percentile."""
_TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="(\w+)"')
_COOKIE = re.compile(rb"set-cookie: *(poch_csrftoken=\w+)", re.IGNORECASE)


def main() -> None:
    options = argparse.ArgumentParser(description="Measure deals beside people who sign in.")
    options.add_argument("--mode", choices=MODES, default="one-process")
    options.add_argument("--posts", type=int, default=480, help="deals on each side; default: 480")
    options.add_argument("--turns", type=int, default=3, help="turns of each side; default: 3")
    arguments = options.parse_args()
    rounds = max(1, -(-arguments.posts // (TABLES * arguments.turns)))
    with whole_site(arguments.mode) as start:
        from tests.bench import world

        view = world.build_one_event(TABLES, SEATS, rounds * (2 * arguments.turns + 1))
        world.build_people(PEOPLE, PASSWORD)
        with start() as port:
            crowd = Crowd(port, view.page, view.stream, files=False)
            tables = [iter(requests) for requests in view.tables]
            report = asyncio.run(_measure(crowd, tables, view.secret, rounds, port, arguments))
    sys.stdout.write(report)


async def _measure(
    crowd: Crowd,
    tables: list[Iterator[tuple[str, bytes]]],
    secret: str,
    rounds: int,
    port: int,
    arguments: argparse.Namespace,
) -> str:
    alone, beside, sign_ins = Seen(), Seen(), Times()
    await crowd.play(tables, secret, rounds)
    # The first sign-in loads what the later ones use.
    await _sign_in(port, 0, Times())
    before = most = _memory()
    for turn in range(arguments.turns):
        sys.stderr.write(f"turn {turn + 1} of {arguments.turns}, {2 * rounds * POST_EVERY:.0f} seconds\n")
        crowd.seen = alone
        await crowd.play(tables, secret, rounds)
        crowd.seen = beside
        async with _signing_in(port, sign_ins) as memory:
            await crowd.play(tables, secret, rounds)
        most = max(most, *memory)
    lines = [
        f"{arguments.mode}: {TABLES} tables, {PEOPLE} sign in at once, {arguments.turns} turns a side.",
        "Count, median, 99th percentile and maximum in ms, and the statuses (0: no answer):",
        line("posts alone", alone.posts),
        line("posts beside sign-ins", beside.posts),
        line("sign-ins", sign_ins),
        f"  memory: {before:.0f} MB before, {most:.0f} MB at most",
    ]
    for of in (50, 99):
        ratio = percentile(beside.posts.seconds, of) / percentile(alone.posts.seconds, of)
        lines.append(f"  p{of} of a post, with / without sign-ins: {ratio:.2f} (aim: at most {AIM})")
    return "\n".join([*lines, ""])


@asynccontextmanager
async def _signing_in(port: int, times: Times) -> AsyncIterator[list[float]]:
    """Let all people sign in, again and again, during the block. Yield the memory seen meanwhile, in MB."""
    memory = [_memory()]

    async def sign_in() -> None:
        while True:
            await asyncio.gather(*(_sign_in(port, number, times) for number in range(PEOPLE)))

    async def look() -> None:
        while True:
            memory.append(await asyncio.to_thread(_memory))
            await asyncio.sleep(0.1)

    tasks = [asyncio.create_task(sign_in()), asyncio.create_task(look())]
    try:
        yield memory
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def _sign_in(port: int, number: int, times: Times) -> None:
    """Open the page as a new visitor, and send the form."""
    connection, clock = Connection(port), asyncio.get_running_loop().time
    try:
        _status, head, page = await connection.ask(b"GET /sign-in/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        token, cookie = _TOKEN.search(page), _COOKIE.search(head)
        assert token is not None
        assert cookie is not None
        form = {
            "csrfmiddlewaretoken": token[1].decode(),
            "username": f"person {number}",
            "password": PASSWORD,
        }
        body = urlencode(form).encode()
        began = clock()
        status, _head, _body = await connection.ask(
            b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded"
            b"\r\nCookie: %s\r\nContent-Length: %d\r\n\r\n" % (cookie[1], len(body)) + body
        )
        times.add(clock() - began, status)
    finally:
        connection.close()


def _memory() -> float:
    """Return the resident memory of the Python processes that this one has started, in MB."""
    parents: dict[int, int] = {}
    pages: dict[int, int] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):  # it has ended meanwhile
                name, rest = (folder / "stat").read_text().rsplit(")", 1)
                parents[int(folder.name)] = int(rest.split()[1])
                if "python" in name:
                    pages[int(folder.name)] = int((folder / "statm").read_text().split()[1])
    ours = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= more
    own = ours - {os.getpid()}
    return sum(pages.get(process, 0) for process in own) * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
