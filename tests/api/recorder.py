"""Real responses as examples. This command writes them to `api/recorded.json`:

    POCH_RECORD=1 ./poch test tests/api tests/tournaments tests/engine

The file has five parts. `answers`: for each operation and status, the first successful response in the table
of rights. `codes`: for each operation and status, the codes of all refusals in the tests. `refusals`: for
each code, the first refusal in the tests of the API. `raised`: for other codes, the first refusal of a verb
or the engine in the other tests. `made`: for the remaining codes, the sentence in the source code (see
`tests.api.made`). Ids, times and secrets are replaced by fixed values, and long lists are cut. Recording
twice gives the same file.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from unittest.mock import patch

import games.services as games
from api.codes import titles
from api.examples import RECORDED
from api.problems import problem_of
from tests.api.contract import operation_of
from tournaments.core.rules.refusals import Refusal

RECORDING = bool(os.environ.get("POCH_RECORD"))

ROWS = 2
"""Rows of a list of objects that are kept."""

LONGEST = 1200
"""Characters that are kept of a text."""

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")
SECRET = re.compile(r"/(#?)(?:[\w-]{43}(?=/|$)|(?<=#)[\w-]{22}$)")
"""In an address: 256 bits, or the 128 bits of a card behind `#`."""
NUMBERED = re.compile(r"\b(Club|club|Event|event|Player|player|Bot|user)([ -])\d+\b(?!-)")

HIDDEN = {
    "secret": "the-secret-of-nobody",
    "token": "the-token-of-nobody",
    "invitation": "the-invitation-of-nobody",
    "pin": "271828",
    "seed": 2026,
}
"""The values that replace random ones, by key."""


class Normalizer:
    """Replaces all that differs between two recordings of the same response."""

    def __init__(self) -> None:
        self.ids: dict[str, str] = {}

    def value(self, value: Any, key: str = "") -> Any:
        """Return `value`, which has this key, with fixed ids, times and secrets."""
        if key in HIDDEN and value is not None:
            return HIDDEN[key] if isinstance(value, str | int) else value
        if isinstance(value, dict):
            return {self.text(name): self.value(part, name) for name, part in value.items()}
        if isinstance(value, list):
            rows = value[:ROWS] if all(isinstance(row, dict) for row in value) else value
            return [self.value(row) for row in rows]
        return self.text(value) if isinstance(value, str) else value

    def text(self, text: str) -> str:
        text = ID.sub(self._id, text)
        text = TIME.sub("2026-03-06T19:42:07Z", text)
        text = SECRET.sub(r"/\1the-secret-of-nobody", text)
        return NUMBERED.sub(r"\g<1>\g<2>1", text)

    def _id(self, match: re.Match[str]) -> str:
        number = len(self.ids) + 1
        return self.ids.setdefault(match[0], f"01980000-0000-7000-8000-{number:012}")


def as_example(answer: Any) -> Any:
    """Return the body of a response as an example: JSON, or the beginning of a text; None if it is empty."""
    content = answer.getvalue()
    if not content:
        return None
    if answer.headers["Content-Type"].endswith(("/json", "+json")):
        return Normalizer().value(answer.json())
    lines = Normalizer().text(content.decode()).splitlines(keepends=True)
    return "".join(lines[: ROWS + 1])[:LONGEST]


def recorded() -> dict[str, Any]:
    """Return the parts of the file."""
    parts: dict[str, Any] = json.loads(RECORDED.read_text())
    return parts


def replace(**parts: dict[str, Any]) -> None:
    """Replace these parts of the file."""
    content = {**recorded(), **parts} if RECORDED.exists() else parts
    RECORDED.write_text(json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def update(**parts: dict[str, Any]) -> None:
    """Add examples to these parts of the file, or replace those with the same names."""
    old = recorded() if RECORDED.exists() else {}
    replace(**{part: {**old.get(part, {}), **examples} for part, examples in parts.items()})


_refusals: dict[str, Any] = {}
_codes: dict[str, dict[str, set[str]]] = {}


def keep_refusal(answer: Any, method: str, path: str) -> None:
    """Keep the first refusal with each code, and the codes of each operation."""
    if answer.headers.get("Content-Type") != "application/problem+json" or unlikely():
        return
    problem = as_example(answer)
    if problem is None:  # the response to HEAD
        return
    code, status = problem["code"], str(problem["status"])
    if code == "internal" or len(json.dumps(problem)) > LONGEST:
        return
    _refusals.setdefault(code, problem)
    with suppress(LookupError):
        name = operation_of(method, path.removeprefix("/api/v1"))["operationId"]
        _codes.setdefault(name, {}).setdefault(status, set()).add(code)


def unlikely() -> bool:
    """Whether the running test sends random requests, whose refusals are poor examples."""
    return any(word in os.environ.get("PYTEST_CURRENT_TEST", "") for word in UNLIKELY)


UNLIKELY = ("fuzz", "soak", "stateful", "properties", "nonsense", "schemathesis")


@contextmanager
def keeping_what_is_raised() -> Iterator[None]:
    """Keep the first refusal with each code that verbs and engine raise, and write the file at the end."""
    first: dict[str, Exception] = {}

    def recording(make: Callable[..., None]) -> Callable[..., None]:
        def init(error: Any, *args: Any, **kwargs: Any) -> None:
            make(error, *args, **kwargs)
            if not unlikely():
                first.setdefault(error.code, error)

        return init

    with (
        patch.object(Refusal, "__init__", recording(Refusal.__init__)),
        patch.object(games.EngineError, "__init__", recording(games.EngineError.__init__)),
    ):
        yield
    raised = {
        code: Normalizer().value(json.loads(problem_of(error, "/document").rendered_content))
        for code, error in first.items()
    }
    codes = recorded().get("codes", {})
    for name, by_status in _codes.items():
        for status, met in by_status.items():
            known_codes = codes.setdefault(name, {})
            known_codes[status] = sorted(met | set(known_codes.get(status, [])))
    update(refusals=_refusals, codes=codes)
    real = recorded()["refusals"]
    replace(
        raised={
            code: problem
            for code, problem in {**recorded().get("raised", {}), **raised}.items()
            if code in titles() and code not in real and len(json.dumps(problem)) <= LONGEST
        }
    )
    from tests.api.made import made  # it reads the file

    real = {*real, *recorded()["raised"]}
    replace(made={code: problem for code, problem in made().items() if code not in real})
