"""What disturbs workers. `DISTURBED` names functions of this module, which workers call when they start.

So a test can act in the middle of something, on a fast or slow machine. Some of them wait for a file.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from django.db import connection, transaction
from django.utils import timezone

import games.services as games
from tests.platform.processes import until
from tournaments.core import outbox
from tournaments.models import Simulation
from tournaments.simulations.verbs import chunks
from tournaments.standings.verbs import standings


def backlog() -> None:
    """A standing takes `MOMENT` seconds. While the file `HANGS` exists, it removes that file and hangs."""
    refresh = standings.refresh

    def slow(event_id: str) -> object:
        seconds, hangs = float(os.environ["MOMENT"]), Path(os.environ["HANGS"])
        if hangs.exists():
            hangs.unlink()
            seconds = 1000.0
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(%s)", [seconds])
        return refresh(event_id)

    patch("tournaments.standings.verbs.standings.refresh", slow).start()


def gated() -> None:
    """The file `GATE` says how many chunks may be played. A child that waits has begun its chunk."""

    def play(spec: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
        gate = Path(os.environ["GATE"])
        until(lambda: Simulation.objects.get().chunks_done < int(gate.read_text()))
        return games.play_chunk(spec, number)

    chunks.play_with(play)


def hanging() -> None:
    """The first task of standings hangs before its transaction begins. All looks are quick."""
    run_each, has_hung = outbox.run_each, threading.Event()

    def hang_first(row_ids: Iterable[str], verb: Callable[..., object]) -> int:
        if not has_hung.is_set():
            has_hung.set()
            threading.Event().wait()
        return run_each(row_ids, verb)

    patch("tournaments.core.outbox.run_each", hang_first).start()
    patch("tournaments.core.outbox.RESEND_AFTER", timedelta(seconds=1)).start()
    patch("tournaments.core.watchdog.UNTOUCHED", timedelta(seconds=2)).start()
    patch("tournaments.core.watchdog.LOOK_EVERY", 0.5).start()
    patch("pochleague.embedded.HANGING", 2.0).start()


def mortal() -> None:
    """While the file `DEATH` exists, the process dies after a COMMIT, before the message and the response."""
    notify = outbox.notify

    def lose(row: Any) -> None:
        death = Path(os.environ["DEATH"])
        if death.exists():
            death.unlink()
            os._exit(9)
        notify(row)

    patch("tournaments.core.outbox.notify", lose).start()


def wrong_clock() -> None:
    """The clock is wrong by the seconds in the file `CLOCK`."""
    real_now, real_time = timezone.now, time.time

    def shift() -> float:
        clock = Path(os.environ["CLOCK"])
        return float(clock.read_text() or 0) if clock.exists() else 0.0

    patch("django.utils.timezone.now", lambda: real_now() + timedelta(seconds=shift())).start()
    patch("time.time", lambda: real_time() + shift()).start()


def slow_sweeps() -> None:
    """Each sweep of the outbox takes a moment."""
    sweep = outbox.sweep

    def slow() -> int:
        time.sleep(0.3)
        return sweep()

    patch("tournaments.core.outbox.sweep", slow).start()


for name in os.environ.get("DISTURBED", "").split():
    globals()[name]()
