"""What time it is for verbs and for the defaults of rows.

It is the time of the machine. Only `at` gives another one: the demo plays the evenings of last autumn with
it. What wakes workers, such as the outbox, what guards accounts, and new ids ask the machine itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta

from django.utils import timezone

_behind: ContextVar[timedelta] = ContextVar("behind_the_machine", default=timedelta(0))


def now() -> datetime:
    """The moment that it is."""
    return timezone.now() - _behind.get()


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let it be this moment. Time goes on from it."""
    token = _behind.set(timezone.now() - moment)
    try:
        yield
    finally:
        _behind.reset(token)
