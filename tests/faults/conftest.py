"""Fixtures that several files share."""

from __future__ import annotations

import pytest

from tests.faults.small import Prepared, prepare


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """The data of a new club, and a key. Each test has a copy."""
    return prepare(tmp_path_factory.mktemp("prepared"))
