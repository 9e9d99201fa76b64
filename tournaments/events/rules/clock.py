"""The clock of a round: when it ends, what it says now, and when the evening will be over.

Instants are seconds since the same beginning (such as Unix time), durations are seconds. The clock stops
nobody: when the time is up, the deal that is being played is the last one, and a table that goes on can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.core.rules.refusals import Invalid, gettext_noop

SHORTEST, LONGEST = 60, 600 * 60
"""The bounds of the length of a round."""

WARNING: Final = 5 * 60
"""Seconds before the end at which the clock warns, unless the director chooses otherwise."""

BREAK: Final = 5 * 60
"""Seconds between two rounds, as long as the evening has not shown its own pace."""

PAUSED, RUNNING, WARNS, LAST_DEAL = "paused", "running", "warning", "last_deal"


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that was started once. paused_at: it stands since then. paused: how long it has stood before.

    extra: additional time of one table.
    """

    started_at: float
    seconds: int
    warning: int = WARNING
    paused_at: float | None = None
    paused: float = 0
    extra: int = 0

    @property
    def ends_at(self) -> float | None:
        """Return when the time is up; None while the clock stands."""
        if self.paused_at is not None:
            return None
        return self.started_at + self.paused + self.seconds + self.extra

    def left(self, now: float) -> float:
        """Return the seconds that are left: less than 0 after the end."""
        until = now if self.paused_at is None else self.paused_at
        return self.started_at + self.paused + self.seconds + self.extra - until

    def phase(self, now: float) -> str:
        """Return what the clock says: `PAUSED`, `RUNNING`, `WARNS` or `LAST_DEAL`."""
        if self.paused_at is not None:
            return PAUSED
        left = self.left(now)
        return LAST_DEAL if left <= 0 else WARNS if left <= self.warning else RUNNING


class ClockOutOfRange(Invalid):
    """The clock would run for too short or too long a time."""

    sentence = gettext_noop("The clock of a round runs for %(least)d to %(most)d minutes.")


def check_length(seconds: int) -> None:
    """Refuse a round that is too short or too long (`clock_out_of_range`)."""
    if not SHORTEST <= seconds <= LONGEST:
        raise ClockOutOfRange(least=SHORTEST // 60, most=LONGEST // 60)


@dataclass(frozen=True, slots=True)
class Evening:
    """What an estimate of the end needs.

    deals_left: of the slowest table in the open round; None without an open round. later: the deals of the
    longest table in each later round. a_deal: the seconds that a deal takes so far; None before the first.
    minutes: the clock of later rounds, if they have one. left: seconds on the clock of the open round, if it
    has one. breaks: seconds between the rounds so far.
    """

    deals_left: int | None
    later: Sequence[int]
    a_deal: float | None = None
    minutes: int | None = None
    left: float | None = None
    breaks: Sequence[float] = ()


def seconds_to_the_end(evening: Evening) -> float | None:
    """Estimate the seconds until the last round is over; None if nothing says how long a deal takes.

    A round with a clock takes the time of the clock and the last deal, whatever the pace of the deals is: so
    the estimate never contradicts the clock that everybody sees.
    """
    clocks = [evening.left] if evening.deals_left is not None else []
    clocks += [None if evening.minutes is None else evening.minutes * 60.0] * len(evening.later)
    deals = ([] if evening.deals_left is None else [evening.deals_left]) + list(evening.later)
    total = 0.0
    for number, clock in zip(deals, clocks, strict=True):
        lasts = _round_lasts(number, evening.a_deal, clock)
        if lasts is None:
            return None
        total += lasts
    pauses = len(evening.later)
    known = evening.breaks
    return total + pauses * (sum(known) / len(known) if known else BREAK)


def _round_lasts(deals: int, a_deal: float | None, clock: float | None) -> float | None:
    if clock is not None:
        return max(0.0, clock) + (a_deal or 0) / 2 if deals else 0.0
    return None if a_deal is None else deals * a_deal
