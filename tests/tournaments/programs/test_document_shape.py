"""The shape of a document of an event is checked without conversion and within bounds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import cases
from tournaments.programs.documents.event_parts import EVENT, REQUEST
from tournaments.programs.documents.parts import InvalidDocument, check_storable, read_part

REF = "00000000-0000-0000-0000-000000000000"

SMALLEST = {"players": 2, "names": [REF, REF], "sizes": [2], "deals": [4, "table"]}


def refused(request: dict[str, Any]) -> tuple[str, str]:
    """Return the pointer and the sentence of the error."""
    with pytest.raises(InvalidDocument) as error:
        read_part(REQUEST, {**SMALLEST, **request})
    [place] = error.value.extra["errors"]
    return place["pointer"], place["detail"]


@cases(
    ("request_", "pointer"),
    [
        ({"apart": [[True, 1, 0]]}, "/apart/0/0"),
        ({"apart": [[0, 1]]}, "/apart/0"),
        ({"apart": [[0, 1, 0, 0]]}, "/apart/0"),
        ({"apart": [{"0": 1}]}, "/apart/0"),
        ({"apart": ["abc"]}, "/apart/0"),
        ({"pins": [[0, 1.0, None]]}, "/pins/0/1"),
        ({"weights": {"luck": 1}}, "/weights"),
        ({"weights": {"wishes": -1}}, "/weights/wishes"),
        ({"names": [REF, REF.replace("-", "")]}, "/names/1"),
        ({"names": [REF, REF + "\n"]}, "/names/1"),
        ({"mix_tables": 1}, "/mix_tables"),
        ({"seed": 2**63}, "/seed"),
        ({"a\ud800/b": 1}, ""),
        ({"sizes": []}, "/sizes"),
    ],
)
def test_a_value_of_the_wrong_shape_is_refused_at_its_place(request_: dict[str, Any], pointer: str) -> None:
    place, sentence = refused(request_)
    assert place == f"/document{pointer}"
    assert "%(" not in sentence


def test_a_document_with_countless_errors_is_refused_quickly() -> None:
    for document in ({"players": [0] * 1_000_000}, {str(number): 0 for number in range(100_000)}):
        with pytest.raises(InvalidDocument):
            read_part(EVENT, document)


@pytest.mark.parametrize("value", [2**63, float("nan"), "\0", "\ud800", {"\0": 1}])
def test_values_that_no_database_stores_are_refused_at_their_place(value: Any) -> None:
    with pytest.raises(InvalidDocument) as error:
        check_storable({"a/b": [value]})
    assert error.value.extra["errors"][0]["pointer"] == "/document/a~1b/0"


def test_a_document_that_is_nested_too_deeply_is_refused() -> None:
    nested: Any = []
    for _ in range(10_000):
        nested = [nested]
    with pytest.raises(InvalidDocument):
        check_storable(nested)
