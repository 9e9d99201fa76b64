"""The Celery application: the doorbell of the outbox, never its memory (see tournaments/outbox.py)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")

app = Celery("pochleague")
# In every thread: requests are served from threads that did not import this.
app.set_default()
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
