"""Everybody may do what the table of rights says, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.urls import resolve

from api.resources import Resource
from api.urls import urlpatterns
from tests.api.client import PREFIX, Client
from tests.api.contract import breaches
from tests.api.world import World, filled, make_world
from tests.builders import make_club, make_member
from tests.rights import WITHOUT_REDIS, Names, Row, Send, disagreements, of_each_method, rows_of
from tournaments.clubs.verbs import accounts
from tournaments.models import ApiKey

# The table of rights is thousands of requests. A busy machine needs more than the ten minutes of other tests.
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(1800)]

ROUTES = rows_of("api")


@pytest.fixture(scope="module")
def worlds(world: World) -> tuple[Names, Names, Names]:
    """The objects of the world, of another world in its club, and of a world in another club."""
    return world.names, make_world(world).names, make_world().names


@pytest.fixture
def send(world: World) -> Iterator[Send]:
    """Send a request. Responses about objects of this world must be as the OpenAPI document says.

    The keys were just used, so a request with a key does not store the time.
    """

    def as_caller(caller: str, row: Row, names: Names) -> Any:
        answer = world.ask(caller, row, names)
        if names is world.names:
            assert breaches(row.method, filled(row.address, names), answer) == [], f"{row} by {caller}"
        return answer

    for caller in world.callers.values():
        caller.get("/rules/")
    with patch.object(accounts, "USE_INTERVAL", timedelta(days=1)):
        yield as_caller


@pytest.mark.parametrize("few", [True, pytest.param(False, marks=pytest.mark.nightly)])
def test_everybody_gets_the_status_in_the_table_of_rights(
    worlds: tuple[Names, Names, Names], send: Send, few: bool
) -> None:
    assert disagreements(ROUTES, worlds, send, few=few) == []


@pytest.mark.postgres  # one process on SQLite has no Redis
@pytest.mark.parametrize("rows", [of_each_method(ROUTES), pytest.param(ROUTES, marks=pytest.mark.nightly)])
def test_without_redis_everybody_gets_the_same(world: World, send: Send, rows: list[Row]) -> None:
    rows = [replace(row, sibling={}, nothing={}) for row in rows]
    with WITHOUT_REDIS:
        assert disagreements(rows, (world.names,) * 3, send) == []


def test_every_route_and_method_has_a_row() -> None:
    rows = {(resolve(PREFIX + re.sub(r"{\w+}", "x", row.address)).url_name, row.method) for row in ROUTES}
    routes = {
        (pattern.name, method)
        for pattern in urlpatterns
        for view in [getattr(pattern.callback, "cls", None)]
        if isinstance(view, type) and issubclass(view, Resource)
        for method in view.methods
    }
    assert rows == routes


def test_a_key_whose_member_lost_the_role_loses_the_scope(world: World) -> None:
    key = ApiKey.objects.filter(scopes=["events"], member__club__slug=world.names["club"]).earliest("id")
    key.member.role = "scorer"
    key.member.save()
    refused = world.callers["events"].post(world.fill("/events/{ready}/start/"))
    assert refused.status_code == 403
    assert refused.json()["code"] == "role_too_low"


def test_an_expired_key_and_a_key_of_an_inactive_user_are_refused(world: World) -> None:
    client = world.callers["read"]
    key = ApiKey.objects.filter(scopes=["read"]).earliest("id")
    key.member.user.is_active = False
    key.member.user.save()
    assert client.get("/clubs/").status_code == 401
    key.member.user.is_active = True
    key.member.user.save()
    assert client.get("/clubs/").status_code == 200
    ApiKey.objects.filter(pk=key.pk).update(expires_at="2020-01-01T00:00:00Z")
    refused = client.get("/clubs/")
    assert (refused.status_code, refused.json()["code"]) == (401, "key_unknown")
    assert refused.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_malformed_authorization_header_is_refused(anybody: Client) -> None:
    for header in ("Basic abc", "Bearer", "Bearer a b", "Bearer \xff"):
        assert anybody.get("/rules/", headers={"Authorization": header}).status_code == 401, header


def test_a_browser_session_gives_no_access_to_the_api(world: World, anybody: Client) -> None:
    member = make_member(make_club(), "owner")
    anybody.force_login(member.user, backend="django.contrib.auth.backends.ModelBackend")
    assert anybody.get("/clubs/").status_code == 401
