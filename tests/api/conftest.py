"""Fixtures for tests of the API: clients with keys, and a count of all rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction

from tests.api.client import Client
from tests.api.leagues import HouseLeague
from tests.api.world import World, make_world
from tests.builders import make_key, running_event
from tournaments.models import Club, Event


@pytest.fixture
def event(db: None) -> Event:
    """A running event of four players, nothing drawn yet."""
    return running_event(4)


@pytest.fixture
def club(event: Event) -> Club:
    """The club of `event`."""
    return event.club


@pytest.fixture
def anybody(db: None) -> Client:
    """A client without a key."""
    return Client()


@pytest.fixture
def director(club: Club) -> Client:
    """A director of the club with every scope that directors may have."""
    return Client(make_key(club, "director"))


@pytest.fixture
def scorer(club: Club) -> Client:
    """A scorer of the club who may read and enter results."""
    return Client(make_key(club, "scorer"))


@pytest.fixture
def owner(club: Club) -> Client:
    """An owner of the club with every scope."""
    return Client(make_key(club, "owner"))


@pytest.fixture
def stored(db: None) -> Callable[[], dict[str, int]]:
    """Return a function that counts the rows of all tables. Call it before and after a request."""

    def rows() -> dict[str, int]:
        counted: dict[str, int] = {
            model._meta.label: model._default_manager.count() for model in apps.get_models()
        }
        counted["versions"] = sum(Event.objects.values_list("version", flat=True))
        return counted

    return rows


@pytest.fixture
def place(db: None) -> HouseLeague:
    """A club with a league and two evenings."""
    return HouseLeague()


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """A world for all tests of a module. It is rolled back at the end; each test is rolled back too."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)
