"""Somebody leaves in the middle of a round, over REST."""

from __future__ import annotations

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import enter, play, published_round, running_event, the_table
from tournaments.models import Club, Deal, Entry, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(club: Club) -> Table:
    table = the_table(published_round(running_event(4, club=club, deals_per_round=4)))
    play(table, 2)
    return table


@pytest.fixture
def spare(table: Table) -> Entry:
    return enter(table.round.event, 1)[0]


def body(table: Table, spare: Entry, from_deal: int = 3) -> dict[str, object]:
    return {"out": str(table.seats.get(number=1).entry_id), "into": str(spare.pk), "from_deal": from_deal}


def test_a_substitute_takes_over_a_seat(director: Client, table: Table, spare: Entry) -> None:
    path = f"/tables/{table.pk}/leave/"
    answer = director.send("POST", path, body(table, spare))
    assert (answer.status_code, breaches("POST", path, answer)) == (200, [])
    net = sum(deal.result["net"][1] for deal in Deal.objects.all())
    assert answer.json() == {
        "table": str(table.pk),
        "seat": 1,
        "out": body(table, spare)["out"],
        "into": str(spare.pk),
        "from_deal": 3,
        "purse": net,
        "net": net,
    }
    for shown in (f"/tables/{table.pk}/", f"/rounds/{table.round_id}/"):
        answer = director.get(shown)
        assert breaches("GET", shown, answer) == []
        seats = answer.json().get("seats") or answer.json()["tables"][0]["seats"]
        player = {"player": str(spare.player_id), "name": spare.player.public_name}
        later = {"from_deal": 3, "entry": str(spare.pk), **player}
        assert [seat["later"] for seat in seats] == [[], [later], [], []]
    back = director.send("POST", f"/tables/{table.pk}/give-back/", {"seat": 1})
    assert (back.status_code, back.json()["number"], back.json()["later"]) == (200, 1, [])
