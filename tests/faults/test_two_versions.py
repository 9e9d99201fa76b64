"""F18: the old and the new version of the program work at the same time, as in an update without a pause."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.evening import Evening
from tests.faults.installations import CLUB, SeparateProcesses
from tests.faults.trial import Trial
from tests.platform.newer import make_newer
from tests.platform.processes import check_semaphores
from tests.plugins.launch import free_port

pytestmark = [pytest.mark.process, pytest.mark.nightly]

DEALS = 20
"""Deals in each part of the update."""


def test_f18_an_update_without_a_pause(tmp_path: Path) -> None:
    """First the schema is new. Then both versions answer and do each other's tasks. Then the old one ends."""
    check_semaphores()
    newer = make_newer(tmp_path / "newer")
    place = SeparateProcesses(tmp_path, with_proxy=False)
    try:
        place.start()
        trial = Trial(place)
        old, old_names = trial.evening, list(place.programs)
        with old.running():
            trial.progress(DEALS)
            place.code = newer
            trial.journal.write("update")
            with trial.fault("F18 migrate"):
                place.manage("migrate", "--verbosity=0")
            trial.progress(DEALS)
            place.manage("collectstatic", "--noinput", "--verbosity=0")
            port = free_port()
            for program in place.add_services(port, " of the new version"):
                program.start()
            place.wait_for_answer(port)
            new = Evening(port, place.make_key(), CLUB, trial.journal, tables=6, seed=2)
            with new.running():
                trial.progress(DEALS)
                trial.progress(DEALS, of=new)
        for name in old_names:
            place.remove(name)
        new.events += old.events
        trial.evening, place.port = new, port
        with new.running():
            trial.progress(DEALS)
        assert trial.errors() == []
        trial.verify_whole()
    finally:
        place.stop()
