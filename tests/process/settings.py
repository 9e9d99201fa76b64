"""The site's own settings for workers that tests start: what is lost is missed sooner.

`WORKER_IMPORTS` names modules that hold something up in a worker, for a test to do its worst meanwhile.
"""

import os

from pochleague.settings import *  # noqa: F403

SIMULATION_STALL = 3.0
CELERY_IMPORTS = os.environ.get("WORKER_IMPORTS", "").split()
