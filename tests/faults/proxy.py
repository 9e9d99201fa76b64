"""A TCP proxy between the service and PostgreSQL. It can cut a connection exactly at a COMMIT.

Before: PostgreSQL never gets the COMMIT. After: PostgreSQL has committed, and the service never learns it.
The process that sent the COMMIT can be killed at the same moment.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_SIMPLE_QUERY = b"Q"
_CHUNK = 65_536


@dataclass
class Cut:
    """What happens at the next COMMIT of any connection."""

    after: bool
    """Whether PostgreSQL commits."""
    kills: bool
    """Whether the process that sent the COMMIT is killed."""
    done: threading.Event = field(default_factory=threading.Event)


class Proxy:
    """Passes connections to the socket of a PostgreSQL server, from a port of 127.0.0.1."""

    def __init__(self, server: Path) -> None:
        self.port = 0
        self._server = server
        self._cuts: deque[Cut] = deque()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="proxy", daemon=True)
        self._thread.start()
        self._ready.wait()

    def cut(self, *, after: bool, kills: bool = False, limit: float = 60.0) -> None:
        """Cut the connection at the next COMMIT, and return when that has happened."""
        cut = Cut(after, kills)
        self._cuts.append(cut)
        assert cut.done.wait(limit), "no COMMIT came"

    def stop(self) -> None:
        """End all connections and the thread."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        listening = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = listening.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        listening.close()

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        """Pass one connection in both directions until one side closes it."""
        to_server = None
        try:
            server, to_server = await asyncio.open_unix_connection(str(self._server))
            asked: deque[Cut] = deque()
            tasks = [
                asyncio.create_task(self._requests(client, to_server, to_client, asked)),
                asyncio.create_task(self._responses(server, to_client, asked)),
            ]
            _done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in rest:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        except (OSError, asyncio.CancelledError):
            pass  # PostgreSQL is down, or the proxy ends: the client sees a closed connection
        finally:
            for writer in (to_client, to_server):
                if writer is not None:
                    writer.close()

    async def _requests(
        self,
        client: asyncio.StreamReader,
        to_server: asyncio.StreamWriter,
        to_client: asyncio.StreamWriter,
        asked: deque[Cut],
    ) -> None:
        """Pass the messages of the client. The first has no type; the others have a letter and a length."""
        head = await client.readexactly(4)
        to_server.write(head + await client.readexactly(int.from_bytes(head) - 4))
        while True:
            head = await client.readexactly(5)
            content = await client.readexactly(int.from_bytes(head[1:]) - 4)
            if head[:1] == _SIMPLE_QUERY and content.startswith(b"COMMIT") and self._cuts:
                cut = self._cuts.popleft()
                if not cut.after:
                    _finish(cut, to_client)
                    return
                asked.append(cut)
            to_server.write(head + content)
            await to_server.drain()

    async def _responses(
        self, server: asyncio.StreamReader, to_client: asyncio.StreamWriter, asked: deque[Cut]
    ) -> None:
        """Pass the bytes of the server, but not the answer to a COMMIT that is cut."""
        while content := await server.read(_CHUNK):
            if asked:
                _finish(asked.popleft(), to_client)
                return
            to_client.write(content)
            await to_client.drain()


def _finish(cut: Cut, to_client: asyncio.StreamWriter) -> None:
    if cut.kills and (pid := _owner(to_client.get_extra_info("peername")[1])):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    cut.done.set()


def _owner(port: int) -> int | None:
    """Return the process whose connection has this local port."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inodes = {line[9] for line in lines if int(line[1].rpartition(":")[2], 16) == port}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            for descriptor in (folder / "fd").iterdir():
                if any(str(descriptor.readlink()) == f"socket:[{inode}]" for inode in inodes):
                    return int(folder.name)
    return None
