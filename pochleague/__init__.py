"""The Django project: settings, addresses, servers, workers and backups.

Never put a rule of the game or of a tournament here.
"""

from pochleague.celery import app as celery_app

__all__ = ["celery_app"]
