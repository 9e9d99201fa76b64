"""The pytest plugin that chooses the database and the tests of a run, and starts servers for it.

A run uses SQLite with queues in memory, and leaves out the tests that need PostgreSQL. With `--postgres`, or
if a file or folder was named all of whose files have such tests, it uses PostgreSQL and Redis, from
`DATABASE_URL` and `REDIS_URL` or started here, before Django reads its settings. On both the fixtures
`postgres_url` and `redis_url` start real servers when a test needs them.

Tests for the night are left out, without `--nightly`, unless single tests were named.
"""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import sql

from tests.plugins.launch import REDIS_DATABASES, Server, start_postgres, start_redis

ROOT = Path(__file__).resolve().parents[2]

LONG_TIMEOUTS = "-c statement_timeout=300s -c lock_timeout=120s -c idle_in_transaction_session_timeout=0"
"""Options for the connections of the test process. On a busy machine its transactions can exceed the
limits in pochleague/environment.py. Programs that tests start have the normal limits."""


class Servers:
    """The servers of one test run. Workers of xdist find the servers of the controller in the environment."""

    def __init__(self, *, on_postgres: bool) -> None:
        self.on_postgres = on_postgres
        self._started: list[Server] = []
        self._postgres = os.environ.get("POCH_TEST_POSTGRES") or os.environ.get("DATABASE_URL", "")
        self._redis = os.environ.get("POCH_TEST_REDIS") or os.environ.get("REDIS_URL", "")
        self.folder = Path(tempfile.mkdtemp(prefix="poch-test-"))

    def postgres(self) -> str:
        """Return the address of a PostgreSQL server. Start one if there is none."""
        if not self._postgres.startswith("postgres"):
            server = start_postgres()
            self._started.append(server)
            self._postgres = os.environ["POCH_TEST_POSTGRES"] = server.url
        return self._postgres

    def redis(self) -> str:
        """Return the address of a Redis database that no other xdist worker uses."""
        if not self._redis:
            server = start_redis()
            self._started.append(server)
            self._redis = os.environ["POCH_TEST_REDIS"] = server.url
        number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        # An external Redis has 16 databases by default.
        databases = REDIS_DATABASES if os.environ.get("POCH_TEST_REDIS") else 16
        return urlunsplit(urlsplit(self._redis)._replace(path=f"/{number % databases}"))

    def prepare(self) -> None:
        """Set the environment to the servers and folders of this run."""
        os.environ["POCH_DATA"] = str(self.folder)
        os.environ["POCH_STATIC"] = str(self.folder / "static")
        os.environ["POCH_TIME_ZONE"] = "UTC"
        os.environ["SECRET_KEY"] = secrets.token_urlsafe(48)
        for rate in ("READS", "WRITES", "ADDRESS", "REPLAYS"):
            # Tests send more requests than people. Tests of the limits set their own.
            os.environ[f"POCH_API_{rate}"] = "1000000"
        if self.on_postgres:
            os.environ["DATABASE_URL"] = with_long_timeouts(self.postgres())
            os.environ["REDIS_URL"] = self.redis()
        else:
            os.environ.pop("DATABASE_URL", None)
            os.environ.pop("REDIS_URL", None)

    def stop(self) -> None:
        """Stop the servers that were started here, newest first."""
        while self._started:
            self._started.pop().stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def with_long_timeouts(url: str) -> str:
    """Return the address of this database with the options `LONG_TIMEOUTS` added."""
    parts = urlsplit(url)
    words = dict(parse_qsl(parts.query))
    options = words.get("options", "").removesuffix(LONG_TIMEOUTS)
    words["options"] = f"{options} {LONG_TIMEOUTS}".strip()
    return urlunsplit(parts._replace(query=urlencode(words, quote_via=quote)))


_servers = pytest.StashKey[Servers]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--postgres", action="store_true", help="run all tests on PostgreSQL and Redis")
    parser.addoption("--nightly", action="store_true", help="run the tests for the night too")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """Run before the hook of pytest-django, which reads the settings."""
    options = early_config.known_args_namespace
    servers = Servers(on_postgres=options.postgres or need_postgres(options.file_or_dir))
    early_config.stash[_servers] = servers
    early_config.add_cleanup(servers.stop)
    if not options.help:
        servers.prepare()
    return (yield)


def need_postgres(named: Iterable[str]) -> bool:
    """Return whether all files of a named file or folder have tests that run on PostgreSQL only."""
    files = [files_of(ROOT / name.partition("::")[0]) for name in named]
    return any(each and all(marked(file, "postgres") for file in each) for each in files)


def files_of(place: Path) -> list[Path]:
    """Return the files with tests in a folder, or the file itself."""
    return sorted(place.rglob("test_*.py")) if place.is_dir() else [place] * place.is_file()


def marked(file: Path, *names: str) -> bool:
    """Return whether a test of this file has one of these markers."""
    text = file.read_text(encoding="utf-8")
    return any(f"pytest.mark.{name}" in text for name in names)


def pytest_report_header(config: pytest.Config) -> str:
    where = "PostgreSQL and Redis" if config.stash[_servers].on_postgres else "SQLite, queues in memory"
    when = "" if _is_night(config) else ", without the tests for the night (--nightly)"
    return f"pochleague: {where}{when}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that this run is not for."""
    left_out = set() if config.stash[_servers].on_postgres else {"postgres"}
    left_out |= set() if _is_night(config) else {"nightly"}
    out = [item for item in items if left_out & {marker.name for marker in item.iter_markers()}]
    config.hook.pytest_deselected(items=out)
    items[:] = [item for item in items if item not in set(out)]


def _is_night(config: pytest.Config) -> bool:
    return bool(config.option.nightly) or any("::" in name for name in config.option.file_or_dir)


@pytest.fixture
def postgres_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """An empty PostgreSQL database for one test, whatever this run uses."""
    with fresh_database(pytestconfig.stash[_servers].postgres()) as url:
        yield url


@pytest.fixture(scope="session")
def migrated(pytestconfig: pytest.Config) -> Iterator[str]:
    """The name of a PostgreSQL database with all tables and without rows. Copy it, do not use it."""
    with fresh_database(pytestconfig.stash[_servers].postgres()) as url:
        environ = os.environ | {"DATABASE_URL": url, "SECRET_KEY": "s" * 50}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environ, check=True)
        yield urlsplit(url).path[1:]


@pytest.fixture
def migrated_url(pytestconfig: pytest.Config, migrated: str) -> Iterator[str]:
    """A PostgreSQL database with all tables and without rows for one test, whatever this run uses."""
    with fresh_database(pytestconfig.stash[_servers].postgres(), copy_of=migrated) as url:
        yield url


@pytest.fixture(scope="session")
def redis_url(pytestconfig: pytest.Config) -> str:
    """A real Redis, whatever this run uses."""
    return pytestconfig.stash[_servers].redis()


@contextmanager
def fresh_database(server: str, *, copy_of: str = "template1") -> Iterator[str]:
    """Make a database: an empty one, or a copy of one that nobody uses. Drop it and its connections later."""
    name = f"poch_{secrets.token_hex(6)}"
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(statement.format(sql.Identifier(name), sql.Identifier(copy_of)))
    try:
        yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
