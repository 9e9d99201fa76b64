"""Threads of their own for kinds of requests.

Requests wait in the event loop, in the order of their arrival, until a thread of their lane is free. So a
request whose client has disconnected is never worked, and a request that waits too long is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, TypeVar

from django.utils.translation import gettext_noop as _

from pochleague.refusals import RequestRefused

T = TypeVar("T")


class ClientGone(Exception):
    """The connection to the client is closed, by the client or by us."""


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

    async def take_place(self, gone: asyncio.Future[None]) -> ExitStack:
        """Wait for a thread. Close the place to let the next request begin; once is enough.

        Raises RequestRefused if this takes too long, or ClientGone when `gone` is done first.
        """
        if self._free.locked():
            await self._wait(gone)
        else:
            await self._free.acquire()
        place = ExitStack()
        place.callback(self._free.release)
        return place

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
            raise RequestRefused(503, "busy", _("The server has too many requests. Try again soon."), 5)

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
