"""Fixtures that several files share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.installations import SeparateProcesses
from tests.faults.small import Prepared, prepare
from tests.platform.processes import check_semaphores


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """The data of a new club, and a key. Each test has a copy."""
    return prepare(tmp_path_factory.mktemp("prepared"))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SeparateProcesses]:
    """One installation for all tests of this file, so each fault meets the traces of the others."""
    check_semaphores()
    place = SeparateProcesses(tmp_path_factory.mktemp("separate-processes"))
    try:
        place.start()
        yield place
    finally:
        place.stop()
