"""A small installation for one test: one process on a copy of a prepared club, with one scorer or more."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.faults.installations import OneProcess
from tests.faults.trial import Trial

DEALS = 8


class Prepared(NamedTuple):
    """The folder of a new club, and a key of its owner."""

    folder: Path
    key: str


def prepare(folder: Path) -> Prepared:
    place = OneProcess(folder)
    place.prepare()
    return Prepared(folder, place.key)


@contextmanager
def running(folder: Path, prepared: Prepared, disturbed: str = "", scorers: int = 1) -> Iterator[Trial]:
    """A service in which a few deals were recorded. disturbed: see `tests/process/disturbed.py`."""
    shutil.copytree(prepared.folder / "data", folder / "data", dirs_exist_ok=True)
    environ = {
        "DJANGO_SETTINGS_MODULE": "tests.process.settings",
        "DISTURBED": disturbed,
        "DEATH": str(folder / "death"),
        "CLOCK": str(folder / "clock"),
    }
    place = OneProcess(folder, environ if disturbed else {})
    try:
        place.start()
        trial = Trial(place, key=prepared.key, scorers=scorers)
        with trial.evening.running():
            trial.progress(DEALS)
        yield trial
        trial.journal.close()
    finally:
        place.stop()
