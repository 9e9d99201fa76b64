"""The page where keys are made: for all of a club, or for some events alone."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.api.client import Client as Program
from tests.api.client import deal_path
from tests.builders import (
    make_limited_key,
    next_document,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tests.web.conftest import SignIn
from tests.web.test_club_pages import link_of
from tournaments.models import ApiKey, Club

pytestmark = pytest.mark.django_db


def test_a_key_for_one_event_is_made_by_ticking_it_and_says_so(sign_in: SignIn, club: Club) -> None:
    cup, league = (running_event(4, club=club, name=name, visibility="private") for name in ("Cup", "League"))
    scorer = sign_in(club, "scorer")
    page = reverse("keys", args=[club.slug])
    fields = {"name": "tablet", "scopes": ["results"], "lasts": "30", "events": [str(cup.pk)]}
    secret = link_of(scorer.post(page, fields).content.decode())
    program = Program(secret)
    assert program.get(f"/events/{cup.slug}/").status_code == 200
    assert program.get(f"/events/{league.slug}/").status_code == 404
    listed = scorer.get(page).content.decode()
    assert "only for <bdi>Cup</bdi>" in listed
    assert "only for <bdi>League</bdi>" not in listed
    assert "last used" in listed


def test_a_key_for_one_table_is_made_by_ticking_it_and_ends_at_that_table(
    sign_in: SignIn, club: Club
) -> None:
    round_ = published_round(running_event(8, club=club, name="Cup"))
    ticked, other = (the_table(round_, number) for number in (1, 2))
    browser = sign_in(club, "director")
    page = reverse("keys", args=[club.slug])
    assert "Cup, round 1, table 2" in browser.get(page).content.decode()
    fields = {"name": "tablet", "scopes": ["results"], "lasts": "30", "tables": [str(ticked.pk)]}
    program = Program(link_of(browser.post(page, fields).content.decode()))
    assert program.send("PUT", deal_path(ticked), {"document": next_document(ticked)}).status_code == 201
    assert program.send("PUT", deal_path(other), {"document": next_document(other)}).status_code == 403
    listed = browser.get(page).content.decode()
    assert "only for table 1 in round 1 of <bdi>Cup</bdi>" in listed
    assert "· submit and void deals ·" in listed, "what it may do, in words"


def test_only_tables_of_current_rounds_of_the_club_are_offered(sign_in: SignIn, club: Club) -> None:
    over = published_round(running_event(4, club=club, name="Cup", deals_per_round=1))
    play_round(over)
    elsewhere = the_table(published_round(running_event(4, name="Theirs")))
    browser = sign_in(club, "director")
    page = reverse("keys", args=[club.slug])
    assert 'name="tables"' not in browser.get(page).content.decode()
    published_round(running_event(4, club=club, name="Now"))
    fields = {"name": "tablet", "scopes": ["results"], "lasts": "30", "tables": [str(elsewhere.pk)]}
    assert browser.post(page, fields).status_code == 422
    assert not ApiKey.objects.exists()


def test_a_key_for_some_tables_lists_what_the_public_sees(club: Club) -> None:
    granted, hidden = (running_event(4, club=club, visibility="private") for _ in "ab")
    shown = running_event(4, club=club)
    program = Program(make_limited_key(club, tables=[the_table(published_round(granted))]))
    listed = {event["id"] for event in program.get(f"/clubs/{club.slug}/events/").json()["results"]}
    assert listed == {str(shown.pk)}
    assert program.get(f"/events/{hidden.pk}/").status_code == 404
