"""Faults of web, worker and beat with PostgreSQL and Redis. F1 to F21 are the rows of README.md."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from random import Random

import pytest

from tests.faults.client import in_threads
from tests.faults.installations import SeparateProcesses
from tests.faults.trial import Trial, times

pytestmark = [pytest.mark.process, pytest.mark.nightly]

Fault = Callable[[SeparateProcesses], object]


@pytest.fixture(scope="module")
def trial(place: SeparateProcesses) -> Iterator[Trial]:
    trial = Trial(place)
    yield trial
    trial.journal.close()


CHANCE = Random(20)
PAIRS: list[Fault] = [
    lambda place: place.kill_child("web"),
    lambda place: place.kill_child("worker"),
    lambda place: place.kill("worker"),
    lambda place: place.tell_redis("FLUSHALL"),
    SeparateProcesses.crash_a_backend,
    SeparateProcesses.terminate_all_connections,
    lambda place: place.wire.cut(after=True, kills=True),
]


def two_at_once(place: SeparateProcesses) -> None:
    first, second = CHANCE.sample(PAIRS, 2)
    in_threads(lambda: first(place), lambda: second(place))


FAULTS: dict[str, tuple[Fault, int, int, int]] = {
    "f1_a_web_process_is_killed": (lambda place: place.kill_child("web"), 60, 1000, 3),
    # A web process or the child of a worker. After: nobody has sent the message or the response yet.
    "f2_f3_who_commits_is_killed_before": (lambda place: place.wire.cut(after=False, kills=True), 12, 250, 1),
    "f2_f3_who_commits_is_killed_after": (lambda place: place.wire.cut(after=True, kills=True), 12, 250, 1),
    "f3_the_child_of_a_worker_is_killed": (lambda place: place.kill_child("worker"), 10, 250, 1),
    "f4_the_worker_is_killed": (lambda place: place.kill("worker"), 3, 50, 5),
    "f4_the_beat_is_killed": (lambda place: place.kill("beat"), 3, 50, 5),
    "f4_the_proxy_is_killed": (lambda place: place.kill("proxy"), 2, 50, 5),
    "f5_redis_is_killed_and_forgets": (lambda place: place.crash_redis(0.0), 2, 15, 5),
    "f5_redis_is_away_for_a_while": (lambda place: place.crash_redis(5.0), 2, 15, 5),
    "f5_redis_is_flushed": (lambda place: place.tell_redis("FLUSHALL"), 5, 50, 3),
    "f6_redis_hangs": (lambda place: place.pause_redis(times(5, 20)), 1, 15, 5),
    # A worker that is alive, but was cut off, works again.
    "f6_redis_closes_its_connections": (
        lambda place: place.tell_redis("CLIENT", "KILL", "TYPE", "normal"), 5, 25, 3,
    ),
    "f7_postgresql_crashes": (lambda place: place.restart_postgres(signal.SIGQUIT), 3, 75, 3),
    "f7_postgresql_is_restarted": (lambda place: place.restart_postgres(signal.SIGINT), 3, 75, 3),
    "f7_a_process_of_postgresql_is_killed": (SeparateProcesses.crash_a_backend, 4, 100, 3),
    "f8_all_connections_are_terminated": (SeparateProcesses.terminate_all_connections, 10, 500, 1),
    "f8_a_connection_is_cut_before_a_commit": (lambda place: place.wire.cut(after=False), 20, 1000, 1),
    "f8_a_connection_is_cut_after_a_commit": (lambda place: place.wire.cut(after=True), 20, 1000, 1),
    # A request that waits too long for a lock gets 503, and is sent again.
    "f16_locks_are_not_given_back": (lambda place: place.hold_locks(12.0), 1, 25, 3),
    "f20_two_faults_at_once": (two_at_once, 4, 200, 2),
}  # fmt: skip
"""What happens, how often at night and in a soak run, and how many deals are recorded after each."""


@pytest.mark.parametrize("name", FAULTS)
def test_fault(place: SeparateProcesses, trial: Trial, name: str) -> None:
    if "proxy" in name and "proxy" not in place.programs:
        pytest.skip("Caddy is not installed (apt install caddy)")
    fault, night, soak, deals = FAULTS[name]
    trial.repeat(name, lambda: fault(place), count=times(night, soak), deals=deals)
    trial.verify()


def test_f5_redis_is_full(place: SeparateProcesses, trial: Trial) -> None:
    """Writes are still accepted, and the work is done when Redis has room again."""
    place.tell_redis("CONFIG", "SET", "maxmemory", "1")
    try:
        trial.repeat("F5 full", lambda: None, count=1, deals=10)
    finally:
        place.tell_redis("CONFIG", "SET", "maxmemory", "0")
    trial.verify()


def test_f9_the_database_is_read_only(place: SeparateProcesses, trial: Trial) -> None:
    """For instance after a failover to a replica. Changes are refused with 503 until it can write again."""

    def read_only() -> None:
        place.set_read_only(on=True)
        trial.await_refusals(1)
        place.set_read_only(on=False)

    trial.repeat("F9 read-only", read_only, count=times(1, 10), deals=3)
    trial.verify()


def test_after_all_faults_the_service_finds_its_own_records_in_order(trial: Trial) -> None:
    trial.verify_whole()
