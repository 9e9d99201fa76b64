"""Whoever looks for a verb finds its module by what it is about."""

from __future__ import annotations

import re
from pathlib import Path

from tournaments import services


def test_every_module_of_the_services_is_named_once_under_what_it_is_about() -> None:
    assert services.__doc__ is not None
    index = services.__doc__.split("Where to look:", 1)[1]
    named = re.findall(r"\w+", re.sub(r"^\* [^:]+:", "", index, flags=re.MULTILINE))
    there = [path.stem for path in Path(services.__path__[0]).glob("*.py") if path.stem != "__init__"]
    assert sorted(named) == sorted(there)
