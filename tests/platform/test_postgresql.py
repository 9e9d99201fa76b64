"""A kept connection is used again without a word to the server, and left when the server has left it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connections

from pochleague import environment, portable

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def other(postgres_url: str) -> Iterator[psycopg.Connection]:
    """Somebody else's connection."""
    with psycopg.connect(postgres_url, autocommit=True) as other:
        yield other


@pytest.fixture
def kept(postgres_url: str) -> Iterator[Any]:
    """A connection that was used, and is looked at before it is used again."""
    with portable.database("kept", environment.postgresql("DATABASE_URL", postgres_url)) as alias:
        kept: Any = connections[alias]
        with kept.cursor() as cursor:
            cursor.execute("SELECT 'the last that was asked'")
        kept.health_check_enabled = True
        yield kept


def pid_of(kept: Any) -> int:
    pid: int = kept.connection.info.backend_pid
    return pid


def test_a_living_connection_is_used_again_and_nothing_is_asked(kept: Any, other: psycopg.Connection) -> None:
    assert kept.is_usable()
    asked = other.execute("SELECT query FROM pg_stat_activity WHERE pid = %s", [pid_of(kept)]).fetchone()
    assert asked == ("SELECT 'the last that was asked'",)


def test_a_connection_that_the_server_has_ended_is_made_anew(kept: Any, other: psycopg.Connection) -> None:
    ended = pid_of(kept)
    other.execute("SELECT pg_terminate_backend(%s, 10000)", [ended])
    assert not kept.is_usable()
    kept.health_check_done = False
    with kept.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert pid_of(kept) != ended


def test_a_notice_ends_nothing(kept: Any, other: psycopg.Connection) -> None:
    """What the server says unasked has it asked: it answers, and the connection is kept."""
    with kept.cursor() as cursor:
        cursor.execute("LISTEN news")
    other.execute("NOTIFY news")
    before = pid_of(kept)
    assert kept.is_usable()
    assert pid_of(kept) == before


def test_a_closed_connection_is_not_usable(kept: Any) -> None:
    kept.connection.close()
    assert not kept.is_usable()
    kept.close()
    assert not kept.is_usable()
