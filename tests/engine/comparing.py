"""Compares each event of the compiled core and of the plain one."""

from __future__ import annotations

from games.engine import bulk
from games.engine.bulk_loop import Totals


def compare(job: bulk.Job, first: int, count: int) -> tuple[int | None, Totals]:
    """Return the number of the first table that differs (or None), and the totals of the plain core."""
    logs: list[list[int]] = []
    compiled_logs: list[list[int]] = []
    totals = bulk.play(job, first, count, compiled=False, kept=logs)
    compiled = bulk.play(job, first, count, compiled=True, kept=compiled_logs)
    for number, (log, compiled_log) in enumerate(zip(logs, compiled_logs, strict=True)):
        if log != compiled_log:
            return first + number, totals
    return None if bulk.written(totals) == bulk.written(compiled) else first, totals
