"""A rehearsal is no place: by whatever address, strangers and keys find nothing, and nobody can act in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.builders import enter, make_club, make_event, make_key, owner_of
from tests.web.conftest import SignIn
from tournaments.models import AuditEntry, Club, Entry, Event, Player, Rehearsal, Round, Stage, Table
from tournaments.services.rehearsals import rehearsals

pytestmark = pytest.mark.django_db

OPEN_TO_MEMBERS = {
    "find",
    *("paper", "board_to_print", "certificates_to_print", "prizes_to_print", "rules_to_print"),
    *("scorecards_to_print", "round_scorecards"),
    "round_to_print",
    "standings_to_print",
    *("event", "event_now", "rules", "standings", "standings_renew", "projector", "projector_renew"),
    *("projector_season", "projector_needs", "what_do_i_need", "needs_renew"),
    *("event_notices", "table_notices", "standings_by_round", "event_calendar", "wall_qr"),
    "sign_up",  # which says that nobody can sign up
    *("rounds", "round", "round_renew", "table", "table_renew", "deal", "rehearsal", "rehearsal_renew"),
    "deal_steps",
    "enter_pin",  # but no table of it has one
}
"""The pages of it that members of the real club may look at."""


@pytest.fixture
def rehearsal(club: Club) -> Rehearsal:
    """Played to its end, with the people of an event of the club."""
    event = make_event(club, deals_per_round=2, rounds_planned=2)
    enter(event, 8)
    owner = owner_of(club)
    return rehearsals.play_out(rehearsals.start_rehearsal(event, owner, seed=5, delay=rehearsals.LEFT_ALONE))


def routes(resolver: Any = None, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Every route: its name and its pattern."""
    for route in (resolver or get_resolver()).url_patterns:
        pattern = prefix + str(route.pattern)
        if isinstance(route, URLResolver):
            yield from routes(route, pattern)
        elif isinstance(route, URLPattern) and route.name:
            yield route.name, pattern


def addresses(rehearsal: Rehearsal) -> dict[str, str]:
    """The address of everything that a rehearsal has, by route."""
    event: Event = rehearsal.event
    round_ = Round.objects.filter(event=event).earliest("number")
    things = {
        "club": event.club.slug, "slug": event.club.slug, "event": event.ref, "ref": event.ref,
        "round": round_.pk, "table": Table.objects.filter(round=round_).earliest("number").pk,
        "entry": Entry.objects.filter(event=event).earliest("number").pk,
        "player": Player.objects.filter(club=event.club).earliest("pk").pk,
        "stage": Stage.objects.get(event=event).pk, "rehearsal": rehearsal.pk, "number": 1,
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


def test_strangers_and_keys_find_nothing_at_any_address(
    rehearsal: Rehearsal, club: Club, sign_in: SignIn
) -> None:
    stranger = sign_in(make_club(), "owner")
    key = Client(headers={"Authorization": f"Bearer {make_key(club, 'owner')}"})
    at = addresses(rehearsal)
    assert {"event", "table", "deal", "edit_player", "api:event-document", "api:ledger", "club"} <= set(at)
    for browser in (stranger, Client(), key):
        before = AuditEntry.objects.count()
        for name, address in at.items():
            for ask in (browser.get, browser.post, browser.delete):
                answer = ask(address)
                asked_in = answer.status_code == 302 and answer["Location"].startswith("/sign-in/")
                assert asked_in or 400 <= answer.status_code < 500, (name, answer.status_code)
        assert AuditEntry.objects.count() == before


def test_members_look_at_its_pages_and_act_nowhere(rehearsal: Rehearsal, club: Club, sign_in: SignIn) -> None:
    owner = sign_in(club, "owner")
    before = AuditEntry.objects.count()
    seen = set()
    for name, address in addresses(rehearsal).items():
        if name == "put_rehearsal_away":
            continue
        if owner.get(address).status_code in (200, 204):
            seen.add(name)
        assert 400 <= owner.post(address).status_code < 500, name
    assert {name for name in seen if not name.startswith("api:")} == OPEN_TO_MEMBERS
    assert AuditEntry.objects.count() == before
