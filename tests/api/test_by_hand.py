"""Changes of seats by hand over REST. Each response has the certificate of the new seating."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import enter, make_key, owner_of, published_round, running_event, the_table
from tournaments.draw.verbs import draws
from tournaments.models import Event, Round

pytestmark = pytest.mark.django_db

Stored = Callable[[], dict[str, int]]

Seats = list[list[str]]


@pytest.fixture
def proposal() -> Round:
    """A round of eight that is drawn and not published: two tables of four."""
    event = running_event(8)
    return draws.draw_round(event, owner_of(event.club))


@pytest.fixture
def client(proposal: Round) -> Client:
    """A director of its club."""
    return Client(make_key(proposal.event.club, "director"))


def seats_of(round_body: dict[str, Any]) -> Seats:
    """A round's tables as lists of entries' ids, the seats in order."""
    tables = sorted(round_body["tables"], key=lambda table: table["number"])
    assert [table["number"] for table in tables] == list(range(1, len(tables) + 1))
    for table in tables:
        assert [seat["number"] for seat in table["seats"]] == list(range(len(table["seats"])))
    return [[seat["entry"] for seat in table["seats"]] for table in tables]


def ask(client: Client, method: str, path: str, body: Any) -> dict[str, Any]:
    """Send a change, which must succeed and match the schema. Return its response."""
    answer = client.send(method, path, body)
    assert answer.status_code == 200, answer.content
    assert "?" in path or breaches(method, path, answer) == []
    changed: dict[str, Any] = answer.json()
    return changed


def test_an_entry_moves_to_another_table(client: Client, proposal: Round) -> None:
    path = f"/rounds/{proposal.pk}/"
    before = client.get(path).json()
    first, second = seats_of(before)
    body = {"entry": first[1], "table": before["tables"][1]["id"], "draw": 1}
    moved = ask(client, "POST", f"{path}move/", body)
    assert seats_of(moved) == [[first[0], *first[2:]], [*second, first[1]]]
    assert (moved["draw"], moved["by_hand"], moved["ahead"]) == (2, 1, [])
    assert moved["certificate"]["people"]["sizes"] == [3, 5]
    assert client.get(path).json() == moved


def test_a_whole_seating_is_replaced_and_audited(client: Client, proposal: Round) -> None:
    path = f"/rounds/{proposal.pk}/"
    first, second = seats_of(client.get(path).json())
    wanted = [[*second[:2], *first[:2]], [*first[2:], *second[2:]]]
    tag = client.get(path).headers["ETag"]
    answer = client.send("PUT", f"{path}seating/", {"seats": wanted}, **{"If-Match": tag})
    assert (answer.status_code, seats_of(answer.json())) == (200, wanted)
    assert answer.headers["ETag"] == client.get(path).headers["ETag"] != tag
    assert answer.json()["certificate"]["people"]["faults"] == []
    stale = client.send("PUT", f"{path}seating/", {"seats": [first, second]}, **{"If-Match": tag})
    assert stale.status_code == 412
    assert seats_of(client.get(path).json()) == wanted


def test_an_invalid_seating_is_refused_with_every_fault(
    client: Client, proposal: Round, stored: Stored, subtests: pytest.Subtests
) -> None:
    path = f"/rounds/{proposal.pk}/"
    first, second = seats_of(client.get(path).json())
    stranger = str(enter(running_event(3), 1)[0].pk)
    before = stored()
    cases: list[tuple[Any, int, str]] = [
        ([first, second[:-1]], 422, "player_not_seated"),
        ([first, [*second[:-1], first[0]]], 422, "player_twice"),
        ([first, [*second[:-1], stranger]], 422, "entry_unknown"),
        ([first, [1, 2, 3, 4]], 400, "bad_body"),
        (None, 400, "bad_body"),
    ]
    for seats, status, code in cases:
        with subtests.test(f"{code}: {seats!s:.60}"):
            answer = client.send("PUT", f"{path}seating/", {"seats": seats})
            assert breaches("PUT", f"{path}seating/", answer) == []
            assert answer.status_code == status, answer.content
            problem = answer.json()
            codes = {fault["code"] for fault in problem["errors"]}
            assert code in codes or (status == 400 and problem["code"] == code), problem
            assert all(fault["pointer"].startswith("/seats") for fault in problem["errors"])
            assert stored() == before
    answer = client.send("PUT", f"{path}seating/", {"seats": [first[:2], [*second, first[2], first[2]]]})
    assert {fault["code"] for fault in answer.json()["errors"]} == {
        "player_twice",
        "player_not_seated",
        "table_too_small",
    }


def test_a_change_of_a_stale_draw_is_refused(client: Client, proposal: Round, stored: Stored) -> None:
    path = f"/rounds/{proposal.pk}/"
    now = client.get(path).json()
    first, second = seats_of(now)
    ask(client, "POST", f"{path}swap/", {"entries": [first[0], second[0]], "draw": 1})
    before = stored()
    for method, verb, body in [
        ("POST", "swap", {"entries": [first[0], second[0]]}),
        ("POST", "move", {"entry": first[0], "table": now["tables"][0]["id"]}),
        ("PUT", "seating", {"seats": [first, second]}),
        ("POST", "leave-out", {"entry": first[0]}),
    ]:
        answer = client.send(method, f"{path}{verb}/", {**body, "draw": 1})
        assert (answer.status_code, answer.json()["code"]) == (409, "draw_stale"), (verb, answer.content)
        assert stored() == before


def test_the_entries_and_tables_of_other_clubs_are_not_found(
    client: Client, proposal: Round, stored: Stored
) -> None:
    path = f"/rounds/{proposal.pk}/"
    now = client.get(path).json()
    (mine, *_rest), _two = seats_of(now)
    elsewhere: Event = running_event(4)
    other, table = str(elsewhere.entries.all()[0].pk), str(the_table(published_round(elsewhere)).pk)
    before = stored()
    for verb, body in [
        ("swap", {"entries": [mine, other]}),
        ("move", {"entry": mine, "table": table}),
        ("move", {"entry": other, "table": now["tables"][0]["id"]}),
        ("substitute", {"out": mine, "into": other}),
        ("leave-out", {"entry": other}),
        ("leave-out", {"entry": "somebody"}),
    ]:
        answer = client.send("POST", f"{path}{verb}/", body)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), (verb, answer.content)
        assert stored() == before
