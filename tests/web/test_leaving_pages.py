"""A player leaves in the middle of a round: the director is told of the chips before the button."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import enter, owner_of, play, published_round, running_event, the_table
from tests.web.conftest import press, seen, words
from tournaments.desk.verbs import leaving
from tournaments.models import Account, Club, Entry, Occupant, Seat, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(club: Club) -> Table:
    event = running_event(4, club=club, deals_per_round=4, rules={"preset": "pagat", "purse": "table"})
    table = the_table(published_round(event))
    play(table, 2)
    return table


@pytest.fixture
def spare(table: Table) -> Entry:
    return enter(table.round.event, 1)[0]


def leaver(table: Table) -> Entry:
    return Seat.objects.select_related("entry__player").get(table=table, number=1).entry


def chosen(table: Table, spare: Entry) -> dict[str, str]:
    return {"out": str(leaver(table).pk), "into": str(spare.pk), "from_deal": "3"}


def test_what_happens_to_the_chips_is_told_before_the_button(
    director: Client, table: Table, spare: Entry
) -> None:
    page = director.post(reverse("leaving", args=[table.pk]), chosen(table, spare)).content.decode()
    purse = Account.objects.get(table=table, name="seat 1").balance
    out, into = leaver(table).player.name, spare.player.name
    told = words(page)
    assert f"{out} has played up to deal 2. {into} plays from deal 3 on." in told
    assert f"The purse of the seat stays as it is: {purse} chips." in told
    assert f"stays with {out}. The result of {into} begins at 0." in told
    assert not Occupant.objects.exists()
    page = press(director, "leaving", table.pk, **chosen(table, spare), step="send")
    assert f"From deal 3 on, {into} has the seat of {out}." in words(page)
    assert "left after deal 2" in page


def test_pages_name_who_played_each_deal_and_a_seat_is_given_back(
    director: Client, table: Table, spare: Entry
) -> None:
    leaving.leave_table(table, owner_of(table.round.event.club), leaver(table), spare, 3)
    assert f"Give the seat back to {leaver(table).player.name}" in words(seen(director, "leaving", table.pk))
    assert "The seat is given back." in press(director, "give_back", table.pk, seat=1)
    assert not Occupant.objects.exists()
    leaving.leave_table(table, owner_of(table.round.event.club), leaver(table), spare, 3)
    play(table)
    out, into = leaver(table).player.public_name, spare.player.public_name
    for number, here, absent in ((2, out, into), (3, into, out)):
        page = seen(director, "deal", table.pk, number)
        assert here in page
        assert absent not in page
    for name, ref in (("round", table.round_id), ("round_to_print", table.round_id), ("scorecard", table.pk)):
        assert into in seen(director, name, ref), name
