"""Whether a Celery worker takes messages: it sends itself one every few seconds.

A worker can be connected to the broker and take nothing. No other sign shows it: it answers, and its queues
grow. So each worker has a queue of its own (`CELERY_WORKER_DIRECT`), which it takes from like the others.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time

from celery import Celery
from celery.utils.nodenames import worker_direct
from celery.worker import state
from django.conf import settings

logger = logging.getLogger(__name__)

TASK = "worker.pulse"

INTERVAL = 5.0
"""Seconds between two messages."""

QUIET = 20.0
"""Seconds without a message after which a worker with an idle child is not healthy."""

LONGEST_QUIET = 45.0
"""Seconds after which it ends, so that its supervisor starts it again."""

LAST_WAIT = 10.0
"""Seconds that it has to end by itself."""


class Pulse:
    """The thread that sends, and what it knows. It begins with a worker that has just taken a message."""

    def __init__(self, app: Celery, hostname: str) -> None:
        self._app = app
        self._queue = worker_direct(hostname).name
        self._taken = time.monotonic()
        self._thread = threading.Thread(target=self._work, name="pulse", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def note_message(self) -> None:
        """Note that the worker has taken a message."""
        self._taken = time.monotonic()

    def quiet(self) -> float:
        """Return for how many seconds the worker has taken nothing although it could.

        It takes nothing while all its children are busy, at most until the time limit of their tasks.
        """
        limits = [
            request.time_limits[0] or request.task.time_limit for request in tuple(state.active_requests)
        ]
        busy = max((limit or settings.CELERY_TASK_TIME_LIMIT for limit in limits), default=0)
        return time.monotonic() - self._taken - busy

    def is_healthy(self) -> bool:
        return self.quiet() < QUIET

    def beat(self) -> None:
        """Send the worker a message, or end it if it takes none."""
        if self.quiet() > LONGEST_QUIET:
            logger.error("This worker takes no messages. It ends, so that its supervisor starts it again.")
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(LAST_WAIT)
            os._exit(1)
        self._app.send_task(TASK, queue=self._queue, expires=QUIET, retry=False)

    def _work(self) -> None:
        while True:
            try:
                self.beat()
            except Exception as error:  # noqa: BLE001 - whatever the broker's fault is, the next one may arrive
                logger.warning("The worker could not send itself a message: %s", error)
            time.sleep(INTERVAL)
