"""The answers of the command line: one line of text for each document (``spec/record.md``, section 4)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import IO, Any

from games.engine.errors import EngineError
from games.engine.record import parse_json
from games.engine.replay import finished
from games.engine.result import result_text

Write = Callable[[Any], str]
"""What makes an answer of a document. It raises ``EngineError``."""


def answer_lines(lines: Iterable[bytes], out: IO[str], write: Write | None = None) -> int:
    """Print one answer for each line that is not blank. Return 1 if a document was refused, else 0."""
    status = 0
    for line in lines:
        if line.isspace() or not line:
            continue
        text, refused = answer(line, write)
        status = max(status, refused)
        out.write(text + "\n")
    out.flush()
    return status


def answer(line: bytes, write: Write | None = None) -> tuple[str, int]:
    """The answer to one document as JSON, and 1 if it is an error, else 0. write: ``replayed`` by default."""
    try:
        return (write or replayed)(parse_json(line)), 0
    except EngineError as error:
        return json.dumps({"error": {"code": error.code, "detail": error.detail, "at": error.at}}), 1


def replayed(document: Any) -> str:
    """The result of a record or a scorecard; of a total, its net chips."""
    if isinstance(document, dict) and document.get("format") == "poch-count/1":
        # Imported here, as most input has no totals.
        from games.engine.count import judge  # noqa: PLC0415

        total = judge(document)
        return json.dumps({key: total[key] for key in ("deals", "net", "pools")})
    return result_text(*finished(document))


def stepped(document: Any) -> str:
    """The steps of a record or a scorecard."""
    # Imported here: a replay does not need the bots.
    from games.engine.steps import steps  # noqa: PLC0415

    return json.dumps(steps(document))
