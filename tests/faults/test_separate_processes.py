"""Faults of web, worker and beat with PostgreSQL and Redis. F1 to F21 are the rows of README.md."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest

from tests.faults.client import in_threads
from tests.faults.installations import SeparateProcesses
from tests.faults.trial import Trial, times

pytestmark = [pytest.mark.process, pytest.mark.nightly]


@pytest.fixture(scope="module")
def trial(place: SeparateProcesses) -> Iterator[Trial]:
    trial = Trial(place)
    yield trial
    trial.journal.close()


def test_f1_web_processes_are_killed_in_the_middle_of_requests(
    place: SeparateProcesses, trial: Trial
) -> None:
    trial.repeat("F1 kill", lambda: place.kill_child("web"), count=times(60, 1000), deals=3)
    trial.verify()


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_f2_f3_the_process_that_commits_is_killed_at_its_commit(
    place: SeparateProcesses, trial: Trial, after: bool
) -> None:
    """A web process or the child of a worker. After: nobody has sent the message or the response yet."""
    trial.repeat("F2 kill at commit", lambda: place.wire.cut(after=after, kills=True), count=times(12, 250))
    trial.verify()


def test_f3_the_child_of_a_worker_is_killed(place: SeparateProcesses, trial: Trial) -> None:
    trial.repeat("F3 kill", lambda: place.kill_child("worker"), count=times(10, 250))
    trial.verify()


@pytest.mark.parametrize("name", ["worker", "beat"])
def test_f4_a_whole_worker_or_beat_is_killed(place: SeparateProcesses, trial: Trial, name: str) -> None:
    trial.repeat("F4 kill", lambda: place.kill(name), count=times(3, 50), deals=5)
    trial.verify()


def test_f4_the_proxy_is_killed(place: SeparateProcesses, trial: Trial) -> None:
    if "proxy" not in place.programs:
        pytest.skip("Caddy is not installed (apt install caddy)")
    trial.repeat("F4 kill", lambda: place.kill("proxy"), count=times(2, 50), deals=5)
    trial.verify()


@pytest.mark.parametrize("seconds", [0.0, 5.0], ids=["at once", "later"])
def test_f5_redis_is_killed_and_forgets(place: SeparateProcesses, trial: Trial, seconds: float) -> None:
    trial.repeat("F5 kill", lambda: place.crash_redis(seconds), count=times(2, 15), deals=5)
    trial.verify()


def test_f5_redis_is_flushed(place: SeparateProcesses, trial: Trial) -> None:
    trial.repeat("F5 flush", lambda: place.tell_redis("FLUSHALL"), count=times(5, 50), deals=3)
    trial.verify()


def test_f5_redis_is_full(place: SeparateProcesses, trial: Trial) -> None:
    """Writes are still accepted, and the work is done when Redis has room again."""
    place.tell_redis("CONFIG", "SET", "maxmemory", "1")
    try:
        trial.repeat("F5 full", lambda: None, count=1, deals=10)
    finally:
        place.tell_redis("CONFIG", "SET", "maxmemory", "0")
    trial.verify()


def test_f6_redis_hangs_and_closes_its_connections(place: SeparateProcesses, trial: Trial) -> None:
    """A worker that is alive, but was cut off, works again."""
    trial.repeat("F6 hang", lambda: place.pause_redis(times(5, 20)), count=times(1, 15), deals=5)
    kill = partial(place.tell_redis, "CLIENT", "KILL", "TYPE", "normal")
    trial.repeat("F6 cut", kill, count=times(5, 25), deals=3)
    trial.verify()


@pytest.mark.parametrize("how", [signal.SIGQUIT, signal.SIGINT], ids=["crash", "restart"])
def test_f7_postgresql_ends_and_is_started_again(
    place: SeparateProcesses, trial: Trial, how: signal.Signals
) -> None:
    trial.repeat("F7 end", lambda: place.restart_postgres(how), count=times(3, 75), deals=3)
    trial.verify()


def test_f7_a_process_of_postgresql_is_killed(place: SeparateProcesses, trial: Trial) -> None:
    trial.repeat("F7 kill", place.crash_a_backend, count=times(4, 100), deals=3)
    trial.verify()


def test_f8_all_connections_are_terminated(place: SeparateProcesses, trial: Trial) -> None:
    trial.repeat("F8 terminate", place.terminate_all_connections, count=times(10, 500))
    trial.verify()


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_f8_the_connection_is_cut_at_a_commit(place: SeparateProcesses, trial: Trial, after: bool) -> None:
    trial.repeat("F8 cut", lambda: place.wire.cut(after=after), count=times(20, 1000))
    trial.verify()


def test_f9_the_database_is_read_only(place: SeparateProcesses, trial: Trial) -> None:
    """For instance after a failover to a replica. Changes are refused with 503 until it can write again."""

    def read_only() -> None:
        place.set_read_only(on=True)
        trial.await_refusals(1)
        place.set_read_only(on=False)

    trial.repeat("F9 read-only", read_only, count=times(1, 10), deals=3)
    trial.verify()


def test_f16_locks_that_are_not_given_back(place: SeparateProcesses, trial: Trial) -> None:
    """A request that waits too long for a lock gets 503, and is sent again."""
    trial.repeat("F16 lock", lambda: place.hold_locks(12.0), count=times(1, 25), deals=3)
    trial.verify()


def test_f20_two_faults_at_once(place: SeparateProcesses, trial: Trial) -> None:
    faults: list[Callable[[], object]] = [
        lambda: place.kill_child("web"),
        lambda: place.kill_child("worker"),
        lambda: place.kill("worker"),
        lambda: place.tell_redis("FLUSHALL"),
        place.crash_a_backend,
        place.terminate_all_connections,
        lambda: place.wire.cut(after=True, kills=True),
    ]
    chance = Random(20)

    def two() -> None:
        in_threads(*chance.sample(faults, 2))

    trial.repeat("F20 two at once", two, count=times(4, 200), deals=2)
    trial.verify()


def test_after_all_faults_the_service_finds_its_own_records_in_order(trial: Trial) -> None:
    trial.verify_whole()
