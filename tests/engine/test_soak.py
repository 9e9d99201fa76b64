"""Thousands of broken documents: an answer or an ``EngineError`` that can be told, never another exception.

``POCH_SOAK=100000`` tries so many of each kind instead of a sample. Each is made from its number alone, which
a failure names.
"""

from __future__ import annotations

import copy
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
from tests.cases import cases
from tests.engine.reading import SOAK, golden, lines

DEALS = [row["document"] for row in lines("deals.jsonl") + lines("illegal.jsonl")]
DEALS += [json.loads(path.read_text())["document"] for path in golden()]
SCORECARDS = [row["document"] for row in lines("scorecards.jsonl")]

SCRAPS = [
    b"{", b"}", b"[", b"]", b'"', b",", b":", b"null", b"true", b"-1", b"1e9", b"1.0", b"NaN", b"99999999999",
    b'"pools":{}', b'"deck":""', b"\\ud800", b"\\u0000", b"\xff", b"\xef\xbb\xbf", b"0 pass", b"As", b" ",
]  # fmt: skip
VALUES: list[Any] = [
    None, True, False, -1, 0, 1, 2, 9, 10**9, 10**9 + 1, -(10**9), 2**64, 10**300, 10**400, 0.5, 1.0,
    "", " ", "As", "as", "Zz", "As As", "As  Kd", "0 pass", "0 bet 01", "0 bet 1000000001", "9 play Th",
    "\ud800", "pagat", "ace", "all", "seat 0", [], [0], [[]], ["0 pass"], {}, {"ace": 1}, {"preset": "cups"},
]  # fmt: skip
KEYS = [
    "2", "99", "-1", "ace", "seven", "poch", "deck", "hands", "upcard", "format", "preset", "stops", "",
    "\udfff",
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


def damaged(random: Random, documents: list[dict[str, Any]]) -> dict[str, Any]:
    """A document with up to four of its values, at any depth, replaced, removed, moved or added to."""
    document: dict[str, Any] = copy.deepcopy(random.choice(documents))
    for _ in range(random.choice((1, 1, 2, 4))):
        holder: Any = document
        while True:
            inner = [value for value in values(holder) if isinstance(value, (dict, list)) and value]
            if not inner or random.random() < 0.2:
                break
            holder = random.choice(inner)
        damage(random, holder)
    return document


def values(holder: dict[str, Any] | list[Any]) -> list[Any]:
    """What an object or a list holds."""
    return list(holder.values()) if isinstance(holder, dict) else holder


def damage(random: Random, holder: dict[str, Any] | list[Any]) -> None:
    """Change one value of an object or a list."""
    if not holder:
        return
    place: Any = random.choice(list(holder)) if isinstance(holder, dict) else random.randrange(len(holder))
    match random.choice((0, 1, 2, 3, 3, 3, 3, 4)):
        case 0:
            del holder[place]
        case 1:
            if isinstance(holder, dict):
                holder[random.choice(KEYS)] = random.choice(VALUES)
            else:
                holder.insert(place, random.choice(VALUES))
        case 2:
            holder[place] = copy.deepcopy(random.choice(values(holder)))
        case 3:
            holder[place] = nudged(random, holder[place])
        case _:
            holder[place] = copy.deepcopy(random.choice(VALUES))


def nudged(random: Random, value: Any) -> Any:
    """A value much like the one before: a number nearby, a string with its words or letters disturbed."""
    if isinstance(value, int):
        return value + random.choice((-10, -1, 1, 2, 100))
    if isinstance(value, str) and value:
        words = value.split(" ")
        if len(words) > 1 and random.random() < 0.7:
            random.shuffle(words)
            return " ".join(words[random.randrange(2) :])
        at = random.randrange(len(value))
        return value[:at] + random.choice("0123456789AKQJTshdc é") + value[at + 1 :]
    return value


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
    assert accepted(lambda random: damaged(random, documents)) > 0


def test_documents_with_damaged_text_are_answered_or_refused() -> None:
    assert accepted(text_with_damage) > 0
