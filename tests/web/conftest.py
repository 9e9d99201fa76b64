"""What the tests of the pages share."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_club, make_member
from tournaments.models import Club, Role, User

SignIn = Callable[..., Client]

BACKEND = "django.contrib.auth.backends.ModelBackend"


def client_of(user: User) -> Client:
    """A browser in which this user is signed in."""
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


def seen(browser: Client, name: str, *args: object, **query: Any) -> str:
    """A page, with single blanks."""
    answer = browser.get(reverse(name, args=args), query)
    assert answer.status_code == 200, answer.content.decode()
    return re.sub("[ \n]+", " ", answer.content.decode())


def press(browser: Client, name: str, *args: object, **data: Any) -> str:
    """Press a button and return the page that follows, with single blanks."""
    answer = browser.post(reverse(name, args=args), data, follow=True)
    assert answer.status_code == 200, answer.content.decode()
    return re.sub("[ \n]+", " ", answer.content.decode())


def words(html: str) -> str:
    """The words of a page without its tags, with single blanks."""
    text = " ".join(unescape(re.sub("<[^>]*>", " ", html)).split())
    return re.sub(r" ([.,)])", r"\1", text).replace("( ", "(")


@pytest.fixture(scope="session", autouse=True)
def static_files(collected_static: None) -> None:
    """Pages refer to static files by their hashed names."""


@pytest.fixture
def sign_in(client: Client) -> SignIn:
    """``sign_in(club, "director")``: the browser of a new member with this role."""

    def sign(club: Club, role: str = Role.DIRECTOR) -> Client:
        return client_of(make_member(club, role).user)

    return sign


@pytest.fixture
def club(db: None) -> Club:
    return make_club("Poch Club Bern")


@pytest.fixture
def director(sign_in: SignIn, club: Club) -> Client:
    """The browser of a director of the club."""
    return sign_in(club, "director")
