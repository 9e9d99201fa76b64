"""Rate limits and body sizes. Every response states the quota. Without counters there is no limit."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from unittest.mock import patch

import pytest
import time_machine
from django.test import RequestFactory, override_settings
from pytest_django import Settings
from redis import Redis
from rest_framework.request import Request

from api import throttles
from api.throttles import address_of
from tests.api.client import Client, deal_path
from tests.builders import a_table, make_key, next_document
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 6, 12, 0, 18, tzinfo=UTC)


@pytest.fixture(autouse=True)
def rates(settings: Settings) -> dict[str, int]:
    """Few, so that a test comes to the end of them; nothing counted before it counts for it."""
    few = {"reads": 4, "writes": 2, "address": 3, "replays": 2}
    settings.API_RATES = few
    return few


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """It is noon and 18 seconds, on a day of this test's own, and stays so unless it is moved on."""
    NEXT[0] += 86_400
    with time_machine.travel(NOON.timestamp() + NEXT[0], tick=False) as traveller:
        yield traveller


NEXT = [0]


def test_every_response_states_the_remaining_quota(director: Client, club: Club, event: Event) -> None:
    answer = director.get(f"/events/{event.slug}/")
    assert answer.headers["RateLimit-Policy"] == '"reads";q=4;w=60'
    assert answer.headers["RateLimit"] == '"reads";r=3;t=42'
    refused = director.get("/events/nothing/")
    assert (refused.status_code, refused.headers["RateLimit"]) == (404, '"reads";r=2;t=42')
    written = director.send("POST", f"/clubs/{club.slug}/players/", {"name": "Zoe"})
    assert written.headers["RateLimit"] == '"writes";r=1;t=42'


@pytest.mark.parametrize("path", ["/schema/", "/docs/", "/errors/", "/nowhere/", "/rules/"])
def test_views_outside_rest_framework_state_the_remaining_quota_too(path: str, anybody: Client) -> None:
    assert anybody.get(path).headers["RateLimit"] == '"address";r=2;t=42'


def test_a_key_that_asks_too_often_waits_for_the_next_minute(
    director: Client, event: Event, clock: time_machine.Traveller
) -> None:
    path = f"/events/{event.slug}/"
    assert [director.get(path).status_code for _ in range(5)] == [200] * 4 + [429]
    refused = director.get(path)
    assert refused.json()["code"] == "throttled"
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.headers["RateLimit"] == '"reads";r=0;t=42'
    assert refused.headers["Retry-After"] == "42"
    clock.shift(41)
    assert director.get(path).status_code == 429
    clock.shift(1)
    assert director.get(path).status_code == 200


def test_each_key_has_its_own_count_and_reads_do_not_count_for_writes(
    director: Client, owner: Client, club: Club
) -> None:
    path = f"/clubs/{club.slug}/players/"
    assert [director.send("POST", path, {"name": name}).status_code for name in "ABC"] == [201, 201, 429]
    assert director.get(path).status_code == 200
    assert owner.send("POST", path, {"name": "D"}).status_code == 201


def test_requests_without_a_key_are_counted_by_address(
    anybody: Client, director: Client, event: Event
) -> None:
    path = f"/events/{event.slug}/"
    assert [anybody.get(path).status_code for _ in range(4)] == [200] * 3 + [429]
    assert anybody.get(path, REMOTE_ADDR="192.0.2.7").status_code == 200
    assert director.get(path).status_code == 200  # from the same address, with a key


def test_wrong_keys_are_counted_by_address(event: Event) -> None:
    path = f"/events/{event.slug}/"
    statuses = [Client(f"poch_{number}").get(path).status_code for number in range(5)]
    assert statuses == [401] * 3 + [429] * 2


def test_replays_have_their_own_limit(anybody: Client) -> None:
    answers = [anybody.send("POST", "/replay/", {"document": {}}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [400, 400, 429]
    assert answers[0].headers["RateLimit-Policy"] == '"replays";q=2;w=60'
    assert anybody.get("/rules/").status_code == 200


def test_an_ipv6_address_is_counted_by_its_network(subtests: pytest.Subtests) -> None:
    cases: list[tuple[str, str]] = [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("no address", "no address"),
    ]
    for address, counted in cases:
        with subtests.test(f"{address} {counted}"):
            assert address_of(Request(RequestFactory().get("/", REMOTE_ADDR=address))) == counted


@pytest.mark.parametrize(
    ("forwarded", "counted"), [("6.6.6.6, 203.0.113.9, 10.0.0.2", "203.0.113.9"), ("6.6.6.6", "10.0.0.1")]
)
def test_only_trusted_proxies_are_believed_about_the_address(forwarded: str, counted: str) -> None:
    """Where fewer hops are told than there are proxies, nobody is believed."""
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)
    with override_settings(PROXIES=2):
        assert address_of(Request(request)) == counted


def test_without_counters_every_request_is_allowed(director: Client, event: Event) -> None:
    path = f"/events/{event.slug}/"
    with patch("api.throttles.counters") as counters:
        counters.return_value.add_one.side_effect = throttles.Uncounted
        answers = [director.get(path) for _ in range(6)]
    assert {answer.status_code for answer in answers} == {200}
    assert "RateLimit" not in answers[0].headers


def test_after_a_failure_redis_is_not_used_for_a_while() -> None:
    counter = throttles.InRedis("redis://127.0.0.1:1/0")
    with pytest.raises(throttles.Uncounted) as first:
        counter.add_one("x", 1)
    assert first.value.__cause__ is not None
    with pytest.raises(throttles.Uncounted) as second:
        counter.add_one("x", 1)
    assert second.value.__cause__ is None


def test_redis_and_memory_count_the_same(redis_url: str) -> None:
    for counter in (throttles.InMemory(), throttles.InRedis(redis_url)):
        assert [counter.add_one(name, 1) for name in ("x", "y", "x", "x")] == [1, 1, 2, 3]
        assert counter.add_one("x", 2) == 1


def test_counts_in_redis_expire(redis_url: str) -> None:
    throttles.InRedis(redis_url).add_one("passing", 7)
    assert 0 < int(Redis.from_url(redis_url).ttl("poch:count:passing:7")) <= 120


# How much


class Endless:
    """An endless body that counts the bytes that were read."""

    def __init__(self) -> None:
        self.taken = 0

    def read(self, size: int = -1) -> bytes:
        assert size >= 0, "somebody would read it all"
        self.taken += size
        return b" " * size

    readline = read


@pytest.mark.parametrize(
    ("method", "path", "longest"), [("PUT", "deal", 64 * 1024), ("POST", "entries", 2 * 1024 * 1024)]
)
def test_a_body_that_is_too_long_is_refused_before_it_is_read(
    method: str, path: str, longest: int, rates: dict[str, int]
) -> None:
    table = a_table(4)
    rates.update(dict.fromkeys(rates, 100))
    client = Client(make_key(table.round.event.club, "director"))
    routes = {"deal": deal_path(table), "entries": f"/events/{table.round.event.slug}/entries/"}
    body = Endless()
    answer = client.generic(
        method, routes[path], b"", "application/json", **{"wsgi.input": body, "CONTENT_LENGTH": str(10**9)}
    )
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    assert body.taken <= longest + 1


def test_a_padded_body_is_refused_and_accepted_with_one_byte_less(rates: dict[str, int]) -> None:
    import json

    table = a_table(4)
    rates.update(dict.fromkeys(rates, 100))
    client = Client(make_key(table.round.event.club, "scorer"))
    text = json.dumps({"document": next_document(table)})
    padded = text + " " * (64 * 1024 - len(text))
    assert client.send_text("PUT", deal_path(table), padded + " ").status_code == 413
    assert client.send_text("PUT", deal_path(table), padded).status_code == 201
