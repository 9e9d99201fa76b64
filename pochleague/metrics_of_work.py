"""What the database says about the work of all processes, for Prometheus."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator

from django.db import DatabaseError, connections
from django.utils import timezone
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from redis.exceptions import RedisError

from tournaments.core import outbox
from tournaments.core.watchdog import seconds_since_beat
from tournaments.programs.fsck import watch

logger = logging.getLogger(__name__)


class Work:
    """Reads the metrics each time that Prometheus asks."""

    def describe(self) -> Iterable[Metric]:
        """Return nothing: the library would read the database when the program starts."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Return the metrics, without those that the database or Redis does not give at the moment."""
        try:
            yield from _due()
            yield _seconds_since_sweep()
            yield from _checks()
        except (DatabaseError, RedisError):
            logger.exception("The metrics are not complete")
        finally:
            # The library reads in a new thread each time. A worker forks, and its children must not inherit
            # a connection.
            connections.close_all()


def _due() -> Iterator[Metric]:
    rows = GaugeMetricFamily("poch_due_tasks", "Tasks of the outbox that are due.", labels=["task"])
    for task, count in outbox.due_by_task().items():
        rows.add_metric([task], count)
    yield rows
    oldest = outbox.oldest_due()
    seconds = oldest.age.total_seconds() if oldest else 0.0
    yield GaugeMetricFamily("poch_oldest_due_seconds", "How long the oldest of them has been due.", seconds)
    failing = outbox.failing()
    yield GaugeMetricFamily("poch_failing_tasks", "Tasks that have failed and will be tried again.", failing)


def _seconds_since_sweep() -> Metric:
    seconds = seconds_since_beat()
    metric = GaugeMetricFamily("poch_sweep_age_seconds", "Seconds since the last sweep, if there was one.")
    if seconds is not None:
        metric.add_metric([], seconds)
    return metric


def _checks() -> Iterator[Metric]:
    last = watch.last_check()
    yield GaugeMetricFamily("poch_damage", "Damages that the periodic checks have found.", len(last.damage))
    age = GaugeMetricFamily("poch_check_age_seconds", "Each row was checked within so many seconds.")
    if last.since is not None:
        age.add_metric([], (timezone.now() - last.since).total_seconds())
    yield age
