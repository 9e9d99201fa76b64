"""A pool of threads for requests. Each thread keeps its database connection."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue

from django.db import connections

Job = Callable[[], None]


class Workers:
    """A pool with a maximum number of threads. Jobs run in the order of their arrival.

    The idle thread that worked last takes the next job, so few connections do most of the work, and their
    prepared statements and caches stay warm. The pool starts a thread when none is idle.

    A long job can leave the pool: it continues in its thread, and another thread takes its place.
    """

    def __init__(self, name: str, threads: int) -> None:
        self._name = name
        self._waiting: deque[Job] = deque()
        self._idle: list[SimpleQueue[Job | None]] = []
        self._here = threading.local()
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._size = threads
        self._is_closing = False

    def do(self, job: Job) -> None:
        """Run the job in a thread. The job must not raise."""
        with self._lock:
            if self._idle:
                self._idle.pop().put(job)
                return
            self._waiting.append(job)
            self._start_if_allowed()

    def leave_pool(self) -> None:
        """Called by a long job: its thread ends with it, and another thread takes the next jobs."""
        self._here.has_left = True
        with self._lock:
            self._threads.discard(threading.current_thread())
            if self._waiting:
                self._start_if_allowed()

    def close(self, timeout: float) -> None:
        """End the threads after their jobs. Wait at most `timeout` seconds for each."""
        with self._lock:
            self._is_closing = True
            threads = list(self._threads)
            for inbox in self._idle:
                inbox.put(None)
            self._idle.clear()
        for thread in threads:
            thread.join(timeout)

    def _start_if_allowed(self) -> None:
        if len(self._threads) < self._size:
            thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._threads.add(thread)
            thread.start()

    def _work(self) -> None:
        self._here.has_left = False
        inbox: SimpleQueue[Job | None] = SimpleQueue()
        try:
            while not self._here.has_left and (job := self._next(inbox)) is not None:
                job()
        finally:
            connections.close_all()

    def _next(self, inbox: SimpleQueue[Job | None]) -> Job | None:
        """Return the next job, waiting in `inbox` if there is none; None if the pool closes."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            if self._is_closing:
                return None
            self._idle.append(inbox)
        return inbox.get()
