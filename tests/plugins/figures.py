"""What tests have measured is told at the end of the run, whichever process measured it.

A test asks for `figure` and says a sentence. It judges nothing by it: a figure is for whoever reads along.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

_NAME = "figure"


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Have this sentence told at the end of the run."""
    return lambda sentence: record_property(_NAME, sentence)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for found in ("passed", "failed") for report in terminalreporter.getreports(found)]
    told = [
        sentence
        for report in reports
        if report.when == "call"
        for name, sentence in report.user_properties
        if name == _NAME
    ]
    if told:
        terminalreporter.write_sep("=", "measured")
        for sentence in told:
            terminalreporter.write_line(f"{sentence}.")
