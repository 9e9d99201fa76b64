"""A worker's import (`WORKER_IMPORTS`): a search waits after its first slice while the file `HOLD` is there.

So workers can be killed in the middle of a search, however fast or slow the machine is.
"""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

from tests.platform.processes import until
from tournaments.rules.seating.draw import Search, improve


def held(before: Search, moves: int) -> Search:
    """The next slice, once it may be searched."""
    until(lambda: before.moves == 0 or not Path(os.environ["HOLD"]).exists())
    return improve(before, moves)


patch("tournaments.services.draw.searches.improve", held).start()
