"""A form that a browser sends twice acts once: after a double click, a reload or a lost response."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_table, make_club, running_event
from tests.web.conftest import SignIn
from tests.web.test_evening import FORM
from tournaments.models import Adjustment, Event, Transfer

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return running_event(4)


@pytest.fixture
def director(sign_in: SignIn, event: Event) -> Client:
    return sign_in(event.club)


def value_in(page: str) -> str:
    """Return the hidden value of the form on this page."""
    found = re.search(r'name="once" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def penalty(event: Event, page: str, **changes: object) -> dict[str, object]:
    """Return the fields of a penalty, as the form on this page sends them."""
    entry = event.entries.order_by("number")[0]
    fields = {"entry": entry.pk, "chips": -5, "played_round": "", "reason": "late", "once": value_in(page)}
    return fields | changes


def test_a_penalty_that_is_sent_twice_counts_once_and_another_or_a_new_form_counts_too(
    director: Client, event: Event
) -> None:
    url = reverse("adjustments", args=[event.ref])
    page = director.get(url).content.decode()
    first, second = (director.post(url, penalty(event, page)) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert second["Location"] == first["Location"]
    anew = director.get(url).content.decode()
    assert "This form was sent twice. The second time changed nothing." in anew
    assert Adjustment.objects.filter(event=event).count() == 1
    director.post(url, penalty(event, page, chips=-7))
    director.post(url, penalty(event, anew))
    given = Adjustment.objects.filter(event=event).order_by("chips")
    assert list(given.values_list("chips", flat=True)) == [-7, -5, -5]


def test_a_form_with_an_error_can_be_sent_again(director: Client, event: Event) -> None:
    url = reverse("adjustments", args=[event.ref])
    page = director.get(url).content.decode()
    refused = director.post(url, penalty(event, page, reason=""))
    assert refused.status_code == 422
    assert director.post(url, penalty(event, refused.content.decode())).status_code == 302
    assert Adjustment.objects.filter(event=event).count() == 1


def test_extra_chips_that_are_sent_twice_are_given_once(sign_in: SignIn) -> None:
    table = a_table(rules={"preset": "pagat", "purse": "table"})
    director = sign_in(table.round.event.club)
    page = director.get(reverse("table", args=[table.pk])).content.decode()
    fields = {"seats": ["0", "1"], "chips": "10", "reason": "all gone", "once": value_in(page)}
    for _ in range(2):
        assert director.post(reverse("issue_chips", args=[table.pk]), fields).status_code == 302
    issued = Transfer.objects.filter(table=table, note="all gone").values_list("chips", flat=True)
    assert list(issued) == [10, 10], "one for each of the two seats"


def test_an_event_that_is_sent_twice_is_made_once(sign_in: SignIn) -> None:
    club = make_club()
    owner = sign_in(club, "owner")
    url = reverse("new_event", args=[club.slug])
    fields = FORM | {"name": "Spring cup", "once": value_in(owner.get(url).content.decode())}
    answers = [owner.post(url, fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302], answers[0].content.decode()
    assert Event.objects.filter(club=club, name="Spring cup").count() == 1
