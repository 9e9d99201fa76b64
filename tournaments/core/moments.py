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
    """The present moment: within `at` the one that it sets, else that of the machine."""
    return timezone.now() - _behind.get()


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Within this context, let `now` start at this moment and go on like the clock of the machine."""
    token = _behind.set(timezone.now() - moment)
    try:
        yield
    finally:
        _behind.reset(token)
