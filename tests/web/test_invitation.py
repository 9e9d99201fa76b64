"""The page of an event shows its invitation, and directors change it."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from tests.builders import make_event
from tests.web.test_evening import FORM as NEW
from tournaments.models import Club, Event

FORM = {
    "starts_on": "2065-10-31",
    "starts_at": "19:30",
    "place": "Café Central",
    "about": "Bring **change**.",
    "price": "12,5",
    "capacity": "18",
    "sign_up": "open",
    "sign_up_until": "2065-10-30T18:00",
}


def test_a_director_writes_the_invitation_and_everybody_reads_it(
    director: Client, client: Client, club: Club
) -> None:
    event = make_event(club)
    answer = director.post(reverse("invitation", args=[event.ref]), FORM)
    assert answer.status_code == 302
    event.refresh_from_db()
    assert (event.price, event.capacity, event.sign_up) == (1250, 18, "open")
    page = client.get(reverse("event", args=[event.ref])).content.decode()
    for shown in ("Café Central", "<strong>change</strong>", "12.50", "Saturday, Oct. 31, 2065, 7:30 p.m."):
        assert shown in page
    form = director.get(reverse("invitation", args=[event.ref])).content.decode()
    for value in ('value="12.50"', 'value="19:30"', 'value="2065-10-30T18:00"'):
        assert value in form


def test_a_currency_beside_the_price_is_that_of_the_event(
    director: Client, client: Client, club: Club
) -> None:
    event = make_event(club)
    director.post(reverse("invitation", args=[event.ref]), FORM | {"price": "5,50 €"})
    event.refresh_from_db()
    assert (event.price, event.currency) == (550, "€")
    assert "5.50\u00a0€" in client.get(reverse("event", args=[event.ref])).content.decode()
    form = director.get(reverse("invitation", args=[event.ref])).content.decode()
    assert 'value="5.50 €"' in form
    german = director.get(reverse("invitation", args=[event.ref]), headers={"Accept-Language": "de"})
    assert 'value="5,50 €"' in german.content.decode()
    # Without a currency it stays as it was.
    director.post(reverse("invitation", args=[event.ref]), FORM | {"price": "6"})
    event.refresh_from_db()
    assert (event.price, event.currency) == (600, "€")
    director.post(reverse("new_event", args=[club.slug]), NEW | {"name": "Poch in May", "price": "7 CHF"})
    made = Event.objects.get(name="Poch in May")
    assert (made.price, made.currency) == (700, "CHF")


def test_a_bad_amount_or_an_hour_without_a_day_is_shown_at_its_field(director: Client, club: Club) -> None:
    event = make_event(club)
    for wrong, why in (({"price": "cheap"}, "two decimals"), ({"starts_on": ""}, "Give the day, too")):
        answer = director.post(reverse("invitation", args=[event.ref]), FORM | wrong)
        assert answer.status_code == 422
        assert why in answer.content.decode()
    event.refresh_from_db()
    assert event.place == ""
