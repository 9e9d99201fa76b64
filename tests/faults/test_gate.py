"""The faults of the gate: each program is killed once, and one disk is full. At night the other disk, too."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.faults.disks import full, small_disk
from tests.faults.installations import SeparateProcesses
from tests.faults.small import Prepared, running
from tests.faults.trial import Trial, times
from tests.platform.processes import check_semaphores

pytestmark = pytest.mark.process


@pytest.mark.postgres
def test_each_program_is_killed_once(place: SeparateProcesses) -> None:
    """A web process, the worker, the beat, PostgreSQL and Redis, which has no copy of its data."""
    trial = Trial(place, scorers=2)
    kills: dict[str, Callable[[], object]] = {
        "web": partial(place.kill_child, "web"),
        "worker": partial(place.kill, "worker"),
        "beat": partial(place.kill, "beat"),
        "PostgreSQL": partial(place.restart_postgres, signal.SIGQUIT),
        "Redis": place.crash_redis,
    }
    for name, kill in kills.items():
        trial.repeat(f"kill {name}", kill, count=1, deals=3)
    trial.verify_whole()
    trial.journal.close()


def test_f9_the_disk_is_full_and_has_room_again(tmp_path: Path, prepared: Prepared) -> None:
    """While it is full, changes are refused with 503. Nobody has to start anything again."""
    with small_disk(tmp_path / "data", 64) as disk, running(tmp_path, prepared) as trial:
        with trial.evening.running():
            for _ in range(times(1, 10)):
                with trial.fault("F9 full disk"), full(disk):
                    trial.await_refusals(3)
                trial.progress(5)
        trial.verify()
        assert trial.installation.rows("PRAGMA integrity_check") == [("ok",)]


@pytest.mark.nightly
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
