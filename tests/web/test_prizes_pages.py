"""Prizes and the story of an event on the pages: a list, who gets what, who won and how."""

from __future__ import annotations

from datetime import date
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction
from django.db.models import Sum
from django.test import Client
from django.urls import reverse

from tests.builders import boss, make_event, play, play_round, published_round, running_event, the_table
from tests.web.conftest import SignIn, press
from tournaments.clubs.verbs.people import edit_player
from tournaments.core.pages.picture import picture_of
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event
from tournaments.models import Club, Entry, Event, Payout
from tournaments.programs.privacy import anonymise_player
from tournaments.standings.rules.prizes import PrizeList
from tournaments.standings.verbs.prizes import prizes_of, set_prizes, set_tags
from tournaments.standings.verbs.standings import current_standing, refresh

pytestmark = pytest.mark.django_db

HOSTILE = "<b onclick=x>Wine"


@pytest.fixture
def event(club: Club) -> Event:
    """A running event after its only round."""
    event = running_event(4, club=club, rounds_planned=1, deals_per_round=1)
    play_round(published_round(event))
    return Event.objects.get(pk=event.pk)


def order(event: Event) -> list[Entry]:
    standing = current_standing(event)
    assert standing is not None
    return [Entry.objects.select_related("player").get(pk=row["entry"]) for row in standing.rows]


def seen(event: Event) -> str:
    return prizes_of(Event.objects.get(pk=event.pk)).digest


def save(director: Client, event: Event, **data: Any) -> Any:
    given = {"first": "1", "last": "", "tag": "", "what": "", "amount": "", "number": "", **data}
    given.setdefault("seen", seen(event))
    return director.post(reverse("save_prize", args=[event.ref]), given, follow=True)


def text_of(browser: Client, name: str, event: Event, **query: str) -> str:
    answer = browser.get(reverse(name, args=[event.ref]), query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().replace("\N{NO-BREAK SPACE}", " ").split())


def test_a_director_adds_changes_and_removes_prizes(director: Client, event: Event) -> None:
    assert "No prizes yet" in text_of(director, "prizes", event)
    save(director, event, what="a ham", amount="12,50")
    save(director, event, first="2", last="3", what="a cake")
    press(director, "set_prize_list", event.ref, currency="EUR", one_each="on", seen=seen(event))
    page = text_of(director, "prizes", event)
    assert "12.50 EUR and a ham" in page
    assert "Places 2 to 3" in page
    form = text_of(director, "prizes", event, prize="2")
    assert 'value="a cake"' in form
    one_place = text_of(director, "prizes", event, prize="1")
    assert 'name="last" value' not in one_place  # so a change of the first place moves the whole prize
    save(director, event, number="2", first="2", what="a cup", tag="newcomer")
    plan = prizes_of(Event.objects.get(pk=event.pk))
    assert [(prize.what, prize.tag) for prize in plan.prizes] == [("a ham", ""), ("a cup", "newcomer")]
    assert "No player has the tag “<bdi>newcomer</bdi>” yet." in text_of(director, "prizes", event)
    page = press(director, "remove_prize", event.ref, 1, seen=seen(event))
    assert "The prize is removed." in page
    assert [prize.what for prize in prizes_of(Event.objects.get(pk=event.pk)).prizes] == ["a cup"]


def test_a_wrong_prize_keeps_what_was_typed_and_says_what_is_wrong(
    director: Client, event: Event, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[dict[str, str], str]] = [
        ({"first": "1", "what": "x"}, "Place 1 has a prize already. Put both into one prize."),
        ({"first": "3", "last": "2", "what": "x"}, "The last place, 2, is better than the first, 3."),
        ({"first": "2"}, "Say what the prize is, or give an amount."),
        ({"first": "2", "amount": "much"}, "Write the amount as a number with two decimals at most"),
        ({"first": "0", "what": "x"}, "Write a number from 1 to 10\N{NARROW NO-BREAK SPACE}000."),
        ({"first": "2", "what": "x", "tag": "a,b"}, "A tag has no comma"),
        ({"first": "2", "what": "x", "seen": "old"}, "Somebody else has changed the prizes meanwhile."),
    ]
    for wrong, sentence in cases:
        with subtests.test(f"{wrong} {sentence}"), transaction.atomic():
            save(director, event, what="a ham")
            answer = save(director, event, **wrong)
            assert answer.status_code == 422
            page = answer.content.decode()
            assert sentence in page
            assert f'value="{wrong.get("last", wrong["first"])}"' in page
            assert len(prizes_of(Event.objects.get(pk=event.pk)).prizes) == 1
            transaction.set_rollback(True)


def test_before_the_end_only_members_see_tags_and_only_directors_who_would_win(
    director: Client, sign_in: SignIn, club: Club, client: Client, event: Event
) -> None:
    set_prizes(
        event, boss(event), PrizeList.read({"prizes": [{"first": 1, "what": "a ham", "tag": "junior"}]})
    )
    set_tags(order(event)[3], boss(event), ["junior"])
    scorer = sign_in(club, "scorer")
    assert "If the event ended now" in text_of(director, "prizes", event)
    page = text_of(scorer, "prizes", event)
    assert "<dt><bdi>junior</bdi></dt>" in page
    assert "If the event ended now" not in page
    assert "Save the prize" not in page
    for name in ("event", "standings", "standings_to_print", "projector", "rounds"):
        assert "junior" not in text_of(client, name, event)


def test_at_the_end_everybody_sees_who_gets_what(client: Client, event: Event) -> None:
    winner, _second, _third, junior = order(event)
    edit_player(winner.player, boss(event), name="<i>Anna</i>", public_name="<i>Anna</i>")
    prizes = [
        {"first": 1, "what": HOSTILE, "amount": "50"},
        {"first": 1, "what": "a cup", "tag": "<u>junior"},
    ]
    set_prizes(event, boss(event), PrizeList.read({"prizes": prizes, "currency": "EUR"}))
    set_tags(junior, boss(event), ["<u>junior", "SC Bonn"])
    event = finish_event(event, boss(event))
    for name in ("event", "standings_to_print"):
        page = text_of(client, name, event)
        assert "<bdi>50 EUR</bdi> and <bdi>&lt;b onclick=x&gt;Wine" in page
        assert "<bdi>&lt;i&gt;Anna&lt;/i&gt;</bdi>" in page
        assert "&lt;u&gt;junior" in page
        assert "SC Bonn" not in page
        assert "<b onclick" not in page
    wall = text_of(client, "projector", event)
    assert "<bdi>50 EUR</bdi> and" in wall.split('data-page="prizes"')[1]


def test_the_pages_tell_how_many_chips_are_on_the_boards(client: Client, club: Club) -> None:
    event = running_event(4, club=club, rounds_planned=1, deals_per_round=2)
    round_ = published_round(event)
    play(the_table(round_))
    chips = refresh(event.pk).on_boards
    assert chips > 1
    for name in ("event", "standings", "standings_to_print", "projector"):
        assert f"{chips} chips are on the boards" in text_of(client, name, event)
    play_round(round_)
    chips = refresh(event.pk).on_boards
    for name in ("event", "standings", "standings_to_print", "projector"):
        assert f"{chips} chips stayed on the boards" in text_of(client, name, event)
    finish_event(event, boss(event))
    assert f"{chips} chips stayed on the boards" in text_of(client, "standings", event)


@pytest.fixture
def finished(club: Club) -> Event:
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


def test_after_the_end_everybody_reads_who_won_and_how(client: Client, finished: Event) -> None:
    told = story(client, finished)
    assert f"<bdi>{winner(finished).player.public_name}</bdi>" in told
    assert "8 players, 2 rounds, 12 deals." in told
    assert "pot" in told
    assert story(client, finished, "standings_to_print") == told


def test_the_winner_the_chips_of_the_evening_and_the_next_date_are_on_the_page(
    client: Client, finished: Event
) -> None:
    names = [entry.player.public_name for entry in order(finished)]
    paid = Payout.objects.exclude(how="carried").aggregate(chips=Sum("chips"))["chips"]
    make_event(finished.club, name="Christmas Poch", starts_on=date(2031, 12, 24), visibility="private")
    make_event(finished.club, name="New Year Poch", starts_on=date(2031, 12, 31))
    for name in ("event", "projector"):
        moment = page(client, finished, name).partition(' class="wood moment">')[2].partition("</section>")[0]
        assert [moment.count(f"<bdi>{name}</bdi>") for name in names] == [1, 1, 1, 0, 0, 0, 0, 0]
        assert f"{paid} chips from the pools" in moment
    shown = page(client, finished)
    assert "New Year Poch" in shown
    assert "Christmas Poch" not in shown


def test_the_picture_of_a_link_names_the_winner_and_draws_the_chips(client: Client, finished: Event) -> None:
    with patch("tournaments.desk.pages.previews.picture_of", wraps=picture_of) as drawing:
        before = page_of_picture(client, finished)
    drawn = drawing.call_args[0][0]
    names = [entry.player.public_name for entry in order(finished)]
    assert (drawn.winners, drawn.beside) == (names[0], ((2, names[1]), (3, names[2])))
    assert sum(well.count for well in drawn.board.wells) > 0
    anonymise_player(winner(finished).player, boss(finished))
    assert page_of_picture(client, finished) != before


def page_of_picture(browser: Client, event: Event) -> bytes:
    return browser.get(reverse("event_preview", args=[event.ref])).content


def test_names_in_the_story_are_those_of_today(client: Client, finished: Event) -> None:
    first = winner(finished).player
    edit_player(first, boss(finished), name="<b>Anna</b>", public_name="<b>Anna</b>")
    assert "<bdi>&lt;b&gt;Anna&lt;/b&gt;</bdi>" in story(client, finished)
    anonymise_player(first, boss(finished))
    assert "Anna" not in story(client, finished)
    first.refresh_from_db()
    assert first.public_name in story(client, finished)
    reopen_event(finished, boss(finished))
    assert story(client, finished) == "", "it is told at the end"
