"""Two people who must agree, on the pages: entered by one, confirmed or disputed by another."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_table
from tests.web.cards import a_scorecard
from tests.web.conftest import SignIn
from tournaments.models import Deal, DealClaim, Event, Table

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


def test_what_one_scorer_enters_another_confirms(sign_in: SignIn, client: Client, table: Table) -> None:
    club = table.round.event.club
    anna, ben = sign_in(club, "scorer"), sign_in(club, "scorer")
    own = text(entered(anna, table))
    assert "waits for a second person" in own
    assert "This is right" not in own
    assert not Deal.objects.exists()
    page = reverse("table", args=[table.pk])
    assert "waits for a second person" not in text(client.get(page))
    assert "This is right" in text(ben.get(page))
    assert "Deal 1 is recorded" in text(press(ben, "confirm"))
    assert Deal.objects.count() == 1


def test_a_dispute_is_what_the_director_needs_to_see(sign_in: SignIn, table: Table) -> None:
    club = table.round.event.club
    anna, ben, director = sign_in(club, "scorer"), sign_in(club, "scorer"), sign_in(club, "director")
    entered(anna, table)
    disputed = text(press(ben, "dispute", reason="Ben went out"))
    assert "is disputed" in disputed
    assert "This is right" not in disputed
    overview = text(director.get(reverse("manage", args=[table.round.event.ref])))
    assert "Table 1 disagrees about deal 1" in overview
    assert "Ben went out" in overview
    assert "Deal 1 is recorded" in text(press(director, "confirm"))
    assert "disagrees" not in text(director.get(reverse("manage", args=[table.round.event.ref])))


def test_a_director_throws_it_away_or_enters_what_is_right(sign_in: SignIn, table: Table) -> None:
    club = table.round.event.club
    anna, director = sign_in(club, "scorer"), sign_in(club, "director")
    entered(anna, table)
    assert "thrown away" in text(press(director, "withdraw"))
    assert "Deal 1 is recorded" in text(entered(director, table))


def test_the_tables_page_renews_itself_when_a_claim_is_made(sign_in: SignIn, table: Table) -> None:
    anna = sign_in(table.round.event.club, "scorer")
    stamp = anna.get(reverse("table", args=[table.pk])).context["stamp"]
    renew = reverse("table_renew", args=[table.pk])
    assert anna.get(renew, {"version": stamp}).status_code == 204
    entered(anna, table)
    assert anna.get(renew, {"version": stamp}).status_code == 200


def test_the_option_is_on_the_events_form(sign_in: SignIn, table: Table) -> None:
    event = table.round.event
    director = sign_in(event.club, "director")
    shown = director.get(reverse("edit_event", args=[event.ref]))
    assert "Two people must agree" in text(shown)
    sent = {"name": event.name, "visibility": "public", "rounds_planned": event.rounds_planned}
    assert director.post(reverse("edit_event", args=[event.ref]), sent).status_code == 302
    assert Event.objects.get(pk=event.pk).two_agree is False
