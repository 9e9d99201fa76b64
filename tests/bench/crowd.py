"""Clients of the site in one event loop: tables that post deals, and viewers of the event.

All of them are an open loop: the time of a request counts from the moment when it is due, even if it waits
for an earlier deal of its table. Responses are read but not parsed, to leave the processor to the site.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

HOST = "127.0.0.1"
POST_EVERY = 10.0
"""Seconds between two deals of a table."""
POLL_EVERY = 5.0
"""Seconds between two requests of a viewer."""
VISITS = 5.0
"""First visits per second."""
PER_ADDRESS = 40
"""Streams of each client address."""
PATIENCE = 10.0
"""Seconds after which a viewer hangs up."""
POST_TIMEOUT = 60.0
"""Seconds after which a table hangs up and sends its deal again."""
RETRY = 0.5
"""Seconds after which a refused deal is sent again."""

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_ETAG = re.compile(rb"\r\netag: *([^\r]+)", re.IGNORECASE)
_FILES = re.compile(rb'(?:href|src)="(/static/[^"]+)"')


@dataclass
class Times:
    """Seconds of each request, and how often each status came (0: no answer)."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def add(self, seconds: float, status: int) -> None:
        self.seconds.append(seconds)
        self.statuses[status] += 1


@dataclass
class Seen:
    """The measurements of one side."""

    posts: Times = field(default_factory=Times)
    polls: Times = field(default_factory=Times)
    visits: Times = field(default_factory=Times)
    streams: Times = field(default_factory=Times)
    stream_bytes: int = 0


class Connection:
    """A connection that sends one request after the other."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        """Return status, head and body of the response. Raises OSError or EOFError if none came."""
        if self._writer is None or self._writer.is_closing():
            self._reader, self._writer = await asyncio.open_connection(HOST, self._port, limit=2**20)
        assert self._reader is not None
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        length = _LENGTH.search(head)
        has_body = length is not None and status not in (204, 304)
        body = await self._reader.readexactly(int(length[1])) if length and has_body else b""
        if b"\r\nconnection: close" in head.lower():
            self.close()
        return status, head, body

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None


class Crowd:
    """The clients of one event. `seen` is where they note what they measure."""

    def __init__(self, port: int, page: str, stream: str, *, files: bool) -> None:
        self.seen = Seen()
        self._port = port
        self._page = f"GET {page} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n"
        self._stream = f"GET {stream} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        self._files = files
        self._links: list[bytes] | None = None
        self._idle: list[Connection] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._etag = b""

    # --- Tables

    async def play(self, tables: Sequence[Iterator[tuple[str, bytes]]], secret: str, rounds: int) -> None:
        """Let each table post this many deals, one every `POST_EVERY`."""
        began = asyncio.get_running_loop().time()
        async with asyncio.TaskGroup() as group:
            for number, deals in enumerate(tables):
                first = began + POST_EVERY * number / len(tables)
                group.create_task(self._play(deals, secret, first, rounds))

    async def _play(self, deals: Iterator[tuple[str, bytes]], secret: str, first: float, rounds: int) -> None:
        clock, connection = asyncio.get_running_loop().time, Connection(self._port)
        for number in range(rounds):
            path, body = next(deals)
            request = (
                f"PUT {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {secret}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            ).encode() + body
            due = first + number * POST_EVERY
            await asyncio.sleep(due - clock())
            status, answer = 0, b""
            while status not in (200, 201):
                if status:
                    await asyncio.sleep(RETRY)
                try:
                    async with asyncio.timeout(POST_TIMEOUT):
                        status, _head, answer = await connection.ask(request)
                except (OSError, EOFError, TimeoutError):
                    status = 503
                    connection.close()
                if status not in (200, 201):
                    self.seen.posts.statuses[status] += 1
                    if status < 500:
                        raise SystemExit(answer.decode())
            self.seen.posts.add(clock() - due, status)
        connection.close()

    # --- Viewers

    @asynccontextmanager
    async def watching(self, viewers: int) -> AsyncIterator[None]:
        """Let half of the viewers poll and half hold streams during the block, beside first visits."""
        polling, listening = viewers - viewers // 2, viewers // 2
        streams = [_Listener(self.seen) for _ in range(listening)]
        for number, listener in enumerate(streams):
            await self._listen(listener, number)
        tasks = [
            asyncio.create_task(self._repeat(POLL_EVERY / polling, self._poll)),
            asyncio.create_task(self._repeat(1 / VISITS, self._visit)),
        ]
        try:
            yield
        finally:
            await _end([*tasks, *self._tasks])
            for listener in streams:
                self.seen.streams.statuses[listener.status if listener.is_open else 0] += 1
                listener.close()

    async def _repeat(self, every: float, act: Callable[[float], Coroutine[Any, Any, None]]) -> None:
        due = asyncio.get_running_loop().time()
        while True:
            task = asyncio.create_task(act(due))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            due += every
            await asyncio.sleep(due - asyncio.get_running_loop().time())

    async def _poll(self, due: float) -> None:
        tag = f"If-None-Match: {self._etag.decode()}\r\n" if self._etag else ""
        connection = self._idle.pop() if self._idle else Connection(self._port)
        await self._noted(self.seen.polls, connection, due, self._view(connection, tag))

    async def _view(self, connection: Connection, more: str = "") -> tuple[int, bytes]:
        status, head, body = await connection.ask(f"{self._page}{more}\r\n".encode())
        if status == 200 and (tag := _ETAG.search(head)):
            self._etag = tag[1]
        return status, body

    async def _visit(self, due: float) -> None:
        connection = Connection(self._port)

        async def load() -> tuple[int, bytes]:
            status, body = await self._view(connection)
            for path in self._links or () if self._files else ():
                await connection.ask(
                    b"GET %s HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n" % path
                )
            return status, body

        if self._files and self._links is None:
            _status, _head, body = await connection.ask(
                self._page.replace("gzip", "identity").encode() + b"\r\n"
            )
            self._links = sorted(set(_FILES.findall(body)))
        await self._noted(self.seen.visits, connection, due, load(), keep=False)

    async def _noted(
        self,
        times: Times,
        connection: Connection,
        due: float,
        asking: Awaitable[tuple[int, bytes]],
        *,
        keep: bool = True,
    ) -> None:
        clock = asyncio.get_running_loop().time
        status = 0
        try:
            async with asyncio.timeout(PATIENCE):
                status, _body = await asking
        except (OSError, EOFError, TimeoutError):
            pass
        finally:
            if status and keep:
                self._idle.append(connection)
            else:
                connection.close()
        times.add(clock() - due, status)

    async def _listen(self, listener: _Listener, number: int) -> None:
        address = f"127.0.1.{1 + number // PER_ADDRESS}"
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: listener, HOST, self._port, local_addr=(address, 0))
        listener.send(self._stream)
        async with asyncio.timeout(60):
            await listener.answered.wait()
        if listener.status != 200:
            raise SystemExit(f"a stream was refused: {listener.status}")


class _Listener(asyncio.Protocol):
    """A stream. It counts what it receives."""

    def __init__(self, seen: Seen) -> None:
        self.status = 0
        self.is_open = False
        self.answered = asyncio.Event()
        self._seen = seen
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport, self.is_open = transport, True

    def send(self, request: bytes) -> None:
        if self._transport is not None:
            self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        if not self.status:
            self.status = int(data[9:12])
            self.answered.set()
        self._seen.stream_bytes += len(data)

    def connection_lost(self, _error: Exception | None) -> None:
        self.is_open = False
        self.answered.set()

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def _end(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task
