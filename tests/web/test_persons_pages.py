"""Persons on pages: whose account a player has, links to persons for whoever may see them, ratings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    enter,
    make_club,
    make_event,
    make_member,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
    work,
)
from tests.tournaments.ratings.rated import rated_club
from tests.tournaments.seasons import a_club, more_players, played, started
from tests.web.conftest import client_of, press, seen
from tournaments.clubs.verbs.people import add_player, set_visibility, someone_of
from tournaments.core import kept
from tournaments.events.verbs import marks
from tournaments.models import Event, Player, Rating, Reply, User
from tournaments.programs.privacy import anonymise_player
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db


def take(person: Client, director: Client, player: object, **account: str) -> str:
    """Let a director make the link of a player, and the person open it. Return the page that follows."""
    shown = director.post(reverse("make_player_link", args=[player])).content.decode()
    link = shown.split("/my-player/")[1].split("/")[0]
    assert "This link is for" in seen(person, "take_player", link)
    return press(person, "take_player", link, **account)


def test_a_member_answers_for_the_evening_as_long_as_they_have_a_player() -> None:
    club, people = a_club(4)
    coming = make_event(club, sign_up="open", starts_on=date(2070, 1, 5))
    season = started(club, [coming], players=people)
    member = make_member(club, "scorer").user
    me = client_of(member)

    def calendar() -> str:
        return seen(me, "season_evenings", season.slug)

    assert "I come" not in calendar()
    refused = press(me, "answer_evening", season.slug, coming.slug, comes="yes")
    assert "Ask a director for the link of your player." in refused
    assert Reply.objects.count() == 0
    director = client_of(make_member(club, "director").user)
    take(me, director, people[0])
    assert "I come" in calendar()
    press(me, "answer_evening", season.slug, coming.slug, comes="yes")
    assert Reply.objects.get().answer == "yes"
    press(me, "answer_evening", season.slug, coming.slug, comes="")
    assert Reply.objects.get().answer == "no"
    press(director, "leave_player", people[0])
    assert "I come" not in calendar()
    refused = press(me, "answer_evening", season.slug, coming.slug, comes="yes")
    assert "Ask a director for the link of your player." in refused
    assert Reply.objects.get().answer == "no"


def test_a_person_has_players_of_two_clubs_by_a_link_and_by_asking() -> None:
    bern, basel = make_club("Bern"), make_club("Basel")
    anna, other = (add_player(club, owner_of(club), "Anna Ammann") for club in (bern, basel))
    here, there = (client_of(make_member(club).user) for club in (bern, basel))
    me = Client()
    shown = take(me, here, anna.pk, username="anna", password="three words are easy")
    assert "Anna Ammann of Bern is your player now." in shown
    asking = {"club": f"https://poch.example/clubs/{basel.slug}/", "name": "Anna Ammann"}
    refused = me.post(reverse("account"), asking)
    assert refused.status_code == 422
    assert "Public events of Basel do not name exactly one player" in refused.content.decode()
    played(basel, [str(other.pk), *more_players(basel, 3)])
    assert (
        "Basel is asked. A director there decides."
        in me.post(reverse("account"), asking, follow=True).content.decode()
    )
    assert "Somebody says that they are" in seen(there, "players", basel.slug)
    asked = seen(there, "edit_player", other.pk)
    assert "<bdi>anna</bdi> says: this is me." in asked
    user = User.objects.get(username="anna")
    gone = press(there, "agree_to_player", other.pk, account=str(make_member(basel).user.pk))
    assert "has just been changed" in gone
    assert "is saved" in press(there, "agree_to_player", other.pk, account=str(user.pk))
    press(me, "set_person_visibility", other.pk, visibility="hidden")
    assert here.get(reverse("person", args=[anna.pk])).status_code == 404
    assert "Basel" in seen(me, "person", anna.pk)
    assert "has no account now" in press(me, "leave_player", other.pk)
    assert me.post(reverse("leave_player", args=[other.pk])).status_code == 404
    assert there.get(reverse("person", args=[other.pk])).status_code == 404, "it stays hidden"
    press(here, "leave_player", anna.pk)
    assert not Player.objects.filter(user=user).exists()


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
    shown = seen(director, "entries", bots.ref)
    assert listed[0].player.name in shown
    assert "/people/" not in shown


def test_two_people_with_one_public_name_lead_to_themselves_or_nowhere(event: Event) -> None:
    """By the id of the entry both are found. Where a page has only the name, it must not choose one."""
    first, second = list(Player.objects.filter(entries__event=event).order_by("entries__number"))[:2]
    Player.objects.filter(pk__in=[first.pk, second.pk]).update(public_name="Anna K.")
    member = client_of(make_member(event.club, "scorer").user)
    shown = member.get(addresses(event, "standings")["standings"]).content.decode()
    for player in (first, second):
        assert f'<a href="{reverse("person", args=[player.pk])}">The page of Anna K.</a>' in shown
    deal = member.get(addresses(event, "deal")["deal"]).content.decode()
    assert "<bdi>Anna K.</bdi>" in deal.split('class="ledger"')[0]
    assert "<bdi>Anna K.</bdi></a>" not in deal.split('class="ledger"')[0]
    third = Player.objects.filter(entries__event=event).order_by("entries__number")[2]
    assert reverse("person", args=[third.pk]) in deal


RATING = re.compile(r"\b1\d\d\d ± \d\d\d\b")
NO_PRIZE = "By themselves ratings decide no prize, no place and no seat."


def text(browser: Client, name: str, *args: object) -> str:
    """The words of a page, without its tags."""
    answer = browser.get(reverse(name, args=args))
    assert answer.status_code == 200, answer.content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def test_ratings_have_their_range_and_appear_with_the_first_person_who_has_ten_events() -> None:
    club, people = rated_club()
    browser = client_of(make_member(club).user)
    shown = text(browser, "ratings", club.slug)
    assert len(RATING.findall(shown)) == 4
    assert shown.count("provisional") >= 4
    assert all(name in shown for name in Player.objects.filter(pk__in=people).values_list("name", flat=True))
    assert NO_PRIZE in shown
    assert "2 events" in shown
    link, seasons = reverse("ratings", args=[club.slug]), reverse("club_seasons", args=[club.slug])
    assert link not in browser.get(seasons).content.decode()
    Rating.objects.filter(player__id=people[0], events=2).update(events=10)
    assert link in browser.get(seasons).content.decode()
    assert RATING.findall(text(Client(), "ratings", club.slug)) == []


def test_a_person_has_a_curve_for_each_club_and_game() -> None:
    club, people = rated_club(evenings=1)
    browser = client_of(make_member(club).user)
    assert "Rating: " not in text(browser, "person", people[0]), "one evening is no curve"
    played(club, people, seed=2)
    work()
    shown = text(browser, "person", people[0])
    assert RATING.findall(shown)
    assert "Rating: " in shown
    assert "provisional" in shown
