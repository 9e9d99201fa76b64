"""A director's evening by its pages alone: every button once, every refusal with its sentence."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    make_event,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tests.web.conftest import press, seen
from tournaments.desk.words.cockpit import watch_lines
from tournaments.desk.words.needs import Need
from tournaments.models import Club, Entry, Event, Player, Round, Transfer
from tournaments.standings.verbs.standings import refresh
from tournaments.tables.verbs.tables import table_plays

pytestmark = pytest.mark.django_db


FORM = {
    "name": "Autumn evening",
    "visibility": "public",
    "rounds_planned": "2",
    "deals_per_round": "1",
    "size": "4",
    "least": "3",
    "most": "6",
    "scoring": "chips",
    "preset": "pagat",
    "starting_chips": "100",
    "tie_break_0": "out",
    "tie_break_1": "lots",
}


def make(director: Client, club: Club, **changes: Any) -> Any:
    return director.post(reverse("new_event", args=[club.slug]), FORM | changes)


def test_an_evening_from_its_making_to_its_end(director: Client, club: Club) -> None:
    make(director, club)
    event = Event.objects.get(name="Autumn evening")
    press(director, "entries", event.ref, names="1. Anna\n2. Ben\n3. Cleo\n4. Dora\n\n5. Emil\nAnna")
    assert Entry.objects.filter(event=event).count() == 5
    press(director, "open_event", event.ref)
    entry = Entry.objects.filter(event=event).first()
    assert entry is not None
    press(director, "check_in", entry.pk)
    press(director, "undo_check_in", entry.pk)
    press(director, "check_in_all", event.ref)
    press(director, "start_event", event.ref)
    page = press(director, "draw_round", event.ref)
    assert "Publish round 1" in page
    round_ = Round.objects.get(event=event)
    press(director, "discard", round_.pk)
    press(director, "draw_round", event.ref)
    round_ = Round.objects.get(event=event)
    press(director, "redraw", round_.pk, draw=1)
    assert "Check the new draw" in press(director, "publish", round_.pk, draw=1)
    first, second = Entry.objects.filter(event=event)[:2]
    press(director, "swap", round_.pk, draw=2, first=first.pk, second=second.pk)
    press(director, "publish", round_.pk, draw=3)
    play_round(Round.objects.get(pk=round_.pk))
    press(director, "draw_round", event.ref)
    press(director, "publish", Round.objects.get(event=event, number=2).pk, draw=1)
    play(the_table(Round.objects.get(event=event, number=2)))
    press(director, "close_round", Round.objects.get(event=event, number=2).pk, early=1)
    page = press(director, "finish_event", event.ref)
    event.refresh_from_db()
    assert event.status == "finished"
    assert "The event is finished." in page
    press(director, "reopen_event", event.ref, reason="a deal was forgotten")
    log = seen(director, "event_log", event.ref)
    for deed in ("created the event", "swapped two seats", "reopened the event", "a deal was forgotten"):
        assert deed in log
    for about in ("round 1, table 1", "deal 1", "round 2", "before every table was done", "draw 2"):
        assert f"<span>{about}</span>" in log
    assert "seed" not in log


def test_a_line_of_a_pasted_list_that_is_no_name_is_reported(director: Client, club: Club) -> None:
    event = make_event(club)
    page = press(director, "entries", event.ref, names="Anna\nanna\n\u202eBen")
    assert "1 player is entered." in page
    assert "Line 2, “anna”" in page
    assert "\u202e" not in page
    assert "“\ufffdBen”: The name contains the invisible character U+202E" in page


def test_an_event_that_makes_no_sense_is_refused_next_to_the_field(
    director: Client, club: Club, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[dict[str, str], str]] = [
        ({"name": ""}, "name"),
        ({"size": "9", "most": "6"}, "size"),
        ({"rule_stake": "0"}, "rule_stake"),
        ({"rule_pack": "3: 40"}, "rule_pack"),
        ({"rule_players": "abc"}, "rule_players"),
        ({"tie_break_0": "out", "tie_break_1": "out"}, "tie_break_0"),
        ({"scoring": "points", "points": "4: 3 2 1"}, "points"),
        ({"rounds_planned": "0"}, "rounds_planned"),
        ({"most": "7"}, "most"),
    ]
    for fields, at in cases:
        with subtests.test(f"{fields} {at}"):
            answer = make(director, club, **fields)
            assert answer.status_code == 422
            assert at in answer.context["form"].errors, answer.context["form"].errors
            assert 'value="Autumn evening"' in answer.content.decode() or "name" in fields
            assert not Event.objects.filter(club=club).exists()


def test_single_rules_are_changed(director: Client, club: Club) -> None:
    changes = {
        "rule_stop_pay": "1",
        "rule_purse": "table",
        "rule_out_pay": "1",  # as in the preset: no change
        "rule_two_pairs": "yes",
        "rule_pack": "3: 32, 4: 32",
    }
    make(director, club, least=3, most=4, rule_players="3, 4", **changes)
    event = Event.objects.get(club=club)
    assert event.rules == {
        "preset": "pagat",
        "players": [3, 4],
        "pack": {"3": 32, "4": 32},
        "two_pairs": True,
        "purse": "table",
        "stop_pay": 1,
    }
    page = seen(director, "edit_event", event.ref)
    assert 'value="3: 32, 4: 32"' in page
    page = seen(director, "rules", event.ref)
    assert "What differs at this table" in page


def test_a_running_event_shows_only_what_may_be_changed(director: Client, club: Club) -> None:
    event = running_event(4, club=club)
    page = seen(director, "edit_event", event.ref)
    assert 'name="preset"' not in page
    director.post(
        reverse("edit_event", args=[event.ref]),
        {"name": "Renamed", "visibility": "unlisted", "rounds_planned": "5", "pack": "german"},
    )
    event.refresh_from_db()
    changed = (event.name, event.visibility, event.rounds_planned, event.pack)
    assert changed == ("Renamed", "unlisted", 5, "german")


def test_one_line_reports_that_all_tables_are_silent(director: Client, club: Club) -> None:
    event = running_event(16, club=club)
    round_ = published_round(event)
    Round.objects.filter(pk=round_.pk).update(published_at=timezone.now() - timedelta(minutes=11))
    page = seen(director, "manage", event.ref)
    assert "4 tables are silent" in page
    assert "Tables 1, 2, 3, 4 have sent no deal for ten minutes." in page
    assert "Table 1 is silent" not in page


@pytest.mark.parametrize("preset", ["pagat", "poque-1789"])
def test_the_page_of_a_deal_follows_the_order_of_its_rules(client: Client, preset: str) -> None:
    event = running_event(4, rules={"preset": preset})
    table = the_table(published_round(event))
    for deal in play(table, 3):
        page = seen(client, "deal", table.pk, deal.number)
        melding, pochen = page.index(">Melding</h2>"), page.index(">Pochen</h2>")
        assert (melding < pochen) == (preset != "poque-1789")
        assert "went out" in page
        assert all(entry.player.public_name in page for entry in event.entries.select_related("player"))


def test_the_public_sees_the_public_name_alone(client: Client, director: Client, club: Club) -> None:
    event = running_event(4, club=club)
    player = Player.objects.filter(pk=event.entries.all()[0].player_id)
    player.update(name="Wilhelmina Secret", public_name="Billie")
    table = the_table(published_round(event))
    play(table)
    refresh(event.pk)
    pages = [("event", event.ref), ("standings", event.ref), ("rounds", event.ref), ("table", table.pk)]
    for name, ref in pages:
        page = seen(client, name, ref)
        assert "Billie" in page
        assert "Wilhelmina" not in page
    assert "Wilhelmina" in seen(director, "entries", event.ref)
    ledger = seen(client, "table", table.pk, ledger="")
    assert ledger.count('<td class="soft">') == Transfer.objects.filter(table=table).count()


@pytest.fixture
def bots(club: Club) -> Event:
    return running_event(4, bot="bold", club=club, pace_ms=4000)


def change_pace(director: Client, event: Event, **fields: str) -> Any:
    sent = {"name": event.name, "visibility": "public", "rounds_planned": "3", **fields}
    answer = director.post(reverse("edit_event", args=[event.ref]), sent)
    event.refresh_from_db()
    return answer


def test_a_director_changes_the_pace_of_a_running_event(director: Client, bots: Event) -> None:
    page = seen(director, "edit_event", bots.ref)
    assert 'name="pace" value="4"' in page
    change_pace(director, bots, bots_play="at_a_pace", pace="0.5")
    assert bots.pace_ms == 500
    change_pace(director, bots, bots_play="at_once", pace="0.5")
    assert bots.pace_ms == 0


def test_the_boards_of_the_overview_say_who_needs_somebody_and_who_is_silent() -> None:
    with time_machine.travel(timezone.now(), tick=False) as now:
        round_ = published_round(running_event(16, deals_per_round=2))
        now.shift(timedelta(minutes=8))
        play(the_table(round_, 1), 2)
        play(the_table(round_, 2))
        now.shift(timedelta(minutes=4))
        play(the_table(round_, 3))
        needs = [Need("disputed", "table", [the_table(round_, 3).pk])]
        round_.refresh_from_db()
        lines = watch_lines(round_, table_plays(round_), needs, timezone.now())
    assert [line["play"].number for line in lines] == [1, 2, 3, 4]
    assert [line["silent"] for line in lines] == [False, False, False, True]
    assert [line["needs"] for line in lines] == [[], [], needs, []]
