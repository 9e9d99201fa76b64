"""Errors of the engine tell all their sentences, and survive pickling and JSON."""

from __future__ import annotations

import json
import pickle

from games.engine.errors import EngineError, Sentence, printable, schema_error
from tests.cases import cases

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
