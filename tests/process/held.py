"""A module that workers import (`WORKER_IMPORTS`): a search waits after its first slice while `HOLD` exists.

So a test can kill workers in the middle of a search, on a fast or slow machine.
"""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

from tests.platform.processes import until
from tournaments.draw.rules.draw import SearchState, improve


def held(before: SearchState, moves: int) -> SearchState:
    """Wait while the file exists, then search the next slice."""
    until(lambda: before.moves == 0 or not Path(os.environ["HOLD"]).exists())
    return improve(before, moves)


patch("tournaments.draw.verbs.searches.improve", held).start()
