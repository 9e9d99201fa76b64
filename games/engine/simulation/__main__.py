"""Chunks of simulations, played as they are asked for: ``python -m games.engine.simulation``.

A line that comes in is ``{"spec": ..., "number": ...}``; its answer is a line ``{"outcome": [...]}`` or
``{"error": ...}`` (see ``EngineError.as_data``). It ends when no more lines can come. It is for programs
that must not spend their own time on playing, because they answer people.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from games.engine.errors import EngineError
from games.engine.simulation.playing import play_chunk


def answer(line: str) -> dict[str, Any]:
    """What is answered to a line."""
    asked = json.loads(line)
    try:
        return {"outcome": play_chunk(asked["spec"], asked["number"])}
    except EngineError as error:
        return {"error": error.as_data()}


def main() -> None:
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
