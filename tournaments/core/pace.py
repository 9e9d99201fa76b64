"""A pace for attempts: some at once, then one after each interval, in the order in which people ask.

Somebody who asks too early gets a turn: a moment that is theirs alone. So nobody can keep somebody else out
by asking all the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True)
class Pace:
    """burst: attempts that are free at once, if there were none for long. interval: between later ones.

    The caller stores one moment, `taken_until`. Each attempt adds one interval to it. At first it is any
    moment that is not in the future.
    """

    burst: int
    interval: timedelta

    def next_free(self, taken_until: datetime, now: datetime) -> datetime:
        """Return the next moment that nobody has taken; it is not in the past."""
        return max(now, taken_until - (self.burst - 1) * self.interval)

    def take(self, taken_until: datetime, now: datetime) -> datetime:
        """Take the next free moment. Return the new `taken_until`."""
        return max(taken_until, now) + self.interval

    def give_back(self, taken_until: datetime) -> datetime:
        """Take one attempt back. Return the new `taken_until`."""
        return taken_until - self.interval
