"""Errors of the engine: every sentence can be translated, and an error survives pickling and JSON."""

from __future__ import annotations

import ast
import json
import pickle
from pathlib import Path

from games.engine.errors import EngineError, Sentence, printable, schema_error
from tests.cases import cases

GAMES = Path(__file__).parents[2] / "games"
SOURCES = sorted(GAMES.rglob("*.py"))
MAKERS: dict[str, tuple[str, ...]] = {"EngineError": (), "schema_error": (), "seat_error": ("seat",)}
"""What makes an error, and the parameters that it fills in. The template is the second argument."""
RESERVED = {"at", "pointer", "kind", "statements"}


def calls(path: Path, *names: str) -> list[ast.Call]:
    tree = ast.parse(path.read_text())
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names
    ]


def constants(path: Path) -> dict[str, str]:
    """The sentences that a module keeps as constants, by name."""
    return {
        node.targets[0].id: ast.literal_eval(node.value.args[0])
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and getattr(node.value.func, "id", "") == "gettext_noop"
    }


@cases("path", SOURCES)
def test_every_template_is_marked_for_translation_and_its_placeholders_have_values(path: Path) -> None:
    for call in calls(path, *MAKERS):
        template = call.args[1]
        assert not isinstance(template, ast.Constant | ast.JoinedStr), f"{path.name}:{call.lineno}"
        sentence = constants(path).get(getattr(template, "id", ""))
        if isinstance(template, ast.Call):
            sentence = ast.literal_eval(template.args[0])
        if sentence is None or any(keyword.arg is None for keyword in call.keywords):
            continue  # the template is a parameter, or some values come from a dict
        params = {keyword.arg: 1 for keyword in call.keywords if keyword.arg}
        params = {name: value for name, value in params.items() if name not in RESERVED}
        params |= dict.fromkeys(MAKERS[ast.unparse(call.func)], 1)
        assert sentence % params
        assert all(f"%({name})" in sentence for name in params)


ERROR = EngineError(
    "cannot_be_dealt",
    "No deal gives %(cards)s.",
    at=3,
    pointer="/shown/2",
    statements=[Sentence("Seat %(seat)d bet.", {"seat": 1}), Sentence("No seat passed.", {})],
    cards="As Ac",
)


def test_an_error_tells_all_its_sentences_in_english() -> None:
    assert ERROR.detail == "No deal gives As Ac. Seat 1 bet. No seat passed."
    assert str(ERROR) == f"cannot_be_dealt: {ERROR.detail}"
    assert EngineError("odd", "100% odd.").detail == "100% odd."
    assert schema_error("odd", "%(value)s is odd.", value="100%").detail == "100% is odd."


def test_an_error_survives_pickling_and_json() -> None:
    for copy in (
        pickle.loads(pickle.dumps(ERROR)),
        EngineError.from_data(json.loads(json.dumps(ERROR.as_data()))),
    ):
        assert copy.as_data() == ERROR.as_data()
        assert copy.detail == ERROR.detail


@cases(
    ("value", "text"),
    [
        ({"a": 1}, "{...}"),
        ([1], "[...]"),
        (None, "null"),
        (True, "true"),
        (7, "7"),
        (10**30, "..."),
        ("é", r"'\xe9'"),
        ("x" * 99, "'" + "x" * 56 + "..."),
    ],
)
def test_a_value_of_a_document_is_short_and_printable(value: object, text: str) -> None:
    assert printable(value) == text
