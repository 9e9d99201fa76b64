"""Settings of workers that tests start: lost messages are sent again sooner.

`WORKER_IMPORTS` names modules that make a worker wait, so that a test can disturb it.
`HARD_LIMIT` is the time limit of tasks, in seconds.
"""

import os

from pochleague.settings import *  # noqa: F403

SIMULATION_STALL = 3.0
CELERY_IMPORTS = os.environ.get("WORKER_IMPORTS", "").split()
CELERY_TASK_TIME_LIMIT = int(os.environ.get("HARD_LIMIT", CELERY_TASK_TIME_LIMIT))  # noqa: F405
