"""Streams of events' changes: no thread and no database connection is held for any of them.

While somebody follows an event, one poller looks at the event's feed twice a second and hands what is new to
every stream of this process. A stream joins the poller first and then reads what happened since the position
it came with: what is told twice by that is dropped, and nothing falls between. Now and then it is asked
whether the keys that streams came with are still good.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from uuid import UUID

from django.db import DatabaseError, close_old_connections, connections

from api.live import HEARTBEAT, Following, body_of, frame
from tournaments.services.clubs.keys import still_in_force
from tournaments.services.webhooks import feed
from tournaments.services.webhooks.feed import Look, Position

logger = logging.getLogger(__name__)

LOOK_EVERY = 0.5
HEARTBEAT_EVERY = 15.0
KEYS_EVERY = 15.0
"""Seconds for which a stream outlives its key at most, a moment more or less."""
LIFETIME = 300.0
"""Seconds after which a stream is closed, give or take a fifth: its client comes back, perhaps elsewhere."""

PER_HOLDER = 50
"""Streams of one key or address. A club's phones share an address."""
IN_ALL = 1000
"""Streams of one process."""
BEHIND = 200
"""A reader that is so many changes behind is hung up on: it comes back and goes on from where it was."""

Tell = Callable[[bytes], Awaitable[None]]
"""Sends some bytes; returns when there is room for more."""
Gone = Callable[[], Awaitable[None]]
"""Returns when the reader has gone."""


class NoRoomError(Exception):
    """There are too many streams: of this holder, or in all."""

    def __init__(self, *, in_all: bool) -> None:
        super().__init__()
        self.in_all = in_all


@dataclass(frozen=True)
class _News:
    """A change, with what all readers are told of it alike."""

    position: Position
    is_standing: bool
    body: bytes


class _Listener:
    """One stream: what it has to tell yet, and the position it has told."""

    def __init__(self, following: Following) -> None:
        self.following = following
        self.position = following.position
        self.news: asyncio.Queue[_News | None] = asyncio.Queue()

    def offer(self, news: _News) -> None:
        """Have this told, unless the reader is too far behind already."""
        if self.news.qsize() >= BEHIND:
            self.end()
        else:
            self.news.put_nowait(news)

    def end(self) -> None:
        """Nothing comes after what is waiting already."""
        self.news.put_nowait(None)

    def words(self, news: _News) -> bytes:
        """What to tell of it: nothing, if it was told."""
        at, told = news.position, self.position
        if news.is_standing:
            self.position = Position(told.entry, max(at.version, told.version))
        else:
            self.position = Position(max(at.entry, told.entry), told.version)
        return b"" if self.position == told else frame(self.position, news.body)


class _Channel:
    """The streams of one event, and the poller that they share."""

    def __init__(self, position: Position, visibility: str) -> None:
        self.listeners: set[_Listener] = set()
        self.position = position
        self.visibility = visibility
        self.poller: asyncio.Task[None] | None = None


class Hub:
    """All streams of this process. To be used in one event loop."""

    def __init__(self) -> None:
        self._channels: dict[UUID, _Channel] = {}
        self._held: Counter[str] = Counter()
        self._ending = False
        self._reader = ThreadPoolExecutor(1, "streams")

    @property
    def streams(self) -> int:
        """How many there are."""
        return sum(self._held.values())

    def take_place(self, following: Following) -> None:
        """Count one more stream; raises NoRoomError. To be given back."""
        if self._ending or self.streams >= IN_ALL:
            raise NoRoomError(in_all=True)
        if self._held[following.holder] >= PER_HOLDER:
            raise NoRoomError(in_all=False)
        self._held[following.holder] += 1

    def give_place_back(self, following: Following) -> None:
        self._held[following.holder] -= 1
        if not self._held[following.holder]:
            del self._held[following.holder]

    async def follow(self, following: Following, tell: Tell, gone: Gone) -> None:
        """Tell what happens, until the event is over, the reader gone, or it is time to come back."""
        listener = _Listener(following)
        channel = self._join(listener)
        leaving = asyncio.create_task(_when(gone, listener.end))
        try:
            await self._catch_up(listener, tell)
            await _tell_on(listener, tell)
        finally:
            leaving.cancel()
            self._leave(channel, listener)

    def end(self) -> None:
        """The server stops: close every stream. Their clients come back to the next server."""
        self._ending = True
        for channel in self._channels.values():
            for listener in channel.listeners:
                listener.end()

    def close(self) -> None:
        """Let go of the database."""
        self._reader.submit(connections.close_all)
        self._reader.shutdown(wait=True)

    def _join(self, listener: _Listener) -> _Channel:
        following = listener.following
        channel = self._channels.get(following.event)
        if channel is None:
            # From where its first reader is: whoever joins later has read as far in what came before.
            channel = _Channel(following.position, following.visibility)
            self._channels[following.event] = channel
            channel.poller = asyncio.create_task(self._poll(following.event, channel))
        channel.listeners.add(listener)
        if self._ending or following.visibility != channel.visibility:
            listener.end()
        return channel

    def _leave(self, channel: _Channel, listener: _Listener) -> None:
        channel.listeners.discard(listener)
        if not channel.listeners:
            if self._channels.get(listener.following.event) is channel:
                del self._channels[listener.following.event]
            if channel.poller is not None:
                channel.poller.cancel()
            if not self._channels and not self._ending:
                self._reader.submit(connections.close_all)

    async def _look(self, event: UUID, after: Position) -> Look | None:
        return await asyncio.get_running_loop().run_in_executor(self._reader, _look, event, after)

    async def _catch_up(self, listener: _Listener, tell: Tell) -> None:
        """Tell what happened between the position that the reader came with and its joining."""
        while True:
            seen = await self._look(listener.following.event, listener.position)
            if seen is None or seen.is_over:
                listener.end()
            if seen is None or not seen.changes:
                return
            await tell(b"".join(listener.words(news) for news in _news_of(seen)))

    async def _hang_up_on_ended_keys(self, channel: _Channel) -> None:
        came_with = {one.following.key for one in channel.listeners if one.following.key is not None}
        if not came_with:
            return
        loop = asyncio.get_running_loop()
        ended = came_with - await loop.run_in_executor(self._reader, _still_in_force, came_with)
        for listener in channel.listeners:
            if listener.following.key in ended:
                listener.end()

    async def _poll(self, event: UUID, channel: _Channel) -> None:
        """Look at the feed for as long as somebody listens and something may come."""
        clock = asyncio.get_running_loop().time
        keys_due = clock() + KEYS_EVERY
        try:
            while True:
                try:
                    if clock() >= keys_due:
                        await self._hang_up_on_ended_keys(channel)
                        keys_due = clock() + KEYS_EVERY
                    seen = await self._look(event, channel.position)
                except DatabaseError:
                    # The streams stay: when the database is back, they go on from where they are.
                    logger.warning("The feed of event %s cannot be read at the moment", event, exc_info=True)
                    await asyncio.sleep(LOOK_EVERY * 4)
                    continue
                for news in _news_of(seen) if seen else ():
                    channel.position = news.position
                    for listener in channel.listeners:
                        listener.offer(news)
                if seen is None or seen.is_over or seen.visibility != channel.visibility:
                    # Over, or others may follow it now: whoever comes back is asked again who they are.
                    return
                await asyncio.sleep(0 if len(seen.changes) >= feed.AT_ONCE else LOOK_EVERY)
        finally:
            if self._channels.get(event) is channel:
                del self._channels[event]
            for listener in channel.listeners:
                listener.end()


async def _tell_on(listener: _Listener, tell: Tell) -> None:
    """Tell what comes, and now and then that nothing came, until it ends or its time is up."""
    clock = asyncio.get_running_loop().time
    until = clock() + LIFETIME * random.uniform(0.8, 1.2)  # noqa: S311 - spreads the load, hides nothing
    while (left := until - clock()) > 0:
        try:
            async with asyncio.timeout(min(left, HEARTBEAT_EVERY)):
                news = await listener.news.get()
        except TimeoutError:
            await tell(HEARTBEAT)
            continue
        if news is None:
            return
        if words := listener.words(news):
            await tell(words)


async def _when(gone: Gone, then: Callable[[], None]) -> None:
    await gone()
    then()


def _news_of(seen: Look) -> list[_News]:
    return [
        _News(change.position, change.type == feed.STANDING_CHANGED, body_of(change))
        for change in seen.changes
    ]


def _still_in_force(keys: set[UUID]) -> set[UUID]:
    close_old_connections()
    return still_in_force(keys)


def _look(event: UUID, after: Position) -> Look | None:
    close_old_connections()
    return feed.look(event, after)
