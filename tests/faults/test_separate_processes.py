"""Faults of web, worker and beat with PostgreSQL and Redis. F1 to F21 are the rows of README.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.faults.installations import SeparateProcesses
from tests.faults.trial import Trial, numbers_of, times
from tests.platform.processes import check_semaphores

pytestmark = [pytest.mark.process, pytest.mark.faults]


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trial]:
    """One installation for all tests of this file, so each fault meets the traces of the others."""
    check_semaphores()
    installation = SeparateProcesses(tmp_path_factory.mktemp("separate-processes"))
    try:
        installation.start()
        trial = Trial(installation)
        yield trial
        trial.journal.close()
    finally:
        installation.stop()


def test_f1_web_processes_are_killed_in_the_middle_of_requests(
    trial: Trial, figure: Callable[[str], None]
) -> None:
    trial.repeat("F1 kill", lambda: trial.installation.kill_child("web"), count=times(60, 1000))
    trial.verify()
    figure(numbers_of("separate processes", trial))
