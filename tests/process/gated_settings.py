"""The settings for workers that tests start, whose chunks wait at a gate: see `gated.py`."""

from tests.process.settings import *  # noqa: F403

CELERY_IMPORTS = ["tests.process.gated"]
