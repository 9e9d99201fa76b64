"""A thread that wakes workers for what the requests of this process have had done.

To send a message takes a third of a millisecond of the processor: a seventh of all that a deal took when the
thread of each request did it. A deal that comes alone has its worker woken at once; while many come, what is
committed within a moment goes together, and standings are counted once for all of it. Nobody waits for it,
nor for a broker that hangs.
"""

from __future__ import annotations

import threading
from queue import Empty, SimpleQueue

from tournaments.models import OutboxTask

from . import outbox

A_MOMENT = 0.05
"""Seconds between one time of waking and the next: a twentieth of what a standing may be late."""


class Bellman:
    """The thread, from `start` to `stop`. What it has been told of by then is sent before it ends."""

    def __init__(self, a_moment: float = A_MOMENT) -> None:
        self._a_moment = a_moment
        self._told: SimpleQueue[OutboxTask | None] = SimpleQueue()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._work, name="bellman", daemon=True)

    def start(self) -> None:
        """Wake workers for this process from now on."""
        self._thread.start()
        outbox.leave_ringing_to(self._told.put)

    def stop(self, patience: float) -> None:
        """Send what is left, and end; `patience` in seconds. Then everybody wakes workers in person again."""
        outbox.leave_ringing_to(None)
        self._ending.set()
        self._told.put(None)
        self._thread.join(patience)

    def _work(self) -> None:
        is_last = False
        while not is_last:
            rows = [self._told.get(), *self._waiting()]
            is_last = None in rows
            outbox.wake([row for row in rows if row is not None])
            self._ending.wait(self._a_moment)

    def _waiting(self) -> list[OutboxTask | None]:
        """All that was told of meanwhile."""
        rows: list[OutboxTask | None] = []
        try:
            while True:
                rows.append(self._told.get_nowait())
        except Empty:
            return rows
