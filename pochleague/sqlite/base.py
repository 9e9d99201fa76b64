"""The backend: connections that take the writer lock of this process before SQLite's own lock.

* `BEGIN IMMEDIATE` takes the writer lock; COMMIT, ROLLBACK and closing the connection release it. A single
  statement that writes outside a transaction takes it too: its wait in SQLite would hold the same mutex.
* A connection keeps its open cursors, so the garbage collector of another thread never resets a statement.
  Only the thread that ran a statement closes its cursor, at the latest at the end of its request or task.

Commands run in other processes. Between processes only SQLite's own lock counts, with the same timeout.
"""

from __future__ import annotations

import sqlite3
import threading
import time
import weakref
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from django.db.backends.sqlite3 import base

# ---- A lock for the threads of this process that write to one SQLite database. Waiters queue in Python.
#
# SQLite lets one connection write at a time. The others poll in C, in no order, and each of them holds the
# mutex of its connection meanwhile. If the writing thread needs such a mutex, nobody can go on.


LOOK_AGAIN = 1.0
"""Seconds after which a waiter looks whether the owner of the lock still exists."""


@dataclass(eq=False)
class _Waiter:
    owner: weakref.ref[object]
    turn: threading.Event = field(default_factory=threading.Event)


class WriterLock:
    """A lock that goes to its waiters in the order of their arrival. It belongs to a connection."""

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._waiting: deque[_Waiter] = deque()
        self._owner: weakref.ref[object] | None = None

    @property
    def waiting(self) -> int:
        """How many connections wait for the lock."""
        return len(self._waiting)

    @property
    def is_free(self) -> bool:
        """Whether no connection has the lock."""
        return self._owner is None or self._owner() is None

    def acquire(self, owner: object, timeout: float) -> bool:
        """Give the lock to `owner`. Return False if this takes longer than `timeout` seconds.

        The lock of an owner that was garbage-collected is free.
        """
        waiter = _Waiter(weakref.ref(owner))
        end = time.monotonic() + timeout
        with self._mutex:
            self._waiting.append(waiter)
            self._pass_on_if_free()
        while not waiter.turn.wait(min(LOOK_AGAIN, max(0.0, end - time.monotonic()))):
            with self._mutex:
                self._pass_on_if_free()
                if not waiter.turn.is_set() and time.monotonic() >= end:
                    self._waiting.remove(waiter)
                    return False
        return True

    def release(self, owner: object) -> None:
        """Give the lock to the next waiter. Do nothing if `owner` does not have it."""
        with self._mutex:
            if self._owner is not None and self._owner() is owner:
                self._owner = None
                self._pass_on_if_free()

    def _pass_on_if_free(self) -> None:
        if self._waiting and self.is_free:
            waiter = self._waiting.popleft()
            self._owner = waiter.owner
            waiter.turn.set()


_locks: dict[Hashable, WriterLock] = {}


def lock_of(database: Hashable) -> WriterLock:
    """Return the lock of this process for a database, by its name as Django has it."""
    return _locks.setdefault(database, WriterLock())


READS = ("SELECT", "VALUES", "PRAGMA", "EXPLAIN", "SAVEPOINT", "RELEASE", "ROLLBACK")
"""First words of statements that need no lock outside a transaction."""


class Connection(sqlite3.Connection):
    """A connection that has the writer lock while it writes."""

    def __init__(self, database: str, timeout: float = 5.0, **options: Any) -> None:
        super().__init__(database, timeout, **options)
        self.lock = lock_of(database)
        self.open_cursors: dict[Cursor, bool] = {}
        """Cursors with rows that were not read, each with whether its statement writes."""
        self._timeout = timeout
        self._has_lock = False

    def take_lock(self) -> None:
        """Wait for the writer lock. Raises sqlite3.OperationalError after the timeout of the connection."""
        if not self._has_lock:
            if not self.lock.acquire(self, self._timeout):
                raise sqlite3.OperationalError("database is locked")
            self._has_lock = True

    def release_lock(self) -> None:
        """Release the writer lock unless a transaction or a statement with unread rows still needs it."""
        if self._has_lock and not self.in_transaction and not any(self.open_cursors.values()):
            self._has_lock = False
            self.lock.release(self)

    def commit(self) -> None:
        try:
            super().commit()
        finally:
            self.release_lock()

    def rollback(self) -> None:
        try:
            super().rollback()
        finally:
            self.release_lock()

    def close(self) -> None:
        try:
            for cursor in list(self.open_cursors):
                cursor.close_here()
            super().close()
        finally:
            self._has_lock = False
            self.lock.release(self)

    def close_cursors(self) -> None:
        """Close the cursors that this thread left open.

        Tests with a database in memory share one connection between threads. A request ends in one of them.
        """
        for cursor in list(self.open_cursors):
            cursor.close()


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that takes the writer lock for its statement if it needs it."""

    connection: Connection
    _thread = 0

    def execute(self, query: str, params: Any = None) -> Cursor:
        is_write = self._prepare(query)
        try:
            super().execute(query, params)
        finally:
            self._note(is_write=is_write)
        return self

    def executemany(self, query: str, param_list: Any) -> Cursor:
        is_write = self._prepare(query)
        try:
            super().executemany(query, param_list)
        finally:
            self._note(is_write=is_write)
        return self

    def close(self) -> None:
        """Close the cursor, unless the garbage collector closes it in another thread."""
        if self not in self.connection.open_cursors or self._thread == threading.get_ident():
            self.close_here()

    def close_here(self) -> None:
        """Close the cursor in any case."""
        super().close()
        self.connection.open_cursors.pop(self, None)
        self.connection.release_lock()

    def _prepare(self, query: str) -> bool:
        """Take the lock if the statement writes and has no transaction yet; return whether this is so."""
        is_write = not self.connection.in_transaction and not query.lstrip()[:9].upper().startswith(READS)
        if is_write:
            self.connection.take_lock()
        return is_write

    def _note(self, *, is_write: bool) -> None:
        """Keep the cursor if its statement has rows, and release the lock if nothing needs it any more."""
        connection = self.connection
        if self.description is not None:
            self._thread = threading.get_ident()
            connection.open_cursors[self] = is_write
        else:
            connection.open_cursors.pop(self, None)
        if is_write:
            connection.release_lock()


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection to SQLite, with our connections and cursors."""

    def get_connection_params(self) -> dict[str, Any]:
        return {**super().get_connection_params(), "factory": Connection}

    def create_cursor(self, name: str | None = None) -> Cursor:  # noqa: ARG002 - a name is for PostgreSQL
        cursor: Cursor = self.connection.cursor(factory=Cursor)
        return cursor

    def close_if_unusable_or_obsolete(self) -> None:
        """Django calls it before and after each request and task."""
        if self.connection is not None and not self.in_atomic_block:
            self.connection.close_cursors()
        super().close_if_unusable_or_obsolete()
