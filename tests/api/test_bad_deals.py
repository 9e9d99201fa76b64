"""What bad input gets: a status, a code, a sentence, the action to blame; and nothing is stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import Client, deal_path
from tests.builders import (
    a_table,
    make_club,
    make_key,
    next_document,
    owner_of,
    play,
    published_round,
    running_event,
    the_table,
)
from tournaments.models import Table
from tournaments.services.draw import draws
from tournaments.services.evening import rounds
from tournaments.services.evening.lifecycle import finish_event
from tournaments.services.standings.table_states import table_state

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


# Malformed


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
    ({"dealer": 1.0}, "bad_dealer", "/document/dealer"),
    ({"dealer": 1e400}, "bad_dealer", "/document/dealer"),
    ({"dealer": "1"}, "bad_dealer", "/document/dealer"),
    ({"chips": [0, 0, 0, 10**30]}, "bad_chips", "/document/chips/3"),
    ({"pools": []}, "bad_pools", "/document/pools"),
    ({"rules": "pagat"}, "bad_rules", "/document/rules"),
    ({"deck": "7s 8s"}, "bad_deck", "/document/deck"),
    ({"deck": "1s"}, "bad_card", "/document/deck"),
    ({"deck": 7}, "bad_cards", "/document/deck"),
    ({"actions": "0 pass"}, "bad_actions", "/document/actions"),
    ({"actions": ["0 jump"]}, "malformed_action", "/document/actions/0"),
    ({"actions": ["0  pass"]}, "malformed_action", "/document/actions/0"),
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


def test_a_deal_without_its_actions_is_refused(client: Client, table: Table, stored: Stored) -> None:
    document = next_document(table)
    del document["actions"]
    before = stored()
    answer = client.send("PUT", deal_path(table), {"document": document})
    refused(answer, 400, "missing_key", stored, before)


def test_a_body_of_another_media_type_is_refused(
    client: Client, table: Table, stored: Stored, subtests: pytest.Subtests
) -> None:
    cases: list[str] = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
    for content_type in cases:
        with subtests.test(content_type):
            before = stored()
            answer = client.send_text("PUT", deal_path(table), '{"document": {}}', content_type)
            refused(answer, 415, "unsupported_media_type", stored, before)


def test_a_body_that_is_too_large_is_refused(client: Client, table: Table, stored: Stored) -> None:
    before = stored()
    answer = client.send_text("PUT", deal_path(table), b'{"document": "' + b"x" * 64 * 1024 + b'"}')
    refused(answer, 413, "body_too_large", stored, before)


# Illegal


def test_an_illegal_deal_is_refused_with_the_illegal_action(
    client: Client, table: Table, stored: Stored
) -> None:
    document = next_document(table)
    at = next(index for index, action in enumerate(document["actions"]) if " play " in action)
    seat = document["actions"][at].split(" ")[0]
    document["actions"][at] = f"{(int(seat) + 1) % 4} play 7s"
    before = stored()
    answer = client.send("PUT", deal_path(table), {"document": document})
    problem = refused(answer, 422, answer.json()["code"], stored, before)
    assert problem["at"] == at
    assert problem["errors"][0]["pointer"] == f"/document/actions/{at}"


def test_a_deal_that_ends_too_early_is_refused(client: Client, table: Table, stored: Stored) -> None:
    document = next_document(table)
    document["actions"].pop()
    before = stored()
    answer = client.send("PUT", deal_path(table), {"document": document})
    problem = refused(answer, 422, "ends_too_early", stored, before)
    assert "at" not in problem


# Not now, not there, not by you


def test_a_deal_in_a_closed_round_is_refused(table: Table, client: Client, stored: Stored) -> None:
    document, path = next_document(table), deal_path(table)
    rounds.close_round(table.round, owner_of(table.round.event.club), early=True)
    before = stored()
    refused(client.send("PUT", path, {"document": document}), 409, "round_closed", stored, before)


def test_a_deal_after_the_last_deal_of_a_table_is_refused(stored: Stored) -> None:
    table = a_table(4, deals_per_round=1)
    play(table)
    client = Client(make_key(table.round.event.club, "scorer"))
    before = stored()
    answer = client.send("PUT", deal_path(table, 2), {"document": next_document(table)})
    refused(answer, 409, "table_closed", stored, before)


def test_a_deal_in_an_unpublished_round_is_refused(stored: Stored) -> None:
    event = running_event(4)
    drawn = draws.draw_round(event, owner_of(event.club))
    client = Client(make_key(event.club, "scorer"))
    before = stored()
    answer = client.send("PUT", f"/tables/{the_table(drawn).pk}/deals/1/", {"document": {}})
    refused(answer, 409, "round_not_published", stored, before)


def test_a_deal_in_a_finished_event_is_refused(table: Table, client: Client, stored: Stored) -> None:
    document, path = next_document(table), deal_path(table)
    actor = owner_of(table.round.event.club)
    rounds.close_round(table.round, actor, early=True)
    finish_event(table.round.event, actor)
    before = stored()
    refused(client.send("PUT", path, {"document": document}), 409, "event_finished", stored, before)


def test_a_deal_out_of_order_is_refused(
    table: Table, client: Client, stored: Stored, subtests: pytest.Subtests
) -> None:
    for number in [0, 3, 4, 10**12]:
        with subtests.test(str(number)):
            before = stored()
            answer = client.send("PUT", deal_path(table, number), {"document": next_document(table)})
            problem = refused(answer, 409, "deal_out_of_turn", stored, before)
            assert (problem["stated"], problem["expected"]) == (number, 2)


def test_another_document_for_a_recorded_deal_is_refused(
    table: Table, client: Client, stored: Stored
) -> None:
    before = stored()
    answer = client.send("PUT", deal_path(table, 1), {"document": next_document(table)})
    refused(answer, 409, "deal_number_taken", stored, before)


def test_a_deal_from_an_actor_without_the_right_is_refused(table: Table, stored: Stored) -> None:
    club = table.round.event.club
    callers = {
        Client(): (401, "key_missing"),
        Client("poch_made_up"): (401, "key_unknown"),
        Client(make_key(club, "scorer", "read")): (403, "scope_missing"),
        Client(make_key(make_club(), "owner")): (404, "not_found"),
    }
    body = {"document": next_document(table)}
    before = stored()
    for caller, (status, code) in callers.items():
        refused(caller.send("PUT", deal_path(table), body), status, code, stored, before)


def test_a_deal_at_a_missing_table_is_refused(client: Client, stored: Stored) -> None:
    before = stored()
    nowhere = "/tables/01980000-0000-7000-8000-000000000000/deals/1/"
    refused(client.send("PUT", nowhere, {"document": {}}), 404, "not_found", stored, before)


# Disagreeing with the table


@pytest.mark.parametrize(
    ("key", "stated"),
    [
        ("dealer", 3),
        ("chips", [0, 0, 0, 0]),
        ("chips", [0, 0, 0]),
        ("pools", {"ace": 99}),
        ("rules", {"preset": "pagat-open"}),
    ],
)
def test_a_deal_that_contradicts_its_table_is_refused(
    key: str, stated: Any, table: Table, client: Client, stored: Stored
) -> None:
    state = table_state(table)
    now = {"dealer": state.next_dealer, "chips": state.purses, "pools": state.pools, "rules": state.rules}
    before = stored()
    answer = client.send("PUT", deal_path(table), {"document": next_document(table, **{key: stated})})
    problem = refused(answer, 409, f"{key}_disagree", stored, before)
    assert problem["stated"] == stated
    assert problem["expected"] == now[key]


def test_the_table_fills_in_what_the_document_leaves_out(client: Client, table: Table) -> None:
    document = next_document(table)
    bare = {key: document[key] for key in ("format", "deck", "actions") if key in document}
    recorded = client.send("PUT", deal_path(table), {"document": bare})
    assert recorded.status_code == 201
    assert recorded.json()["document"]["chips"] == document["chips"]
    again = client.send("PUT", deal_path(table, 2), {"document": document})
    assert again.status_code == 200


# Twice


def test_the_same_deal_sent_twice_is_recorded_once(client: Client, table: Table, stored: Stored) -> None:
    body, path = {"document": next_document(table)}, deal_path(table)
    first = client.send("PUT", path, body)
    assert first.status_code == 201
    before = stored()
    again = client.send("PUT", path, body)
    assert again.status_code == 200
    assert again.json() == first.json()
    assert stored() == before


def test_two_directors_draw_at_once_and_one_draw_is_made(stored: Stored) -> None:
    event = running_event(4)
    first, other = Client(make_key(event.club, "director")), Client(make_key(event.club, "director"))
    assert first.send("POST", f"/events/{event.slug}/rounds/", {}).status_code == 201
    before = stored()
    refused(other.send("POST", f"/events/{event.slug}/rounds/", {}), 409, "round_drawn", stored, before)


def test_a_stale_draw_is_not_published(stored: Stored) -> None:
    event = running_event(4)
    client = Client(make_key(event.club, "director"))
    drawn = client.send("POST", f"/events/{event.slug}/rounds/", {}).json()
    client.send("POST", f"/rounds/{drawn['id']}/redraw/", {"draw": drawn["draw"]})
    before = stored()
    answer = client.send("POST", f"/rounds/{drawn['id']}/publish/", {"draw": drawn["draw"]})
    refused(answer, 409, "draw_stale", stored, before)


def test_only_the_last_deal_is_voided(table: Table, client: Client, stored: Stored) -> None:
    play(table)
    before = stored()
    problem = refused(client.delete(deal_path(table, 1)), 409, "not_the_last_deal", stored, before)
    assert (problem["stated"], problem["expected"]) == (1, 2)


def test_a_round_with_deals_left_is_not_closed_unless_time_is_called(stored: Stored) -> None:
    round_ = published_round(running_event(4))
    play(the_table(round_))
    client = Client(make_key(round_.event.club, "director"))
    before = stored()
    refused(client.send("POST", f"/rounds/{round_.pk}/close/", {}), 409, "tables_unfinished", stored, before)
    assert client.send("POST", f"/rounds/{round_.pk}/close/", {"early": True}).json()["status"] == "closed"
