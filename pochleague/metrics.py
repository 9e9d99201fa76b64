"""What this process counts for Prometheus: requests, streams and tasks.

`metrics_listener.py` decides where they can be read. It must run before this module is imported.
"""

from __future__ import annotations

import time
from typing import Any

from celery.signals import task_postrun, task_prerun
from prometheus_client import Gauge, Histogram

REQUEST_SECONDS = Histogram(
    "poch_request_seconds",
    "Seconds from the headers of a request to the begin of its response, by lane and status.",
    ["lane", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0),
)
STREAMS = Gauge("poch_streams", "Open streams of changes.", multiprocess_mode="livesum")
TASK_SECONDS = Histogram(
    "poch_task_seconds",
    "Seconds that a task has run, by task and state: SUCCESS, FAILURE or RETRY.",
    ["task", "state"],
    buckets=(0.01, 0.05, 0.25, 1.0, 5.0, 20.0, 60.0),
)


@task_prerun.connect
def _note_begin(task: Any, **_options: Any) -> None:
    task.request.update(began=time.monotonic())


@task_postrun.connect
def _note_end(task: Any, state: str | None, **_options: Any) -> None:
    TASK_SECONDS.labels(task.name, state or "FAILURE").observe(time.monotonic() - task.request.began)
