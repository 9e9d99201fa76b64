"""The project: settings, addresses, servers and the worker. No rules of any kind."""

from pochleague.celery import app as celery_app

__all__ = ["celery_app"]
