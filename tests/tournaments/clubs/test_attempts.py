"""Limits for attempts to sign in: for a name, for a network, in all, and for a known browser."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from tournaments.clubs.verbs import second_factors as attempts
from tournaments.clubs.verbs.second_factors import OF_ONE
from tournaments.core.pace import Pace
from tournaments.core.rules.refusals import TooMany
from tournaments.models import AttemptPace, AttemptTurn

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """The time stands still unless a test moves it."""
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


def wrong(name: str = "anna", network: int = 1, browser: str | None = None) -> int:
    """Try a wrong password. Return the seconds to wait; 0 if it is judged."""
    return wrong_from(f"203.0.113.{network}", name, browser)


def wrong_from(address: str, name: str = "anna", browser: str | None = None) -> int:
    try:
        attempts.take(attempts.sign_in_limits(name, address, browser))
    except TooMany as refusal:
        return int(refusal.retry_after or 0)
    return 0


def right(name: str, network: int = 1) -> None:
    limits = attempts.sign_in_limits(name, f"203.0.113.{network}", None)
    attempts.take(limits)
    attempts.give_back(limits)


def judged(tries: list[int]) -> int:
    return sum(not wait for wait in tries)


def test_thirty_tries_for_one_name_from_eight_addresses_are_slowed() -> None:
    tries = [wrong("anna", network=number % 8) for number in range(30)]
    assert judged(tries) == OF_ONE.burst == 5


def test_many_names_from_many_addresses_are_slowed_in_all() -> None:
    tries = [wrong(f"name {number}", network=number) for number in range(120)]
    assert judged(tries) == 100


def test_right_passwords_do_not_count() -> None:
    for number in range(60):
        right("anna")
        right(f"name {number}")
    assert judged([wrong("anna") for _ in range(6)]) == 5


def test_the_wait_that_is_announced_is_enough_although_strangers_go_on(
    clock: time_machine.Traveller,
) -> None:
    """The owner has a new phone in another network, and five strangers try without a pause."""
    for number in range(30):
        wrong("anna", network=number % 5)
    wait = wrong("anna", network=99)
    assert 0 < wait <= 6 * 40
    for _second in range(wait):
        clock.shift(1)
        for network in range(5):
            wrong("anna", network=network)
    right("anna", network=99)


def test_asking_again_does_not_put_off_the_turn(clock: time_machine.Traveller) -> None:
    for _ in range(5):
        wrong()
    waits = []
    for _ in range(4):
        waits.append(wrong())
        clock.shift(10)
    assert waits == [40, 30, 20, 10]
    assert wrong() == 0


def test_somebody_with_many_ipv6_networks_has_one_turn() -> None:
    """One customer can rent 65,536 networks of the size of a household. They cannot fill the turns."""
    for number in range(attempts.MOST_TURNS + 50):
        wrong_from(f"2001:db8:1:{number:x}::1")
    assert AttemptTurn.objects.filter(key__startswith="name:").count() == 1
    assert wrong_from("2001:db8:2::1") == 2 * OF_ONE.interval.total_seconds()


def test_a_known_browser_gets_in_whatever_strangers_do() -> None:
    for number in range(200):
        wrong("anna", network=number)
    assert wrong("anna", browser="of anna") == 0


def test_a_refused_attempt_counts_nowhere_else() -> None:
    for _ in range(30):
        wrong("anna")
    assert judged([wrong(f"name {number}") for number in range(40)]) == 15


def test_a_crowd_cannot_fill_the_table_of_turns() -> None:
    for number in range(attempts.MOST_TURNS + 50):
        wrong(f"name {number}")
    assert AttemptTurn.objects.filter(key__startswith="from:").count() == attempts.MOST_TURNS
    assert wrong("one more") == attempts.FULL.total_seconds()


def test_names_are_not_stored_in_clear_and_old_rows_are_deleted() -> None:
    for _ in range(8):
        wrong("anna")
    assert not AttemptPace.objects.filter(key__contains="anna").exists()
    assert attempts.forget_old(timezone.now() + timedelta(days=1)) == 4
    assert not AttemptPace.objects.exists()
    assert not AttemptTurn.objects.exists()


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
