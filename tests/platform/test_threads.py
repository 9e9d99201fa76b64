"""The pool of threads of the web server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from queue import SimpleQueue

import pytest

from pochleague.workers import Workers
from tests.platform.processes import TIMEOUT, until


@pytest.fixture
def workers() -> Iterator[Workers]:
    workers = Workers("tested", 3)
    yield workers
    workers.close(TIMEOUT)


def idle(workers: Workers, count: int) -> None:
    """Wait until this number of threads is idle."""
    until(lambda: len(workers._idle) >= count)


def test_one_thread_runs_jobs_that_come_one_after_the_other(workers: Workers) -> None:
    seen: SimpleQueue[int] = SimpleQueue()
    for _ in range(5):
        workers.do(lambda: seen.put(threading.get_ident()))
        idle(workers, 1)
    assert len({seen.get(timeout=TIMEOUT) for _ in range(5)}) == 1


def test_the_pool_never_exceeds_its_size(workers: Workers) -> None:
    go, seen = threading.Event(), SimpleQueue[int]()

    def job() -> None:
        seen.put(threading.get_ident())
        go.wait(TIMEOUT)

    for _ in range(5):
        workers.do(job)
    first = {seen.get(timeout=TIMEOUT) for _ in range(3)}
    assert len(first) == 3
    assert seen.empty()
    go.set()
    assert {seen.get(timeout=TIMEOUT) for _ in range(2)} <= first


def test_the_thread_that_worked_last_takes_the_next_job(workers: Workers) -> None:
    gates = [threading.Event() for _ in range(3)]
    seen: SimpleQueue[tuple[int, int]] = SimpleQueue()

    def job(number: int) -> None:
        seen.put((number, threading.get_ident()))
        gates[number].wait(TIMEOUT)

    for number in range(3):
        workers.do(partial(job, number))
    who = dict(seen.get(timeout=TIMEOUT) for _ in range(3))
    for done, number in enumerate((2, 0, 1)):
        gates[number].set()
        idle(workers, done + 1)
    for _ in range(4):
        workers.do(lambda: job(1))
        assert seen.get(timeout=TIMEOUT)[1] == who[1]
        idle(workers, 3)


def test_a_thread_that_leaves_the_pool_is_replaced(workers: Workers) -> None:
    go, seen = threading.Event(), SimpleQueue[int]()

    def long() -> None:
        workers.leave_pool()
        go.wait(TIMEOUT)

    def job() -> None:
        seen.put(threading.get_ident())
        go.wait(TIMEOUT)

    for _ in range(3):
        workers.do(long)
    for _ in range(3):
        workers.do(job)
    assert len({seen.get(timeout=TIMEOUT) for _ in range(3)}) == 3
    go.set()


def test_queued_jobs_run_before_the_pool_closes(workers: Workers) -> None:
    go, seen = threading.Event(), SimpleQueue[int]()

    def job() -> None:
        go.wait(TIMEOUT)
        seen.put(1)

    for _ in range(7):
        workers.do(job)
    go.set()
    workers.close(TIMEOUT)
    assert seen.qsize() == 7
