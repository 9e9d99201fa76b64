"""Settings of workers with a chunk that kills them (see `deadly.py`)."""

from tests.process.settings import *  # noqa: F403

CELERY_IMPORTS = ["tests.process.deadly"]
