"""Programs choose the pack of a club and of an event. Records keep the letters of the cards."""

from __future__ import annotations

import pytest

from tests.api.client import Client
from tests.builders import a_table, make_key, play
from tournaments.models import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table()


@pytest.fixture
def owner(table: Table) -> Client:
    return Client(make_key(table.round.event.club, "owner"))


def test_a_club_has_a_pack(owner: Client, table: Table) -> None:
    address = f"/clubs/{table.round.event.club.slug}/"
    assert owner.get(address).json()["pack"] == "french"
    changed = owner.send("PATCH", address, {"pack": "german"})
    assert (changed.status_code, changed.json()["pack"]) == (200, "german")
    refused = owner.send("PATCH", address, {"pack": "tarot"})
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/pack")


def test_an_event_has_that_of_its_club_or_its_own_also_while_it_runs(owner: Client, table: Table) -> None:
    address = f"/events/{table.round.event.slug}/"
    assert owner.get(address).json()["pack"] == ""
    for pack in ("german", ""):
        changed = owner.send("PATCH", address, {"pack": pack})
        assert (changed.status_code, changed.json()["pack"]) == (200, pack)


def test_records_and_results_are_the_same_in_each_pack(owner: Client, table: Table) -> None:
    play(table)
    addresses = [f"/tables/{table.pk}/deals/1/{part}" for part in ("", "result/", "steps/")]
    before = [answer.json() for address in addresses if (answer := owner.get(address)).status_code == 200]
    assert len(before) >= 2
    owner.send("PATCH", f"/clubs/{table.round.event.club.slug}/", {"pack": "german"})
    after = [answer.json() for address in addresses if (answer := owner.get(address)).status_code == 200]
    assert after == before


def test_a_club_has_a_time_zone(owner: Client, table: Table) -> None:
    address = f"/clubs/{table.round.event.club.slug}/"
    assert owner.get(address).json()["time_zone"] == "UTC"
    changed = owner.send("PATCH", address, {"time_zone": "Europe/Berlin"})
    assert (changed.status_code, changed.json()["time_zone"]) == (200, "Europe/Berlin")
    refused = owner.send("PATCH", address, {"time_zone": "Mars/Olympus"})
    assert (refused.status_code, refused.json()["code"]) == (422, "time_zone_unknown")
    assert refused.json()["errors"][0]["pointer"] == "/time_zone"
