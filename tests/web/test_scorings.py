"""The scoring on pages: a sentence with an example where it is chosen, and what a chip counts where."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import enter, make_event, owner_of, play_round, published_round, work
from tests.web.test_evening import make
from tournaments.desk.verbs.lifecycle import start_event
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db


def seen(client: Client, name: str, *args: object) -> str:
    return " ".join(unescape(client.get(reverse(name, args=args)).content.decode()).split())


def mixed_event(club: Club) -> Event:
    event = make_event(club, scoring="auto", most=4)
    enter(event, 7)
    return event


def test_a_refused_bonus_names_its_field(director: Client, club: Club) -> None:
    page = make(director, club, scoring="uma", points="4: 9 3 -3 -9").content.decode()
    assert "Enter the points or the bonus for each place at a table of 3" in page
    assert not Event.objects.exists()


def test_the_director_sees_what_the_tables_decide(director: Client, club: Club) -> None:
    event = mixed_event(club)
    assert "People sit at tables of different sizes" in seen(director, "manage", event.ref)
    page = seen(director, "edit_event", event.ref)
    assert "With the people who are entered now it is: Comparable chips." in page
    assert "A chip at a table of 4 counts 1." in page
    assert "A chip at a table of 3 counts 0." in page


def test_everybody_reads_what_a_chip_counts(client: Client, club: Club) -> None:
    event = start_event(mixed_event(club), owner_of(club))
    round_ = published_round(event)
    play_round(round_)
    work()
    assert "The score is in chips at a table of 4" in seen(Client(), "standings", event.ref)
    page = seen(client, "rules", event.ref)
    assert "Comparable chips." in page
    assert "A chip at a table of 3 counts 0." in page


def test_the_page_says_whose_numbers_they_are_where_rules_were_changed(director: Client, club: Club) -> None:
    for rules, is_said in (({"bet_limit": 10}, False), ({"leftover": "split"}, True)):
        event = make_event(club, scoring="even", most=4, rules={"preset": "pagat", **rules})
        page = seen(director, "edit_event", event.ref)
        assert "A chip at a table of 3 counts" in page
        assert ("the numbers of the unchanged rules" in page) is is_said
