"""Django behind an ASGI server: the server waits for clients, threads work for them.

A request is handed to a thread when all of its body is there, and its answer is sent when the thread is done
with it: a client that sends or reads slowly holds no thread. The threads are few, and each keeps its database
connection, which makes it as fast as a WSGI server. (Django's own ASGI handler gives each request a new
thread, and with that a new connection.)

Two kinds of answers are longer. A stream of an event's changes (`api.live`) is told by the hub, without a
thread. An export that is written as it is read goes on in its thread, which steps aside for another.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from django.core.handlers.wsgi import WSGIHandler

from api.codes import TITLES
from api.live import Following
from api.problems import MEDIA_TYPE, TYPES
from pochleague.live import Hub, NoRoomError
from pochleague.workers import Workers
from tournaments.kernel.wakeups import Bellman

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]

THREADS = 8
LARGEST_BODY = 20 * 1024 * 1024
"""Bytes. Routes and settings are stricter; this only spares the memory."""
SHORT_BODY = 64 * 1024
"""Bytes of a body that there is always room for."""
LONG_BODIES = 128 * 1024 * 1024
"""Bytes of all that is longer, of all requests together; a further one is sent away."""
BODY_WITHIN = 20.0
"""Seconds in which a request's body must have come, from its headers on."""
WAITING = 1000
"""So many requests wait for a thread; further ones are sent away. (All streams come back at once.)"""
EXPORTS = 4
"""Answers that are written as they are read, at the same time."""
WHOLE = 1024 * 1024
"""Bytes up to which an answer of a known length is taken out of its thread as one piece."""
SLOWEST = 16 * 1024
"""Bytes a second that a reader of an export takes, or it is hung up on: others wait for its place."""
SLOW_FOR = 30.0
"""Seconds of waiting for a reader after which that is asked."""
PATIENCE = 10.0
"""Seconds that the threads get to end in."""


class Refused(Exception):
    """The request never reaches Django."""

    def __init__(self, status: int, code: str, detail: str, wait: int | None = None) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail, self.wait = status, code, detail, wait


class Gone(Exception):
    """The client hung up, or is hung up on."""


@dataclass
class Answer:
    """What a thread has made of a request."""

    status: int = 500
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""
    following: Following | None = None
    is_sent: bool = False

    def start(self, status: str, headers: list[tuple[str, str]], _exc_info: Any = None, /) -> Any:
        """WSGI's start_response."""
        self.status, self.headers = int(status[:3]), headers

    @property
    def start_message(self) -> dict[str, Any]:
        # Django's handler begins the value of a cookie with a space, which the server takes for no header.
        headers = [
            (name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in self.headers
        ]
        if self.following is not None:
            headers = [(name, value) for name, value in headers if name != b"content-length"]
        return {"type": "http.response.start", "status": self.status, "headers": headers}


class Application:
    """The ASGI application."""

    def __init__(self, django: WSGIHandler, threads: int = THREADS) -> None:
        self.hub = Hub()
        self._django = django
        self._workers = Workers("request", threads)
        self._bellman: Bellman | None = None
        self._waiting = 0
        self._long_bodies = 0
        self._exports = threading.Semaphore(EXPORTS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live_and_end(receive, send)
        elif scope["type"] == "http":
            try:
                await self._answer(scope, receive, send)
            except Refused as refusal:
                await _send_problem(refusal, send)
            except Gone:
                pass

    def end_streams(self) -> None:
        """The server is about to end: it waits for every answer, and streams would not end by themselves."""
        self.hub.end()

    async def _live_and_end(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._bellman = Bellman()
                self._bellman.start()
                await send({"type": "lifespan.startup.complete"})
            else:
                await asyncio.to_thread(self.close)
                await send({"type": "lifespan.shutdown.complete"})
                return

    def close(self) -> None:
        """End the threads, with their connections."""
        self.hub.end()
        self._workers.close(PATIENCE)
        if self._bellman is not None:
            self._bellman.stop(PATIENCE)
        self.hub.close()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, answer, and count its bytes for as long."""
        held = 0

        def hold(more: int) -> None:
            nonlocal held
            if self._long_bodies + more > LONG_BODIES:
                raise Refused(503, "busy", "Too much is being sent at the moment. Try again soon.", 5)
            self._long_bodies += more
            held += more

        try:
            await self._answer_to(await read_body(scope["headers"], receive, hold), scope, receive, send)
        finally:
            self._long_bodies -= held

    async def _answer_to(self, body: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        if self._waiting >= WAITING:
            raise Refused(503, "busy", "More is asked for than can be answered. Try again soon.", 2)
        gone = threading.Event()
        watch: asyncio.Task[None] | None = None
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Answer] = loop.create_future()

        def tell(message: dict[str, Any]) -> None:
            """From the thread: send a part of a long answer, and wait until there is room for more."""
            if gone.is_set():
                raise Gone
            asyncio.run_coroutine_threadsafe(send(message), loop).result()

        def job() -> None:
            try:
                answer = self._work(environ_of(scope, body), tell)
            except BaseException as error:  # noqa: BLE001 - it is raised again, where the request is waited for
                loop.call_soon_threadsafe(_settle, done, error)
            else:
                loop.call_soon_threadsafe(_settle, done, answer)

        async def look_out() -> None:
            await _until_gone(receive)
            gone.set()

        self._waiting += 1
        try:
            watch = loop.create_task(look_out())
            self._workers.do(job)
            answer = await done
        finally:
            self._waiting -= 1
            if watch is not None:
                watch.cancel()
        if answer.is_sent:
            return
        if answer.following is not None and scope["method"] == "GET":
            await self._stream(answer, answer.following, receive, send)
            return
        await send(answer.start_message)
        await send({"type": "http.response.body", "body": answer.body})

    def _work(self, environ: dict[str, Any], tell: Callable[[dict[str, Any]], None]) -> Answer:
        """In a thread: the answer, whole, or sent already if it is a long one."""
        answer = Answer()
        response: Any = self._django(environ, answer.start)
        try:
            if response.streaming and not 0 <= int(response.headers.get("Content-Length", -1)) <= WHOLE:
                self._export(answer, response, tell)
            else:
                answer.body = b"".join(response)
                answer.following = getattr(response, "following", None)
        finally:
            response.close()
        return answer

    def _export(self, answer: Answer, parts: Iterable[bytes], tell: Callable[[dict[str, Any]], None]) -> None:
        """Send an answer as it is made."""
        if not self._exports.acquire(blocking=False):
            raise Refused(503, "busy", "Too many exports are being read. Try again soon.", 10)
        try:
            self._workers.step_aside()
            tell(answer.start_message)
            sent, waited = 0, 0.0
            for part in parts:
                began = time.monotonic()
                tell({"type": "http.response.body", "body": part, "more_body": True})
                sent, waited = sent + len(part), waited + time.monotonic() - began
                if waited > SLOW_FOR and sent < waited * SLOWEST:
                    raise Gone
            tell({"type": "http.response.body", "body": b""})
            answer.is_sent = True
        finally:
            self._exports.release()

    async def _stream(self, answer: Answer, following: Following, receive: Receive, send: Send) -> None:
        """Send what has happened so far, then what happens."""
        try:
            self.hub.take_place(following)
        except NoRoomError as error:
            if error.in_all:
                raise Refused(503, "busy", "There are too many streams. Try again soon.", 10) from error
            raise Refused(
                429, "too_many_streams", "You have too many streams open: close one, or share it.", 30
            ) from error

        async def tell(words: bytes) -> None:
            await send({"type": "http.response.body", "body": words, "more_body": True})

        try:
            await send(answer.start_message)
            await tell(answer.body)
            await self.hub.follow(following, tell, lambda: _until_gone(receive))
            await send({"type": "http.response.body", "body": b""})
        finally:
            self.hub.give_place_back(following)


async def read_body(
    headers: list[tuple[bytes, bytes]], receive: Receive, hold: Callable[[int], None]
) -> bytes:
    """All of a request's body; Refused when it is too large or too slow, Gone when the client hangs up.

    hold: told of the bytes beyond a short body as they come; it may refuse them.
    """
    too_large = Refused(413, "body_too_large", f"A body may have up to {LARGEST_BODY} bytes.")
    announced = dict(headers).get(b"content-length", b"")
    if announced.isdigit() and int(announced) > LARGEST_BODY:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Gone
                short = max(len(body), SHORT_BODY)
                body += message.get("body", b"")
                if len(body) > LARGEST_BODY:
                    raise too_large
                hold(max(0, len(body) - short))
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise Refused(
            408, "body_too_slow", f"The body did not come within {BODY_WITHIN:.0f} seconds."
        ) from None


def environ_of(scope: Scope, body: bytes) -> dict[str, Any]:
    """The request as WSGI has it."""
    host, port = scope.get("server") or ("localhost", 80)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": (scope.get("client") or ("", 0))[0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": _Errors(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").upper(), raw_value.decode("latin-1")
        # With an underscore a header could pass for another one, which a proxy before us has removed or set.
        if "_" in name or name == "CONTENT-LENGTH":
            continue
        key = "CONTENT_TYPE" if name == "CONTENT-TYPE" else f"HTTP_{name.replace('-', '_')}"
        if key in environ:
            value = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{value}"
        environ[key] = value
    return environ


class _Errors:
    """WSGI's stream for what goes wrong: the log."""

    def write(self, text: str) -> int:
        logger.error("%s", text.rstrip())
        return len(text)

    def flush(self) -> None:
        """Nothing is kept back."""


def _settle(done: asyncio.Future[Answer], what: Answer | BaseException) -> None:
    if done.done():
        return
    if isinstance(what, BaseException):
        done.set_exception(what)
    else:
        done.set_result(what)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send_problem(refusal: Refused, send: Send) -> None:
    told = {
        "type": f"{TYPES}{refusal.code}/",
        "title": TITLES[refusal.code],
        "status": refusal.status,
        "code": refusal.code,
        "detail": refusal.detail,
    }
    body = json.dumps(told).encode()
    headers = [
        (b"content-type", MEDIA_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if refusal.wait is not None:
        headers.append((b"retry-after", str(refusal.wait).encode()))
    if refusal.status in (408, 413):
        headers.append((b"connection", b"close"))  # the rest of the body is not waited for
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
