"""In CI, give a second try to tests that start programs or a browser.

They depend on the machine's time as well as on the code. CI runs thousands of tests beside each other on two
cores, and one late program must not refuse the whole change. The end of the run names each second try, so
that somebody looks into it. Outside CI there is none: a test that fails now and then has to be seen.
"""

from __future__ import annotations

import os

import pytest

MARKS = ("process", "browser", "faults")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that may be tried a second time."""
    if not os.environ.get("CI"):
        return
    for item in items:
        if any(item.get_closest_marker(mark) for mark in MARKS):
            item.add_marker(pytest.mark.flaky(reruns=1))
