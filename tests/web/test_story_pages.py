"""The story of a finished event on its pages."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.builders import boss, play_round, published_round, running_event
from tournaments.clubs.verbs.players import edit_player
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event
from tournaments.desk.verbs.rounds import close_round
from tournaments.models import Club, Entry, Event
from tournaments.play.verbs import results
from tournaments.programs.privacy import anonymise_player
from tournaments.standings.rules.prizes import PrizeList
from tournaments.standings.verbs.prizes import set_prizes
from tournaments.standings.verbs.standings import current_standing
from tournaments.tables.verbs.table_states import TOTAL

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Event:
    """A finished event of two rounds."""
    event = running_event(8, club=club, deals_per_round=3, rounds_planned=2)
    prizes = [{"first": 1, "what": "a ham"}, {"first": 2, "what": "a cake"}]
    set_prizes(event, boss(event), PrizeList.read({"prizes": prizes}))
    for _round in range(2):
        play_round(published_round(event))
    return finish_event(event, boss(event))


def winner(event: Event) -> Entry:
    standing = current_standing(event)
    assert standing is not None
    return Entry.objects.select_related("player").get(pk=standing.rows[0]["entry"])


def page(browser: Client, event: Event, name: str = "event") -> str:
    return browser.get(reverse(name, args=[event.ref])).content.decode()


def story(browser: Client, event: Event, name: str = "event") -> str:
    """The part of a page with the story."""
    html = page(browser, event, name)
    return html.partition('<section class="story">')[2].partition("</section>")[0]


def test_after_the_end_everybody_reads_who_won_and_how(client: Client, event: Event) -> None:
    told = story(client, event)
    assert f"<bdi>{winner(event).player.public_name}</bdi>" in told
    assert "8 players, 2 rounds, 12 deals." in told
    assert "pot" in told
    assert story(client, event, "standings_to_print") == told


def test_before_the_end_there_is_no_story(client: Client, event: Event) -> None:
    reopen_event(event, boss(event))
    assert story(client, event) == ""


def test_a_page_with_the_story_costs_twelve_queries_at_most(
    client: Client, director: Client, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for browser in (client, director):
        for name in ("event", "standings_to_print", "prizes_to_print"):
            with django_assert_max_num_queries(12):
                browser.get(reverse(name, args=[event.ref]))


def test_names_in_the_story_are_those_of_today(client: Client, event: Event) -> None:
    first = winner(event).player
    edit_player(first, boss(event), name="<b>Anna</b>", public_name="<b>Anna</b>")
    assert "<bdi>&lt;b&gt;Anna&lt;/b&gt;</bdi>" in story(client, event)
    anonymise_player(first, boss(event))
    assert "Anna" not in story(client, event)
    first.refresh_from_db()
    assert first.public_name in story(client, event)


def test_a_total_counts_for_all_deals_of_its_table(client: Client, club: Club) -> None:
    event = running_event(4, club=club, deals_per_round=3, rounds_planned=1)
    round_ = published_round(event)
    total = {"format": "poch-count/1", "net": [5, -3, 2, -4], "deals": 3}
    results.record(round_.tables.get(), boss(event), TOTAL, total)
    close_round(round_, boss(event))
    finish_event(event, boss(event))
    assert "4 players, 1 round, 3 deals." in story(client, event)
