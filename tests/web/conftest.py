"""What the tests of the pages share."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tests.builders import make_member
from tournaments.models import Club, Role, User

SignIn = Callable[..., Client]

BACKEND = "django.contrib.auth.backends.ModelBackend"


def client_of(user: User) -> Client:
    """A browser in which this user is signed in."""
    client = Client()
    client.force_login(user, backend=BACKEND)
    return client


@pytest.fixture
def sign_in(client: Client) -> SignIn:
    """``sign_in(club, "director")``: the browser of a new member with this role."""

    def sign(club: Club, role: str = Role.DIRECTOR) -> Client:
        return client_of(make_member(club, role).user)

    return sign
