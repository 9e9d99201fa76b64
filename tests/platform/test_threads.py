"""The threads behind the web server: few, warm, and none too many."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from queue import SimpleQueue

import pytest

from pochleague.workers import Workers
from tests.platform.processes import PATIENCE, until


@pytest.fixture
def workers() -> Iterator[Workers]:
    workers = Workers("tested", 3)
    yield workers
    workers.close(PATIENCE)


def idle(workers: Workers, count: int) -> None:
    """Wait until so many are idle."""
    until(lambda: len(workers._idle) >= count)


def test_one_after_the_other_is_done_by_one_thread(workers: Workers) -> None:
    seen: SimpleQueue[int] = SimpleQueue()
    for _ in range(5):
        workers.do(lambda: seen.put(threading.get_ident()))
        idle(workers, 1)
    assert len({seen.get(timeout=PATIENCE) for _ in range(5)}) == 1


def test_at_once_there_are_as_many_as_wanted_and_no_more(workers: Workers) -> None:
    go, seen = threading.Event(), SimpleQueue[int]()

    def job() -> None:
        seen.put(threading.get_ident())
        go.wait(PATIENCE)

    for _ in range(5):
        workers.do(job)
    first = {seen.get(timeout=PATIENCE) for _ in range(3)}
    assert len(first) == 3
    assert seen.empty()
    go.set()
    assert {seen.get(timeout=PATIENCE) for _ in range(2)} <= first


def test_who_worked_last_works_next(workers: Workers) -> None:
    gates = [threading.Event() for _ in range(3)]
    seen: SimpleQueue[tuple[int, int]] = SimpleQueue()

    def job(number: int) -> None:
        seen.put((number, threading.get_ident()))
        gates[number].wait(PATIENCE)

    for number in range(3):
        workers.do(partial(job, number))
    who = dict(seen.get(timeout=PATIENCE) for _ in range(3))
    for done, number in enumerate((2, 0, 1)):
        gates[number].set()
        idle(workers, done + 1)
    for _ in range(4):
        workers.do(lambda: job(1))
        assert seen.get(timeout=PATIENCE)[1] == who[1]
        idle(workers, 3)


def test_who_steps_aside_is_replaced(workers: Workers) -> None:
    go, seen = threading.Event(), SimpleQueue[int]()

    def long() -> None:
        workers.leave_pool()
        go.wait(PATIENCE)

    def job() -> None:
        seen.put(threading.get_ident())
        go.wait(PATIENCE)

    for _ in range(3):
        workers.do(long)
    for _ in range(3):
        workers.do(job)
    assert len({seen.get(timeout=PATIENCE) for _ in range(3)}) == 3
    go.set()


def test_what_was_asked_for_is_done_before_the_end(workers: Workers) -> None:
    go, seen = threading.Event(), SimpleQueue[int]()

    def job() -> None:
        go.wait(PATIENCE)
        seen.put(1)

    for _ in range(7):
        workers.do(job)
    go.set()
    workers.close(PATIENCE)
    assert seen.qsize() == 7
