"""The story of a finished event on its pages: generated from the ledger, or written by a director."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.builders import boss, play_round, published_round, running_event
from tests.web.conftest import press
from tournaments.models import AuditEntry, Club, Entry, Event
from tournaments.services.clubs.players import edit_player
from tournaments.services.evening.lifecycle import finish_event, reopen_event
from tournaments.services.evening.rounds import close_round
from tournaments.services.events.prizes import plan_of, set_prizes
from tournaments.services.events.story import set_story
from tournaments.services.play.counts import record_count
from tournaments.services.privacy.people import anonymise_player
from tournaments.services.standings.standings import current_standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Event:
    """A finished event of two rounds."""
    event = running_event(8, club=club, deals_per_round=3, rounds_planned=2)
    prizes = [{"first": 1, "what": "a ham"}, {"first": 2, "what": "a cake"}]
    set_prizes(event, boss(event), plan_of({"prizes": prizes}))
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
    assert "Write it in other words" not in told


def test_before_the_end_there_is_no_story(client: Client, event: Event) -> None:
    reopen_event(event, boss(event))
    assert story(client, event) == ""


def test_a_page_with_the_story_costs_twelve_queries_at_most(
    client: Client, director: Client, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for browser in (client, director):
        for name in ("event", "standings_to_print", "prizes_to_print", "edit_story"):
            if browser is director or name != "edit_story":
                with django_assert_max_num_queries(12):
                    browser.get(reverse(name, args=[event.ref]))


def test_names_in_the_generated_story_are_those_of_today(client: Client, event: Event) -> None:
    first = winner(event).player
    edit_player(first, boss(event), name="<b>Anna</b>", public_name="<b>Anna</b>")
    assert "<bdi>&lt;b&gt;Anna&lt;/b&gt;</bdi>" in story(client, event)
    anonymise_player(first, boss(event))
    assert "Anna" not in story(client, event)
    first.refresh_from_db()
    assert first.public_name in story(client, event)


def test_a_director_writes_another_text_in_markdown(director: Client, client: Client, event: Event) -> None:
    form = page(director, event, "edit_story")
    seen = form.partition('name="seen" value="')[2].partition('"')[0]
    text = "What a *fine* evening!\n\n<script>alert(1)</script> [here](javascript:x)"
    press(director, "edit_story", event.ref, text=text, seen=seen)
    told = story(client, event)
    assert "What a <em>fine</em> evening!" in told
    assert "<script" not in told
    assert "href" not in told
    assert "12 deals" not in told
    entry = AuditEntry.objects.filter(event=event, verb="set_story").get()
    assert "fine" not in str(entry.data)
    assert "12 deals" in page(director, event, "edit_story"), "what the generated text would be"
    event.refresh_from_db()
    form = page(director, event, "edit_story")
    seen = form.partition('name="seen" value="')[2].partition('"')[0]
    press(director, "generate_story", event.ref, seen=seen)
    assert "12 deals" in story(client, event)


def test_the_generated_text_is_not_stored_when_it_is_saved_as_it_is(director: Client, event: Event) -> None:
    form = page(director, event, "edit_story")
    seen = form.partition('name="seen" value="')[2].partition('"')[0]
    text = form.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0].strip()
    press(director, "edit_story", event.ref, text=text, seen=seen)
    event.refresh_from_db()
    assert event.story == ""


def test_two_directors_do_not_overwrite_each_other(director: Client, event: Event) -> None:
    form = page(director, event, "edit_story")
    seen = form.partition('name="seen" value="')[2].partition('"')[0]
    set_story(event, boss(event), "The first text.")
    answer = director.post(
        reverse("edit_story", args=[event.ref]), {"text": "The second text.", "seen": seen}
    )
    assert answer.status_code == 422
    assert "Somebody else has changed the story meanwhile." in answer.content.decode()
    assert "The second text." in answer.content.decode(), "nothing that was typed is lost"
    event.refresh_from_db()
    assert event.story == "The first text."


def test_who_becomes_anonymous_is_replaced_in_a_written_story(
    director: Client, client: Client, event: Event
) -> None:
    player = winner(event).player
    edit_player(player, boss(event), name="Anna Berger", public_name="Anna B.")
    set_story(event, boss(event), "anna berger won (Anna B.), Annabert was second; Hanna Bergers cake.")
    assert (
        "each of the two names is replaced"
        in director.get(reverse("edit_player", args=[player.pk])).content.decode()
    )
    anonymise_player(player, boss(event))
    player.refresh_from_db()
    event.refresh_from_db()
    alias = player.public_name
    assert event.story == f"{alias} won ({alias}), Annabert was second; Hanna Bergers cake."
    assert alias in story(client, event)


def test_a_total_counts_for_all_deals_of_its_table(client: Client, club: Club) -> None:
    event = running_event(4, club=club, deals_per_round=3, rounds_planned=1)
    round_ = published_round(event)
    total = {"format": "poch-count/1", "net": [5, -3, 2, -4], "deals": 3}
    record_count(round_.tables.get(), boss(event), total)
    close_round(round_, boss(event))
    finish_event(event, boss(event))
    assert "4 players, 1 round, 3 deals." in story(client, event)
