"""The hub: what streams send, whenever a reader joins, and how they end. The feed is a list in the test."""

from __future__ import annotations

import asyncio
import random
import re
import threading
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.db import OperationalError

from api.live import HEARTBEAT, Following
from pochleague import live
from pochleague.live import Hub
from pochleague.refusals import RequestRefused
from tests.platform.processes import TIMEOUT, run_apart
from tournaments.programs.webhooks.feed import AT_ONCE, Change, Cursor, FeedPage
from tournaments.programs.webhooks.models import ChangeType

EVENT = UUID(int=7)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Feed:
    """The feed of an event: entries of the log and the newest standing. The test writes it."""

    def __init__(self) -> None:
        self.entries = 0
        self.version = -1
        self.is_finished = False
        self.visibility = "public"
        self.failures = 0
        self.looks = 0
        self.lock = threading.Lock()

    def look(self, _event: UUID, after: Cursor) -> FeedPage | None:
        with self.lock:
            self.looks += 1
            if self.failures:
                self.failures -= 1
                raise OperationalError
            numbers = range(after.entry + 1, min(self.entries, after.entry + AT_ONCE) + 1)
            new = [change(ChangeType.DEAL_RECORDED, Cursor(entry, after.version)) for entry in numbers]
            if len(new) < AT_ONCE and self.version > after.version:
                last = new[-1].cursor.entry if new else after.entry
                new.append(change(ChangeType.STANDING_CHANGED, Cursor(last, self.version)))
            return FeedPage(new, self.is_finished and not new, self.visibility)


def change(type_: str, cursor: Cursor) -> Change:
    return Change(cursor, type_, NOON, {"n": cursor.entry, "v": cursor.version})


class Reader:
    """A client and what it has received."""

    def __init__(self, hub: Hub, cursor: Cursor | None = None, key: UUID | None = None) -> None:
        self.printed = b""
        self.hub = hub
        self.room = asyncio.Event()
        self.room.set()
        self.gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.following = Following(EVENT, cursor or Cursor(), "public", "address 127.0.0.1", key)
        self.task = asyncio.create_task(hub.follow(self.following, self.take, self.gone))

    async def take(self, words: bytes) -> None:
        await self.room.wait()
        self.printed += words

    @property
    def entries(self) -> list[int]:
        """The entries of the log that it has received, in order."""
        return [int(n) for n in re.findall(rb'event: deal.recorded\ndata: .*?"n":(\d+)', self.printed)]

    @property
    def versions(self) -> list[int]:
        return [int(v) for v in re.findall(rb'event: standing.changed\ndata: .*?"v":(\d+)', self.printed)]

    @property
    def cursor(self) -> Cursor:
        """The cursor from which it would resume."""
        ids = re.findall(rb"^id: (\S+)$", self.printed, re.MULTILINE)
        return Cursor.parse(ids[-1].decode()) or Cursor() if ids else self.following.cursor

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(TIMEOUT):
            while True:
                if true():
                    return
                await asyncio.sleep(0.002)


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> Feed:
    feed = Feed()
    monkeypatch.setattr(live, "_look", lambda _read, source, after: feed.look(source, after))
    monkeypatch.setattr(live, "LOOK_EVERY", 0.002)
    return feed


def play(scene: Callable[[Hub], Awaitable[None]]) -> None:
    """Run `scene` with a new hub."""

    async def run() -> None:
        hub = Hub()
        try:
            await scene(hub)
        finally:
            hub.end()
            await asyncio.sleep(0)
            hub.close()

    run_apart(run())


def test_all_streams_of_an_event_share_one_poller(feed: Feed) -> None:
    async def scene(hub: Hub) -> None:
        readers = [Reader(hub) for _ in range(20)]
        await readers[0].until(lambda: feed.looks > 40)
        before = feed.looks
        feed.entries = 3
        for reader in readers:
            await reader.until(lambda reader=reader: len(reader.entries) == 3)  # type: ignore[misc]
        assert feed.looks - before < 20
        assert all(reader.entries == [1, 2, 3] for reader in readers)

    play(scene)


@pytest.mark.parametrize("seed", range(20))
def test_readers_that_reconnect_receive_everything_once(seed: int, feed: Feed) -> None:
    chance = random.Random(seed)

    async def read_all(hub: Hub, heard: list[int], standings: list[int]) -> None:
        """A client that disconnects at random and resumes, until it has received everything."""
        cursor = Cursor()
        while len(heard) < 600:
            reader = Reader(hub, cursor)
            for _ in range(chance.randrange(1, 30)):
                await asyncio.sleep(0)
            reader.gone.set_result(None)
            await reader.task
            heard += reader.entries
            standings += reader.versions
            cursor = reader.cursor

    async def write() -> None:
        while feed.entries < 600:
            with feed.lock:
                feed.entries = min(600, feed.entries + chance.choice([1, 1, 1, 5, 70, 250]))
                feed.version += chance.randrange(2)
            await asyncio.sleep(0.001)

    async def scene(hub: Hub) -> None:
        heard: list[list[int]] = [[] for _ in range(5)]
        standings: list[list[int]] = [[] for _ in range(5)]
        await asyncio.gather(write(), *map(read_all, [hub] * 5, heard, standings))
        assert heard == [list(range(1, 601))] * 5
        assert all(versions == sorted(set(versions)) for versions in standings)

    play(scene)


def test_a_reader_that_is_too_slow_is_disconnected_and_the_others_are_not(
    feed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEHIND", 10)

    async def scene(hub: Hub) -> None:
        slow, quick = Reader(hub), Reader(hub)
        await quick.until(lambda: feed.looks > 5)
        slow.room.clear()
        for _ in range(60):
            feed.entries += 1
            await quick.until(lambda: len(quick.entries) == feed.entries)
        slow.room.set()
        await slow.task
        assert slow.entries == list(range(1, len(slow.entries) + 1))
        assert len(slow.entries) < 60
        again = Reader(hub, slow.cursor)
        await again.until(lambda: len(slow.entries + again.entries) == 60)
        assert slow.entries + again.entries == quick.entries

    play(scene)


def test_a_quiet_stream_has_a_heartbeat(feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_EVERY", 0.005)

    async def scene(hub: Hub) -> None:
        reader = Reader(hub)
        await reader.until(lambda: reader.printed.count(HEARTBEAT) >= 3)
        assert HEARTBEAT.startswith(b":")

    play(scene)


def test_a_stream_ends_after_the_last_change_of_a_finished_event(feed: Feed) -> None:
    async def scene(hub: Hub) -> None:
        readers = [Reader(hub), Reader(hub)]
        feed.entries, feed.version = 2, 5
        for reader in readers:  # a later reader receives only the newest standing
            await reader.until(lambda reader=reader: reader.versions == [5])  # type: ignore[misc]
        with feed.lock:
            feed.entries, feed.version, feed.is_finished = 3, 6, True
        for reader in readers:
            await reader.task
            assert (reader.entries, reader.versions) == ([1, 2, 3], [5, 6])

    play(scene)


def test_a_stream_ends_after_its_lifetime_and_when_the_server_stops(
    feed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(hub: Hub) -> None:
        stopped = Reader(hub)
        await stopped.until(lambda: feed.looks > 10)  # the first ones belong to its own catching up
        monkeypatch.setattr(live, "LIFETIME", 0.01)
        timed = Reader(hub)
        await timed.task
        assert not stopped.task.done()
        hub.end()
        await stopped.task
        late = Reader(hub)
        await late.task

    play(scene)


def test_a_stream_ends_without_a_further_change_when_the_visibility_of_the_event_changes(feed: Feed) -> None:
    async def scene(hub: Hub) -> None:
        reader = Reader(hub)
        await reader.until(lambda: feed.looks > 10)  # the first ones belong to its own catching up
        with feed.lock:
            feed.entries, feed.visibility = 1, "private"
        await reader.until(lambda: reader.task.done() or bool(reader.entries))
        assert reader.entries == []

    play(scene)


def test_a_stream_ends_with_its_key_and_the_others_continue(
    feed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, bad = UUID(int=1), UUID(int=2)
    revoked: set[UUID] = set()
    monkeypatch.setattr(live, "KEYS_EVERY", 0.005)
    monkeypatch.setattr(live, "_still_in_force", lambda keys: keys - revoked)

    async def scene(hub: Hub) -> None:
        others = [Reader(hub), Reader(hub, key=good)]
        reader = Reader(hub, key=bad)
        feed.entries = 1
        await reader.until(lambda: reader.entries == [1])
        revoked.add(bad)
        await reader.task
        feed.entries = 2
        for other in others:
            await other.until(lambda other=other: other.entries == [1, 2])  # type: ignore[misc]

    play(scene)


def test_an_error_of_the_database_ends_no_stream(feed: Feed) -> None:
    async def scene(hub: Hub) -> None:
        reader = Reader(hub)
        await reader.until(lambda: feed.looks > 3)
        feed.failures = 2
        await reader.until(lambda: feed.failures == 0)
        feed.entries = 1
        await reader.until(lambda: reader.entries == [1])

    play(scene)


def test_the_number_of_streams_is_limited_for_each_holder_and_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PER_ADDRESS", 2)
    monkeypatch.setattr(live, "IN_ALL", 3)

    def following_of(holder: str) -> Following:
        return Following(EVENT, Cursor(), "public", holder)

    async def scene(hub: Hub) -> None:
        places = [hub.place(following_of(holder)) for holder in ("a", "a", "b")]
        for place in places:
            place.__enter__()
        for holder in ("a", "c"):
            with pytest.raises(RequestRefused, match="busy"), hub.place(following_of(holder)):
                pass
        places[2].__exit__(None, None, None)
        with pytest.raises(RequestRefused, match="too_many_streams"), hub.place(following_of("a")):
            pass
        with hub.place(following_of("c")):
            assert hub.streams == 3

    play(scene)
