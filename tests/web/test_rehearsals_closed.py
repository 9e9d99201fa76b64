"""A rehearsal is private: strangers and the keys of others find nothing, and it is in no list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.builders import enter, make_club, make_event, make_key, owner_of, published_round, work
from tests.web.conftest import SignIn, press, seen
from tournaments.desk.verbs.lifecycle import start_event
from tournaments.desk.verbs.rehearsals import rehearse
from tournaments.models import AuditEntry, Club, Event, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Event:
    event = make_event(club, name="Autumn evening", deals_per_round=1)
    enter(event, 4)
    return event


@pytest.fixture
def rehearsal(event: Event) -> Event:
    """It is running, and its first round is played."""
    rehearsal = start_event(rehearse(event, owner_of(event.club)), owner_of(event.club))
    published_round(rehearsal)
    work()
    return rehearsal


def routes(resolver: Any = None, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Every route: its name and its pattern."""
    for route in (resolver or get_resolver()).url_patterns:
        pattern = prefix + str(route.pattern)
        if isinstance(route, URLResolver):
            yield from routes(route, pattern)
        elif isinstance(route, URLPattern) and route.name:
            yield route.name, pattern


def addresses(rehearsal: Event) -> dict[str, str]:
    """The address of everything that a rehearsal has, by route."""
    round_, entry = rehearsal.rounds.get(), rehearsal.entries.all()[0]
    things = {
        "event": rehearsal.ref, "ref": rehearsal.ref, "round": round_.pk, "table": round_.tables.all()[0].pk,
        "entry": entry.pk, "player": entry.player_id, "stage": Stage.objects.get(event=rehearsal).pk,
        "number": 1,
    }  # fmt: skip
    by_route = {}
    for name, pattern in routes():
        address = "/" + pattern
        for thing, value in things.items():
            for written in (thing, f"{thing}_id"):
                for kind in ("str", "slug", "int"):
                    address = address.replace(f"<{kind}:{written}>", str(value))
        if address != "/" + pattern and "<" not in address:
            by_route[f"api:{name}" if "api/" in pattern else name] = address
    return by_route


def test_strangers_and_keys_of_others_find_nothing_at_any_address(rehearsal: Event, sign_in: SignIn) -> None:
    other = make_club()
    key = Client(headers={"Authorization": f"Bearer {make_key(other, 'owner')}"})
    at = addresses(rehearsal)
    assert {"event", "table", "deal", "delete_rehearsal", "api:EventDocumentOne", "api:Ledger"} <= set(at)
    before = AuditEntry.objects.exclude(club=other).count()
    for browser in (sign_in(other, "owner"), Client(), key):
        for name, address in at.items():
            for ask in (browser.get, browser.post, browser.delete):
                answer = ask(address)
                asked_in = answer.status_code == 302 and answer["Location"].startswith("/sign-in/")
                assert asked_in or 400 <= answer.status_code < 500, (name, answer.status_code)
    assert AuditEntry.objects.exclude(club=other).count() == before


def test_no_list_has_it(rehearsal: Event, director: Client, club: Club) -> None:
    key = Client(headers={"Authorization": f"Bearer {make_key(club, 'owner')}"})
    pages = [director.get(reverse("home")), director.get(reverse("club", args=[club.slug]))]
    for answer in (*pages, key.get(f"/api/v1/clubs/{club.slug}/events/"), key.get("/api/v1/events/")):
        assert answer.status_code == 200
        assert rehearsal.slug not in answer.content.decode()
    assert "Bot 1" not in seen(director, "players", club.slug)


def test_a_director_rehearses_an_evening_and_deletes_the_rehearsal(director: Client, event: Event) -> None:
    assert "Rehearse this evening" in seen(director, "edit_event", event.ref)
    begun = press(director, "rehearse", event.ref)
    rehearsal = Event.objects.get(rehearsal_of=event)
    assert "Rehearsal of Autumn evening" in begun
    assert "Delete this rehearsal" in seen(director, "edit_event", rehearsal.ref)
    assert reverse("manage", args=[rehearsal.ref]) in press(director, "rehearse", event.ref)
    for name in ("event", "standings", "rounds", "projector", "paper"):
        shown = director.get(reverse(name, args=[rehearsal.ref])).content.decode()
        assert "Rehearsal of Autumn evening" in shown, name
    assert "The rehearsal is deleted." in press(director, "delete_rehearsal", rehearsal.ref)
    assert not Event.objects.filter(pk=rehearsal.pk).exists()
