"""The site's own settings, but for the queues: everything waits in one. For a control."""

from pochleague.settings import *  # noqa: F403

CELERY_TASK_ROUTES = {}
