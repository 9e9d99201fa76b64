"""Calling the director from the page of a table, and the director's answer."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_table, make_card, make_user
from tests.web.conftest import SignIn, client_of, press
from tournaments.models import Call, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table(4)


@pytest.fixture
def phone(client: Client, table: Table) -> Client:
    """A phone that sits at the table."""
    client.post(reverse("enter_table"), {"secret": make_card(table).secret})
    client.post(reverse("choose_seat"), {"seat": "1"})
    return client


def test_a_phone_calls_the_director_who_answers_in_the_cockpit(
    phone: Client, sign_in: SignIn, table: Table
) -> None:
    director, event = sign_in(table.round.event.club), table.round.event
    page = press(phone, "call_director", table.pk, kind="rules")
    assert "The director has been called" in page
    assert "not answered yet" in page
    call, name = Call.objects.get(), table.seats.get(number=1).entry.player.name
    cockpit = director.get(reverse("manage", args=[event.ref])).content.decode()
    assert "Table 1 calls you" in cockpit
    assert f"{name} called" in cockpit
    assert "a question about the rules" in cockpit
    cockpit = press(director, "answer_call", call.pk)
    assert "Table 1 is settled" in cockpit
    assert "calls you" not in cockpit
    assert "The director is on the way" in phone.get(reverse("table", args=[table.pk])).content.decode()
    assert "settled" not in press(director, "end_call", call.pk).partition("What needs you now")[2]
    after = phone.get(reverse("table", args=[table.pk])).content.decode()
    assert "on the way" not in after
    assert "Call the director to this table" in after
    log = director.get(reverse("event_log", args=[event.ref])).content.decode()
    for deed in ("called the director", "answered a call", "ended a call"):
        assert deed in log
    assert "deal 1" not in log


def test_the_page_of_the_table_follows_its_call(phone: Client, sign_in: SignIn, table: Table) -> None:
    def stamp() -> str:
        answer = phone.get(reverse("table_renew", args=[table.pk]))
        return answer.content.decode().partition("?version=")[2].partition('"')[0]

    seen = [stamp()]
    director = sign_in(table.round.event.club)
    press(phone, "call_director", table.pk)
    seen.append(stamp())
    press(director, "answer_call", Call.objects.get().pk)
    seen.append(stamp())
    press(director, "end_call", Call.objects.get().pk)
    seen.append(stamp())
    assert len(set(seen)) == 4
    assert phone.get(f"{reverse('table_renew', args=[table.pk])}?version={seen[-1]}").status_code == 204


def test_a_player_who_sits_there_calls_without_being_a_member(table: Table) -> None:
    user = make_user()
    player = table.seats.get(number=2).entry.player
    player.user = user
    player.save(update_fields=["user"])
    page = press(client_of(user), "call_director", table.pk)
    assert "The director has been called" in page
    assert (Call.objects.get().seat, Call.objects.get().by_user) == (2, user)


def test_strangers_neither_call_nor_see_calls(client: Client, sign_in: SignIn, table: Table) -> None:
    press(sign_in(table.round.event.club), "call_director", table.pk)
    page = client.get(reverse("table", args=[table.pk])).content.decode()
    assert "director has been called" not in page
    assert "Call the director" not in page
    assert client.post(reverse("call_director", args=[table.pk])).status_code == 404
    assert client_of(make_user()).post(reverse("call_director", args=[table.pk])).status_code == 404
