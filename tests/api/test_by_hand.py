"""Changes of seats by hand over REST. Each response has the certificate of the new seating."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import make_key, owner_of, published_round, running_event, the_table
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
