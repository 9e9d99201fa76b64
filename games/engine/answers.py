"""The answers of the command line: one line of text for each document (``spec/record.md``, section 4)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import IO

from games.engine.errors import EngineError
from games.engine.record import parse_json
from games.engine.replay import finished
from games.engine.result import result_text


def answer_lines(lines: Iterable[bytes], out: IO[str]) -> int:
    """Print one answer for each line that is not blank. Return 1 if a document was refused, else 0."""
    status = 0
    for line in lines:
        if line.isspace() or not line:
            continue
        text, refused = answer(line)
        status = max(status, refused)
        out.write(text + "\n")
    out.flush()
    return status


def answer(line: bytes) -> tuple[str, int]:
    """The answer to one document as JSON, and 1 if it is an error, else 0."""
    try:
        document = parse_json(line)
        if isinstance(document, dict) and document.get("format") == "poch-count/1":
            # Imported here, as most input has no totals.
            from games.engine.count import judge  # noqa: PLC0415

            total = judge(document)
            return json.dumps({key: total[key] for key in ("deals", "net", "pools")}), 0
        return result_text(*finished(document)), 0
    except EngineError as error:
        return json.dumps({"error": {"code": error.code, "detail": error.detail, "at": error.at}}), 1
