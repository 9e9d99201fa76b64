"""Every refusal in the source code: its code, its status and its sentence.

The list of codes (`api.codes`) must have exactly these codes. `tests.api.made` makes examples of the refusals
that no test produces.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tournaments.draw.rules.certificate.audit import FAULTS
from tournaments.events.verbs.stages import CHOICES
from tournaments.play.verbs.results import FILLED_IN

ROOT = Path(__file__).parents[2]

STATUS = {
    "EngineError": 422, "schema_error": 400, "seat_error": 422, "_wrong_stake": 422,
    "_wrong_meld": 422, "_wrong_show": 422, "Refusal": 0, "Conflict": 409,
    "InProgress": 409, "Invalid": 422, "InvalidDocument": 422, "NotFound": 404, "NotAllowed": 403,
    "TooMany": 429, "Malformed": 400, "TooLarge": 413, "Stale": 412,
    "VersionRequired": 428, "Unavailable": 503, "problem": 0, "AuthenticationFailed": 401,
    "NotAuthenticated": 401, "RequestRefused": 0,
}  # fmt: skip
"""The callables that make a refusal, and its status. 0: an argument states the status, or nothing does."""

CODE_AT = {"problem": 1, "RequestRefused": 1, "AuthenticationFailed": 1, "NotAuthenticated": 1}
"""The index of the argument with the code, if it is not the first."""

SENTENCE_AT = {
    "problem": 2,
    "RequestRefused": 2,
    "AuthenticationFailed": 0,
    "NotAuthenticated": 0,
    "InvalidDocument": 2,
}
"""The index of the argument with the sentence, if it is not the second."""


@dataclass(frozen=True)
class Raised:
    """One place in the source code that makes a refusal."""

    code: str
    status: int
    """0 for a refusal of the rules: the service that calls them decides its status."""
    template: str
    """The sentence in English, with placeholders: `%(name)s` or `{expression}`."""
    function: str
    place: str


PATTERNS: dict[str, list[str]] = {
    "bad_{key}": ["bad_left", "bad_passed", "bad_stakes", "bad_stops"],
    "{key}_disagree": [f"{key}_disagree" for key in FILLED_IN],
    "{name}_unknown": [f"{name}_unknown" for name in (*CHOICES, "scoring", "visibility")],
}
"""The codes that are built at run time."""


@cache
def raised() -> tuple[Raised, ...]:
    """Return every place that makes a refusal."""
    places: list[Raised] = []
    for folder in ("games", "tournaments", "api", "pochleague"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in file.parts:
                places += _in_file(file)
    # A certificate lists these faults; nothing raises them.
    places += [Raised(code, 0, template, "", "certificate") for code, template in FAULTS.items()]
    return tuple(places)


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text())


@cache
def handed_to(function: str) -> str:
    """Return a sentence that a caller passes to this function, which makes the refusal."""
    for folder in ("games", "tournaments", "api"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(_tree(file)):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == function:
                    sentences = [_sentence(argument, None) for argument in node.args[1:]]
                    if any(sentences):
                        return next(sentence for sentence in sentences if sentence)
    return ""


def _in_file(file: Path) -> Iterator[Raised]:
    tree = _tree(file)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call | ast.Tuple):
            continue
        around = [
            function for function in functions if function.lineno <= node.lineno <= (function.end_lineno or 0)
        ]
        inner = max(around, key=lambda function: function.lineno, default=None)
        made = _of_call(node, inner) if isinstance(node, ast.Call) else _of_pair(node, file, inner)
        for code, status, template in made:
            place = f"{file.relative_to(ROOT)}:{node.lineno}"
            yield Raised(code, status, template, "" if inner is None else inner.name, place)


def _of_call(node: ast.Call, inside: ast.FunctionDef | None) -> Iterator[tuple[str, int, str]]:
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    code_at, sentence_at = CODE_AT.get(name, 0), SENTENCE_AT.get(name, 1)
    if name not in STATUS or len(node.args) <= code_at:
        return
    status = STATUS[name]
    if name in ("problem", "RequestRefused"):
        status = _number(node.args[0])
    if any(keyword.arg == "kind" for keyword in node.keywords):
        status = 400
    template = _sentence(node.args[sentence_at], inside) if len(node.args) > sentence_at else ""
    # Without a code it is a sentence of the rules and no refusal.
    for code in filter(None, _codes(node.args[code_at], inside)):
        yield code, status, template


def _of_pair(node: ast.Tuple, file: Path, inside: ast.FunctionDef | None) -> Iterator[tuple[str, int, str]]:
    """A fault in a list of faults, ("code", _("sentence")), or a row of the table of the engine."""
    if len(node.elts) < 2:
        return
    code, sentence = node.elts[:2]
    if not isinstance(code, ast.Constant):
        return
    template = _sentence(sentence, inside)
    calls = [part for part in ast.walk(sentence) if isinstance(part, ast.Call)]
    translated = bool(calls) and getattr(calls[0].func, "id", "") == "_"
    of_verb = "verbs" in (*file.parts, file.stem) or "documents" in file.parts
    collected = of_verb and (translated or isinstance(sentence, ast.BinOp))
    if template and (collected or (file.name == "refusals.py" and len(node.elts) == 2)):
        yield str(code.value), 422, template


def _codes(node: ast.expr, inside: ast.FunctionDef | None) -> Iterator[str]:
    """The possible codes of an expression, with those that are built at run time."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from PATTERNS[_sentence(node, None)]
    elif isinstance(node, ast.IfExp):
        yield from _codes(node.body, inside)
        yield from _codes(node.orelse, inside)
    elif isinstance(node, ast.Name) and inside is not None:
        for value in _assigned(node.id, inside):
            yield from _codes(value, None)


def _sentence(node: ast.expr, inside: ast.FunctionDef | None) -> str:
    """Return a sentence as a template, or an empty string if the expression does not contain it."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            f"{{{ast.unparse(part.value)}}}"
            if isinstance(part, ast.FormattedValue)
            else _sentence(part, None)
            for part in node.values
        )
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _sentence(node.left, inside) + _sentence(node.right, inside)
    if isinstance(node, ast.BinOp):  # _("a sentence with %(placeholders)s") % {...}
        return _sentence(node.left, inside)
    if isinstance(node, ast.IfExp):
        return _sentence(node.body, inside)
    if isinstance(node, ast.Call) and node.args:
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name == "ngettext":
            return _sentence(node.args[1], inside)
        return _sentence(node.args[0], inside) if name in ("_", "gettext_noop", "gettext") else ""
    if isinstance(node, ast.Name) and inside is not None:
        sentences = [_sentence(value, None) for value in _assigned(node.id, inside)]
        return next((sentence for sentence in sentences if sentence), "")
    return ""


def _assigned(name: str, inside: ast.FunctionDef) -> Iterator[ast.expr]:
    """The values that a function assigns to one of its variables."""
    for node in ast.walk(inside):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == name:
                    yield node.value
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    for element, value in zip(target.elts, node.value.elts, strict=False):
                        if isinstance(element, ast.Name) and element.id == name:
                            yield value


def _number(node: ast.expr) -> int:
    """Return the last number in an expression, which is the status, or 0."""
    numbers = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
    return next((number for number in reversed(numbers) if isinstance(number, int)), 0)
