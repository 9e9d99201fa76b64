"""Show what programs have printed, if a test fails that has started them or found them running."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

LINES = 50


class _Program(NamedTuple):
    name: str
    printed: Callable[[], str]
    is_running: Callable[[], bool]


_programs: list[_Program] = []


def watch(
    command: Sequence[str | Path],
    printed: Callable[[], str],
    is_running: Callable[[], bool] = lambda: False,
) -> None:
    """Show the last lines of this program if the present test fails, or a later one while it runs."""
    words = " ".join([Path(command[0]).name, *map(str, command[1:])])
    _programs.append(_Program(textwrap.shorten(words, 60), printed, is_running))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Forget programs of earlier tests that have ended."""
    _programs[:] = [program for program in _programs if program.is_running()]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    for program in _programs if report.failed else ():
        with suppress(OSError):  # the file was removed
            lines = program.printed().splitlines()[-LINES:]
            report.sections.append((f"output of {program.name} (last {LINES} lines)", "\n".join(lines)))
    return report
