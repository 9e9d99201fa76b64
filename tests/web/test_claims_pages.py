"""Two people who must agree, on the pages: entered by one, confirmed or disputed by another."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import a_table, make_card
from tests.web.cards import a_scorecard
from tests.web.conftest import SignIn
from tournaments.models import DealClaim, Table
from tournaments.play.verbs import phones

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table(4, two_agree=True)


def text(answer: Any) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


def entered(browser: Client, table: Table) -> Any:
    fields, _result = a_scorecard(table)
    return browser.post(reverse("scorecard", args=[table.pk]), {**fields, "step": "send"}, follow=True)


def press(browser: Client, deed: str, **data: str) -> Any:
    return browser.post(reverse(f"{deed}_claim", args=[DealClaim.objects.get().pk]), data, follow=True)


def test_a_dispute_is_shown_to_the_director(sign_in: SignIn, table: Table) -> None:
    club = table.round.event.club
    anna, ben, director = sign_in(club, "scorer"), sign_in(club, "scorer"), sign_in(club, "director")
    entered(anna, table)
    disputed = text(press(ben, "dispute", reason="<b>Ben</b> went out"))
    assert "is disputed" in disputed
    assert "“<bdi>&lt;b&gt;Ben&lt;/b&gt; went out</bdi>”. A director decides." in disputed
    assert "Confirm this deal" not in disputed
    overview = text(director.get(reverse("manage", args=[table.round.event.ref])))
    assert "Table 1 disputes deal 1" in overview
    assert "“&lt;b&gt;Ben&lt;/b&gt; went out” Confirm the deal" in overview
    decides = text(director.get(reverse("table", args=[table.pk])))
    assert "Confirm the deal, or withdraw it" in decides
    assert "Deal 1 is recorded" in text(press(director, "confirm"))
    assert "disagrees" not in text(director.get(reverse("manage", args=[table.round.event.ref])))


def test_a_director_sees_open_claims_and_old_ones_in_detail(sign_in: SignIn, table: Table) -> None:
    club = table.round.event.club
    anna, director = sign_in(club, "scorer"), sign_in(club, "director")
    overview = reverse("manage", args=[table.round.event.ref])
    assert "second person" not in text(director.get(overview))
    entered(anna, table)
    shown = text(director.get(overview))
    assert "1 deal waits for a second person" in shown
    assert "It was just entered at table 1." in shown
    DealClaim.objects.update(created_at=timezone.now() - timedelta(minutes=4))
    later = text(director.get(overview))
    assert "Deal 1 of table 1 waits for a second person" in later
    assert "entered it 4 minutes ago" in later
    press(director, "confirm")
    assert "second person" not in text(director.get(overview))


def test_a_director_sees_who_entered_and_who_confirmed_a_deal(
    sign_in: SignIn, client: Client, table: Table
) -> None:
    club = table.round.event.club
    anna, director = sign_in(club, "scorer"), sign_in(club, "director")
    made = make_card(table)
    client.post(reverse("enter_table"), {"secret": made.secret})
    client.post(reverse("choose_seat"), {"seat": "1"})
    entered(client, table)
    press(anna, "confirm")
    [phone] = phones.phones_at(table)
    name = table.seats.get(number=1).entry.player.public_name
    deal = reverse("deal", args=[table.pk, 1])
    shown = text(director.get(deal))
    user = DealClaim.objects.get().settled_by_user
    assert f"Entered by <bdi>{name}, phone {phone.mark}</bdi>; confirmed by <bdi>{user}</bdi>." in shown
    assert "confirmed by" not in text(client.get(deal))
    log = text(director.get(reverse("event_log", args=[table.round.event.ref])))
    assert f"card of table 1, seat 2, phone {phone.mark}" in log
    assert "took a seat by phone" in log
