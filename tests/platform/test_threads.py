"""The lanes of the web server: who gets a thread, and when."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from pochleague.lanes import Lane
from tests.platform.processes import TIMEOUT, run_apart

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Gate:
    """A job that runs until the test opens the gate."""

    def __init__(self) -> None:
        self.has_begun = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._open = threading.Event()

    def job(self) -> int:
        self._loop.call_soon_threadsafe(self.has_begun.set)
        assert self._open.wait(TIMEOUT)
        return threading.get_ident()

    def open(self) -> None:
        self._open.set()


def present() -> asyncio.Future[None]:
    """A client that stays."""
    return asyncio.get_running_loop().create_future()


async def ask(lane: Lane, job: Callable[[], int], gone: asyncio.Future[None] | None = None) -> int:
    place = await lane.take_place(gone or present())
    try:
        return await lane.run(job)
    finally:
        place.close()


@asynccontextmanager
async def occupied(lane: Lane) -> AsyncIterator[Gate]:
    """A request occupies a thread of the lane during the block."""
    gate = Gate()
    asking = asyncio.create_task(ask(lane, gate.job))
    await gate.has_begun.wait()
    try:
        yield gate
    finally:
        gate.open()
        await asking


def play(scene: Callable[[Lane], Awaitable[None]], *, longest_wait: float = TIMEOUT) -> None:
    """Run `scene` with a lane of one thread and one more."""

    async def run() -> None:
        lane = Lane("tested", 1, more=1, longest_wait=longest_wait)
        try:
            async with asyncio.timeout(TIMEOUT):
                await scene(lane)
        finally:
            lane.close()

    run_apart(run())


def test_a_client_that_disconnects_when_its_turn_comes_leaves_the_thread_to_the_next() -> None:
    async def scene(lane: Lane) -> None:
        for turns in range(6):
            gone = present()
            async with occupied(lane) as gate:
                left = asyncio.create_task(ask(lane, lambda: 0, gone))
                await asyncio.sleep(0)
                gate.open()
            for _ in range(turns):
                await asyncio.sleep(0)
            if not gone.done():
                gone.set_result(None)
            await asyncio.gather(left, return_exceptions=True)
            assert await ask(lane, lambda: 7) == 7

    play(scene)


def test_a_request_that_gives_its_place_back_keeps_its_thread() -> None:
    async def scene(lane: Lane) -> None:
        gate = Gate()
        place = await lane.take_place(present())
        long = asyncio.create_task(lane.run(gate.job))
        await gate.has_begun.wait()
        place.close()
        other = await ask(lane, threading.get_ident)
        gate.open()
        assert await long != other
        place.close()  # again, which does nothing:
        async with occupied(lane) as gate:
            waiting = asyncio.create_task(ask(lane, lambda: 7))
            await asyncio.sleep(0)
            assert not waiting.done()
            gate.open()
            assert await waiting == 7

    play(scene)


def test_a_request_that_is_cancelled_while_it_waits_leaves_its_turn_to_the_next() -> None:
    async def scene(lane: Lane) -> None:
        async with occupied(lane) as gate:
            cancelled = asyncio.create_task(ask(lane, lambda: 0))
            next_ = asyncio.create_task(ask(lane, lambda: 7))
            await asyncio.sleep(0)
            cancelled.cancel()
            gate.open()
            assert await next_ == 7

    play(scene)
