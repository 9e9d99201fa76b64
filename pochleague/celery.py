"""The Celery application: the doorbell of the outbox, never its memory (see tournaments/kernel/outbox.py)."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")


def _application(name: str) -> Celery:
    made = Celery(name)
    made.config_from_object("django.conf:settings", namespace="CELERY")
    made.autodiscover_tasks()
    return made


def another(name: str) -> Celery:
    """Another like `app`, for a second worker in this process: an application has one choice of queues."""
    return _application(f"pochleague.{name}")


app = _application("pochleague")
# In every thread: requests are served from threads that did not import this.
app.set_default()


@worker_init.connect
def prepare_simulator(sender: Any, **_options: Any) -> None:
    """A worker for simulations (and rehearsals) leaves the processors to others, and loads the compiled core.

    Here, before the worker forks: its children, also those that replace others, have it from the beginning.
    """
    queues = set(app.amqp.queues.consume_from)
    if sender.app is app and "simulations" in queues <= {"simulations", "rehearsals"}:
        from tournaments.services.simulations.chunks import get_ready  # noqa: PLC0415 - models cannot be imported earlier

        os.nice(settings.SIMULATION_STEPS_BACK)
        get_ready()
