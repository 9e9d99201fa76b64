"""Between the server and Django: bodies, headers, long responses, slow clients."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import reverse

from pochleague import bridge
from pochleague.bridge import Application, request_of
from tests.offering import offering
from tests.platform.processes import TIMEOUT, run_apart

Message = dict[str, Any]


class Client:
    """One request: the messages from the server to the application, and back."""

    def __init__(
        self, body: list[bytes] | None = None, method: str = "GET", path: str = "/café/", **headers: str
    ) -> None:
        parts = [b""] if body is None else body
        self.incoming: asyncio.Queue[Message] = asyncio.Queue()
        for at, part in enumerate(parts):
            self.incoming.put_nowait(
                {"type": "http.request", "body": part, "more_body": at + 1 < len(parts) or part is UNFINISHED}
            )
        self.scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": quote(path).encode(),
            "query_string": b"a=1",
            "server": ("127.0.0.1", 8000),
            "client": ("192.0.2.7", 5000),
            "headers": [
                (name.replace("__", "-").lower().encode(), value.encode()) for name, value in headers.items()
            ],
        }
        self.messages: list[Message] = []
        self.begun = asyncio.Event()
        """Set when the first part of the body has arrived."""

    async def send(self, message: Message) -> None:
        self.messages.append(message)
        if message.get("body"):
            self.begun.set()

    async def ask(self, application: Application) -> Client:
        await application(self.scope, self.incoming.get, self.send)
        return self

    @property
    def status(self) -> int:
        return int(self.messages[0]["status"])

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.messages[0]["headers"])

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.messages[1:])


UNFINISHED = b"{ and nothing more"
Django = Callable[[dict[str, Any]], Any]


def play(django: Django, scene: Callable[[Application], Awaitable[None]], threads: int = 2) -> None:
    """Run `scene` with an application around this Django."""

    def handler(scope: dict[str, Any], body: bytes) -> Any:
        request = request_of(scope, body)
        return django({**request.META, "body": request.read()})

    async def run() -> None:
        application = Application(handler, threads)
        try:
            await scene(application)
        finally:
            await asyncio.to_thread(application.close)

    run_apart(run())


def echo(environ: dict[str, Any]) -> HttpResponse:
    """Return the messages that were sent, and the request as Django sees it."""
    texts = {key: value for key, value in environ.items() if isinstance(value, str)}
    return HttpResponse(json.dumps({**texts, "body": environ["body"].decode()}))


def test_django_gets_the_whole_request() -> None:
    async def scene(application: Application) -> None:
        client = await Client([b"one ", b"two"], "POST", Content__Type="text/plain", Cookie="a=1").ask(
            application
        )
        seen = json.loads(client.body)
        assert client.status == 200
        assert seen["body"] == "one two"
        assert seen["CONTENT_LENGTH"] == "7"
        assert seen["CONTENT_TYPE"] == "text/plain"
        assert seen["PATH_INFO"] == "/café/"
        assert (seen["QUERY_STRING"], seen["REMOTE_ADDR"], seen["HTTP_COOKIE"]) == ("a=1", "192.0.2.7", "a=1")

    play(echo, scene)


def test_cookies_in_several_headers_are_one_list() -> None:
    async def scene(application: Application) -> None:
        client = Client()
        client.scope["headers"] = [(b"cookie", b"a=1"), (b"cookie", b"sessionid=2")]
        await client.ask(application)
        assert json.loads(client.body)["HTTP_COOKIE"] == "a=1; sessionid=2"

    play(echo, scene)


def test_a_header_with_an_underscore_cannot_imitate_another_one() -> None:
    headers = [
        (b"x_forwarded_for", b"evil"),
        (b"x-forwarded-for", b"192.0.2.1"),
        (b"x-forwarded-for", b"192.0.2.2"),
    ]
    request = request_of({**Client().scope, "headers": headers}, b"")
    assert request.META["HTTP_X_FORWARDED_FOR"] == "192.0.2.1,192.0.2.2"


def test_a_body_that_does_not_arrive_is_refused_and_occupies_no_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bridge, "BODY_TIMEOUT", 0.02)

    async def scene(application: Application) -> None:
        slow = [asyncio.create_task(Client([UNFINISHED], "POST").ask(application)) for _ in range(50)]
        await asyncio.sleep(0)
        assert (await Client().ask(application)).status == 200
        for client in await asyncio.gather(*slow):
            assert (client.status, json.loads(client.body)["code"]) == (408, "body_too_slow")
            assert client.headers[b"content-type"] == b"application/problem+json"
            assert client.headers[b"connection"] == b"close"

    play(echo, scene, threads=1)


@pytest.mark.parametrize("announced", [{}, {"Content__Length": "1001"}])
def test_a_body_that_is_too_large_is_refused(
    announced: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "LARGEST_BODY", 1000)

    async def scene(application: Application) -> None:
        client = await Client([b"x" * 600, b"x" * 401], "POST", **announced).ask(application)
        assert (client.status, json.loads(client.body)["code"]) == (413, "body_too_large")
        assert (await Client([b"x" * 600, b"x" * 400], "POST").ask(application)).status == 200

    play(echo, scene)


class Gated:
    """A Django whose pages wait until the test opens the gate. It answers everything else at once."""

    def __init__(self) -> None:
        self.pages = 0
        self.begun = threading.Semaphore(0)
        self.gate = threading.Event()

    def __call__(self, environ: dict[str, Any]) -> HttpResponse:
        if environ["PATH_INFO"] == "/page/":
            self.pages += 1
            self.begun.release()
            assert self.gate.wait(TIMEOUT)
        return HttpResponse("done")

    async def occupy(self, application: Application, threads: int) -> list[asyncio.Task[Client]]:
        """Occupy this number of threads with pages."""
        asking = [asyncio.create_task(Client(path="/page/").ask(application)) for _ in range(threads)]
        for _ in asking:
            assert await asyncio.to_thread(self.begun.acquire, timeout=TIMEOUT)
        return asking


def test_pages_leave_threads_to_writes_health_checks_and_static_files() -> None:
    django = Gated()

    async def scene(application: Application) -> None:
        pages = await django.occupy(application, 2)
        waiting = [asyncio.create_task(Client(path="/page/").ask(application)) for _ in range(50)]
        async with asyncio.timeout(TIMEOUT):
            assert (await Client(method="PUT", path="/api/v1/deals/").ask(application)).status == 200
            for path in ("/healthz", "/readyz", "/static/site.css"):
                assert (await Client(path=path).ask(application)).status == 200
        assert not any(page.done() for page in pages + waiting)
        django.gate.set()
        assert {page.status for page in await asyncio.gather(*pages, *waiting)} == {200}

    play(django, scene)


PASSWORD_FORMS = [
    *map(reverse, ("sign_in", "sign_in_code", "change_password", "second_factor")),
    reverse("reset_password", args=["user", "token"]),
    reverse("join", args=["token"]),
]


def test_passwords_are_hashed_one_after_the_other_and_deals_do_not_wait() -> None:
    """Each hash takes 46 MiB. So 24 people who sign in at once need no more memory than one."""
    gate, at_once, done = threading.Event(), threading.Lock(), []

    def hashing(environ: dict[str, Any]) -> HttpResponse:
        if environ["PATH_INFO"] in PASSWORD_FORMS:
            assert at_once.acquire(blocking=False)
            assert gate.wait(TIMEOUT)
            time.sleep(0.005)
            at_once.release()
            done.append(environ["PATH_INFO"])
        return HttpResponse("done")

    async def scene(application: Application) -> None:
        forms = [
            asyncio.create_task(Client(method="POST", path=path).ask(application))
            for path in PASSWORD_FORMS * 4
        ]
        async with asyncio.timeout(TIMEOUT):
            assert (await Client(method="PUT", path="/api/v1/deals/").ask(application)).status == 200
        gate.set()
        assert {form.status for form in await asyncio.gather(*forms)} == {200}

    play(hashing, scene)
    assert len(done) == 24


def test_a_page_whose_client_hangs_up_while_it_waits_is_not_made() -> None:
    django = Gated()

    async def scene(application: Application) -> None:
        pages = await django.occupy(application, 2)
        leaving = [Client(path="/page/") for _ in range(50)]
        waiting = [asyncio.create_task(client.ask(application)) for client in leaving]
        for client in leaving:
            client.incoming.put_nowait({"type": "http.disconnect"})
        assert all(client.messages == [] for client in await asyncio.gather(*waiting))
        django.gate.set()
        await asyncio.gather(*pages)
        assert django.pages == 2

    play(django, scene)


BUSY = "The server has too many requests. Try again soon."
LOADS_AGAIN = "The server has too many requests at the moment. This page loads again in %(seconds)s seconds."


def test_a_browser_gets_a_page_that_loads_again_in_its_language(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bridge, "LONGEST_READ_WAIT", 0.01)
    german = {
        LOADS_AGAIN: "Diese Seite lädt in %(seconds)s Sekunden neu.",
        BUSY: "Versuche es gleich wieder.",
    }
    django = Gated()

    async def scene(application: Application) -> None:
        pages = await django.occupy(application, 2)
        page = await Client(Accept="text/html,*/*", Accept__Language="de").ask(application)
        assert page.headers[b"content-type"] == b"text/html; charset=utf-8"
        assert b'<html lang="de">' in page.body
        assert b'<meta http-equiv="refresh" content="5">' in page.body
        assert "lädt in 5 Sekunden neu" in page.body.decode()
        french = await Client(Accept="text/html,*/*", Accept__Language="fr").ask(application)
        assert b'<html lang="en">' in french.body
        assert b"loads again in 5 seconds" in french.body
        api = await Client(path="/api/v1/events/", Accept="text/html", Accept__Language="de").ask(application)
        assert api.headers[b"content-type"] == b"application/problem+json"
        assert api.headers[b"content-language"] == b"de"
        assert json.loads(api.body)["detail"] == "Versuche es gleich wieder."
        head = await Client(method="HEAD").ask(application)
        assert (head.status, head.body) == (503, b"")
        django.gate.set()
        await asyncio.gather(*pages)

    with offering(tmp_path, {"de": german}):
        play(django, scene)


def test_exports_are_sent_while_they_are_made_and_leave_the_pool_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bridge, "EXPORTS", 2)
    go_on, threads = threading.Event(), set()

    def export() -> Iterator[str]:
        threads.add(threading.get_ident())
        yield "first "
        go_on.wait(TIMEOUT)
        threads.add(threading.get_ident())
        yield "last"

    def answer(environ: dict[str, Any]) -> Any:
        return (
            StreamingHttpResponse(export()) if environ["REQUEST_METHOD"] == "GET" else HttpResponse("short")
        )

    async def scene(application: Application) -> None:
        long = [Client(), Client()]
        running = [asyncio.create_task(client.ask(application)) for client in long]
        for client in long:
            await client.begun.wait()
        assert [client.body for client in long] == [b"first "] * 2
        assert (await Client(method="POST").ask(application)).body == b"short"
        assert (await Client().ask(application)).status == 503
        go_on.set()
        await asyncio.gather(*running)
        assert [client.body for client in long] == [b"first last"] * 2
        assert len(threads) == 2
        assert long[0].messages[-1].get("more_body", False) is False

    play(answer, scene, threads=1)


def test_an_export_ends_when_its_reader_disconnects() -> None:
    ended = threading.Event()

    def endless() -> Iterator[str]:
        try:
            while True:
                yield "again"
        finally:
            ended.set()

    async def scene(application: Application) -> None:
        client = Client()
        asking = asyncio.create_task(client.ask(application))
        await client.begun.wait()
        client.incoming.put_nowait({"type": "http.disconnect"})
        await asking
        assert await asyncio.to_thread(ended.wait, TIMEOUT)

    play(lambda environ: StreamingHttpResponse(endless()), scene)


def test_long_bodies_share_a_memory_limit_and_short_ones_are_always_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bridge, "SHORT_BODY", 10)
    monkeypatch.setattr(bridge, "LONG_BODIES", 100)

    async def scene(application: Application) -> None:
        long = Client([b"x" * (60 - len(UNFINISHED)), UNFINISHED], method="POST")
        sending = asyncio.create_task(long.ask(application))
        await asyncio.sleep(0)  # the application reads available parts at once
        assert application._long_bodies == 50
        refused = await Client([b"x" * 61], method="POST").ask(application)
        assert (refused.status, refused.headers[b"retry-after"]) == (503, b"5")
        assert (await Client([b"x" * 10], method="POST").ask(application)).status == 200
        assert (await Client([b"x" * 60], method="POST").ask(application)).status == 200
        long.incoming.put_nowait({"type": "http.disconnect"})
        await sending
        assert (await Client([b"x" * 110], method="POST").ask(application)).status == 200
        assert application._long_bodies == 0

    play(echo, scene)
