"""Lists of large events: in pages, with a search."""

from __future__ import annotations

import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_club, make_event, owner_of, play, published_round, running_event, the_table
from tests.tournaments.seasons import played, started
from tests.web.conftest import SignIn, seen
from tournaments.clubs.verbs.people import add_player, edit_player, players_of
from tournaments.core.rules.names import name_key, search_key, sort_key
from tournaments.events.verbs.entries import add_entries
from tournaments.events.verbs.replies import sign_up
from tournaments.models import Club, Event, Player, Round, Season, Seat
from tournaments.programs.privacy import anonymise_player
from tournaments.seasons.verbs.members import give_credit
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db


def events_on(page: str) -> list[str]:
    """The events of a page with a list of events, from above."""
    return re.findall(r'<a href="/events/[^"]*"><bdi>([^<]*)</bdi>', page)


def make_days(club: Club, whose: str, visibility: str = "public") -> None:
    """Four events to come, one without a day, and three that are over."""
    for number in (5, 1, None, 3):
        on = timezone.localdate() + timedelta(days=number) if number else None
        make_event(club, name=f"{whose} day {number}", starts_on=on, visibility=visibility)
    for number in (2, 1, 3):
        event = running_event(4, club=club, name=f"{whose} end {number}", visibility=visibility)
        ended = timezone.now() - timedelta(days=number)
        Event.objects.filter(pk=event.pk).update(status="finished", finished_at=ended)


def test_home_shows_the_next_and_the_last_events_and_those_of_the_own_clubs(
    client: Client, sign_in: SignIn
) -> None:
    ours, theirs = make_club("Ours"), make_club("Theirs")
    make_days(theirs, "Their")
    make_days(ours, "Our", "private")
    with patch("tournaments.site.pages.NEAR_EVENTS", 2):
        strangers, members = (events_on(seen(browser, "home")) for browser in (client, sign_in(ours)))
    assert strangers == ["Their day 1", "Their day 3", "Their end 1", "Their end 2"]
    own = [name for name in members if name.startswith("Our")]
    assert own == ["Our day 1", "Our day 3", "Our end 1", "Our end 2"]
    assert [name for name in members if name not in own] == strangers
    with patch("tournaments.site.pages.NEAR_EVENTS", 4):
        assert "Their day None" in events_on(seen(client, "home"))


def test_a_club_shows_its_next_events_first_and_all_of_them_in_pages(client: Client) -> None:
    club = make_club()
    make_days(club, "Our")
    with patch("tournaments.site.pages.EVENTS_ON_PAGE", 3):
        pages = [events_on(seen(client, "club", club.slug, page=page)) for page in (1, 2, 3)]
    assert pages == [
        ["Our day 1", "Our day 3", "Our day 5"],
        ["Our day None", "Our end 1", "Our end 2"],
        ["Our end 3"],
    ]


def test_a_round_of_many_tables_is_shown_in_pages(client: Client) -> None:
    event = running_event(60, deals_per_round=1)
    round_ = published_round(event)
    url = reverse("round", args=[round_.pk])
    first, second = (seen(client, "round", round_.pk, page=page) for page in (1, 2))
    assert (first.count('class="sheet table-card"'), second.count('class="sheet table-card"')) == (12, 3)
    assert "1 to 12 of 15" in first
    assert f'href="{url}?page=2"' in first
    last = Seat.objects.filter(round=round_, table__number=15).values_list(
        "entry__player__public_name", flat=True
    )
    assert [(f"<bdi>{name}</bdi>" in first, f"<bdi>{name}</bdi>" in second) for name in last] == [
        (False, True)
    ] * 4
    assert f"{reverse('round_renew', args=[round_.pk])}?version=" in second
    assert "&amp;page=2" in second
    play(the_table(round_))
    refresh(event.pk)
    page = seen(client, "event", event.ref)
    assert page.count('<div class="rank">') == 14
    assert "46 more players" in page


@pytest.fixture
def long_list() -> Event:
    """An open event of 130 players who are not here yet."""
    event = make_event()
    names = [f"Guest {number:03}" for number in range(1, 131)]
    add_entries(event, owner_of(event.club), names)
    return event


def test_the_players_are_listed_in_pages_and_found_by_name(sign_in: SignIn, long_list: Event) -> None:
    browser, url = sign_in(long_list.club), reverse("entries", args=[long_list.ref])
    first = browser.get(url).content.decode()
    assert "<bdi>Guest 100</bdi>" in first
    assert "<bdi>Guest 101</bdi>" not in first
    assert "130 said yes" in first
    assert "<bdi>Guest 101</bdi>" in browser.get(url, {"page": 2}).content.decode()
    hits = browser.get(url, {"name": "GUEST 12"}).content.decode()
    assert hits.count("<bdi>Guest 12") == 20, "ten lines, each with a form for tags"
    assert "Nobody on the list has this name" in browser.get(url, {"name": "Nobody"}).content.decode()


IN_ORDER = ["Änne", "Emil", "Émile", "Lukas", "Łukasz", "Müller 9", "Müller 10", "Özil", "Ümit", "Zoe"]


def listed(page: str) -> list[str]:
    """These names in the order in which the page shows them."""
    shown = re.findall(r">\s*([^<>]*?)\s*<", page)
    return sorted(set(shown) & set(IN_ORDER), key=shown.index)


@pytest.fixture
def season() -> Season:
    """A running season of one evening, whose members have names with accents."""
    club = make_club("Club")
    people = [add_player(club, owner_of(club), name) for name in IN_ORDER[::-2] + IN_ORDER[::2]]
    return started(club, [played(club, [str(player.pk) for player in people])], visibility="public")


def test_people_stand_in_the_order_of_the_language_on_every_page(sign_in: SignIn, season: Season) -> None:
    browser, club, evening = sign_in(season.league.club), season.league.club, season.evenings.get()
    played_round = Round.objects.get()
    new = make_event(club)
    for member in season.members.all():
        give_credit(season, owner_of(club), member.player, "1", "helped")
        sign_up(new, owner_of(club), player=member.player, as_director=True)
    pages: dict[str, list[object]] = {
        "players": [club.slug],
        "club_wishes": [club.slug],
        "entries": [new.ref],
        "season_members": [season.ref],
        "absences": [evening.pk],
        "season_credits": [season.ref],
        "end_season": [season.ref],
        "round_to_print": [played_round.pk],
    }
    for name, args in pages.items():
        page = browser.get(reverse(name, args=args)).content.decode()
        assert listed(page.partition("<main")[2]) == IN_ORDER, name


@pytest.mark.both
def test_people_are_found_without_accents_on_every_page(sign_in: SignIn, season: Season) -> None:
    browser, club, event = sign_in(season.league.club), season.league.club, season.evenings.get().event
    new = make_event(club)
    for name in IN_ORDER:
        sign_up(new, owner_of(club), name=name, as_director=True)
    searches = {"emile": "Émile", "Oezil": "Özil", "Lukasz": "Łukasz", "mueller 10": "Müller 10"}
    ways = [("players", club.slug), ("entries", event.ref), ("find", event.ref)]
    ways += [("entries", new.ref)]
    for way, ref in ways:
        for typed, name in searches.items():
            page = browser.get(reverse(way, args=[ref]), {"name": typed, "search": typed}).content.decode()
            assert set(re.findall("<bdi>([^<]*)</bdi>", page)) & set(IN_ORDER) == {name}, (way, typed)


@pytest.mark.both
def test_the_database_keeps_the_order_of_names_when_they_change(season: Season) -> None:
    club, actor = season.league.club, owner_of(season.league.club)
    edit_player(Player.objects.get(name="Zoe"), actor, name="Ännchen")
    anonymise_player(Player.objects.get(name="Özil"), actor)
    for player in Player.objects.all():
        assert player.sort_key == sort_key(player.name)
        assert player.name_key == name_key(player.name)
        assert player.search_key == search_key(player.name, player.public_name)
    by_name = list(players_of(club).order_by("sort_key").values_list("name", flat=True))
    assert by_name == sorted(by_name, key=sort_key)
    assert by_name[:2] == ["Ännchen", "Änne"]
