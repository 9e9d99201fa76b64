"""The settings for workers that tests start, who have a chunk that kills them: see `deadly.py`."""

from tests.process.settings import *  # noqa: F403

CELERY_IMPORTS = ["tests.process.deadly"]
