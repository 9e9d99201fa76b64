"""The Celery application. It only wakes workers; the tasks are rows of the outbox."""

import os
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
from django.conf import settings

from pochleague import metrics_listener
from pochleague.pulse import TASK, Pulse
from tournaments.core.request_ids import set_request_id

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
    """Touch the file of POCH_HEARTBEAT: a worker every two seconds, while it takes messages."""
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
