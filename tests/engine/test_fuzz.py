"""Whatever a document holds, the answer is a result or an ``EngineError``: never another exception."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from games import services
from games.engine.answers import answer
from tests.engine.reading import lines

DOCUMENTS = [row["document"] for row in lines("deals.jsonl")] + [
    row["document"] for row in lines("scorecards.jsonl")
]

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-3, 12),
    st.floats(allow_nan=False),
    st.sampled_from(
        [
            10**9,
            10**9 + 1,
            -(10**9),
            2**63,
            10**300,
            "",
            " ",
            "As",
            "as",
            "Zz",
            "As As",
            "0 pass",
            "9 play Th",
            "\ud800",
            "0",
            "3",
            "ace",
        ]
    ),
    st.text(max_size=8),
    st.lists(st.one_of(st.integers(-1, 5), st.text(max_size=3), st.none()), max_size=4),
    st.dictionaries(st.text(max_size=4), st.integers(-1, 5), max_size=3),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value inside a document."""
    pointers = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        pointers += places(inner, (*path, key))
    return pointers


@st.composite
def mutated(draw: st.DrawFn) -> dict[str, Any]:
    """A document of the examples with up to three places removed, replaced, doubled or added to."""
    document: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(DOCUMENTS)))
    for _ in range(draw(st.integers(1, 3))):
        candidates = places(document)
        if not candidates:
            break
        path = draw(st.sampled_from(candidates))
        holder: Any = document
        for key in path[:-1]:
            holder = holder[key]
        match draw(st.integers(0, 3)):
            case 0:
                del holder[path[-1]]
            case 1 if isinstance(holder, list):
                holder.insert(path[-1], holder[path[-1]])
            case 2 if isinstance(holder, dict):
                holder[
                    draw(st.one_of(st.text(max_size=5), st.sampled_from(["2", "poch", "deck", "hands"])))
                ] = draw(ODD)
            case _:
                holder[path[-1]] = draw(ODD)
    return document


def check(error: services.EngineError) -> None:
    """It can be told: a kind, a code, and text that any encoding takes."""
    assert error.kind in ("schema", "rule")
    assert error.code.isidentifier()
    (error.detail + (error.pointer or "")).encode()


@given(mutated())
@settings(max_examples=600, deadline=None)
def test_a_mutated_document_is_answered_or_refused(document: dict[str, Any]) -> None:
    try:
        result = services.replay(document)
    except services.EngineError as error:
        check(error)
    else:
        chips = sum(document["chips"]) + sum(document["pools"].values())
        assert sum(result["chips"]) + sum(result["pools"].values()) == chips


@given(st.binary(max_size=60))
@example(b"[" * 5000)
@example(b'{"rules":' * 5000)
@example(b'{"format": "poch-deal/1", "rules": ' + b"[" * 900 + b"]" * 900 + b"}")
@example(b'{"\\ud800": "\\udfff"}')
@example(b'{"format": "poch-deal/1", "dealer": ' + b"9" * 5000 + b"}")
@settings(deadline=None)
def test_any_line_gets_an_answer_that_is_json(line: bytes) -> None:
    text, refused = answer(line)
    error = json.loads(text)["error"]
    assert refused == 1
    assert set(error) == {"code", "detail", "at"}
    text.encode("ascii")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    )
)
@settings(deadline=None)
def test_any_rules_are_resolved_or_refused(document: Any) -> None:
    for given_rules in (document, {"preset": "pagat", "pools": document}, {"preset": document}):
        try:
            services.resolve_rules(given_rules)
        except services.EngineError as error:
            error.detail.encode()
