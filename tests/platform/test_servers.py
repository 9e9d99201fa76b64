"""The servers of the test run."""

import psycopg
import pytest
import redis
from django.conf import settings
from django.db import connection


@pytest.mark.django_db
def test_the_tests_run_on_the_chosen_database(on_sqlite: bool) -> None:
    assert connection.vendor == ("sqlite" if on_sqlite else "postgresql")
    assert settings.CELERY_BROKER_URL.startswith("memory" if on_sqlite else "redis")


def test_a_test_can_have_an_empty_postgresql_database(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as database:
        row = database.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert row == (0,)


def test_a_test_can_have_a_redis(redis_url: str) -> None:
    client = redis.Redis.from_url(redis_url)
    client.set("poch-asked", "yes", ex=60)
    assert client.get("poch-asked") == b"yes"
