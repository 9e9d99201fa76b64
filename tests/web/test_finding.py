"""Finding a player: place and table by name, of the user and of the phone."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.builders import make_card, make_member, owner_of, play, published_round, running_event, the_table
from tests.web.conftest import client_of
from tournaments.clubs.verbs.players import edit_player
from tournaments.models import Event, Role, Seat
from tournaments.play.verbs import cards, phones
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """An event of eight at two tables, with a deal at the first."""
    event = running_event(8, deals_per_round=2)
    play(the_table(published_round(event)))
    refresh(event.pk)
    return event


def search_page(client: Client, event: Event, **query: str) -> str:
    answer = client.get(reverse("find", args=[event.ref]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_name_leads_to_the_place_and_the_table(client: Client, event: Event) -> None:
    seat = Seat.objects.filter(round__event=event).select_related("entry__player", "table").first()
    assert seat is not None
    edit_player(seat.entry.player, owner_of(event.club), name="Zoë Quist", public_name="Zoë Q.")
    page = search_page(client, event, name="zoë")
    assert "<bdi>Zoë Q.</bdi>" in page
    assert f'href="{reverse("table", args=[seat.table.pk])}"' in page
    assert "Place " in page
    # Only the name that everybody sees is searched.
    assert "No player of this event is called" in search_page(client, event, name="Quist")


def test_a_user_finds_their_own_player(event: Event) -> None:
    member = make_member(event.club, Role.SCORER)
    seat = Seat.objects.filter(round__event=event).select_related("entry__player").last()
    assert seat is not None
    player = seat.entry.player
    player.user = member.user
    player.save(update_fields=["user"])
    assert f"<bdi>{player.public_name}</bdi>" in search_page(client_of(member.user), event)


def test_a_phone_finds_the_player_of_its_seat(client: Client, event: Event) -> None:
    table = the_table(event.rounds.get())
    phone = cards.enter_by_secret(make_card(table).secret, identity="this phone")
    client.cookies[settings.TABLE_COOKIE_NAME] = phone.token
    assert "This browser belongs to no player" in search_page(client, event)
    phones.take_seat(phone.phone, 2)
    name = Seat.objects.get(table=table, number=2).entry.player.public_name
    assert f"<bdi>{name}</bdi>" in search_page(client, event)
    other = running_event(4)
    refresh(other.pk)
    assert "This browser belongs to no player" in search_page(client, other)
