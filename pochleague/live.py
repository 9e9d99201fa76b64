"""Streams of the changes of events and seasons. A stream uses no thread and no database connection.

While an event or season has streams, one poller reads its feed twice a second and gives new changes to all
streams of this process. A new stream joins the poller first, and then reads the changes since its cursor. So
it misses no change, and drops those that it gets twice. The poller also checks whether the API keys of the
streams are still valid.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.db import DatabaseError, close_old_connections, connections
from django.utils.translation import gettext_noop as _

from api.live import HEARTBEAT, Following, Reader, body_of, frame
from pochleague.metrics import STREAMS
from pochleague.refusals import RequestRefused
from tournaments.clubs.verbs.accounts import still_in_force
from tournaments.programs.webhooks import feed
from tournaments.programs.webhooks.feed import Cursor, FeedPage

logger = logging.getLogger(__name__)

LOOK_EVERY = 0.5
HEARTBEAT_EVERY = 15.0
KEYS_EVERY = 15.0
"""Seconds between two checks of the keys."""
LIFETIME = 300.0
"""Seconds until a stream is closed, plus or minus a fifth. Its client then reconnects."""

PER_KEY = 50
"""Streams of one key. It belongs to one program."""
PER_ADDRESS = 500
"""Streams of one address. The 400 phones of a club can share an address, and some reconnect before we notice
that they are gone."""
IN_ALL = 2000
"""Streams of one process. Four full addresses fill it, so one address cannot lock out the others."""
BEHIND = 200
"""Changes. A reader that is further behind is disconnected; it reconnects and resumes at its cursor."""

SendBytes = Callable[[bytes], Awaitable[None]]
"""Sends bytes; returns when there is room for more."""


@dataclass(frozen=True)
class _Change:
    """A change, with the body that is equal for all readers."""

    cursor: Cursor
    is_standing: bool
    body: bytes


class _Listener:
    """One stream: the changes that it has not sent yet, and the cursor that it has sent."""

    def __init__(self, following: Following) -> None:
        self.following = following
        self.cursor = following.cursor
        self.changes: asyncio.Queue[_Change | None] = asyncio.Queue()

    def offer(self, change: _Change) -> None:
        """Add a change. End the stream if its reader is too far behind."""
        if self.changes.qsize() >= BEHIND:
            self.end()
        else:
            self.changes.put_nowait(change)

    def end(self) -> None:
        """End the stream after the changes that wait."""
        self.changes.put_nowait(None)

    def frame_of(self, change: _Change) -> bytes:
        """Return the bytes to send for a change: none if it was sent before."""
        new, sent = change.cursor, self.cursor
        if change.is_standing:
            self.cursor = Cursor(sent.entry, max(new.version, sent.version))
        else:
            self.cursor = Cursor(max(new.entry, sent.entry), sent.version)
        return b"" if self.cursor == sent else frame(self.cursor, change.body)


class _Channel:
    """The streams of one event or season, and their poller."""

    def __init__(self, following: Following) -> None:
        self.listeners: set[_Listener] = set()
        self.source = following.source
        self.read = following.read
        # The poller starts at the cursor of the first stream. Later streams catch up by themselves.
        self.cursor = following.cursor
        self.visibility = following.visibility
        self.poller: asyncio.Task[None] | None = None


class Hub:
    """All streams of this process. Use it in one event loop."""

    def __init__(self) -> None:
        self._channels: dict[UUID, _Channel] = {}
        self._held: Counter[str] = Counter()
        self._ending = False
        self._reader = ThreadPoolExecutor(1, "streams")

    @property
    def streams(self) -> int:
        """The number of streams."""
        return sum(self._held.values())

    @contextmanager
    def place(self, following: Following) -> Iterator[None]:
        """Count one more stream while the block runs. Raises RequestRefused if there are too many."""
        if self._ending or self.streams >= IN_ALL:
            raise RequestRefused(503, "busy", _("The server has too many streams. Try again soon."), 10)
        if self._held[following.holder] >= (PER_KEY if following.key else PER_ADDRESS):
            raise RequestRefused(
                429, "too_many_streams", _("You have too many open streams. Close or share one."), 30
            )
        self._held[following.holder] += 1
        STREAMS.inc()
        try:
            yield
        finally:
            self._held[following.holder] -= 1
            STREAMS.dec()
            if not self._held[following.holder]:
                del self._held[following.holder]

    async def follow(self, following: Following, send: SendBytes, gone: asyncio.Future[None]) -> None:
        """Send changes until the event ends, the reader disconnects (`gone`), or the lifetime is over."""
        listener = _Listener(following)
        channel = self._join(listener)
        gone.add_done_callback(lambda _gone: listener.end())
        try:
            await self._catch_up(listener, send)
            await _send_new(listener, send)
        finally:
            self._leave(channel, listener)

    def end(self) -> None:
        """Close every stream, since the server stops. Clients reconnect to the next server."""
        self._ending = True
        for channel in self._channels.values():
            for listener in channel.listeners:
                listener.end()

    def close(self) -> None:
        """Close the database connection."""
        self._reader.submit(connections.close_all)
        self._reader.shutdown(wait=True)

    def _join(self, listener: _Listener) -> _Channel:
        following = listener.following
        channel = self._channels.get(following.source)
        if channel is None:
            channel = _Channel(following)
            self._channels[following.source] = channel
            channel.poller = asyncio.create_task(self._poll(channel))
        channel.listeners.add(listener)
        if self._ending or following.visibility != channel.visibility:
            listener.end()
        return channel

    def _leave(self, channel: _Channel, listener: _Listener) -> None:
        channel.listeners.discard(listener)
        if not channel.listeners:
            if self._channels.get(channel.source) is channel:
                del self._channels[channel.source]
            if channel.poller is not None:
                channel.poller.cancel()
            if not self._channels and not self._ending:
                self._reader.submit(connections.close_all)

    async def _look(self, read: Reader, source: UUID, after: Cursor) -> FeedPage | None:
        return await asyncio.get_running_loop().run_in_executor(self._reader, _look, read, source, after)

    async def _catch_up(self, listener: _Listener, send: SendBytes) -> None:
        """Send the changes between the cursor of the stream and its joining."""
        while True:
            following = listener.following
            look = await self._look(following.read, following.source, listener.cursor)
            if look is None or look.is_over:
                listener.end()
            if look is None or not look.changes:
                return
            await send(b"".join(listener.frame_of(change) for change in _changes_of(look)))

    async def _end_streams_of_ended_keys(self, channel: _Channel) -> None:
        keys = {
            listener.following.key for listener in channel.listeners if listener.following.key is not None
        }
        if not keys:
            return
        loop = asyncio.get_running_loop()
        ended = keys - await loop.run_in_executor(self._reader, _still_in_force, keys)
        for listener in channel.listeners:
            if listener.following.key in ended:
                listener.end()

    async def _poll(self, channel: _Channel) -> None:
        """Read the feed while the event or season has streams and can change."""
        clock = asyncio.get_running_loop().time
        keys_due = clock() + KEYS_EVERY
        try:
            while True:
                try:
                    if clock() >= keys_due:
                        await self._end_streams_of_ended_keys(channel)
                        keys_due = clock() + KEYS_EVERY
                    look = await self._look(channel.read, channel.source, channel.cursor)
                except DatabaseError:
                    # The streams stay open. They continue when the database answers again.
                    logger.warning("Cannot read the feed of %s; trying again", channel.source, exc_info=True)
                    await asyncio.sleep(LOOK_EVERY * 4)
                    continue
                if look is None or look.visibility != channel.visibility:
                    # If the visibility changed, clients reconnect and their rights are checked again.
                    return
                for change in _changes_of(look):
                    channel.cursor = change.cursor
                    for listener in channel.listeners:
                        listener.offer(change)
                if look.is_over:
                    return
                await asyncio.sleep(0 if len(look.changes) >= feed.AT_ONCE else LOOK_EVERY)
        finally:
            if self._channels.get(channel.source) is channel:
                del self._channels[channel.source]
            for listener in channel.listeners:
                listener.end()


async def _send_new(listener: _Listener, send: SendBytes) -> None:
    """Send new changes and heartbeats until the stream ends or its lifetime is over."""
    clock = asyncio.get_running_loop().time
    until = clock() + LIFETIME * random.uniform(0.8, 1.2)  # noqa: S311 - spreads the load, hides nothing
    while (left := until - clock()) > 0:
        try:
            async with asyncio.timeout(min(left, HEARTBEAT_EVERY)):
                change = await listener.changes.get()
        except TimeoutError:
            await send(HEARTBEAT)
            continue
        if change is None:
            return
        if text := listener.frame_of(change):
            await send(text)


def _changes_of(look: FeedPage) -> list[_Change]:
    return [_Change(change.cursor, change.is_standing, body_of(change)) for change in look.changes]


def _still_in_force(keys: set[UUID]) -> set[UUID]:
    close_old_connections()
    return still_in_force(keys)


def _look(read: Reader, source: UUID, after: Cursor) -> FeedPage | None:
    close_old_connections()
    return read(source, after)
