"""Ties on the pages: shared places, lots, the figures of tie-breaks, and the button for a play-off."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import alike, make_event, owner_of, play_round, published_round
from tests.web.conftest import press
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.models import Club, Event, Stage, TieBreak
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db

AT_THE_END = "Equal players share a place. Lots decide at the end."


def text_of(client: Client, name: str, *args: object, **query: str) -> str:
    """The text of a page without its tags."""
    page = client.get(reverse(name, args=args), query).content.decode()
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def test_a_running_event_says_that_lots_decide_at_the_end(client: Client) -> None:
    event = alike(tie_breaks=["lots"])
    refresh(event.pk)
    for name in ("event", "standings", "standings_to_print", "projector"):
        page = text_of(client, name, event.ref)
        assert AT_THE_END in page, name
        assert "Lots decided" not in page
    assert text_of(client, "standings", event.ref).count("shared place") == 12


def test_a_finished_event_says_what_lots_decided(client: Client) -> None:
    event = alike(2, tie_breaks=["lots"])
    finish_event(event, owner_of(event.club))
    page = text_of(client, "standings", event.ref)
    assert "Lots decided these places: 1, 2, 3, 4, 5, 6, 7, 8." in page
    assert AT_THE_END not in page
    assert page.count("drawn by lots") == 8
    after = text_of(client, "standings", event.ref, round="1")
    assert AT_THE_END in after, "the standing after the round has no lots"


def test_the_form_explains_every_tie_break_and_keeps_long_lists(director: Client, club: Club) -> None:
    everything = [name for name in TieBreak.values if name not in ("play_off", "lots")] + ["play_off", "lots"]
    event = make_event(club, tie_breaks=everything)
    page = text_of(director, "edit_event", event.ref)
    assert all(f"{label[0].upper()}{label[1:]}." in page for label in map(str, TieBreak.labels))
    form = director.get(reverse("edit_event", args=[event.ref])).context["form"]
    assert [form[f"tie_break_{place}"].value() for place in range(len(everything))] == everything


def manage_stages(director: Client, event: Event) -> str:
    return text_of(director, "stages", event.ref)


def test_a_director_adds_a_play_off_where_players_are_equal(director: Client, club: Club) -> None:
    event = alike(club=club)
    assert "Add a play-off" in manage_stages(director, event)
    press(director, "add_play_off", event.ref, deals_per_round="2")
    play_off = Stage.objects.get(event=event, play_off=True)
    assert play_off.deals_per_round == 2
    page = manage_stages(director, event)
    assert "A play-off is next already. Draw its round, or remove it." in page
    assert "Players who are equal play one table for their order. It counts nowhere else." in page
    round_ = published_round(event)
    assert "These players are equal in everything, and play for their order." in text_of(
        director, "round", round_.pk
    )
    play_round(round_)
    refresh(event.pk)
    assert text_of(director, "standings", event.ref).count("by a play-off") == 3
