"""The error of the pure rules, and the purity of the rules themselves."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path

import pytest

from tournaments.rules import errors
from tournaments.rules.errors import RulesError

HERE = Path(errors.__file__).parent
FILES = sorted([*HERE.glob("*.py"), *(HERE / "season").glob("*.py")])
PURE = {
    "__future__", "array", "bisect", "collections", "dataclasses", "enum", "fractions", "functools",
    "hashlib", "itertools", "json", "math", "random", "re", "statistics", "typing",
    "unicodedata",
}  # fmt: skip


def test_an_error_has_a_code_a_sentence_and_what_fills_it() -> None:
    error = RulesError("late", "%(name)s is %(minutes)d minutes late.", name="Anna", minutes=5)
    assert (error.code, str(error), error.detail) == ("late", *["Anna is 5 minutes late."] * 2)
    assert error.template == "%(name)s is %(minutes)d minutes late."


def test_an_error_survives_the_way_from_a_worker() -> None:
    error = pickle.loads(pickle.dumps(RulesError("late", "%(name)s is late.", name="Anna")))
    assert (error.code, str(error), error.params) == ("late", "Anna is late.", {"name": "Anna"})


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE)))
def test_the_rules_import_themselves_and_a_few_pure_modules(path: Path) -> None:
    """No Django, no clock, no files; of `random` only the class that takes a seed. A calendar has dates."""
    pure = PURE | {"datetime"} if path.name == "calendar.py" else PURE
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            assert {alias.name.partition(".")[0] for alias in node.names} <= pure - {"random"}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            module = node.module or ""
            assert module.startswith("tournaments.rules") or module.partition(".")[0] in pure
            if module == "random":
                assert [alias.name for alias in node.names] == ["Random"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE)))
def test_every_sentence_is_marked_for_translation_and_has_what_it_names(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if not (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "RulesError"
        ):
            continue
        template = node.args[1]
        if isinstance(template, ast.Name):
            continue  # handed in by a caller, which marks it
        assert isinstance(template, ast.Call)
        assert isinstance(template.func, ast.Name)
        assert template.func.id == "gettext_noop"
        sentence = ast.literal_eval(template.args[0])
        params = {keyword.arg: 1 for keyword in node.keywords if keyword.arg}
        assert sentence % params
        assert all(f"%({name})" in sentence for name in params)
