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

from tests.builders import a_table, make_card
from tests.web.conftest import SignIn, seen
from tournaments.models import Table, TableCard
from tournaments.play.verbs import cards

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
        with patch("tournaments.play.verbs.cards.let_in", side_effect=ZeroDivisionError):
            crashing = Client(raise_request_exception=False)
            assert crashing.post(reverse("enter_table"), {"secret": made.secret}).status_code == 500
    logged = caplog.text
    token = client.cookies[settings.TABLE_COOKIE_NAME].value
    assert [secret for secret in (made.secret, made.pin, wrong, token) if secret in logged] == []
    assert opened.headers["Referrer-Policy"] == "same-origin"
    assert "no-store" in opened.headers["Cache-Control"]
