"""The pace of attempts: some at once, then one after each interval."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tournaments.core.pace import Pace

NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)
PACE = Pace(burst=3, interval=timedelta(seconds=10))


def waits(taken_until: datetime, now: datetime, attempts: int) -> list[float]:
    """Return the seconds that each of these attempts waits, if all ask now."""
    seconds = []
    for _ in range(attempts):
        seconds.append((PACE.next_free(taken_until, now) - now).total_seconds())
        taken_until = PACE.take(taken_until, now)
    return seconds


def test_the_first_ones_are_free_and_then_each_waits_one_interval_more() -> None:
    assert waits(NOON, NOON, 6) == [0, 0, 0, 10, 20, 30]


def test_after_a_long_pause_as_many_are_free_as_at_first() -> None:
    assert waits(NOON - timedelta(days=1), NOON, 4) == [0, 0, 0, 10]


def test_each_interval_without_an_attempt_makes_one_free() -> None:
    taken = NOON
    for _ in range(3):
        taken = PACE.take(taken, NOON)
    assert waits(taken, NOON + timedelta(seconds=20), 3) == [0, 0, 10]


def test_what_is_given_back_was_never_taken() -> None:
    taken = PACE.take(PACE.take(PACE.take(NOON, NOON), NOON), NOON)
    assert waits(PACE.give_back(taken), NOON, 2) == [0, 10]
