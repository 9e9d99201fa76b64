"""Run Django behind an ASGI server: the server waits for clients, threads run Django.

A thread gets a request when its whole body has arrived. The server sends the response after the thread has
finished. So a client that sends or reads slowly occupies no thread. There are few threads, and each keeps its
database connection. (Django's own ASGI handler uses a new thread and a new connection for each request.)

Reads, writes, health checks and static files have threads of their own (`lanes.py`). So pages cannot delay a
deal.

Two kinds of responses take longer. The hub sends a stream of changes (`api.live`) without a thread. An
export, which is sent while it is made, keeps its thread and gives its place in the lane to the next request.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from io import BytesIO
from typing import Any, NamedTuple

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix
from django.utils.translation import gettext_noop as _

from api.live import Following
from pochleague.lanes import ClientGone, Lane
from pochleague.live import Hub
from pochleague.logs import HEADER, request_id_of
from pochleague.metrics import REQUEST_SECONDS
from pochleague.refusals import SAFE_METHODS, RequestRefused, refusal_messages
from tournaments.core.outbox import WorkerNotifier
from tournaments.core.requests import current_request_id, of_request

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]
SendPart = Callable[[dict[str, Any]], None]

READ_THREADS = 2
"""Reads use the processor most of their time. More threads would delay each other and the deals."""
WRITE_THREADS = 4
"""Writes may wait for a lock of the database."""
LONGEST_READ_WAIT = 2.0
"""Seconds that a read waits for a thread. Then it is refused, so writes keep the processor."""
LONGEST_WRITE_WAIT = 20.0
"""Seconds that a write waits for a thread. Its client has entered something, so it waits longer."""
CHECKS = frozenset({"/healthz", "/readyz"})
"""Paths with a thread of their own. Who watches the server must not wait for pages."""
LARGEST_BODY = 20 * 1024 * 1024
"""Bytes of a request. Routes and settings have lower limits; this one protects the memory."""
SHORT_BODY = 64 * 1024
"""Bytes of a request that do not count towards `LONG_BODIES`."""
LONG_BODIES = 128 * 1024 * 1024
"""Bytes beyond `SHORT_BODY` of all requests together. A request that exceeds them is refused."""
BODY_TIMEOUT = 20.0
"""Seconds from the headers to the end of the body."""
PASSWORDS = ("/sign-in/", "/join/", "/my-player/", "/password/", "/account/")
"""The beginnings of the addresses whose forms contain a password."""
EXPORTS = 4
"""Exports at the same time."""
WHOLE_RESPONSE = 1024 * 1024
"""Bytes up to which a streaming response of known length is collected before it is sent."""
SLOWEST_READER = 16 * 1024
"""Bytes per second. A client that reads an export more slowly is disconnected, since others wait."""
SLOW_READER_TIME = 30.0
"""Seconds of waiting for a client before its speed is checked."""
SHUTDOWN_TIMEOUT = 10.0
"""Seconds until the server stops waiting for the thread that wakes workers."""


class Django(BaseHandler):
    """Answers a request in the thread of the caller."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()

    def __call__(self, scope: Scope, body: bytes) -> HttpResponseBase:
        set_script_prefix("/")
        request_started.send(sender=type(self), scope=scope)
        return self.get_response(request_of(scope, body))


class MadeResponse(NamedTuple):
    """What a thread has made of a request. following: the changes that the response goes on with."""

    start: dict[str, Any]
    body: bytes
    following: Following | None


class Application:
    """The ASGI application."""

    def __init__(
        self, django: Callable[[Scope, bytes], HttpResponseBase], threads: int | None = None
    ) -> None:
        self.hub = Hub()
        self._django = django
        self._reads = Lane("read", threads or READ_THREADS, more=EXPORTS, longest_wait=LONGEST_READ_WAIT)
        self._writes = Lane("write", threads or WRITE_THREADS, longest_wait=LONGEST_WRITE_WAIT)
        # One thread: hashing a password takes memory and a whole processor, and deals must not wait for it.
        self._sign_ins = Lane("sign-in", 1, longest_wait=LONGEST_WRITE_WAIT)
        # Two threads: `/readyz` can wait for the database, and `/healthz` must answer meanwhile.
        self._checks = Lane("check", 2, longest_wait=LONGEST_WRITE_WAIT)
        # A page without its stylesheet is of little use, and a file costs little.
        self._files = Lane("file", 1, more=EXPORTS, longest_wait=LONGEST_READ_WAIT)
        self._notifier: WorkerNotifier | None = None
        self._long_bodies = 0
        self._exports = threading.Semaphore(EXPORTS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._run_lifespan(receive, send)
        elif scope["type"] == "http":
            with of_request(request_id := request_id_of(scope["headers"])):
                lane = self._lane_of(scope).name
                await self._respond_or_refuse(scope, receive, _noting_send(send, request_id, lane))

    async def _respond_or_refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._respond(scope, receive, send)
        except RequestRefused as refusal:
            for message in refusal_messages(refusal, request_of(scope, b"")):
                await send(message)
        except ClientGone:
            pass

    def end_streams(self) -> None:
        """End all streams. A server that shuts down waits for every response, and streams have no end."""
        self.hub.end()

    async def _run_lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._notifier = WorkerNotifier()
                self._notifier.start()
                await send({"type": "lifespan.startup.complete"})
            else:
                await asyncio.to_thread(self.close)
                await send({"type": "lifespan.shutdown.complete"})
                return

    def close(self) -> None:
        """End the threads and their connections."""
        self.hub.end()
        for lane in (self._reads, self._writes, self._sign_ins, self._checks, self._files):
            lane.close()
        if self._notifier is not None:
            self._notifier.stop(SHUTDOWN_TIMEOUT)
        self.hub.close()

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body and respond. The bytes of the body count until the response is sent."""
        reserved = 0

        def reserve(more: int) -> None:
            nonlocal reserved
            if self._long_bodies + more > LONG_BODIES:
                raise RequestRefused(
                    503, "busy", _("The server is receiving too much data. Try again soon."), 5
                )
            self._long_bodies += more
            reserved += more

        try:
            body = await read_body(scope["headers"], receive, reserve)
            await self._respond_to(body, scope, receive, send)
        finally:
            self._long_bodies -= reserved

    async def _respond_to(self, body: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        gone = asyncio.create_task(_until_gone(receive))
        try:
            response = await self._ask_django(body, scope, send, gone)
            if response is None:
                return
            if response.following is not None and scope["method"] == "GET":
                await self._stream(response, response.following, send, gone)
                return
            await send(response.start)
            await send({"type": "http.response.body", "body": response.body})
        finally:
            gone.cancel()

    async def _ask_django(
        self, body: bytes, scope: Scope, send: Send, gone: asyncio.Task[None]
    ) -> MadeResponse | None:
        """Return Django's response; None if it is an export, which is sent by now.

        Raises RequestRefused if no thread of the lane becomes free.
        """
        loop, lane = asyncio.get_running_loop(), self._lane_of(scope)
        place = await lane.take_place(gone)

        def send_part(message: dict[str, Any]) -> None:
            """From the thread: send a part of a long response, and wait until there is room for more."""
            if gone.done():
                raise ClientGone
            asyncio.run_coroutine_threadsafe(send(message), loop).result()

        def leave_lane() -> None:
            """From the thread: let the next request begin while this one continues."""
            loop.call_soon_threadsafe(place.close)

        request_id = current_request_id()

        def work() -> MadeResponse | None:
            with of_request(request_id):
                return self._run_django(scope, body, send_part, leave_lane)

        try:
            return await lane.run(work)
        finally:
            place.close()

    def _lane_of(self, scope: Scope) -> Lane:
        if scope["path"] in CHECKS:
            return self._checks
        if scope["path"].startswith(settings.STATIC_URL):
            return self._files
        if scope["method"] in SAFE_METHODS:
            return self._reads
        return self._sign_ins if scope["path"].startswith(PASSWORDS) else self._writes

    def _run_django(
        self, scope: Scope, body: bytes, send_part: SendPart, leave_lane: Callable[[], None]
    ) -> MadeResponse | None:
        """In a thread: return the whole response, or send it if it is an export."""
        response: Any = self._django(scope, body)
        try:
            following = getattr(response, "following", None)
            start = _start_of(response, has_length=following is None)
            length = int(response.headers.get("Content-Length", -1))
            if response.streaming and not 0 <= length <= WHOLE_RESPONSE:
                self._export(start, response, send_part, leave_lane)
                return None
            return MadeResponse(start, b"".join(response), following)
        finally:
            response.close()

    def _export(
        self,
        start: dict[str, Any],
        parts: Iterable[bytes],
        send_part: SendPart,
        leave_lane: Callable[[], None],
    ) -> None:
        """Send a response while it is made."""
        if not self._exports.acquire(blocking=False):
            raise RequestRefused(503, "busy", _("Too many exports are running. Try again soon."), 10)
        try:
            leave_lane()
            send_part(start)
            sent, waited = 0, 0.0
            for part in parts:
                began = time.monotonic()
                send_part({"type": "http.response.body", "body": part, "more_body": True})
                sent, waited = sent + len(part), waited + time.monotonic() - began
                if waited > SLOW_READER_TIME and sent < waited * SLOWEST_READER:
                    raise ClientGone
            send_part({"type": "http.response.body", "body": b""})
        finally:
            self._exports.release()

    async def _stream(
        self, response: MadeResponse, following: Following, send: Send, gone: asyncio.Task[None]
    ) -> None:
        """Send the changes so far, then each new change."""

        async def send_bytes(text: bytes) -> None:
            await send({"type": "http.response.body", "body": text, "more_body": True})

        with self.hub.place(following):
            await send(response.start)
            await send_bytes(response.body)
            await self.hub.follow(following, send_bytes, gone)
            await send({"type": "http.response.body", "body": b""})


async def read_body(
    headers: list[tuple[bytes, bytes]], receive: Receive, reserve: Callable[[int], None]
) -> bytes:
    """Return the body of a request.

    reserve: called with the number of bytes beyond `SHORT_BODY` as they arrive; it may raise RequestRefused.
    Raises RequestRefused if the body is too large or too slow or has two lengths, ClientGone if the client
    disconnects.
    """
    if {b"content-length", b"transfer-encoding"} <= dict(headers).keys():
        # A proxy could take one for the length and we the other, so a second request could hide in the body.
        raise RequestRefused(
            400,
            "bad_request",
            _("Send the request with `Content-Length` or with `Transfer-Encoding`, not both."),
        )
    too_large = RequestRefused(
        413, "body_too_large", _("A body may have up to %(most)d bytes."), most=LARGEST_BODY
    )
    announced = dict(headers).get(b"content-length", b"")
    if announced.isdigit() and int(announced) > LARGEST_BODY:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientGone
                short = max(len(body), SHORT_BODY)
                body += message.get("body", b"")
                if len(body) > LARGEST_BODY:
                    raise too_large
                reserve(max(0, len(body) - short))
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise RequestRefused(
            408,
            "body_too_slow",
            _("The body did not arrive within %(seconds)d seconds."),
            seconds=BODY_TIMEOUT,
        ) from None


def request_of(scope: Scope, body: bytes) -> ASGIRequest:
    """Return the request as Django sees it."""
    request = ASGIRequest(scope, BytesIO(body))
    request.META["CONTENT_LENGTH"] = str(len(body))  # a body in chunks has no header that says it
    cookies = [value for name, value in scope["headers"] if name == b"cookie"]
    if len(cookies) > 1:  # a proxy may split them, and Django joins all headers with commas
        request.META["HTTP_COOKIE"] = b"; ".join(cookies).decode("latin-1")
    return request


def _start_of(response: HttpResponseBase, *, has_length: bool) -> dict[str, Any]:
    """Return the message with the status and the headers of a response."""
    headers = [
        *response.items(),
        *(("set-cookie", cookie.output(header="").strip()) for cookie in response.cookies.values()),
    ]
    return {
        "type": "http.response.start",
        "status": response.status_code,
        "headers": [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in headers
            if has_length or name.lower() != "content-length"
        ],
    }


def _noting_send(send: Send, request_id: str, lane: str) -> Send:
    """Return a `send` that adds the id of the request to the response, and the response to the metrics."""
    begin = time.monotonic()

    async def noting_send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            REQUEST_SECONDS.labels(lane, message["status"]).observe(time.monotonic() - begin)
            message = {**message, "headers": [*message["headers"], (HEADER, request_id.encode())]}
        await send(message)

    return noting_send


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
