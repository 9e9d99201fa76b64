"""The normal settings, but with one queue for all tasks. For a control."""

from pochleague.settings import *  # noqa: F403

CELERY_TASK_ROUTES = {}
