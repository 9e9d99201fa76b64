"""Standings that renew themselves: what they show, what they cost, when they stop asking."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries as NumQueries

from tests.builders import make_member, owner_of, play, play_round, published_round, running_event, the_table
from tests.web.conftest import SignIn, client_of
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.events.verbs.stages import add_stage
from tournaments.models import Event, Standing
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """An event of eight, its first round closed, one deal of the second played."""
    event = running_event(8, rounds_planned=2, deals_per_round=2)
    play_round(published_round(event))
    play(the_table(published_round(event)), seed=5)
    event.refresh_from_db()
    refresh(event.pk)
    return event


def renewal(event: Event, version: int | str) -> str:
    return f"{reverse('standings_renew', args=[event.ref])}?version={version}"


def ranked_names(event: Event) -> list[str]:
    """The public names of everybody, best first."""
    names = {str(entry.pk): entry.player.public_name for entry in event.entries.select_related("player")}
    return [names[row["entry"]] for row in newest(event).rows]


def newest(event: Event) -> Standing:
    return Standing.objects.filter(event=event).latest("version")


def test_everybody_stands_in_the_order_of_the_standing(client: Client, event: Event) -> None:
    page = client.get(reverse("standings", args=[event.ref])).content.decode()
    places = [page.index(f"<bdi>{name}</bdi>") for name in ranked_names(event)]
    assert places == sorted(places)


def test_movement_is_counted_from_the_last_closed_round(client: Client, event: Event) -> None:
    before = {row["entry"]: row["place"] for row in Standing.objects.get(event=event, round__number=1).rows}
    moved = [before[row["entry"]] - row["place"] for row in newest(event).rows]
    page = client.get(reverse("standings", args=[event.ref])).content.decode()
    assert page.count('class="moved up"') == sum(1 for places in moved if places > 0)
    assert page.count('class="moved down"') == sum(1 for places in moved if places < 0)


def test_the_standing_after_a_round_is_kept(client: Client, event: Event) -> None:
    url = reverse("standings", args=[event.ref])
    page = client.get(url, {"round": 1}).content.decode()
    assert "after round 1" in page
    assert reverse("standings_renew", args=[event.ref]) not in page
    assert client.get(url, {"round": 2}).status_code == 404
    assert client.get(url, {"round": "x"}).status_code == 404


def test_something_new_is_answered_by_the_table_alone(client: Client, event: Event) -> None:
    answer = client.get(renewal(event, newest(event).version - 1))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in page
    assert f"version={newest(event).version}" in page
    etag = answer.headers["ETag"]
    assert etag == f'W/"{newest(event).version}-en-french-UTC"'
    assert client.get(renewal(event, ""), headers={"If-None-Match": etag}).status_code == 304


def test_a_renewal_with_nothing_new_costs_at_most_the_mark(
    client: Client, event: Event, django_assert_max_num_queries: NumQueries
) -> None:
    url = renewal(event, newest(event).version)
    assert client.get(url).status_code == 204  # the first poll after a change renders the part for all
    with django_assert_max_num_queries(1):
        assert client.get(url).status_code == 204


def test_a_finished_event_gives_its_last_table_and_is_not_asked_again(client: Client) -> None:
    event = running_event(4, rounds_planned=1, deals_per_round=1)
    play_round(published_round(event))
    event.refresh_from_db()
    shown = newest(event).version
    finish_event(event, owner_of(event.club))
    answer = client.get(renewal(event, shown))
    assert answer.status_code == 200
    assert "hx-get" not in answer.content.decode()
    page = client.get(reverse("standings", args=[event.ref])).content.decode()
    assert "hx-get" not in page


@pytest.mark.parametrize("name", ["event_now", "round_renew", "table_renew"])
def test_the_other_live_pages_have_nothing_new_for_few_queries(
    client: Client, sign_in: SignIn, event: Event, name: str, django_assert_max_num_queries: NumQueries
) -> None:
    of_round = event.rounds.latest("number")
    page_of = {
        "event_now": ("event", event.ref),
        "round_renew": ("round", of_round.pk),
        "table_renew": ("table", the_table(of_round).pk),
    }
    page, key = page_of[name]
    html = client.get(reverse(page, args=[key])).content.decode()
    stamp = html.split(f"{reverse(name, args=[key])}?version=")[1].split('"')[0]
    member, poll = sign_in(event.club), f"{reverse(name, args=[key])}?version={stamp}"
    # A member sees calls of the table, so who they are must be known.
    for browser, most in ((client, 1), (member, 6 if name == "table_renew" else 2)):
        assert browser.get(poll).status_code == 204
        with django_assert_max_num_queries(most):
            assert browser.get(poll).status_code == 204
    # A deal later there is something new.
    play(the_table(of_round), seed=9)
    assert client.get(f"{reverse(name, args=[key])}?version={stamp}").status_code == 200


def test_an_event_in_stages_costs_no_more_than_ten_queries_and_says_what_decided(
    client: Client, sign_in: SignIn, django_assert_max_num_queries: NumQueries
) -> None:
    event = running_event(40, rounds_planned=1, deals_per_round=1)
    add_stage(event, owner_of(event.club), format="knockout", cut=8, carry=False)
    for seed in (1, 2, 3):
        play_round(published_round(event), seed=seed)
    for browser in (client, sign_in(event.club)):
        with django_assert_max_num_queries(10):
            page = browser.get(reverse("standings", args=[event.ref])).content.decode()
        assert page.count('scope="row"') == 40
        assert "by the last round" in page


def test_a_long_standing_is_shown_in_pages_and_whole_to_print(client: Client) -> None:
    event = running_event(80, deals_per_round=1)
    refresh(event.pk)
    url, ranked = reverse("standings", args=[event.ref]), ranked_names(event)
    first = client.get(url).content.decode()
    assert [f"<bdi>{name}</bdi>" in first for name in ranked] == [True] * 50 + [False] * 30
    assert "Lines 1 to 50 of 80" in first
    assert 'href="' + url + '?page=2"' in first
    second = client.get(url, {"page": 2}).content.decode()
    assert [f"<bdi>{name}</bdi>" in second for name in ranked] == [False] * 50 + [True] * 30
    assert f"version={newest(event).version}&amp;page=2" in second
    renewed = client.get(renewal(event, 0) + "&page=2").content.decode()
    assert f"<bdi>{ranked[-1]}</bdi>" in renewed
    whole = client.get(reverse("standings_to_print", args=[event.ref])).content.decode()
    places = [whole.index(f"<bdi>{name}</bdi>") for name in ranked]
    assert places == sorted(places)


def test_the_wall_has_all_lines_and_the_browser_shows_those_that_fit(client: Client) -> None:
    event = running_event(30, deals_per_round=1)
    refresh(event.pk)
    page = client.get(reverse("projector", args=[event.ref])).content.decode()
    assert page.count('class="place"') == 30
    assert 'data-page="seating"' not in page
    round_ = published_round(event)
    play(the_table(round_))
    refresh(event.pk)
    member = client_of(make_member(event.club).user)
    seats = member.get(reverse("projector", args=[event.ref])).content.decode()
    # One deal at eight tables: people still look for their seats.
    assert seats.count('class="at-table"') == 30
    for number in range(2, round_.tables.count() + 1):
        play(the_table(round_, number))
    assert 'data-page="seating"' not in member.get(reverse("projector", args=[event.ref])).content.decode()
