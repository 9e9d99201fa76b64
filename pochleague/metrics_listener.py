"""The address where Prometheus reads the metrics of a program (`POCH_METRICS`). The site has another one.

The main process of a program listens. The web server and Celery's workers have child processes, which write
their numbers into files of a temporary folder (the multiprocess mode of prometheus_client).
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from prometheus_client import Metric

logger = logging.getLogger(__name__)

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable from which prometheus_client takes the folder."""


def listen(*, has_children: bool, has_sweep: bool) -> None:
    """Offer the metrics of this program at the address of the settings, if they name one.

    has_children: the program's child processes do its work.
    has_sweep: the program runs the sweep. So it also offers what the database says about all work.

    If the address is not available, the log says so and the program runs without metrics: an evening must not
    stop because of them.
    """
    if settings.METRICS is None:
        return
    if has_children:
        # The library looks for the variable when it is imported, here and in the children.
        folder = os.environ[FOLDER] = tempfile.mkdtemp(prefix="poch-metrics-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    from prometheus_client import REGISTRY, CollectorRegistry, start_http_server  # noqa: PLC0415 - see above
    from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

    from pochleague import metrics  # noqa: F401, PLC0415 - defines the metrics

    registry = REGISTRY
    if has_children:
        registry = CollectorRegistry()
        registry.register(_DeadChildren(Path(folder)))
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library
    if has_sweep:
        from pochleague.metrics_of_work import Work  # noqa: PLC0415 - models cannot be imported earlier

        registry.register(Work())
    host, port = settings.METRICS
    try:
        start_http_server(port, host, registry)
    except OSError as error:
        logger.error("There are no metrics at %s:%d (POCH_METRICS): %s.", host, port, error.strerror)  # noqa: TRY400


class _DeadChildren:
    """Removes the streams of child processes that have been killed. It has no metrics of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterator[Metric]:
        for file in self._folder.glob("gauge_live*_*.db"):
            try:
                os.kill(int(file.stem.rsplit("_", 1)[1]), 0)  # sends nothing
            except ProcessLookupError:
                file.unlink(missing_ok=True)
        return iter(())
