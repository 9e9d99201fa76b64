"""The error of the pure rules."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path

from tests.cases import cases
from tournaments.core.rules import refusals as errors
from tournaments.core.rules.refusals import Invalid

HERE = Path(errors.__file__).parent
FILES = sorted([*HERE.glob("*.py"), *(HERE / "season").glob("*.py")])


def test_an_error_has_a_code_a_sentence_and_what_fills_it() -> None:
    error = Invalid("late", "%(name)s is %(minutes)d minutes late.", name="Anna", minutes=5)
    assert (error.code, str(error), error.detail) == ("late", *["Anna is 5 minutes late."] * 2)
    assert error.sentence == "%(name)s is %(minutes)d minutes late."


def test_an_error_survives_the_way_from_a_worker() -> None:
    error = pickle.loads(pickle.dumps(Invalid("late", "%(name)s is late.", name="Anna")))
    assert (error.code, str(error), error.params) == ("late", "Anna is late.", {"name": "Anna"})


@cases("path", FILES)
def test_every_sentence_is_marked_for_translation_and_has_what_it_names(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal"):
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
