"""A module that workers import (`WORKER_IMPORTS`): each sweep of the outbox takes a moment."""

from __future__ import annotations

import time
from unittest.mock import patch

from tournaments.core import outbox

_sweep = outbox.sweep


def _slow_sweep() -> int:
    time.sleep(0.3)
    return _sweep()


patch("tournaments.core.outbox.sweep", _slow_sweep).start()
