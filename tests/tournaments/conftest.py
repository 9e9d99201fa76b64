"""What tests of several services share."""

from __future__ import annotations

import pytest

from tournaments.services import chunks


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """No workers are woken; the numbers of the chunks of a simulation that would have been sent."""
    numbers: list[int] = []
    monkeypatch.setattr(chunks, "_send", lambda _simulation, some: numbers.extend(some))
    return numbers
