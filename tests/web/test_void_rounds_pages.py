"""Pages of void rounds: taking back, closing without a deal, playing a stage again."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import play_round, published_round, running_event, the_table
from tests.web.conftest import press
from tournaments.models import Club, Round, Stage

pytestmark = pytest.mark.django_db


def page_of(client: Client, name: str, *args: object) -> str:
    return client.get(reverse(name, args=args)).content.decode()


def test_a_director_takes_a_round_back_and_everybody_reads_that_at_its_tables(
    director: Client, club: Club
) -> None:
    event = running_event(8, club=club)
    published = published_round(event)
    table = the_table(published)
    assert "Take round 1 back" in page_of(director, "draw", published.pk)
    page = press(director, "take_back", published.pk, reason="the wrong draw")
    assert "Round 1 is taken back" in page
    assert "Publish round 1" in page
    for name, key in (("table", table.pk), ("round", published.pk)):
        assert "was taken back before a deal was entered" in page_of(Client(), name, key)
    assert "Void rounds" not in page_of(Client(), "rounds", event.ref)
    assert "the wrong draw" in page_of(director, "event_log", event.ref)
    assert "took a round back" in page_of(director, "event_log", event.ref)


def test_a_director_reads_that_a_round_without_a_deal_was_not_played(director: Client, club: Club) -> None:
    event = running_event(4, club=club)
    published = published_round(event)
    assert "it was not played" in page_of(director, "draw", published.pk)
    page = press(director, "close_round", published.pk, early=1)
    assert "Round 1 was not played, so it decides nothing" in page
    shown = page_of(Client(), "rounds", event.ref)
    assert "Void rounds" in shown
    assert "not played" in shown
    assert "it was not played and decides nothing" in page_of(Client(), "round", published.pk)


def test_a_director_lets_a_stage_be_played_again(director: Client, club: Club) -> None:
    event = running_event(8, club=club, stages=[
        {"format": "swiss", "rounds_planned": 1, "deals_per_round": 1},
        {"format": "final", "cut": 4, "deals_per_round": 1},
    ])  # fmt: skip
    first = published_round(event)
    assert "Play this stage again" not in page_of(director, "stages", event.ref)
    play_round(first)
    final = play_round(published_round(event))
    assert page_of(director, "stages", event.ref).count("Play this stage again") == 2
    stage = Stage.objects.get(event=event, number=2)
    page = press(director, "replay_stage", stage.pk, reason="two decks")
    assert "is played again" in page
    assert Round.with_void.get(pk=final.pk).status == "void"
    shown = page_of(Client(), "rounds", event.ref)
    assert "played again" in shown
    table = the_table(final)
    assert "is void, because its stage is played again" in page_of(Client(), "table", table.pk)
    assert "Correct this deal" not in page_of(director, "deal", table.pk, 1)
    answer = director.get(reverse("correct_deal", args=[table.pk, 1]))
    assert answer.status_code == 302
