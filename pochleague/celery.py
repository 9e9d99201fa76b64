"""The Celery application, and the pulse, which shows whether a worker takes messages.

It only wakes workers; the tasks are rows of the outbox.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from typing import Any

from celery import Celery
from celery.signals import (
    after_task_publish,
    beat_init,
    heartbeat_sent,
    task_postrun,
    task_prerun,
    task_received,
    worker_init,
    worker_ready,
)
from celery.utils.nodenames import worker_direct
from celery.worker import state
from django.conf import settings

from pochleague import metrics_listener
from tournaments.core.requests import set_request_id

# ---- Whether a Celery worker takes messages: it sends itself one every few seconds.
#
# A worker can be connected to the broker and take nothing. No other sign shows it: it answers, and its queues
# grow. So each worker has a queue of its own (`CELERY_WORKER_DIRECT`), which it takes from like the others.


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


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")


def _application(name: str) -> Celery:
    # Not the current one of this thread: an application for a further worker would send its messages.
    application = Celery(name, set_as_current=False)
    application.config_from_object("django.conf:settings", namespace="CELERY")
    application.autodiscover_tasks()
    return application


def another(name: str) -> Celery:
    """Return an application for a further worker in this process: each has one set of queues."""
    return _application(f"pochleague.{name}")


app = _application("pochleague")
# For every thread: threads that serve requests did not import this module.
app.set_default()


@task_prerun.connect
def begin_log_lines(task_id: str, **_options: Any) -> None:
    """Let the log lines of a task have its id, until it takes a row with the id of a request."""
    set_request_id(task_id)


@task_postrun.connect
def end_log_lines(**_options: Any) -> None:
    set_request_id("")


@worker_init.connect
def prepare_simulator(sender: Any, **_options: Any) -> None:
    """In a worker for simulations and background work: lower the priority and load the compiled core.

    This happens before the worker forks, so all its children have the core at once.
    """
    queues = {queue.name for queue in settings.CELERY_TASK_QUEUES} & set(app.amqp.queues.consume_from)
    if sender.app is app and "simulations" in queues <= {"simulations", "background"}:
        from tournaments.simulations.verbs.chunks import warm_up  # noqa: PLC0415 - models cannot be imported earlier

        os.nice(settings.SIMULATION_STEPS_BACK)
        warm_up()


@worker_init.connect
def offer_metrics(sender: Any, **_options: Any) -> None:
    """Offer the metrics of a worker and its children. The one-process server offers those of its workers."""
    if sender.app is app and settings.REDIS_URL:
        metrics_listener.listen(has_children=True, has_sweep=_runs_sweep())


class _Worker:
    """The worker of this process, if it is one for Redis."""

    pulse: Pulse | None = None


@app.task(name=TASK)
def pulse() -> None:
    """Do nothing: a worker sends itself this message to see whether it takes any."""


@worker_ready.connect
def start_pulse(sender: Any, **_options: Any) -> None:
    if sender.app is app and settings.REDIS_URL:
        _Worker.pulse = Pulse(app, sender.hostname)
        _Worker.pulse.start()


@task_received.connect
def note_message(**_options: Any) -> None:
    if _Worker.pulse is not None:
        _Worker.pulse.note_message()


@heartbeat_sent.connect
def touch_heartbeat(**_options: Any) -> None:
    """Touch the file that POCH_HEARTBEAT names: every two seconds, while the worker takes messages."""
    if settings.HEARTBEAT and (_Worker.pulse is None or _Worker.pulse.is_healthy()):
        settings.HEARTBEAT.touch()


@beat_init.connect
def touch_heartbeat_of_beat(**_options: Any) -> None:
    """Let a beat touch the file with each message that it has sent."""
    after_task_publish.connect(touch_heartbeat)


@worker_ready.connect
def start_watchdog(sender: Any, **_options: Any) -> None:
    """Start the watchdog in the worker that takes the sweep. The one-process server has its own."""
    if sender.app is app and settings.REDIS_URL and _runs_sweep():
        from tournaments.core.watchdog import Watchdog  # noqa: PLC0415 - models cannot be imported earlier

        Watchdog().start()


def _runs_sweep() -> bool:
    """Return whether this worker takes the queue of the sweep."""
    return "default" in app.amqp.queues.consume_from
