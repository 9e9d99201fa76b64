"""What the tests of the pages share."""

from __future__ import annotations

from collections.abc import Callable
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


def press(browser: Client, name: str, *args: object, **data: Any) -> str:
    """Press a button and return the page that follows."""
    answer = browser.post(reverse(name, args=args), data, follow=True)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


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
