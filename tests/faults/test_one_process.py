"""Faults of one process on SQLite. The numbers F1 to F21 are the rows of README.md."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.installations import OneProcess
from tests.faults.trial import Trial, times

pytestmark = [pytest.mark.process, pytest.mark.nightly]


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trial]:
    """One installation for all tests of this file, so each fault meets the traces of the others."""
    installation = OneProcess(tmp_path_factory.mktemp("one-process"))
    try:
        installation.prepare()
        installation.start()
        trial = Trial(installation)
        yield trial
        trial.journal.close()
    finally:
        installation.stop()


def test_f1_f21_the_process_is_killed_in_the_middle_of_requests(trial: Trial) -> None:
    trial.repeat("F1 kill", lambda: trial.installation.kill("serve"), count=times(12, 500), deals=3)
    trial.verify_whole()
