"""A module that workers import (`WORKER_IMPORTS`): the first task of standings hangs, all looks are quick.

It hangs before its transaction begins, as a task that waits for another machine would.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from datetime import timedelta
from unittest.mock import patch

from tournaments.core import outbox

_run_each = outbox.run_each
_has_hung = threading.Event()


def _hang_first(row_ids: Iterable[str], verb: Callable[..., object]) -> int:
    if not _has_hung.is_set():
        _has_hung.set()
        threading.Event().wait()
    return _run_each(row_ids, verb)


patch("tournaments.core.outbox.run_each", _hang_first).start()
patch("tournaments.core.outbox.RESEND_AFTER", timedelta(seconds=1)).start()
patch("tournaments.core.watchdog.UNTOUCHED", timedelta(seconds=2)).start()
patch("tournaments.core.watchdog.INTERVAL", 0.5).start()
patch("pochleague.embedded.HANGING", 2.0).start()
