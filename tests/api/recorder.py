"""Real answers as examples: `POCH_RECORD=1 ./poch test tests/api` writes them to `api/recorded.json` anew.

Of every operation the first answer of each success that the table of rights gets; of every error code the
first refusal that any test gets. Ids, times and secrets are those of nobody, and lists are cut.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any

from api.examples import RECORDED

RECORDING = bool(os.environ.get("POCH_RECORD"))

ROWS = 2
"""So many rows of a list of objects are kept."""

LONGEST = 1200
"""Characters of a text that is no JSON."""

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")
NUMBERED = re.compile(r"\b(Club|club|Event|event|Player|player|Bot|user)([ -])\d+\b")

HIDDEN = {
    "secret": "the-secret-of-nobody",
    "token": "the-token-of-nobody",
    "invitation": "the-invitation-of-nobody",
    "pin": "271828",
    "seed": 2026,
}
"""What is told instead of what is drawn by lot, by its name."""


class Plain:
    """Makes one answer like any other of its kind."""

    def __init__(self) -> None:
        self.ids: dict[str, str] = {}

    def of(self, told: Any, name: str = "") -> Any:
        """`told`, which is named so, with the ids, times and secrets of nobody."""
        if name in HIDDEN and told is not None:
            return HIDDEN[name] if isinstance(told, str | int) else told
        if isinstance(told, dict):
            return {self.text(key): self.of(value, key) for key, value in told.items()}
        if isinstance(told, list):
            kept = told[:ROWS] if all(isinstance(row, dict) for row in told) else told
            return [self.of(value) for value in kept]
        return self.text(told) if isinstance(told, str) else told

    def text(self, told: str) -> str:
        told = ID.sub(self._id, told)
        told = TIME.sub("2026-03-06T19:42:07Z", told)
        told = re.sub(r"/(#?)[\w-]{43}(?=/|$)", r"/\1the-secret-of-nobody", told)
        return NUMBERED.sub(r"\g<1>\g<2>1", told)

    def _id(self, found: re.Match[str]) -> str:
        number = len(self.ids) + 1
        return self.ids.setdefault(found[0], f"01980000-0000-7000-8000-{number:012}")


def as_example(answer: Any) -> Any:
    """An answer's body as an example: JSON, or the beginning of a text; None for an empty one."""
    content = answer.getvalue()
    if not content:
        return None
    if answer.headers["Content-Type"].endswith(("/json", "+json")):
        return Plain().of(answer.json())
    lines = Plain().text(content.decode()).splitlines(keepends=True)
    return "".join(lines[: ROWS + 1])[:LONGEST]


def recorded() -> dict[str, Any]:
    """What is recorded: `answers`, by operation and status, and `refusals`, by code."""
    told: dict[str, Any] = json.loads(RECORDED.read_text())
    return told


def keep(part: str, name: str, example: Any) -> None:
    """Write an example down."""
    told = recorded() if RECORDED.exists() else {}
    told.setdefault(part, {})[name] = example
    RECORDED.write_text(json.dumps(told, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


_kept: set[str] = set()


def keep_refusal(answer: Any) -> None:
    """Keep a refusal, if it is the first with its code in this run."""
    if answer.headers.get("Content-Type") != "application/problem+json":
        return
    problem = as_example(answer)
    code = problem.get("code")
    if code and code not in _kept and code != "internal" and len(json.dumps(problem)) < LONGEST:
        _kept.add(code)
        keep("refusals", code, problem)
