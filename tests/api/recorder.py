"""Real answers as examples, written to `api/recorded.json` anew by:

    POCH_RECORD=1 ./poch test tests/api tests/tournaments tests/engine

Of every operation the first answer of each success that the table of rights gets (`answers`), and the codes
with which any test is refused, by status (`codes`); of every error code the first refusal that any test gets
(`refusals`). What no test of the API meets is what the verbs and the engine refuse to their own tests, as the
API would tell of it (`raised`), or else made from the source's sentence (`made`: see `tests.api.made`). Ids,
times and secrets are those of nobody, and lists are cut.
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
from api.codes import TITLES
from api.examples import RECORDED
from api.problems import told as problem_of
from tests.api.contract import operation_of
from tournaments.errors import ServiceError

RECORDING = bool(os.environ.get("POCH_RECORD"))

ROWS = 2
"""So many rows of a list of objects are kept."""

LONGEST = 1200
"""Characters of a text that is no JSON."""

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")
NUMBERED = re.compile(r"\b(Club|club|Event|event|Player|player|Bot|user)([ -])\d+\b(?!-)")

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


def replace(**parts: dict[str, Any]) -> None:
    """Write examples down in the place of all that is recorded in these parts."""
    told = {**recorded(), **parts} if RECORDED.exists() else parts
    RECORDED.write_text(json.dumps(told, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def write_down(**parts: dict[str, Any]) -> None:
    """Write examples down; what is recorded of the same names gives way."""
    told = recorded() if RECORDED.exists() else {}
    replace(**{part: {**told.get(part, {}), **examples} for part, examples in parts.items()})


_refusals: dict[str, Any] = {}
_codes: dict[str, dict[str, set[str]]] = {}


def keep_refusal(answer: Any, method: str, path: str) -> None:
    """Keep a refusal, if it is the first with its code, and that this operation may refuse with that code."""
    if answer.headers.get("Content-Type") != "application/problem+json" or unlikely():
        return
    problem = as_example(answer)
    if problem is None:  # to a HEAD
        return
    code, status = problem["code"], str(problem["status"])
    if code == "internal" or len(json.dumps(problem)) > LONGEST:
        return
    _refusals.setdefault(code, problem)
    with suppress(LookupError):
        name = operation_of(method, path.removeprefix("/api/v1"))["operationId"]
        _codes.setdefault(name, {}).setdefault(status, set()).add(code)


def unlikely() -> bool:
    """Whether it is a test that makes up what nobody would send: its refusals are poor examples."""
    return any(word in os.environ.get("PYTEST_CURRENT_TEST", "") for word in UNLIKELY)


UNLIKELY = ("fuzz", "soak", "stateful", "properties", "nonsense", "schemathesis")


@contextmanager
def keeping_what_is_raised() -> Iterator[None]:
    """Keep every refusal that the verbs and the engine make meanwhile, the first with each code."""
    first: dict[str, Exception] = {}

    def listening(make: Callable[..., None]) -> Callable[..., None]:
        def made(error: Any, *args: Any, **kwargs: Any) -> None:
            make(error, *args, **kwargs)
            if not unlikely():
                first.setdefault(error.code, error)

        return made

    with (
        patch.object(ServiceError, "__init__", listening(ServiceError.__init__)),
        patch.object(games.EngineError, "__init__", listening(games.EngineError.__init__)),
    ):
        yield
    raised = {
        code: Plain().of(json.loads(problem_of(error, "/document").rendered_content))
        for code, error in first.items()
    }
    codes = recorded().get("codes", {})
    for name, by_status in _codes.items():
        for status, met in by_status.items():
            of = codes.setdefault(name, {})
            of[status] = sorted(met | set(of.get(status, [])))
    write_down(refusals=_refusals, codes=codes)
    real = recorded()["refusals"]
    replace(
        raised={
            code: problem
            for code, problem in {**recorded().get("raised", {}), **raised}.items()
            if code in TITLES and code not in real and len(json.dumps(problem)) <= LONGEST
        }
    )
    from tests.api.made import made  # it looks at what is recorded

    real = {*real, *recorded()["raised"]}
    replace(made={code: problem for code, problem in made().items() if code not in real})
