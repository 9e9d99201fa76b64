"""What bad input gets: a status, a code, a sentence, the action to blame; and nothing is stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import Client, deal_path
from tests.builders import a_table, make_key, next_document, play
from tournaments.models import Table
from tournaments.tables.verbs.table_states import table_state

pytestmark = pytest.mark.django_db

Stored = Callable[[], dict[str, int]]


@pytest.fixture
def table() -> Table:
    """A table of four whose second deal is the next."""
    table = a_table(4)
    play(table)
    return table


@pytest.fixture
def client(table: Table) -> Client:
    """A scorer of the table's club."""
    return Client(make_key(table.round.event.club, "scorer"))


def refused(answer: Any, status: int, code: str, stored: Stored, before: dict[str, int]) -> dict[str, Any]:
    """The problem document of a refusal that stored nothing."""
    assert answer.headers["Content-Type"] == "application/problem+json", answer.content
    problem: dict[str, Any] = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code), problem
    assert problem["status"] == status
    assert problem["type"] == f"/api/v1/errors/{code}/"
    assert problem["title"]
    assert problem["detail"].endswith(".")
    assert stored() == before
    return problem


NO_BODIES: list[tuple[str | bytes, str]] = [
    ("{", "not_json"),
    ('{"document": {}} {}', "not_json"),
    ('\ufeff{"document": {}}', "not_json"),
    ('{"document": {"dealer": NaN}}', "not_json"),
    ('{"document": {"dealer": -Infinity}}', "not_json"),
    ('{"document": {"dealer": 0, "dealer": 0}}', "duplicate_key"),
    ("[" * 10_000, "not_json"),
    (b'{"document": "\xff"}', "not_json"),
    ("[]", "bad_body"),
    ("null", "bad_body"),
    ("{}", "bad_body"),
    ('{"document": []}', "bad_body"),
    ('{"document": {}, "deal": 1}', "bad_body"),
]


def test_a_body_that_is_not_json_or_breaks_the_schema_is_refused(
    client: Client, table: Table, stored: Stored, subtests: pytest.Subtests
) -> None:
    before = stored()
    for text, code in NO_BODIES:
        with subtests.test(f"{text!r:.40}"):
            refused(client.send_text("PUT", deal_path(table), text), 400, code, stored, before)


MALFORMED: list[tuple[dict[str, Any], str, str]] = [
    ({"format": "poch-deal/2"}, "bad_format", "/document/format"),
    ({"note": "hello"}, "unknown_key", "/document"),
    ({"dealer": True}, "bad_dealer", "/document/dealer"),
    ({"dealer": 1e400}, "bad_dealer", "/document/dealer"),
    ({"chips": [0, 0, 0, 10**30]}, "bad_chips", "/document/chips/3"),
    ({"deck": "7s 8s"}, "bad_deck", "/document/deck"),
    ({"actions": ["0 jump"]}, "malformed_action", "/document/actions/0"),
    ({"actions": ["\ud800"]}, "malformed_action", "/document/actions/0"),
    ({"actions": ["0 pass\u0000"]}, "malformed_action", "/document/actions/0"),
]


def test_a_malformed_deal_is_refused_with_the_place_that_is_wrong(
    client: Client, table: Table, stored: Stored, subtests: pytest.Subtests
) -> None:
    before = stored()
    for change, code, pointer in MALFORMED:
        with subtests.test(f"{change}"):
            text = json.dumps({"document": next_document(table, **change)})
            answer = client.send_text("PUT", deal_path(table), text.replace("Infinity", "1e400"))
            # A deck of other cards than the pack's is of the schema.
            problem = refused(answer, 422 if code == "bad_deck" else 400, code, stored, before)
            assert problem["errors"][0]["pointer"] == pointer


def test_a_deal_that_contradicts_its_table_is_refused(table: Table, client: Client, stored: Stored) -> None:
    state, before = table_state(table), stored()
    cases: list[tuple[str, Any, Any]] = [
        ("dealer", 3, state.next_dealer),
        ("chips", [0, 0, 0, 0], state.purses),
        ("pools", {"ace": 99}, state.pools),
        ("rules", {"preset": "pagat-open"}, state.rules),
    ]
    for key, stated, now in cases:
        answer = client.send("PUT", deal_path(table), {"document": next_document(table, **{key: stated})})
        problem = refused(answer, 409, f"{key}_disagree", stored, before)
        assert (problem["stated"], problem["expected"]) == (stated, now)
    for number in (0, 3, 10**12):
        answer = client.send("PUT", deal_path(table, number), {"document": next_document(table)})
        problem = refused(answer, 409, "deal_out_of_turn", stored, before)
        assert (problem["stated"], problem["expected"]) == (number, 2)
    document = next_document(table)
    at = next(index for index, action in enumerate(document["actions"]) if " play " in action)
    document["actions"][at] = f"{(int(document['actions'][at][0]) + 1) % 4} play 7s"
    answer = client.send("PUT", deal_path(table), {"document": document})
    problem = refused(answer, 422, answer.json()["code"], stored, before)
    assert (problem["at"], problem["errors"][0]["pointer"]) == (at, f"/document/actions/{at}")


# Twice
