"""The card of a table on a phone: the code, the PIN, the scorecard; and where its secrets do not go."""

from __future__ import annotations

import logging
import re
from typing import Any
from unittest.mock import patch

import pytest
import segno
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.builders import a_table, make_card, owner_of, published_round, the_table
from tests.web.cards import a_scorecard
from tests.web.conftest import SignIn, press, seen
from tournaments.desk.verbs import rounds
from tournaments.models import Deal, DealClaim, Table, TableCard
from tournaments.play.verbs import cards, phones

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table(4)


@pytest.fixture
def made(table: Table) -> cards.NewCard:
    return make_card(table)


@pytest.fixture
def phone(client: Client, made: cards.NewCard) -> Client:
    """A phone that has scanned the table's code."""
    client.post(reverse("enter_table"), {"secret": made.secret})
    return client


def send(phone: Client, table: Table, fields: dict[str, Any]) -> Any:
    filled = {key: value for key, value in fields.items() if value is not None}
    return phone.post(reverse("scorecard", args=[table.pk]), filled | {"step": "send"})


def test_the_qr_code_holds_the_address_with_the_secret_behind_the_hash(sign_in: SignIn, table: Table) -> None:
    scorer = sign_in(table.round.event.club, "scorer")
    drawn: list[str] = []
    make = segno.make

    def note(content: str, **options: Any) -> Any:
        drawn.append(content)
        return make(content, **options)

    with patch("tournaments.core.pages.picture.segno.make", note):
        page = scorer.post(reverse("table_cards", args=[table.round.event.ref])).content.decode()
    [url] = drawn
    address, _hash, secret = url.partition("#")
    assert address == f"http://testserver{reverse('enter_table')}"
    assert cards.enter_by_secret(secret).phone.table_id == table.pk
    assert secret not in page, "in the picture alone"
    [pin] = re.findall(r"<b>(\d{3} \d{3})</b>", page)
    assert cards.enter_by_pin(table.pk, pin.replace(" ", "")).token
    assert page.count("<svg") > 1
    again = seen(scorer, "table_cards", table.round.event.ref)
    assert pin not in again, "shown once"


def test_a_qr_code_made_on_the_server_itself_has_the_address_for_phones(
    sign_in: SignIn, table: Table, settings: Any
) -> None:
    scorer = sign_in(table.round.event.club, "scorer")
    path, here = reverse("table_cards", args=[table.round.event.ref]), {"host": "localhost:8000"}
    before = scorer.get(path, headers=here).content.decode()
    assert "Only this computer can open this address" in before, "before any card is made"
    assert "./poch serve --lan" in before
    assert (
        "Only this computer can open this address"
        in scorer.post(path, {"all": "1"}, headers=here).content.decode()
    )
    settings.ORIGINS = ["http://192.168.1.20:8000", "http://localhost:8000"]
    reached = scorer.get(path, headers=here).content.decode()
    assert "Only this computer" not in reached
    assert "This site has no https" in reached
    assert "This site has no https" not in before
    settings.ORIGINS = ["https://192.168.1.20:8000", "http://localhost:8000"]
    assert "This site has no https" not in scorer.get(path, headers=here).content.decode()
    settings.ORIGINS = ["http://192.168.1.20:8000", "http://localhost:8000"]
    outside = scorer.post(path, {"all": "1"}, headers=here).content.decode()
    assert f"http://192.168.1.20:8000{reverse('enter_pin', args=[table.round.event.ref])}" in outside
    assert "Only this computer can open this address" not in outside


def test_a_phone_scans_the_code_and_sends_a_scorecard(phone: Client, table: Table) -> None:
    cookie = phone.cookies[settings.TABLE_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    seats = seen(phone, "choose_seat")
    assert "Who are you?" in seats
    assert "you can use any phone" in seats
    assert phone.post(reverse("choose_seat"), {"seat": "1"}).headers["Location"] == reverse(
        "table", args=[table.pk]
    )
    page = seen(phone, "table", table.pk)
    assert "You sit at table 1 as" in page
    assert "Enter deal 1" in page
    fields, result = a_scorecard(table)
    assert send(phone, table, fields).status_code == 302
    deal = Deal.objects.get()
    assert (deal.via, deal.recorded_by, deal.result["net"]) == ("link", None, result["net"])
    after = seen(phone, "table", table.pk)
    assert reverse("void", args=[table.pk]) not in after, "voiding is a scorer's"
    token = phone.cookies[settings.TABLE_COOKIE_NAME].value
    phone.post(reverse("leave_table"))
    assert not phones.phones_at(table).exists()
    assert cards.phone_of_token(token) is None, "the token is worth nothing, wherever it was kept"


def test_a_phone_that_scans_again_is_not_the_second_person(sign_in: SignIn) -> None:
    table = a_table(4, two_agree=True)
    made = make_card(table)
    phone, other = Client(), Client()
    fields, _result = a_scorecard(table)
    for step, seat in enumerate(("0", "1")):
        phone.post(reverse("enter_table"), {"secret": made.secret})
        phone.post(reverse("choose_seat"), {"seat": seat})
        if step == 0:
            send(phone, table, fields)
            phone.post(reverse("leave_table"))
    confirm = reverse("confirm_claim", args=[DealClaim.objects.get().pk])
    assert confirm not in seen(phone, "table", table.pk)
    phone.post(confirm)
    assert not Deal.objects.exists()
    other.post(reverse("enter_table"), {"secret": made.secret})
    seats = seen(other, "choose_seat")
    assert seats.count("another phone has this seat") == 1
    assert "you can use any phone" not in seats
    taken = other.post(reverse("choose_seat"), {"seat": "1"})
    assert "Another phone has this seat" in taken.content.decode()
    other.post(reverse("choose_seat"), {"seat": "0"})
    assert other.post(confirm).status_code == 403, "for that seat it was entered"
    freed = press(sign_in(table.round.event.club, "scorer"), "free_seat", table.pk, seat="1")
    assert "Seat 2 of table 1 is free for another phone" in freed
    answer = phone.get(reverse("scorecard", args=[table.pk]), follow=True)
    assert "This phone has no access to its table now" in answer.content.decode()
    third = Client()
    third.post(reverse("enter_table"), {"secret": made.secret})
    third.post(reverse("choose_seat"), {"seat": "1"})
    third.post(confirm)
    assert Deal.objects.count() == 1


def test_a_member_on_the_phone_that_made_the_claim_cannot_confirm_it(sign_in: SignIn) -> None:
    table = a_table(4, two_agree=True)
    made = make_card(table)
    scorer, phone = sign_in(table.round.event.club, "scorer"), Client()
    phone.post(reverse("enter_table"), {"secret": made.secret})
    phone.post(reverse("choose_seat"), {"seat": "0"})
    fields, _result = a_scorecard(table)
    send(phone, table, fields)
    confirm = reverse("confirm_claim", args=[DealClaim.objects.get().pk])
    scorer.cookies[settings.PHONE_COOKIE_NAME] = phone.cookies[settings.PHONE_COOKIE_NAME].value
    assert confirm not in seen(scorer, "table", table.pk)
    assert scorer.post(confirm).status_code == 403
    assert not Deal.objects.exists()


def test_a_phone_without_a_camera_enters_the_table_and_its_pin(
    client: Client, made: cards.NewCard, table: Table
) -> None:
    event_page = seen(client, "event", table.round.event.ref)
    door = reverse("enter_pin", args=[table.round.event.ref])
    assert door in event_page
    wrong = f"{(int(made.pin) + 1) % 1_000_000:06}"
    refused = client.post(door, {"table": "1", "pin": wrong})
    assert refused.status_code == 422
    nowhere = client.post(door, {"table": "77", "pin": wrong})
    assert "This PIN is wrong, or the table is not playing now" in refused.content.decode()
    assert "This PIN is wrong, or the table is not playing now" in nowhere.content.decode()
    assert TableCard.objects.get().pin_failures == 1
    spaced = f"{made.pin[:3]} {made.pin[3:]}"
    assert client.post(door, {"table": "1", "pin": spaced}).headers["Location"] == reverse("choose_seat")
    assert client.get(reverse("scorecard", args=[table.pk])).status_code == 200


def test_between_rounds_a_card_opens_a_page_that_waits(
    client: Client, made: cards.NewCard, table: Table
) -> None:
    event, door = table.round.event, reverse("enter_table")
    rounds.close_round(table.round, owner_of(event.club), early=True)
    waiting = client.post(door, {"secret": made.secret})
    page = waiting.content.decode()
    assert "Nothing is played at table 1 now" in page
    assert f'name="secret" value="{made.secret}"' in page
    assert "no-store" in waiting.headers["Cache-Control"]
    assert settings.TABLE_COOKIE_NAME not in client.cookies
    pin = client.post(reverse("enter_pin", args=[event.ref]), {"table": "1", "pin": made.pin})
    assert "No round is played now" in pin.content.decode()
    assert TableCard.objects.get().pin_failures == 0
    after = the_table(published_round(event))
    assert client.post(door, {"secret": made.secret}).headers["Location"] == reverse("choose_seat")
    client.post(reverse("choose_seat"), {"seat": "1"})
    assert "You sit at table 1 as" in seen(client, "table", after.pk)


def test_cards_are_made_once_and_a_lost_one_again(sign_in: SignIn, table: Table) -> None:
    scorer, event = sign_in(table.round.event.club, "scorer"), table.round.event
    path = reverse("table_cards", args=[event.ref])
    assert "Make 1 card" in scorer.get(path).content.decode()
    assert scorer.post(path).content.decode().count('class="pin-card"') == 1
    twice = scorer.post(path, follow=True).content.decode()
    assert "Every table has its card" in twice, "a form that is sent twice revokes nothing"
    scorer.post(reverse("revoke_card", args=[event.ref, 1]))
    assert "no card" in scorer.get(path).content.decode()


def test_a_director_sees_that_a_pin_is_locked(sign_in: SignIn, made: cards.NewCard, table: Table) -> None:
    TableCard.objects.update(pin_failures=cards.PIN_TRIES)
    director = sign_in(table.round.event.club)
    page = seen(director, "manage", table.round.event.ref)
    assert "The PIN of table 1 is locked" in page
    card = director.post(reverse("make_card", args=[table.round.event.ref, 1])).content.decode()
    assert re.search(r"<b>\d{3} \d{3}</b>", card)
    page = seen(director, "manage", table.round.event.ref)
    assert "is locked" not in page


def test_no_secret_is_logged_or_sent_on(
    client: Client, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    made = make_card(table)
    wrong = f"{(int(made.pin) + 1) % 1_000_000:06}"
    door = reverse("enter_pin", args=[table.round.event.ref])
    with caplog.at_level(logging.DEBUG):
        opened = client.get(reverse("enter_table"))
        client.post(door, {"table": "1", "pin": wrong})
        client.post(reverse("enter_table"), {"secret": "x" + made.secret})
        client.post(reverse("enter_table"), {"secret": made.secret})
        with patch("tournaments.play.verbs.cards._let_in", side_effect=ZeroDivisionError):
            crashing = Client(raise_request_exception=False)
            assert crashing.post(reverse("enter_table"), {"secret": made.secret}).status_code == 500
    logged = caplog.text
    token = client.cookies[settings.TABLE_COOKIE_NAME].value
    assert [secret for secret in (made.secret, made.pin, wrong, token) if secret in logged] == []
    assert opened.headers["Referrer-Policy"] == "same-origin"
    assert "no-store" in opened.headers["Cache-Control"]
