"""A table of cases as one test."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

Test = Callable[..., None]


def cases(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test for each case of a table, as subtests of one test. A failing case names its values.

    Use it as `pytest.mark.parametrize`, which is better for cases that have a name of their own, and the only
    way for tests with fixtures.
    """
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    table = [each if len(arguments) > 1 else (each,) for each in values]

    def decorate(test: Test) -> Test:
        def all_cases(subtests: pytest.Subtests) -> None:
            for number, case in enumerate(table):
                with subtests.test(f"case {number}", **dict(zip(arguments, map(repr, case), strict=True))):
                    test(**dict(zip(arguments, case, strict=True)))

        all_cases.__name__, all_cases.__module__ = test.__name__, test.__module__
        return all_cases

    return decorate
