"""A module that workers import (`WORKER_IMPORTS`): a standing takes a moment, and the first one can hang.

`MOMENT` is how long each standing takes, in seconds. `HANGS` is a file; while it exists, a standing removes
it and hangs.
"""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

from django.db import connection, transaction

from tournaments.standings.verbs import standings

_refresh = standings.refresh


def _slow_refresh(event_id: str) -> object:
    seconds = float(os.environ["MOMENT"])
    hangs = Path(os.environ["HANGS"])
    if hangs.exists():
        hangs.unlink()
        seconds = 1000.0
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(%s)", [seconds])
    return _refresh(event_id)


patch("tournaments.standings.verbs.standings.refresh", _slow_refresh).start()
