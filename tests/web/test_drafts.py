"""What the server does for drafts: whose they are, and each attempt to send one acts once."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_table, enter, make_card, owner_of
from tests.web.cards import a_scorecard
from tests.web.conftest import SignIn, seen
from tournaments.models import DealClaim, Phone, Seat, Table
from tournaments.play.verbs import claims, phones

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table(4, two_agree=True)


def state(browser: Client, table: Table, attempt: str = "") -> Any:
    answer = browser.get(reverse("draft_state", args=[table.pk]), {"attempt": attempt})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return answer.json()


def send(browser: Client, table: Table, fields: dict[str, Any], **more: str) -> Any:
    filled = {key: value for key, value in fields.items() if value is not None}
    return browser.post(reverse("scorecard", args=[table.pk]), filled | {"step": "send"} | more)


def test_an_attempt_acts_once_also_after_its_claim_was_withdrawn(sign_in: SignIn, table: Table) -> None:
    anna = sign_in(table.round.event.club, "scorer")
    fields, _result = a_scorecard(table)
    assert state(anna, table, "first")["attempt"] == "unknown"
    send(anna, table, fields, attempt="first")
    send(anna, table, fields, attempt="first")
    claim = DealClaim.objects.get()
    assert state(anna, table, "first")["attempt"] == "waits"
    claims.withdraw_claim(claim, owner_of(table.round.event.club), as_director=True)
    send(anna, table, fields, attempt="first")
    assert DealClaim.objects.get().status == "withdrawn"
    assert state(anna, table, "first")["attempt"] == "withdrawn"
    send(anna, table, fields, attempt="second")
    assert DealClaim.objects.count() == 2


def test_an_attempt_tells_what_became_of_its_claim(sign_in: SignIn, table: Table) -> None:
    club = table.round.event.club
    anna, ben = sign_in(club, "scorer"), sign_in(club, "scorer")
    send(anna, table, a_scorecard(table)[0], attempt="first")
    claim = DealClaim.objects.get()
    ben.post(reverse("dispute_claim", args=[claim.pk]), {"reason": "no"})
    assert state(anna, table, "first")["attempt"] == "disputed"
    assert state(ben, table, "first")["attempt"] == "unknown", "attempts belong to their person"
    claims.confirm_claim(claim, owner_of(club), as_director=True)
    assert state(anna, table, "first")["attempt"] == "recorded"
    assert state(anna, table, "first")["deal"] == "2.1"


def test_a_form_that_another_person_has_typed_is_not_sent(sign_in: SignIn, table: Table) -> None:
    club = table.round.event.club
    anna, ben = sign_in(club, "scorer"), sign_in(club, "scorer")
    key = state(anna, table)["draft"]
    assert key != state(ben, table)["draft"]
    fields, _result = a_scorecard(table)
    answer = send(ben, table, fields, draft=key)
    assert answer["Location"] == reverse("scorecard", args=[table.pk])
    assert not DealClaim.objects.exists()
    send(anna, table, fields, draft=key)
    assert DealClaim.objects.count() == 1


def test_a_seat_keeps_its_key_on_a_new_card_and_a_substitute_has_another(
    client: Client, table: Table
) -> None:
    client.post(reverse("enter_table"), {"secret": make_card(table).secret})
    unseated = state(client, table)["draft"]
    client.post(reverse("choose_seat"), {"seat": "1"})
    before = state(client, table)["draft"]
    assert before != unseated
    client.post(reverse("enter_table"), {"secret": make_card(table).secret})
    assert state(client, table)["draft"] == unseated, "the same browser"
    client.post(reverse("choose_seat"), {"seat": "1"})
    assert state(client, table)["draft"] == before
    seat = table.seats.get(number=1)
    Seat.objects.filter(pk=seat.pk).update(entry=enter(table.round.event, 1)[0])
    assert state(client, table)["draft"] not in (before, unseated), "somebody else sits there"
    phones.leave(Phone.objects.get(seat=1, left_at=None, card__revoked_at=None))
    assert client.get(reverse("draft_state", args=[table.pk])).status_code == 401


def test_who_leaves_a_browser_takes_its_pages_along(client: Client, table: Table) -> None:
    client.post(reverse("enter_table"), {"secret": make_card(table).secret})
    for page in ("leave_table", "sign_out"):
        assert client.post(reverse(page)).headers["Clear-Site-Data"] == '"cache"'
        assert reverse(page) in seen(client, "worker")
