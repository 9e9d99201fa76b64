"""Play chunks of simulations on request: ``python -m games.engine.simulation``.

Each input line is ``{"spec": ..., "number": ...}``; its answer is a line ``{"outcome": [...]}`` or
``{"error": ...}`` (see ``EngineError.as_data``). The process ends with its input. A server starts it, so that
the server itself stays free for requests.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from games.engine.errors import EngineError
from games.engine.simulation.plan import play_chunk


def answer(line: str) -> dict[str, Any]:
    """Return the answer to an input line."""
    request = json.loads(line)
    try:
        return {"outcome": play_chunk(request["spec"], request["number"])}
    except EngineError as error:
        return {"error": error.as_data()}


def main() -> None:
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
