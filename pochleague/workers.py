"""Threads that do what takes the database: so many, and each keeps its connection."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

from django.db import connections

Job = Callable[[], None]


class Workers:
    """A fixed number of threads that take jobs in the order in which they came.

    A job that turns out to be a long one steps aside: it goes on in its thread, with its connection, and
    another thread takes the place.
    """

    def __init__(self, name: str, threads: int) -> None:
        self._name = name
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._here = threading.local()
        self._threads: set[threading.Thread] = set()
        self._started = 0
        self._lock = threading.Lock()
        self._wanted = threads

    def do(self, job: Job) -> None:
        """Have the job done; it raises nothing. Threads are started with the first jobs."""
        with self._lock:
            if self._started < self._wanted:
                self._start()
        self._jobs.put(job)

    def step_aside(self) -> None:
        """To be called by a job that takes long: its thread ends with it, and another takes the next jobs."""
        self._here.aside = True
        with self._lock:
            self._threads.discard(threading.current_thread())
            self._start()

    def close(self, patience: float) -> None:
        """End the threads when what was asked for is done; `patience` in seconds, for each."""
        with self._lock:
            threads = list(self._threads)
            self._started = self._wanted  # none is started any more
        for _thread in threads:
            self._jobs.put(None)
        for thread in threads:
            thread.join(patience)

    def _start(self) -> None:
        self._started += 1
        thread = threading.Thread(target=self._work, name=self._name, daemon=True)
        self._threads.add(thread)
        thread.start()

    def _work(self) -> None:
        self._here.aside = False
        try:
            while not self._here.aside and (job := self._jobs.get()) is not None:
                job()
        finally:
            connections.close_all()
