"""The standings of a round that is over say what the cards gave: on the page and over REST."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import boss, owner_of, play_round, published_round, work
from tests.tournaments.measured import fresh, measure_quickly, measured_event, rows_of
from tests.tournaments.test_cards_and_play import play_by_scorecards
from tournaments.models import Event, Table
from tournaments.sentences.luck import about_luck, cards_and_play
from tournaments.services.evening.lifecycle import finish_event
from tournaments.services.evening.rounds import close_round

pytestmark = pytest.mark.django_db

QUESTION = "What do cards and play mean?"


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Event:
    """A public event after its first round."""
    measure_quickly(monkeypatch, settings)
    made = measured_event(visibility="public")
    play_round(published_round(made))
    return fresh(made)


def page_of(client: Client, event: Event, **query: str) -> str:
    return client.get(reverse("standings", args=[event.ref]), query).content.decode()


def test_each_line_tells_cards_and_play_and_a_sentence_says_what_they_are(
    client: Client, event: Event
) -> None:
    page = page_of(client, event)
    assert page.count('class="luck"') == 8
    assert "play <span" in page
    assert QUESTION in page
    assert "They change no place in the standings." in page
    assert "A scorecard tells only who melded." not in page


def test_paper_and_the_file_tell_cards_and_play(client: Client, event: Event) -> None:
    paper = client.get(reverse("standings_to_print", args=[event.ref])).content.decode()
    assert ">Cards</th>" in paper
    assert "They change no place in the standings." in paper
    file = client.get(f"/api/v1/events/{event.slug}/exports/standings/")
    rows = [json.loads(line) for line in b"".join(file.streaming_content).splitlines()]  # type: ignore[attr-defined]
    assert [row["cards"] + row["play"] for row in rows] == pytest.approx([row["metric_net"] for row in rows])


def test_nothing_is_told_while_a_round_is_played(client: Client, event: Event) -> None:
    published_round(event)
    work()
    page = page_of(client, event)
    assert 'class="luck"' not in page
    assert QUESTION not in page
    assert page_of(client, event, round="1").count('class="luck"') == 8


def test_the_final_standings_tell_it(client: Client, event: Event) -> None:
    play_round(published_round(event))
    finish_event(fresh(event), owner_of(event.club))
    assert page_of(client, event).count('class="luck"') == 8


def test_scorecards_and_deals_without_cards_are_explained(client: Client, event: Event) -> None:
    round_ = published_round(event)
    for table in Table.objects.filter(round=round_):
        play_by_scorecards(table)
    close_round(round_, boss(round_))
    assert "A scorecard tells only who melded." in page_of(client, event)
    rows = [row | {"deals": row["deals"] + 1} for row in rows_of(event)]
    assert "Deals whose cards nobody wrote down are left out." in about_luck(rows)


def test_both_figures_are_whole_and_add_up_to_the_chips() -> None:
    assert cards_and_play({"cards": 1.5, "play": -4.5}) == (2, -5)
    assert cards_and_play({"cards": -0.4, "play": 7.4}) == (0, 7)
    assert cards_and_play(None) is None


@pytest.mark.parametrize(
    ("language", "words"), [("de", "Was heißt Karten und Spielweise?"), ("fr", "Que veulent dire")]
)
def test_the_words_are_translated(client: Client, event: Event, language: str, words: str) -> None:
    page = client.get(reverse("standings", args=[event.ref]), headers={"Accept-Language": language})
    assert words in page.content.decode()
    assert QUESTION not in page.content.decode()


def test_programs_get_it_with_the_rows(client: Client, event: Event) -> None:
    address = f"/api/v1/events/{event.pk}/standings/"
    rows = client.get(address).json()["rows"]
    for row in rows:
        assert row["luck"]["deals"] == 2
        assert row["luck"]["cards"] + row["luck"]["play"] == pytest.approx(row["metrics"]["net"])
    published_round(event)
    work()
    assert [row["luck"] for row in client.get(address).json()["rows"]] == [None] * 8
    assert client.get(address, {"round": 1}).json()["rows"] == rows
