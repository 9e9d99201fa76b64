"""Settings of the programs that tests disturb: lost messages are sent again sooner.

`DISTURBED` names what disturbs them (`disturbed.py`). `HARD_LIMIT` is the time limit of tasks (seconds).
With `PATIENT_BROKER` a connection to the broker never times out.
"""

import os

from pochleague.settings import *  # noqa: F403

SIMULATION_STALL = 3.0
CELERY_IMPORTS = ["tests.process.disturbed"]
CELERY_TASK_TIME_LIMIT = int(os.environ.get("HARD_LIMIT", CELERY_TASK_TIME_LIMIT))  # noqa: F405
if "PATIENT_BROKER" in os.environ:
    CELERY_BROKER_TRANSPORT_OPTIONS |= {"socket_timeout": 100_000, "socket_connect_timeout": 100_000}  # noqa: F405
