"""Threads of one process that write to SQLite: they queue for one lock, and none of them stops the others."""

from __future__ import annotations

import gc
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend
from pytest_django import DjangoDbBlocker

from pochleague import environment
from pochleague.sqlite.base import lock_of
from tests.platform.processes import TIMEOUT, until

OURS = "pochleague.sqlite"
SHORT = 1.0
"""Seconds that a statement waits in SQLite in a test that expects it to fail."""
INSERT = "INSERT INTO words (word) VALUES ('poch')"


class Database:
    """A database file, and threads that each have a connection to it under the alias `words`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock = lock_of(str(path))
        self._pool = ThreadPoolExecutor(12)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT)")
            connection.execute(
                "CREATE TABLE uses (word INTEGER REFERENCES words DEFERRABLE INITIALLY DEFERRED)"
            )

    def run(self, job: Callable[[], Any], timeout: float = TIMEOUT) -> Future[Any]:
        """Run the job in a thread with a connection of its own."""

        def work() -> Any:
            connections["words"] = self.connection(timeout)
            try:
                return job()
            finally:
                connections["words"].close()
                del connections["words"]

        return self._pool.submit(work)

    def connection(self, timeout: float) -> BaseDatabaseWrapper:
        config = environment.sqlite(self.path)
        config |= {"ENGINE": OURS, "OPTIONS": {**config["OPTIONS"], "timeout": timeout}}
        wrapper: BaseDatabaseWrapper = load_backend(OURS).DatabaseWrapper(
            {**connections.settings["default"], **config}, "words"
        )
        return wrapper

    def words(self) -> int:
        with closing(sqlite3.connect(self.path)) as connection:
            return int(connection.execute("SELECT count(*) FROM words").fetchone()[0])

    def close(self) -> None:
        self._pool.shutdown()


@pytest.fixture
def database(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Database]:
    with django_db_blocker.unblock():
        database = Database(tmp_path / "words.sqlite3")
        yield database
        database.close()


@pytest.fixture
def no_garbage_collection() -> Iterator[None]:
    """Garbage is collected only where the test does so."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def execute(sql: str) -> None:
    with connections["words"].cursor() as cursor:
        cursor.execute(sql)


def write() -> None:
    with transaction.atomic("words"):
        execute(INSERT)


def write_without_transaction() -> None:
    execute(INSERT)


def write_and_return() -> None:
    with connections["words"].cursor() as cursor:
        cursor.execute(f"{INSERT} RETURNING id")
        cursor.fetchone()


WAYS = [write, write_without_transaction, write_and_return]


def no_wait_in_sqlite() -> None:
    """A statement of this connection that meets SQLite's lock fails at once."""
    execute("PRAGMA busy_timeout = 0")


# --- The queue ---


@pytest.mark.parametrize("way", WAYS)
def test_writers_wait_in_the_queue_and_not_in_sqlite(database: Database, way: Callable[[], None]) -> None:
    def hold() -> None:
        with transaction.atomic("words"):
            execute(INSERT)
            until(lambda: database.lock.waiting == 5)

    def job() -> None:
        no_wait_in_sqlite()
        for _ in range(20):
            way()

    holder = database.run(hold)
    until(lambda: not database.lock.is_free)
    for future in [holder, *(database.run(job) for _ in range(5))]:
        future.result(TIMEOUT)
    assert database.words() == 1 + 5 * 20


def test_a_waiter_whose_time_is_over_gets_the_error_of_sqlite_and_leaves_the_queue(
    database: Database,
) -> None:
    with AnotherTransaction(database):
        with pytest.raises(OperationalError, match="database is locked"):
            database.run(write, timeout=0.01).result(TIMEOUT)
        assert database.lock.waiting == 0
    database.run(write).result(TIMEOUT)


class AnotherTransaction:
    """A block during which another thread holds the lock in a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._begun, self._end = threading.Event(), threading.Event()

    def __enter__(self) -> None:
        self._thread = self._database.run(self._hold)
        assert self._begun.wait(TIMEOUT)

    def __exit__(self, *_error: object) -> None:
        self._end.set()
        self._thread.result(TIMEOUT)

    def _hold(self) -> None:
        with transaction.atomic("words"):
            self._begun.set()
            self._end.wait(TIMEOUT)


# --- The lock is released ---


def rolled_back() -> None:
    with suppress(ZeroDivisionError), transaction.atomic("words"):
        execute(INSERT)
        raise ZeroDivisionError


def nested() -> None:
    with transaction.atomic("words"):
        write()
        rolled_back()
        with transaction.atomic("words", savepoint=False):
            write_and_return()


def error_in_a_statement() -> None:
    with suppress(DatabaseError), transaction.atomic("words"):
        execute("INSERT INTO nothing VALUES (1)")


def error_outside_a_transaction() -> None:
    with suppress(DatabaseError):
        execute("INSERT INTO nothing VALUES (1)")


def error_in_commit() -> None:
    with suppress(DatabaseError), transaction.atomic("words"):
        execute("INSERT INTO uses VALUES (7)")


def error_in_begin() -> None:
    with suppress(DatabaseError):
        execute("BEGIN IMMEDIATE NONSENSE")


def closed_in_a_transaction() -> None:
    with suppress(DatabaseError), transaction.atomic("words"):
        execute(INSERT)
        connections["words"].close()


def rows_left_unread() -> None:
    connections["words"].cursor().execute(f"{INSERT} RETURNING id")
    connections["words"].close()


def connection_that_vanishes() -> None:
    execute("BEGIN IMMEDIATE")
    connections["words"].connection = None


@pytest.mark.parametrize(
    "way",
    [
        *WAYS,
        rolled_back,
        nested,
        error_in_a_statement,
        error_outside_a_transaction,
        error_in_commit,
        error_in_begin,
        closed_in_a_transaction,
        rows_left_unread,
        connection_that_vanishes,
    ],
)
def test_the_lock_is_free_afterwards(database: Database, way: Callable[[], None]) -> None:
    def job() -> None:
        way()
        gc.collect()
        assert database.lock.is_free
        write()  # in the same connection

    database.run(job).result(TIMEOUT)
    database.run(write, timeout=SHORT).result(TIMEOUT)


def test_statements_and_savepoints_keep_the_lock_until_the_transaction_ends(database: Database) -> None:
    def job() -> None:
        with transaction.atomic("words"):
            write_and_return()
            rolled_back()
            error_in_begin()
            assert not database.lock.is_free

    database.run(job).result(TIMEOUT)
    assert database.lock.is_free


# --- The garbage collector ---


def leave_a_cursor_in_a_cycle() -> None:
    cursor = connections["words"].cursor()
    cursor.execute("VALUES (1), (2), (3)")
    cycle: list[object] = [cursor]
    cycle.append(cycle)


def note_begin(begun: threading.Event) -> None:
    """Set the event when SQLite begins to run BEGIN in this connection."""
    connection = connections["words"]
    connection.ensure_connection()
    connection.connection.set_trace_callback(lambda sql: begun.set() if sql.startswith("BEGIN") else None)


@pytest.mark.usefixtures("no_garbage_collection")
def test_a_writer_that_collects_garbage_does_not_stop_the_writer_that_waits(database: Database) -> None:
    """A thread waits to write, and has left a cursor in a cycle. The thread that writes collects garbage."""
    holds, begun = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic("words"):
            holds.set()
            until(lambda: begun.is_set() or database.lock.waiting == 1)
            gc.collect()

    def job() -> None:
        leave_a_cursor_in_a_cycle()
        note_begin(begun)
        holds.wait(TIMEOUT)
        write()

    for future in (database.run(hold), database.run(job)):
        future.result(TIMEOUT)
    assert database.words() == 1


@pytest.mark.usefixtures("no_garbage_collection")
def test_the_collector_resets_no_statement_of_another_thread(database: Database) -> None:
    """Another process holds SQLite's lock, until this process has collected its garbage."""
    begun = threading.Event()
    foreign = sqlite3.connect(database.path, isolation_level=None, check_same_thread=False)
    foreign.execute("BEGIN IMMEDIATE")

    def job() -> None:
        leave_a_cursor_in_a_cycle()
        note_begin(begun)
        write()

    waiter = database.run(job)
    until(lambda: begun.is_set() or waiter.done())
    gc.collect()
    foreign.close()
    waiter.result(TIMEOUT)


def test_a_generator_that_another_thread_collects_does_not_close_its_cursor(database: Database) -> None:
    def job() -> None:
        cursor = connections["words"].cursor()
        cursor.execute("VALUES (1), (2), (3)")
        thread = threading.Thread(target=cursor.close)
        thread.start()
        thread.join()
        assert list(connections["words"].connection.open_cursors) == [cursor.cursor]
        assert cursor.fetchall() == [(1,), (2,), (3,)]
        cursor.close()
        assert not connections["words"].connection.open_cursors

    database.run(job).result(TIMEOUT)
