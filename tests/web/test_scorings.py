"""The scoring and the rounds that count, on pages: where they are chosen, explained and shown."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import enter, make_event, owner_of, play_round, published_round, work
from tests.tournaments.events.test_stages import season
from tests.web.conftest import seen, words
from tournaments.desk.verbs.lifecycle import finish_event, start_event
from tournaments.events.words.counting import counting_rules
from tournaments.models import Club, Event
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db


def mixed_event(club: Club) -> Event:
    event = make_event(club, scoring="auto", most=4)
    enter(event, 7)
    return event


def test_the_director_and_then_everybody_read_what_the_tables_decide(
    director: Client, client: Client, club: Club
) -> None:
    event = mixed_event(club)
    assert "People sit at tables of different sizes" in seen(director, "manage", event.ref)
    page = seen(director, "edit_event", event.ref)
    assert "With the people who are entered now it is: Comparable chips." in page
    assert "A chip at a table of 3 counts 0." in page
    event = start_event(event, owner_of(club))
    round_ = published_round(event)
    play_round(round_)
    work()
    assert "The score is in chips at a table of 4" in seen(Client(), "standings", event.ref)
    page = seen(client, "rules", event.ref)
    assert "Comparable chips." in page
    assert "A chip at a table of 3 counts 0." in page


def test_struck_and_missed_rounds_are_visible_in_the_standings(client: Client) -> None:
    event = season(struck_rounds=1)
    refresh(event.pk)
    page = client.get(reverse("standings", args=[event.ref])).content.decode()
    assert page.count('<ol class="results">') == page.count("<s>(") == 8
    assert len(re.findall(r'<span class="cell shade-\d struck">\(', page)) == 8
    assert "<i>struck</i>" in page
    assert re.search("<i>missed(, struck)?</i>", page)
    assert "The worst round of each player is struck." in page


def test_who_is_not_ranked_stands_below_a_line(client: Client) -> None:
    event = season(least_rounds=2)
    refresh(event.pk)
    line = "Not ranked: fewer than 2 rounds"
    page = words(seen(client, "standings", event.ref))
    assert page.count(line) == 1
    name = event.entries.get(number=8).player.public_name
    assert page.index(line) < page.index(f"{name} ")
    assert "Who has played fewer than 2 rounds is not ranked." in page
    for other in ("standings_to_print", "projector"):
        assert words(seen(client, other, event.ref)).count(line) == 1
    assert "Not ranked" in words(
        client.get(reverse("find", args=[event.ref]), {"name": name}).content.decode()
    )
    finish_event(event, owner_of(event.club))
    assert words(seen(client, "standings", event.ref)).count(line) == 1


def test_everybody_reads_which_rounds_count(client: Client, subtests: pytest.Subtests) -> None:
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({}, ["A missed round adds 0."]),
        ({"scoring": "average"}, ["A missed round does not count, because the score is chips per deal."]),
        (
            {"missed": "fixed", "missed_score": Decimal("-2.50")},
            ["A missed round is worth \N{MINUS SIGN}2.5."],
        ),
        (
            {"missed": "mean", "best_rounds": 2},
            ["is worth the mean", "The best 2 rounds of each player count."],
        ),
        ({"struck_rounds": 2, "least_rounds": 1}, ["are struck.", "Who has played no round is not ranked."]),
    ]
    for fields, sentences in cases:
        with subtests.test(f"{fields} {sentences}"):
            event = make_event(**fields)
            page = words(seen(client, "rules", event.ref))
            for sentence in sentences:
                assert sentence in page
            assert all(line in page for line in counting_rules(event))
