"""The compiled core: the key of its cache, the length of its log, and processes that must not load it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import bots, bulk_compiled
from games.engine.core.state import State

ROOT = Path(__file__).resolve().parents[2]


def test_the_log_has_room_for_the_longest_betting_and_shedding() -> None:
    assert bulk_compiled.longest_log() <= bulk_compiled.LOG_SIZE
    assert max(bots.HIGHEST_STAKE, 2 * (12 // 3 + max(bots.WORTH_OF_KIND))) == bots.HIGHEST_STAKE


def test_a_record_has_every_field_of_the_core() -> None:
    assert set(bulk_compiled.STATE.names or ()) == {*State.__slots__, "events"}
    state = State()
    state.owner[5] = 3
    state.turn = 2
    again = State()
    bulk_compiled.from_record(bulk_compiled.to_record(state, bulk_compiled.STATE), again)
    assert all(getattr(again, name) == getattr(state, name) for name in State.__slots__ if name != "log")


@pytest.mark.process
def test_a_process_that_serves_pages_never_imports_numba(tmp_path: Path) -> None:
    program = """
import sys, django
django.setup()
import games.services, pochleague.server
pochleague.server.application()
import pochleague.urls
from django.urls import get_resolver
assert get_resolver().reverse_dict
print([name for name in ("numba", "numpy", "games.engine.bulk_compiled") if name in sys.modules])
"""
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "pochleague.settings", "POCH_DATA": str(tmp_path)}
    for name in ("DATABASE_URL", "REDIS_URL"):
        environ.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert done.stdout.split("\n")[-2] == "[]"
