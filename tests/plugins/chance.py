"""Give each test the same ids and seeds in every run.

Draws, lots and searches depend on them. By chance, a test could pass a hundred times and then fail.
Tests that start processes keep chance: their other processes make ids, too.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Iterator
from contextlib import ExitStack
from unittest.mock import patch

import pytest

# Later than the ids of fixtures that outlive a test, so that ids stay in the order of their making.
_FIRST_MILLISECOND = 4_102_444_800_000


class Chance:
    """Stands in for the system's clock and chance where ids and seeds are made.

    Each id is a millisecond later than the one before.
    """

    def __init__(self, name: str) -> None:
        self._chance = random.Random(hashlib.sha256(name.encode()).digest())
        self._milliseconds = itertools.count(_FIRST_MILLISECOND)

    def time_ns(self) -> int:
        return next(self._milliseconds) * 1_000_000

    def urandom(self, size: int) -> bytes:
        return self._chance.randbytes(size)

    def string(self, length: int, allowed: str) -> str:
        return "".join(self._chance.choices(allowed, k=length))


_SEEDS = ("events.verbs.events", "simulations.verbs.simulations")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Make ids and seeds of this test, and of its fixtures, from its name."""
    if item.get_closest_marker("process"):
        return (yield)
    chance = Chance(item.nodeid)
    with ExitStack() as stack:
        for module in ("os", "time"):
            stack.enter_context(patch(f"tournaments.core.models.columns.{module}", chance))
        for module in _SEEDS:
            stack.enter_context(patch(f"tournaments.{module}.get_random_string", chance.string))
        return (yield)
