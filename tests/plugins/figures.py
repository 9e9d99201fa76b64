"""Print what tests have measured at the end of the run, from all processes.

A test calls the fixture `figure` with a sentence. Figures are information only; no test depends on them.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

_NAME = "figure"


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Return a function that prints a sentence at the end of the run."""
    return lambda sentence: record_property(_NAME, sentence)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.getreports(outcome)]
    sentences = [
        sentence
        for report in reports
        if report.when == "call"
        for name, sentence in report.user_properties
        if name == _NAME
    ]
    if sentences:
        terminalreporter.write_sep("=", "measured")
        for sentence in sentences:
            terminalreporter.write_line(f"{sentence}.")
