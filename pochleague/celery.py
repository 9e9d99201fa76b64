"""The Celery application: the doorbell of the outbox, never its memory (see tournaments/outbox.py)."""

import os

from celery import Celery

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
