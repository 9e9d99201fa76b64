"""Threads that do what takes the database: so many, and each keeps its connection."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue

from django.db import connections

Job = Callable[[], None]


class Workers:
    """At most so many threads that take jobs in the order in which they came.

    Of those that are idle, the one that worked last takes the next job: then few connections do most of the
    work, and these have their plans and their memory warm. A thread is started when none is idle.

    A job that turns out to be a long one steps aside: it goes on in its thread, with its connection, and
    another thread takes the place.
    """

    def __init__(self, name: str, threads: int) -> None:
        self._name = name
        self._waiting: deque[Job] = deque()
        self._idle: list[SimpleQueue[Job | None]] = []
        self._here = threading.local()
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._wanted = threads
        self._is_closing = False

    def do(self, job: Job) -> None:
        """Have the job done; it raises nothing."""
        with self._lock:
            if self._idle:
                self._idle.pop().put(job)
                return
            self._waiting.append(job)
            self._start_if_wanted()

    def step_aside(self) -> None:
        """To be called by a job that takes long: its thread ends with it, and another takes the next jobs."""
        self._here.aside = True
        with self._lock:
            self._threads.discard(threading.current_thread())
            if self._waiting:
                self._start_if_wanted()

    def close(self, patience: float) -> None:
        """End the threads when what was asked for is done; `patience` in seconds, for each."""
        with self._lock:
            self._is_closing = True
            threads = list(self._threads)
            for inbox in self._idle:
                inbox.put(None)
            self._idle.clear()
        for thread in threads:
            thread.join(patience)

    def _start_if_wanted(self) -> None:
        if len(self._threads) < self._wanted:
            thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._threads.add(thread)
            thread.start()

    def _work(self) -> None:
        self._here.aside = False
        inbox: SimpleQueue[Job | None] = SimpleQueue()
        try:
            while not self._here.aside and (job := self._next(inbox)) is not None:
                job()
        finally:
            connections.close_all()

    def _next(self, inbox: SimpleQueue[Job | None]) -> Job | None:
        """The next job, waited for in `inbox` if there is none yet; None when there will be no more."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            if self._is_closing:
                return None
            self._idle.append(inbox)
        return inbox.get()
