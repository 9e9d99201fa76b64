"""Each response and each log line of a request has the id of the request. Lines are text or JSON."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from celery import shared_task
from django.http import HttpResponse

from pochleague.bridge import Application
from pochleague.logs import JsonFormatter, LineFormatter, NoRoutine
from tests.platform.test_bridge import Client, play

logger = logging.getLogger("tests.logs")


class Lines(logging.Handler):
    """Keeps the formatted lines."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def log_a_line(_environ: dict[str, Any]) -> HttpResponse:
    logger.warning("A page is made.")
    return HttpResponse("done")


def ids_of(*sent: dict[str, str]) -> list[str]:
    """Return the ids of the responses to requests with these headers."""
    ids: list[str] = []

    async def scene(application: Application) -> None:
        for headers in sent:
            client = await Client(None, "GET", "/", **headers).ask(application)
            ids.append(client.headers[b"x-request-id"].decode())

    play(log_a_line, scene)
    return ids


@pytest.mark.parametrize("sent", ["", "a" * 65, "a b", "a\r\nSet-Cookie: x", "é", "{{7}}"])
def test_an_id_with_other_characters_is_replaced(sent: str) -> None:
    made, kept = ids_of({"X__Request__Id": sent}, {"X__Request__Id": "phone-7.A_b"})
    assert kept == "phone-7.A_b"
    assert made != sent
    assert len(made) == 32
    assert made.isalnum()


def test_each_line_of_a_request_has_its_id_and_later_lines_have_none() -> None:
    kept = Lines()
    kept.setFormatter(JsonFormatter())
    logger.addHandler(kept)
    try:
        ids = ids_of({"X__Request__Id": "first"}, {})
        logger.warning("Nobody asks.")
    finally:
        logger.removeHandler(kept)
    lines = [json.loads(line) for line in kept.lines]
    assert [line.get("request_id") for line in lines] == [*ids, None]
    assert set(lines[0]) == {"time", "level", "logger", "message", "request_id"}


@pytest.mark.parametrize(
    ("address", "logged"),
    [
        ("/join/SECRET/", "/join/(hidden)/"),
        ("/my-player/SECRET/", "/my-player/(hidden)/"),
        ("/password/Mg/c0ffee-SECRET/", "/password/Mg/(hidden)/"),
        ("/account/password/", "/account/password/"),
    ],
)
def test_a_line_hides_the_secret_in_an_address(address: str, logged: str) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s", (address,), None)
    assert LineFormatter().format(record) == f"Not Found: {logged}"
    assert json.loads(JsonFormatter().format(record))["message"] == f"Not Found: {logged}"


@shared_task(name="tests.works")
def works() -> None:
    pass


@shared_task(name="tests.fails")
def fails() -> None:
    raise ValueError("no luck")


@pytest.mark.parametrize("level", [logging.INFO, logging.DEBUG])
def test_a_periodic_task_leaves_a_line_only_if_it_fails(level: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(level)
    caplog.set_level(logging.INFO, logger="celery")
    with caplog.filtering(NoRoutine({"tests.works", "tests.fails"})):
        works.apply()
        fails.apply()
    said = {
        name: [record.levelname for record in caplog.records if name in record.getMessage()]
        for name in ("tests.works", "tests.fails")
    }
    assert said == {"tests.works": ["INFO"] * (level == logging.DEBUG), "tests.fails": ["ERROR"]}
