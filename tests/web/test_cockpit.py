"""The overview of a director with many tables, and that nothing impossible is offered."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    boss,
    enter,
    make_member,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tests.web.conftest import client_of
from tournaments.models import Event, Round
from tournaments.sentences.cockpit import watch_lines
from tournaments.sentences.needs import Need
from tournaments.services.draw.tables import table_plays
from tournaments.services.evening.lifecycle import finish_event
from tournaments.services.evening.rounds import close_round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]


def page_of(event: Event, name: str, *args: object) -> str:
    director: Client = client_of(make_member(event.club).user)
    return director.get(reverse(name, args=args)).content.decode()


def test_who_needs_somebody_comes_first_then_who_waits_longest() -> None:
    with time_machine.travel(timezone.now(), tick=False) as now:
        round_ = published_round(running_event(16, deals_per_round=2))
        now.shift(timedelta(minutes=8))
        play(the_table(round_, 1), 2)
        play(the_table(round_, 2))
        now.shift(timedelta(minutes=4))
        play(the_table(round_, 3))
        address = reverse("table", args=[the_table(round_, 3).pk])
        needs = [Need("Table 3 calls", "", "", address)]
        round_.refresh_from_db()
        lines = watch_lines(round_, table_plays(round_), needs, timezone.now())
    assert [line.play.number for line in lines] == [3, 4, 2, 1]
    assert [line.silent for line in lines] == [False, True, False, False]
    assert lines[0].needs == ["Table 3 calls"]


def test_the_overview_lists_all_tables_of_a_large_evening() -> None:
    round_ = published_round(running_event(120, deals_per_round=1))
    page = page_of(round_.event, "manage", round_.event.ref)
    assert page.count("no deal yet") == 30


def test_a_finished_event_offers_no_check_in() -> None:
    event = running_event(4, rounds_planned=1, deals_per_round=1)
    play_round(published_round(event))
    enter(event, 1)
    event.entries.filter(number=5).update(status="registered")
    assert "Check everybody in" in page_of(event, "entries", event.ref)
    finish_event(event, boss(event))
    assert "Check everybody in" not in page_of(event, "entries", event.ref)


def test_a_table_with_a_deal_is_not_offered_for_changes_by_hand() -> None:
    round_: Round = published_round(running_event(8, deals_per_round=2))
    play(the_table(round_, 1))
    page = page_of(round_.event, "draw", round_.pk)
    by_hand = page.split('id="by-hand"')[1]
    assert "Table 2, now 4 players" in by_hand
    assert "Table 1, now 4 players" not in by_hand
    assert "Table 1, seat" not in by_hand


def test_the_form_of_keys_folds_the_tables_away() -> None:
    round_ = published_round(running_event(8))
    member = make_member(round_.event.club)
    page = client_of(member.user).get(reverse("keys", args=[round_.event.club.slug])).content.decode()
    fold = page.split('id="single-tables"')[1].split("</details>")[0]
    assert 'name="tables"' in fold
    assert "open" not in fold.split(">")[0]
    assert 'data-find="Find a table"' in fold
    close_round(round_, boss(round_), early=True)


def test_after_the_end_the_director_finds_the_paper_and_the_next_evening() -> None:
    event = running_event(4, rounds_planned=1)
    play_round(published_round(event))
    finish_event(event, boss(event))
    page = page_of(event, "manage", event.ref).partition('id="overview"')[2].partition('id="watch"')[0]
    for name in ("paper", "again"):
        assert f'class="button plain" href="{reverse(name, args=[event.ref])}"' in page
