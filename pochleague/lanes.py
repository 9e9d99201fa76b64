"""Threads of their own for kinds of requests, and the times that slow clients get.

Requests wait in the event loop, in the order of their arrival, until a thread of their lane is free. So a
request whose client has disconnected is never worked, and a request that waits too long is refused.

uvicorn waits for headers, and for a client to read, without a limit. A waiting client occupies no thread, but
a connection and its memory. (The timeout of a body is in bridge.py.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

T = TypeVar("T")


class ClientGone(Exception):
    """The connection to the client is closed, by the client or by us."""


class LaneBusy(Exception):
    """The request has waited too long for a thread."""


class Place:
    """The right to occupy a thread of a lane. Use it in the event loop."""

    def __init__(self, free: asyncio.Semaphore) -> None:
        self._free = free
        self._is_held = True

    def give_back(self) -> None:
        """Let the next request begin. Further calls do nothing."""
        if self._is_held:
            self._is_held = False
            self._free.release()


class Lane:
    """A number of threads. Use it in one event loop.

    name: of the threads, and in the metrics.
    threads: requests that run at the same time.
    more: further threads, for requests that have given their place back and still run.
    longest_wait: seconds that a request waits for a thread.
    """

    def __init__(self, name: str, threads: int, *, more: int = 0, longest_wait: float) -> None:
        self.name = name
        self._free = asyncio.Semaphore(threads)
        self._threads = ThreadPoolExecutor(threads + more, name)
        self._longest_wait = longest_wait

    async def take_place(self, gone: asyncio.Future[None]) -> Place:
        """Wait for a thread. Raises LaneBusy, or ClientGone when `gone` is done first."""
        if self._free.locked():
            await self._wait(gone)
        else:
            await self._free.acquire()
        return Place(self._free)

    async def _wait(self, gone: asyncio.Future[None]) -> None:
        acquiring = asyncio.create_task(self._free.acquire())
        try:
            first: set[asyncio.Future[Any]] = {acquiring, gone}
            await asyncio.wait(first, timeout=self._longest_wait, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._do_not_wait(acquiring)
            raise
        if gone.done():
            self._do_not_wait(acquiring)
            raise ClientGone
        if not acquiring.done():
            self._do_not_wait(acquiring)
            raise LaneBusy

    def _do_not_wait(self, acquiring: asyncio.Task[bool]) -> None:
        # If the place is free already, the next request gets it.
        if acquiring.done():
            self._free.release()
        else:
            acquiring.cancel()

    async def run(self, job: Callable[[], T]) -> T:
        """Run a job in a thread and return its result. The caller has a place."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, job)

    def close(self) -> None:
        """Wait for the running jobs, then end the threads and so their database connections."""
        self._threads.shutdown(wait=True)


HEADERS_TIMEOUT = 10.0
"""Seconds for the headers of a request: from the connection, or from their first byte."""
READ_TIMEOUT = 20.0
"""Seconds after which a client that reads nothing is disconnected."""


class TimeoutProtocol(H11Protocol):
    """A connection with timeouts."""

    _headers_due: asyncio.TimerHandle | None = None
    _reading_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_headers()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._expect_headers()
        elif self._headers_due is not None:
            self._headers_due.cancel()
            self._headers_due = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading_due = self.loop.call_later(READ_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        _cancel(self._reading_due)

    def connection_lost(self, exc: Exception | None) -> None:
        _cancel(self._headers_due)
        _cancel(self._reading_due)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """End the streams, which do not end by themselves."""
        app: Any = self.app
        app.end_streams()
        super().shutdown()

    def _expect_headers(self) -> None:
        if self._headers_due is None and not self.transport.is_closing():
            self._headers_due = self.loop.call_later(HEADERS_TIMEOUT, self.transport.abort)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
