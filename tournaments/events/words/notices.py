"""What the pages of an event say beside everything else: its announcement and the clock of its round."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils import timezone

from tournaments.events.models.clocks import RoundClock
from tournaments.events.models.events import Event
from tournaments.events.rules.clock import LAST_DEAL, PAUSED, RUNNING, WARNS
from tournaments.events.verbs.announcements import announcement_of
from tournaments.events.verbs.clocks import clock_of


@dataclass(frozen=True)
class ClockSign:
    """The clock of the open round, or of one of its tables, at this moment.

    ends_at: None while it is paused. end: the same in milliseconds, for the browser; empty while it
    is paused. left: the seconds that are left, for a browser without scripts and while it is paused.
    """

    phase: str
    ends_at: datetime | None
    end: str
    left: int
    warning: int
    extra_minutes: int

    @property
    def is_paused(self) -> bool:
        return self.phase == PAUSED

    @property
    def warns(self) -> bool:
        return self.phase == WARNS

    @property
    def is_over(self) -> bool:
        return self.phase == LAST_DEAL

    @property
    def runs(self) -> bool:
        return self.phase == RUNNING

    @property
    def figures(self) -> str:
        """The time that is left, as a clock shows it: 39:59, or 1:05:00."""
        minutes, seconds = divmod(max(0, self.left), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(frozen=True)
class Notices:
    """An announcement (empty: none) and a clock. stamp: a word that changes with both."""

    announcement: str
    clock: ClockSign | None
    stamp: str

    def __bool__(self) -> bool:
        return bool(self.announcement) or self.clock is not None


def notices_of(event: Event, extra_seconds: int = 0) -> Notices:
    """The notices of an event. extra_seconds: of the table whose page it is (no query, see `clock_of`)."""
    now = timezone.now()
    text, clock = announcement_of(event, now), clock_of(event)
    said = int(event.announced_at.timestamp()) if text and event.announced_at else 0
    return Notices(
        announcement=text,
        clock=None if clock is None else clock_sign(clock, now, extra_seconds),
        stamp=f"{said}-{_stamp(clock)}-{extra_seconds}",
    )


def clock_sign(clock: RoundClock, now: datetime, extra_seconds: int = 0) -> ClockSign:
    """What a clock shows at this moment."""
    of_rules = clock.for_table(extra_seconds)
    ends_at = of_rules.ends_at
    return ClockSign(
        phase=of_rules.phase(now.timestamp()),
        ends_at=None if ends_at is None else datetime.fromtimestamp(ends_at, UTC),
        end="" if ends_at is None else str(round(ends_at * 1000)),
        left=round(of_rules.left(now.timestamp())),
        warning=clock.warning,
        extra_minutes=extra_seconds // 60,
    )


def _stamp(clock: RoundClock | None) -> str:
    if clock is None:
        return "0"
    paused = "" if clock.paused_at is None else "p"
    return f"{clock.pk}.{clock.seconds}.{clock.paused_ms}{paused}"
