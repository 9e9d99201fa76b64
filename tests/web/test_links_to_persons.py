"""Names of people on pages lead to the pages of the persons, for whoever may see them."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    enter,
    make_event,
    make_member,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tests.web.conftest import client_of
from tournaments.clubs.verbs.people import set_visibility, someone_of
from tournaments.core import kept
from tournaments.events.verbs import marks
from tournaments.models import Event, Player
from tournaments.programs.privacy import anonymise_player
from tournaments.standings.verbs.standings import refresh

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]

OF_EVENT = ("event", "event_now", "standings", "standings_renew", "standings_by_round", "rounds")
OF_TABLE = ("table", "table_renew")
WITHOUT = ("standings_to_print", "projector", "embed_standings")


@pytest.fixture
def event() -> Event:
    """An event of four, its first round closed, a deal of the second played."""
    event = running_event(4, rounds_planned=2, deals_per_round=1)
    play_round(published_round(event))
    play(the_table(published_round(event)), seed=5)
    refresh(event.pk)
    return event


@pytest.fixture(autouse=True)
def no_waiting() -> Iterator[None]:
    """Kept pages follow a change at once."""
    kept.SHELF.clear()
    with patch.object(marks, "FRESH_FOR", 0.0), patch.object(kept, "REST", 0):
        yield
    kept.SHELF.clear()


def addresses(event: Event, *names: str) -> dict[str, str]:
    round_ = event.rounds.latest("number")
    table = the_table(round_)
    urls = {name: reverse(name, args=[event.ref]) for name in OF_EVENT + WITHOUT}
    urls |= {name: reverse(name, args=[round_.pk]) for name in ("round", "round_renew", "round_to_print")}
    urls |= {name: reverse(name, args=[table.pk]) for name in OF_TABLE}
    urls["ledger"] = f"{reverse('table', args=[table.pk])}?ledger"
    urls["deal"] = reverse("deal", args=[table.pk, 1])
    return {name: urls[name] for name in names} if names else urls


def leading(browser: Client, event: Event, link: str) -> set[str]:
    """The pages with this link."""
    found = set()
    for name, url in addresses(event).items():
        answer = browser.get(url)
        assert answer.status_code == 200, name
        if f'href="{link}"' in answer.content.decode():
            found.add(name)
    return found


def person_of(event: Event) -> tuple[Player, str]:
    player = Player.objects.filter(entries__event=event).earliest("entries__number")
    return player, reverse("person", args=[player.pk])


def test_every_name_leads_members_to_the_person_but_not_on_paper_or_the_wall(event: Event) -> None:
    _player, link = person_of(event)
    member = client_of(make_member(event.club, "scorer").user)
    assert leading(member, event, link) == set(addresses(event)) - {*WITHOUT, "round_to_print"}
    elsewhere = client_of(make_member(running_event(4).club).user)
    assert leading(elsewhere, event, link) == leading(Client(), event, link) == set()


def test_kept_pages_follow_who_may_see_a_person(event: Event) -> None:
    player, link = person_of(event)
    leads = set(addresses(event)) - {*WITHOUT, "round_to_print"}
    someone = someone_of(player.pk)
    assert someone is not None
    set_visibility(someone, owner_of(event.club), "public")
    assert leading(Client(), event, link) == leads
    set_visibility(someone, owner_of(event.club), "members")
    assert leading(Client(), event, link) == set()
    member = client_of(make_member(event.club, "scorer").user)
    assert leading(member, event, link) == leads
    set_visibility(someone, owner_of(event.club), "hidden")
    assert leading(member, event, link) == set()


def test_bots_and_anonymous_people_have_no_link(event: Event) -> None:
    player, link = person_of(event)
    anonymise_player(player, owner_of(event.club))
    member = client_of(make_member(event.club, "scorer").user)
    assert leading(member, event, link) == set()
    bots = make_event(event.club)
    listed = enter(bots, 4, bot="cautious")
    director = client_of(make_member(bots.club).user)
    shown = director.get(reverse("entries", args=[bots.ref])).content.decode()
    assert listed[0].player.name in shown
    assert "/people/" not in shown


def test_two_people_with_one_public_name_lead_to_themselves_or_nowhere(event: Event) -> None:
    """By the id of the entry both are found. Where a page has only the name, it must not choose one."""
    first, second = list(Player.objects.filter(entries__event=event).order_by("entries__number"))[:2]
    Player.objects.filter(pk__in=[first.pk, second.pk]).update(public_name="Anna K.")
    member = client_of(make_member(event.club, "scorer").user)
    shown = member.get(addresses(event, "standings")["standings"]).content.decode()
    for player in (first, second):
        assert f'<a href="{reverse("person", args=[player.pk])}"><bdi>Anna K.</bdi></a>' in shown
    deal = member.get(addresses(event, "deal")["deal"]).content.decode()
    assert "<bdi>Anna K.</bdi>" in deal.split('class="ledger"')[0]
    assert "<bdi>Anna K.</bdi></a>" not in deal.split('class="ledger"')[0]
    third = Player.objects.filter(entries__event=event).order_by("entries__number")[2]
    assert reverse("person", args=[third.pk]) in deal


def test_lists_of_directors_lead_to_persons(event: Event) -> None:
    _player, link = person_of(event)
    director = client_of(make_member(event.club).user)
    assert f'href="{link}"' in director.get(reverse("entries", args=[event.ref])).content.decode()
    drawn = event.rounds.latest("number")
    assert f'href="{link}"' in director.get(reverse("draw", args=[drawn.pk])).content.decode()
    found = director.get(reverse("find", args=[event.ref]), {"name": "a"}).content.decode()
    assert "/people/" in found
