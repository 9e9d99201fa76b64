"""The compiled core: the key of its cache, the length of its log, and processes that must not load it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from games.engine import bot_betting, bots, bulk_compiled
from games.engine.core.state import State

ROOT = Path(__file__).resolve().parents[2]

A_PAYMENT = """
import sys
from games.engine import bulk_compiled as compiled
from games.engine.core import payments
from games.engine.core.state import OUT, Rules, State
if "careless" in sys.argv:
    compiled.fingerprint = lambda: "always the same"
pay = compiled.compiled(payments.pay)
state = compiled.to_record(State(), compiled.STATE)
pay(compiled.to_record(Rules(), compiled.RULES)[0], state[0], OUT, 0, 1, 5)
print(state["account"][0][1], sum(pay.stats.cache_hits.values()))
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the engine that a test may change."""
    shutil.copytree(
        ROOT / "games" / "engine", tmp_path / "games" / "engine", ignore=shutil.ignore_patterns("__py*")
    )
    (tmp_path / "games" / "__init__.py").touch()
    return tmp_path


def payment(folder: Path, *words: str) -> list[str]:
    """Pay five chips with the compiled core of a copy. Return the chips and the number of cache hits."""
    environ = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": str(folder)}
    environ.pop("NUMBA_CACHE_DIR", None)
    done = subprocess.run(
        [sys.executable, "-c", A_PAYMENT, *words],
        cwd=folder, env=environ, capture_output=True, text=True, timeout=600, check=True,
    )  # fmt: skip
    return done.stdout.split()


def change_a_rule(folder: Path) -> None:
    """Lose a chip, in another module than the compiled function."""
    path = folder / "games" / "engine" / "core" / "state.py"
    rule = "state.account[target] += chips"
    assert rule in path.read_text()
    path.write_text(path.read_text().replace(rule, f"{rule} - 1"))


def test_only_a_changed_rule_is_compiled_again(copied: Path) -> None:
    assert payment(copied) == ["5", "0"]
    assert payment(copied) == ["5", "1"]
    change_a_rule(copied)
    assert payment(copied) == ["4", "0"]


@pytest.mark.parametrize(
    ("module", "name", "value"),
    [(bot_betting, "CARELESS", 0), (bot_betting, "STAKES", (1, 2)), (bots, "WORTH_OF_KIND", ())],
)
def test_other_constants_give_another_fingerprint(
    module: ModuleType, name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Constants are compiled in, alone and in tuples. The cache must not serve code with old constants."""
    usual = bulk_compiled.fingerprint()
    monkeypatch.setattr(module, name, value)
    assert bulk_compiled.fingerprint() != usual


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
