"""The disk of PostgreSQL is full, then has room again. (The disk of one process: test_disk_and_clock.py.)"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from tests.faults.disks import full, small_disk
from tests.faults.installations import SeparateProcesses
from tests.faults.trial import Trial, times
from tests.platform.processes import check_semaphores

pytestmark = [pytest.mark.process, pytest.mark.nightly]


def test_f9_the_disk_of_postgresql_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is full, changes are refused with 503. PostgreSQL may end; then it is started again."""
    check_semaphores()
    with tempfile.TemporaryDirectory() as open_folder, small_disk(Path(open_folder) / "disk", 400) as disk:
        Path(open_folder).chmod(0o755)  # PostgreSQL runs as another user
        monkeypatch.setattr(tempfile, "tempdir", str(disk))
        place = SeparateProcesses(tmp_path)
        try:
            place.start()
            trial = Trial(place)
            with trial.evening.running():
                trial.progress(5)
                for _ in range(times(1, 10)):
                    with trial.fault("F9 full disk"):
                        with full(disk):
                            trial.await_refusals(3)
                        place.postgres.start_if_ended()
                    trial.progress(5)
            trial.verify_whole()
            trial.journal.close()
        finally:
            place.stop()
