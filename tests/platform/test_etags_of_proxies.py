"""A proxy that compresses changes ETags on their way to the client, and not on the way back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.builders import make_key, running_event
from tournaments.models import Event

pytestmark = pytest.mark.django_db

PROXIES: dict[str, Callable[[str], str]] = {
    "Caddy and Apache": lambda tag: f'"{tag}-gzip"',
    "Apache with Brotli": lambda tag: f'"{tag}-br"',
    "Caddy with Zstandard": lambda tag: f'"{tag}-zstd"',
    "Tomcat": lambda tag: f'"{tag};gzip"',
    "Jetty": lambda tag: f'"{tag}--gzip"',
    "nginx": lambda tag: f'W/"{tag}"',
    "both": lambda tag: f'W/"{tag}-gzip"',
}


class Proxy:
    """A proxy between a client and the program. It changes the ETags of responses, and nothing else."""

    def __init__(self, change: Callable[[str], str]) -> None:
        self._change, self._program = change, Client()

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        """Return the status and the ETag that reach the client."""
        text = "" if body is None else json.dumps(body)
        answer = self._program.generic(method, path, text, "application/json", headers=headers)
        answer.close()
        return answer.status_code, self._change(answer.get("ETag", "").removeprefix("W/").strip('"'))


@pytest.fixture(params=list(PROXIES.values()), ids=list(PROXIES))
def proxy(request: pytest.FixtureRequest) -> Proxy:
    return Proxy(request.param)


@pytest.fixture
def event() -> Event:
    return running_event(4)


def test_a_program_changes_what_it_has_read_through_the_proxy(proxy: Proxy, event: Event) -> None:
    path, key = f"/api/v1/events/{event.slug}/", f"Bearer {make_key(event.club, 'owner')}"
    _ok, seen = proxy.send("GET", path, Authorization=key)
    ask = {"Authorization": key, "If-Match": seen}
    assert proxy.send("PATCH", path, {"name": "Anew"}, **ask)[0] == 200
    assert proxy.send("PATCH", path, {"name": "Twice"}, **ask)[0] == 412


@pytest.mark.usefixtures("collected_static")
def test_nothing_is_sent_again_that_the_client_has_from_the_proxy(
    proxy: Proxy, event: Event, subtests: pytest.Subtests
) -> None:
    paths = {
        "one thing": f"/api/v1/events/{event.slug}/",
        "a list": f"/api/v1/clubs/{event.club.slug}/events/",
        "the description of the API": reverse("api:Schema"),
        "a kept page": reverse("event", args=[event.ref]),
        "a calendar": reverse("club_calendar", args=[event.club.slug]),
        "a static file": f"{settings.STATIC_URL}tournaments/mark.svg",
    }
    for name, path in paths.items():
        with subtests.test(name):
            _ok, seen = proxy.send("GET", path)
            assert proxy.send("GET", path, **{"If-None-Match": seen})[0] == 304
