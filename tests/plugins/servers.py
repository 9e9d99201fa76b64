"""The pytest plugin that gives the suite its servers, before Django's settings are read.

By default the suite runs as the separate processes do: on PostgreSQL and Redis, taken from `DATABASE_URL` and
`REDIS_URL` or started here. With `--sqlite` it runs as the one-process default does: SQLite, queues in
memory. Either way a test may ask for `postgres_url` or `redis_url`: real servers, started when asked for.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import sql

from tests.plugins.launch import REDIS_DATABASES, Server, start_postgres, start_redis

PATIENT = "-c statement_timeout=300s -c lock_timeout=120s -c idle_in_transaction_session_timeout=0"
"""Of the suite's own connections. The site's limits (pochleague/environment.py) are an evening's: on a busy
machine a test waits behind twenty threads, or computes within a transaction, for longer. The programs that
tests start have the site's limits."""


class Servers:
    """What one test run has started. xdist's workers find the controller's servers in the environment."""

    def __init__(self, *, sqlite: bool) -> None:
        self.sqlite = sqlite
        self._started: list[Server] = []
        self._postgres = os.environ.get("POCH_TEST_POSTGRES") or os.environ.get("DATABASE_URL", "")
        self._redis = os.environ.get("POCH_TEST_REDIS") or os.environ.get("REDIS_URL", "")
        self.folder = Path(tempfile.mkdtemp(prefix="poch-test-"))

    def postgres(self) -> str:
        """The address of a PostgreSQL server's own database; the server is started when there is none."""
        if not self._postgres.startswith("postgres"):
            server = start_postgres()
            self._started.append(server)
            self._postgres = os.environ["POCH_TEST_POSTGRES"] = server.url
        return self._postgres

    def redis(self, *, apart: bool = False) -> str:
        """The address of a Redis database that no other xdist worker uses.

        apart: a second one, in which this worker's own tests wake nobody.
        """
        if not self._redis:
            server = start_redis()
            self._started.append(server)
            self._redis = os.environ["POCH_TEST_REDIS"] = server.url
        number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        # A Redis that was there before has 16, unless it was told otherwise.
        half = (REDIS_DATABASES if os.environ.get("POCH_TEST_REDIS") else 16) // 2
        return urlunsplit(urlsplit(self._redis)._replace(path=f"/{number % half + apart * half}"))

    def prepare(self) -> None:
        """Point the settings at this run's servers and folders."""
        os.environ["POCH_DATA"] = str(self.folder)
        os.environ["POCH_STATIC"] = str(self.folder / "static")
        os.environ["SECRET_KEY"] = secrets.token_urlsafe(48)
        for rate in ("READS", "WRITES", "ADDRESS", "REPLAYS"):
            # Tests ask faster than people; those of the limits set their own.
            os.environ[f"POCH_API_{rate}"] = "1000000"
        if self.sqlite:
            os.environ.pop("DATABASE_URL", None)
            os.environ.pop("REDIS_URL", None)
        else:
            os.environ["DATABASE_URL"] = patient(self.postgres())
            os.environ["REDIS_URL"] = self.redis()

    def stop(self) -> None:
        """End what was started here, newest first."""
        while self._started:
            self._started.pop().stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def patient(url: str) -> str:
    """This database's address, with the limits of `PATIENT` behind its own options."""
    parts = urlsplit(url)
    words = dict(parse_qsl(parts.query))
    options = words.get("options", "").removesuffix(PATIENT)
    words["options"] = f"{options} {PATIENT}".strip()
    return urlunsplit(parts._replace(query=urlencode(words, quote_via=quote)))


_servers = pytest.StashKey[Servers]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--sqlite",
        action="store_true",
        help="run the suite on SQLite with queues in memory, as one process does",
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """Before pytest-django's hook of this name, which reads the settings."""
    servers = Servers(sqlite=bool(early_config.known_args_namespace.sqlite))
    early_config.stash[_servers] = servers
    early_config.add_cleanup(servers.stop)
    if not early_config.known_args_namespace.help:
        servers.prepare()
    return (yield)


def pytest_report_header(config: pytest.Config) -> str:
    where = "SQLite, queues in memory" if config.stash[_servers].sqlite else "PostgreSQL and Redis"
    return f"pochleague: {where}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what only PostgreSQL can show when the suite runs on SQLite."""
    if not config.stash[_servers].sqlite:
        return
    for item in items:
        if item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.skip(reason="shows something of PostgreSQL; this run is on SQLite"))


@pytest.fixture(scope="session")
def on_sqlite(pytestconfig: pytest.Config) -> bool:
    """Whether this run is on SQLite."""
    return pytestconfig.stash[_servers].sqlite


@pytest.fixture
def postgres_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """An empty PostgreSQL database of this test's own, whatever the suite runs on."""
    with fresh_database(pytestconfig.stash[_servers].postgres()) as url:
        yield url


@pytest.fixture(scope="session")
def redis_url(pytestconfig: pytest.Config) -> str:
    """A real Redis, whatever the suite runs on."""
    return pytestconfig.stash[_servers].redis()


@pytest.fixture(scope="session")
def redis_apart(pytestconfig: pytest.Config) -> str:
    """A real Redis, and a database of it that the suite's own tasks do not reach."""
    return pytestconfig.stash[_servers].redis(apart=True)


@contextmanager
def fresh_database(server: str) -> Iterator[str]:
    """Make an empty database on the server, and drop it with all its connections afterwards."""
    name = f"poch_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
