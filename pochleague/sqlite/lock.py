"""A lock for the threads of this process that write to one SQLite database. Waiters queue in Python.

SQLite lets one connection write at a time. The others poll in C, in no order, and each of them holds the
mutex of its connection meanwhile. If the writing thread needs such a mutex, nobody can go on.
"""

from __future__ import annotations

import threading
import time
import weakref
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field

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
