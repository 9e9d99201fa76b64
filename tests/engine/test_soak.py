"""Thousands of broken documents: an answer or an ``EngineError`` that can be told, never another exception.

``POCH_SOAK=100000`` tries so many of each kind instead of a sample. Each is made from its number alone, which
a failure names.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import services
from games.engine.practice import answer
from games.engine.record import parse_json
from tests.api.damaged_documents import damaged
from tests.cases import cases
from tests.engine.reading import SOAK, golden, lines

DEALS = [row["document"] for row in lines("deals.jsonl") + lines("illegal.jsonl")]
DEALS += [json.loads(path.read_text())["document"] for path in golden()]
SCORECARDS = [row["document"] for row in lines("scorecards.jsonl")]

SCRAPS = [
    b"{", b"}", b"[", b"]", b'"', b",", b":", b"null", b"true", b"-1", b"1e9", b"1.0", b"NaN", b"99999999999",
    b'"pools":{}', b'"deck":""', b"\\ud800", b"\\u0000", b"\xff", b"\xef\xbb\xbf", b"0 pass", b"As", b" ",
]  # fmt: skip


def bytes_of_any_kind(random: Random) -> bytes:
    """Random bytes, or the scraps that documents are made of in random order."""
    if random.random() < 0.5:
        return random.randbytes(random.randint(0, 120))
    return b"".join(random.choices(SCRAPS, k=random.randint(1, 30)))


def text_with_damage(random: Random) -> bytes:
    """A document's text with bytes flipped, cut out, doubled or put in."""
    text = bytearray(json.dumps(random.choice(random.choice((DEALS, SCORECARDS)))).encode())
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(text) + 1)
        end = at + random.choice((0, 1, 1, 2, 8, 60))
        match random.randrange(4):
            case 0:
                text[at:end] = b""
            case 1:
                text[at:at] = text[at:end]
            case 2:
                text[at:at] = random.choice(SCRAPS)
            case _:
                text[at:end] = random.choice(b'0123456789"{}[],: AKQJTshdc').to_bytes()
    return bytes(text)


def accepted(make: Callable[[Random], object]) -> int:
    """Replay so many documents; how many of them have a result."""
    count = 0
    for number in range(SOAK or 1500):
        try:
            count += is_accepted(make(Random(number)))
        except Exception as error:
            error.add_note(f"document number {number}")
            raise
    return count


def is_accepted(document: Any) -> bool:
    """Whether a document has a result, which conserves the chips; else it is refused in words."""
    try:
        if isinstance(document, bytes):
            document = parse_json(document)
        result = services.replay(document)
    except services.EngineError as refused:
        is_told(refused)
        return False
    before = sum(document["chips"]) + sum(document["pools"].values())
    assert sum(result["chips"]) + sum(result["pools"].values()) == before
    return True


def is_told(error: services.EngineError) -> None:
    """A kind, a code, and text that any encoding takes."""
    assert error.kind in ("schema", "rule")
    assert error.code.isidentifier()
    (error.detail + (error.pointer or "")).encode()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    )
)
@settings(deadline=None)
def test_any_rules_are_resolved_or_refused(document: Any) -> None:
    for rules in (document, {"preset": "pagat", "pools": document}, {"preset": document}):
        try:
            services.resolve_rules(rules)
        except services.EngineError as error:
            error.detail.encode()


@cases(
    "line",
    [
        b"",
        b"[" * 5000,
        b'{"rules":' * 5000,
        b'{"format": "poch-deal/1", "rules": ' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"\\ud800": "\\udfff"}',
        b'{"format": "poch-deal/1", "dealer": ' + b"9" * 5000 + b"}",
    ],
)
def test_any_line_gets_an_answer_that_is_json(line: bytes) -> None:
    text, refused = answer(line)
    assert refused == 1
    assert set(json.loads(text)["error"]) == {"code", "detail", "at"}
    text.encode("ascii")


def test_bytes_of_any_kind_are_refused() -> None:
    assert accepted(bytes_of_any_kind) == 0


@pytest.mark.parametrize("documents", [DEALS, SCORECARDS], ids=["deals", "scorecards"])
def test_damaged_documents_are_answered_or_refused(documents: list[dict[str, Any]]) -> None:
    assert accepted(lambda random: damaged(random, random.choice(documents))) > 0


def test_documents_with_damaged_text_are_answered_or_refused() -> None:
    assert accepted(text_with_damage) > 0
