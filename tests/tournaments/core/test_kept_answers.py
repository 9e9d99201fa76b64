"""The memory of kept answers: bounded, and each answer made once."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier, Event
from types import SimpleNamespace
from unittest.mock import patch

from tournaments.core import kept
from tournaments.core.kept import Answer, Shelf

VIEWERS = 8


def answer(text: bytes = b"page", mark: str = "new") -> Answer:
    return Answer.of_text(mark, text, "text/html", status=200, etag="")


def ask_at_once(shelf: Shelf, make: Callable[[], Answer]) -> list[Answer | None]:
    """Let many viewers ask for one page at the same moment."""
    ready = Barrier(VIEWERS)

    def ask(_viewer: int) -> Answer | None:
        ready.wait(30)
        return shelf.find_or_make("page", "new", make)

    with ThreadPoolExecutor(VIEWERS) as viewers:
        return list(viewers.map(ask, range(VIEWERS)))


def test_many_viewers_at_once_cost_one_rendering() -> None:
    made: list[Answer] = []

    def make() -> Answer:
        made.append(answer(random.randbytes(100_000)))
        return made[-1]

    answers = ask_at_once(Shelf(), make)
    assert [given.text for given in answers if given] == [made[0].text] * VIEWERS
    assert len(made) == 1


def test_the_least_recently_used_answers_leave_when_the_memory_is_full() -> None:
    texts = [random.randbytes(10_000) for _number in range(30)]
    shelf = Shelf(most=200_000)
    for number, text in enumerate(texts):
        shelf.find_or_make(number, "new", partial(answer, text))
        assert shelf.find(0, "new") is not None
        assert shelf.size <= 200_000
    assert shelf.find(1, "new") is None
    assert shelf.find(29, "new") is not None
    assert len(shelf) == 18


def test_after_a_change_an_answer_is_used_for_twenty_times_as_long_as_it_took_to_make_it() -> None:
    shelf, clock = Shelf(), SimpleNamespace(now=1000.0)

    def make() -> Answer:
        clock.now += 0.5
        return answer(mark="old")

    with (
        patch.object(kept, "time", SimpleNamespace(monotonic=lambda: clock.now)),
        patch.object(kept, "REST", 20),
    ):
        shelf.find_or_make("page", "old", make)
        clock.now += 9.9
        assert shelf.find("page", "new") is not None
        clock.now += 0.2
        assert shelf.find("page", "new") is None
        assert shelf.find("page", "old") is not None


def test_nobody_waits_while_a_newer_answer_is_made() -> None:
    shelf = Shelf()
    shelf.find_or_make("page", "old", lambda: answer(b"before", "old"))
    is_made, may_end = Event(), Event()

    def make() -> Answer:
        is_made.set()
        assert may_end.wait(30)
        return answer(b"after")

    with ThreadPoolExecutor(1) as viewer:
        first = viewer.submit(shelf.find_or_make, "page", "new", make)
        assert is_made.wait(30)
        other = shelf.find_or_make("page", "new", make)
        may_end.set()
        assert other is not None
        assert other.text == b"before"
        made = first.result()
        assert made is not None
        assert made.text == b"after"


def test_old_answers_leave_the_memory() -> None:
    shelf = Shelf()
    shelf.find_or_make("page", "new", answer)
    with patch.object(kept, "LASTS", 0.0):
        shelf.find_or_make("another page", "new", answer)
    assert shelf.find("page", "new") is None
    assert len(shelf) == 1
