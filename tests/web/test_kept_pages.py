"""Kept pages: rendered once for all strangers, and never with a part that belongs to a person."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from datetime import timedelta
from types import SimpleNamespace
from unittest.mock import patch

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries as NumQueries

from tests.builders import (
    make_card,
    make_club,
    make_member,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
)
from tests.builders import the_table as table_of
from tests.tournaments.seasons import a_club, played, started
from tests.web.conftest import client_of
from tournaments.clubs.verbs.people import edit_player
from tournaments.core import kept
from tournaments.events.verbs import marks
from tournaments.events.verbs.events import change_settings
from tournaments.models import Event, Player, Role
from tournaments.programs.privacy import anonymise_player
from tournaments.seasons.verbs import evenings
from tournaments.seasons.verbs.tables import refresh as refresh_season
from tournaments.standings.verbs.standings import refresh
from tournaments.teams.verbs import leagues

pytestmark = pytest.mark.django_db

PAGES = (
    "event", "event_now", "rules", "standings", "standings_renew", "standings of a round", "projector",
    "projector_renew", "what_do_i_need", "needs_renew", "projector_needs",
    "standings_by_round", "event_notices", "table_notices",
    "rounds", "round", "round_renew", "table", "ledger", "table_renew", "deal", "you",
)  # fmt: skip


class Clock:
    """The clock of the kept pages. step: how far each look at it moves it."""

    now, step = 1000.0, 0.0

    def monotonic(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture(autouse=True)
def clock() -> Iterator[Clock]:
    """A clock that stands still, and an empty memory."""
    stopped = Clock()
    time = SimpleNamespace(monotonic=stopped.monotonic)
    kept.SHELF.clear()
    with (
        patch.object(marks, "FRESH_FOR", 1.0),
        patch.object(marks, "_marks", OrderedDict()),  # those of other tests are of another clock
        patch.object(kept, "REST", 20),
        patch.object(marks, "time", time),
        patch.object(kept, "time", time),
        time_machine.travel(timezone.now(), tick=False),  # pages say how long ago things were
    ):
        yield stopped
    kept.SHELF.clear()


@pytest.fixture
def event() -> Event:
    """An event of eight, its first round closed, a deal of the second played."""
    event = running_event(8, rounds_planned=2, deals_per_round=2)
    play_round(published_round(event))
    play(table_of(published_round(event)), seed=5)
    refresh(event.pk)
    event.refresh_from_db()
    return event


def address(event: Event, name: str) -> str:
    """The address of a kept page."""
    round_ = event.rounds.latest("number")
    table = table_of(round_)
    if name == "standings of a round":
        return f"{reverse('standings', args=[event.ref])}?round=1"
    if name == "ledger":
        return f"{reverse('table', args=[table.pk])}?ledger"
    if name == "deal":
        return reverse("deal", args=[table.pk, 1])
    if name.startswith("round") and name != "rounds":
        return reverse(name, args=[round_.pk])
    if name.startswith("table"):
        return reverse(name, args=[table.pk])
    return reverse(name, args=[event.ref])


def phone_at(event: Event) -> Client:
    """The browser of a phone that sits at the table of the pages."""
    table = table_of(event.rounds.latest("number"))
    browser = Client()
    secret = make_card(table).secret
    browser.post(reverse("enter_table"), {"secret": secret})
    browser.post(reverse("choose_seat"), {"seat": "0"})
    return browser


def viewers_of(event: Event) -> dict[str, Client]:
    """A browser of each kind of viewer. Members have names that no page shows to others."""
    other = make_member(make_club(), Role.DIRECTOR, "member-elsewhere")
    return {
        "stranger": Client(),
        "scorer": client_of(make_member(event.club, Role.SCORER, "member-scorer").user),
        "director": client_of(make_member(event.club, Role.DIRECTOR, "member-director").user),
        "elsewhere": client_of(other.user),
        "phone": phone_at(event),
    }


PERSONAL = (
    "member-scorer", "member-director", "member-elsewhere", "csrfmiddlewaretoken", "X-CSRFToken",
    "/manage/", "/scorecard/", "/sign-out/",
)  # fmt: skip


def check_viewers(event: Event, pages: Sequence[str]) -> None:
    """Check that strangers and others get the same page as without kept pages, in both orders."""
    browsers = viewers_of(event)

    def page(viewer: str, url: str) -> str:
        lines = browsers[viewer].get(url).content.decode().splitlines()
        # Django masks the CSRF token of a member differently each time.
        return "\n".join(line for line in lines if viewer == "stranger" or "oken" not in line)

    for name in pages:
        url, alone = address(event, name), {}
        for viewer in browsers:
            kept.SHELF.clear()
            alone[viewer] = page(viewer, url)
        assert not any(word in alone["stranger"] for word in PERSONAL)
        for order in (
            ["stranger", *browsers, "stranger"],
            *([other, "stranger", other] for other in browsers),
        ):
            kept.SHELF.clear()
            for viewer in order:
                assert page(viewer, url) == alone[viewer], f"{viewer} sees {name} in the order {order}"


def test_no_page_of_a_member_reaches_a_stranger(event: Event) -> None:
    check_viewers(event, PAGES)


def test_a_kept_page_sets_no_cookie_and_says_what_it_depends_on(event: Event, client: Client) -> None:
    for name in PAGES:
        for _visit in range(2):
            response = client.get(address(event, name))
            assert response.status_code == 200, name
            assert not response.cookies
            assert response.headers["ETag"].startswith('W/"')
            assert {"Accept-Encoding", "Accept-Language", "Cookie"} <= set(
                response.headers["Vary"].split(", ")
            )
            assert response.headers["Cache-Control"] == "private, no-cache"


def test_the_second_visit_and_a_304_cost_no_query(
    event: Event, client: Client, django_assert_num_queries: NumQueries
) -> None:
    for name in PAGES:
        url = address(event, name)
        first = client.get(url)
        with django_assert_num_queries(0):
            again = client.get(url)
            unchanged = client.get(url, headers={"If-None-Match": first.headers["ETag"]})
        assert again.content == first.content, name
        assert unchanged.status_code == 304
        assert not unchanged.content


def test_a_stranger_sees_a_change_within_a_second(event: Event, client: Client, clock: Clock) -> None:
    urls = [address(event, name) for name in PAGES]
    director = client_of(make_member(event.club).user)
    before = [client.get(url).content for url in urls]
    change_settings(event, owner_of(event.club), {"name": "Another name"})
    play(table_of(event.rounds.latest("number")), seed=9)
    refresh(event.pk)
    assert [client.get(url).content for url in urls] == before
    assert "Another name" in director.get(urls[0]).content.decode(), "a member sees it at once"
    clock.now += 1
    after = [client.get(url).content for url in urls]
    kept.SHELF.clear()
    assert [client.get(url).content for url in urls] == after
    assert sum(old != new for old, new in zip(before, after, strict=True)) > 10


def test_a_private_event_is_gone_for_strangers_and_comes_back(
    event: Event, client: Client, clock: Clock
) -> None:
    urls = [address(event, name) for name in PAGES]
    for url in urls:
        client.get(url)
    for visibility, status in (("private", 404), ("public", 200)):
        change_settings(event, owner_of(event.club), {"visibility": visibility})
        clock.now += 1
        for url in urls:
            assert client.get(url).status_code == status, url
            assert client.get(url, headers={"If-None-Match": "*"}).status_code in (404, 304)


def test_a_page_that_took_long_is_not_used_after_its_event_became_private(
    event: Event, client: Client, clock: Clock
) -> None:
    clock.step = 0.2
    url = address(event, "standings")
    client.get(url)
    change_settings(event, owner_of(event.club), {"visibility": "private"})
    clock.now += 1
    assert client.get(url).status_code == 404


def test_an_anonymous_person_leaves_every_page_and_the_memory(
    event: Event, client: Client, clock: Clock
) -> None:
    urls = [address(event, name) for name in PAGES]
    pages = {url: client.get(url).content.decode() for url in urls}
    table = table_of(event.rounds.latest("number"))
    player = Player.objects.filter(entries__seats__table=table).first()
    assert player is not None
    assert sum(f"<bdi>{player.public_name}</bdi>" in page for page in pages.values()) > 8
    anonymise_player(player, owner_of(event.club))
    clock.now += 1
    for url in urls:
        assert player.public_name not in client.get(url).content.decode(), url
    clock.now += kept.LASTS
    client.get(urls[0])
    assert len(kept.SHELF) == 1


def test_a_page_of_a_season_follows_all_its_clubs(client: Client, clock: Clock) -> None:
    (club, people), (other, guests) = a_club(4), a_club(4)
    season = started(club, [played(club, people)])
    asked = leagues.ask_club(season.league, owner_of(club), other)
    leagues.agree_to_league(asked, owner_of(other))
    evenings.add_evening(season, owner_of(other), played(other, guests))
    assert refresh_season(season.pk) is not None
    url = reverse("season", args=[season.ref])

    def shown() -> str:
        clock.now += 1
        return client.get(url).content.decode()

    theirs, ours = (Player.objects.get(pk=each[0]) for each in (guests, people))
    edit_player(theirs, owner_of(other), name="Anna", public_name="A. of the others")
    assert "A. of the others" in shown()
    edit_player(ours, owner_of(club), name="Anna", public_name="A. of ours")
    assert "A. of ours" in shown()
    for player, left in ((theirs, "A. of the others"), (ours, "A. of ours")):
        before = marks.mark_of("season", season.ref)
        with time_machine.travel(timezone.now() + timedelta(seconds=1 + (player == ours)), tick=False):
            anonymise_player(player, owner_of(player.club))
        assert left not in shown()
        after = marks.mark_of("season", season.ref)
        assert before is not None
        assert after is not None
        assert before.access != after.access, "no page of before is used, however busy the server is"


def test_a_message_is_shown_to_its_reader_alone(event: Event, client: Client) -> None:
    phone = phone_at(event)
    phone.post(reverse("leave_table"))
    assert "This phone has forgotten the table" in phone.get(address(event, "event")).content.decode()
    assert "This phone has forgotten the table" not in client.get(address(event, "event")).content.decode()


def test_a_stranger_cannot_fill_the_memory(event: Event, client: Client) -> None:
    for name in PAGES:
        client.get(address(event, name))
    client.get(reverse("event", args=[event.pk]))
    number = len(kept.SHELF)
    client.get(reverse("event", args=[str(event.pk).upper()]))
    for value in range(20):
        client.get(address(event, "event"), {"utm_source": value, "version": value})
        client.get(address(event, "event_now"), {"version": value})
        client.get(address(event, "projector"), {"from": value + 1})
        client.get(address(event, "standings_by_round"), {"page": value + 2})
        client.get(address(event, "table"), {"ledger": value})
        client.get(address(event, "standings"), {"round": f"{'0' * (value % 3 + 1)}1"})
        client.get(reverse("event", args=[f"unknown-{value}"]))
    assert len(kept.SHELF) == number
