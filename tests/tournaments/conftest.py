"""What tests of several services share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import override_settings

from tests.tournaments.programs.receiver import Receiver, receiving
from tournaments.simulations.verbs import chunks


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """No workers are woken; the numbers of the chunks of a simulation that would have been sent."""
    numbers: list[int] = []
    monkeypatch.setattr(chunks, "_send", lambda _simulation, some: numbers.extend(some))
    return numbers


@pytest.fixture
def webhooks_here() -> Iterator[None]:
    """Receivers of webhooks are on this machine."""
    with override_settings(WEBHOOK_HTTP=True):
        yield


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver
