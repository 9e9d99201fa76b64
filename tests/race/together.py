"""Tools for race tests: threads that wait for each other, and verbs without their locks."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

TIMEOUT = 300.0
"""Seconds to wait for the other threads. A thread that never arrives is a bug of the test."""


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Run each call in a thread. Return their results or the exceptions that they raised."""

    def run(call: Callable[[], Any]) -> Any:
        try:
            return call()
        except Exception as error:  # noqa: BLE001 - whatever it is, the test looks at it
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def meet(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, *, times: int = 2) -> None:
    """Make the first `times` callers of a function wait for each other before it runs."""
    barrier, function, calls = Barrier(times), getattr(module, name), iter(range(times))

    def wait_first(*args: Any, **kwargs: Any) -> Any:
        if next(calls, None) is not None:
            barrier.wait(TIMEOUT)
        return function(*args, **kwargs)

    monkeypatch.setattr(module, name, wait_first)


def meet_across(monkeypatch: pytest.MonkeyPatch, *places: tuple[Any, str]) -> None:
    """Make the first callers of these functions (module, name) wait for each other before they run."""
    barrier = Barrier(len(places))

    def held(function: Callable[..., Any]) -> Callable[..., Any]:
        calls = iter(range(1))

        def wait_first(*args: Any, **kwargs: Any) -> Any:
            if next(calls, None) is not None:
                barrier.wait(TIMEOUT)
            return function(*args, **kwargs)

        return wait_first

    for module, name in places:
        monkeypatch.setattr(module, name, held(getattr(module, name)))
