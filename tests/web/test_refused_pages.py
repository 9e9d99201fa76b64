"""What goes wrong at the moment of an act, and is nobody's mistake: told as a page, with its status."""

from __future__ import annotations

from unittest.mock import patch

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries as NumQueries

from api.problems import bad_request, server_error
from tests.builders import make_event
from tests.web.conftest import SignIn
from tests.web.test_evening import FORM
from tournaments.events.verbs import events
from tournaments.models import Club

pytestmark = pytest.mark.django_db


def test_two_equal_requests_at_once_do_not_crash(
    sign_in: SignIn, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have looked, and found the address free."""
    make_event(club, name="Autumn evening")
    monkeypatch.setattr(events, "unused_slug", lambda *_seen, **_named: "autumn-evening")
    answer = sign_in(club).post(reverse("new_event", args=[club.slug]), FORM | {"name": "Autumn evening"})
    assert (answer.status_code, "Reload the page" in answer.content.decode()) == (409, True)


def test_a_page_whose_database_is_away_or_full_says_so_and_when_to_come_back(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.raise_request_exception = False
    with patch("tournaments.site.pages.near_events", side_effect=OperationalError("gone")):
        answer = client.get(reverse("home"))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "The database does not respond at the moment." in answer.content.decode()
    assert "gone" not in answer.content.decode()
    full = OperationalError("could not extend file")
    full.__cause__ = psycopg.errors.DiskFull()
    with patch("tournaments.site.pages.near_events", side_effect=full):
        answer = client.get(reverse("home"))
    assert answer.status_code == 503
    assert "disk is full, so nothing was stored" in answer.content.decode()
    assert any("The disk of the database is full" in line for line in caplog.messages)


def test_the_pages_for_a_crash_and_an_unreadable_request_need_neither_session_nor_database(
    client: Client, django_assert_num_queries: NumQueries
) -> None:
    stylesheet = f"{settings.STATIC_URL}tournaments/css/pochleague.css"
    with django_assert_num_queries(0):
        crash = server_error(RequestFactory().get("/events/cup/"))
        unreadable = bad_request(RequestFactory().get("/"), Exception())
    assert (crash.status_code, unreadable.status_code) == (500, 400)
    assert "recorded completely or not at all" in crash.content.decode()
    assert f'href="{stylesheet}"' in crash.content.decode()
    assert "We could not read this request" in unreadable.content.decode()
    assert client.get(stylesheet).status_code == 200
