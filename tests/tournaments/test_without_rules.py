"""An event without the rules of Poch: its tables have totals only, of any game with chips."""

from __future__ import annotations

from typing import Any

import pytest

import games.services as games
from tests.builders import (
    boss,
    enter,
    make_club,
    make_event,
    owner_of,
    published_round,
    refusal,
    running_event,
    the_table,
)
from tests.tournaments.evenings import sent
from tests.tournaments.test_counts import is_clean
from tournaments.models import Account, Event
from tournaments.services.evening import rounds
from tournaments.services.evening.lifecycle import finish_event, start_event
from tournaments.services.evening.rehearsals import rehearse
from tournaments.services.events import events
from tournaments.services.exchange.documents import document_of
from tournaments.services.exchange.imports import import_event
from tournaments.services.play import counts, results
from tournaments.services.standings import standings

pytestmark = pytest.mark.django_db

NONE = {"preset": "none"}


def total(*net: int, deals: int = 5) -> dict[str, Any]:
    return {"format": "poch-count/1", "deals": deals, "net": list(net)}


def test_a_whole_event_of_totals_at_tables_of_two() -> None:
    event = running_event(
        4, rules=NONE, size=2, least=2, most=2, rounds_planned=2, scoring="points",
        points={"2": [3, 0]}, tie_breaks=["net", "lots"],
    )  # fmt: skip
    actor = boss(event)
    for _ in range(2):
        round_ = published_round(event)
        counts.record_count(the_table(round_, 1), actor, total(7, -7))
        counts.record_count(the_table(round_, 2), actor, total(-2, 2))
        rounds.close_round(round_, actor)
    assert set(Account.objects.values_list("name", flat=True)) == {
        "bank",
        "bets",
        "board",
        "seat 0",
        "seat 1",
    }
    finished = finish_event(Event.objects.get(pk=event.pk), actor)
    assert sum(row["score"] for row in standings.refresh(event.pk).rows) == 12
    assert is_clean()
    club = make_club()
    taken = import_event(club, owner_of(club), sent(document_of(finished)))
    assert taken.without_rules
    assert [row["score"] for row in standings.refresh(taken.pk).rows] == [
        row["score"] for row in standings.refresh(event.pk).rows
    ]
    assert is_clean()


def test_tables_have_two_to_ten_players() -> None:
    event = running_event(10, rules=NONE, size=10, least=2, most=10, scoring="root")
    table = the_table(published_round(event))
    counts.record_count(table, boss(event), total(9, *[-1] * 9))
    assert is_clean()
    with refusal("number_out_of_range"):
        make_event(rules=NONE, size=4, least=1, most=4)


def test_final_chips_count_where_each_brings_some() -> None:
    event = running_event(3, rules={**NONE, "purse": "table"}, starting_chips=20)
    table = the_table(published_round(event))
    final = {"format": "poch-count/1", "deals": 1, "chips": [60, 0, 0]}
    counts.record_count(table, boss(event), final)
    assert sorted(row["score"] for row in standings.refresh(event.pk).rows) == [-20, -20, 40]


def test_it_takes_no_deals() -> None:
    table = the_table(published_round(running_event(4, rules=NONE)))
    deal = {"format": "poch-scorecard/1"}
    with refusal("event_without_rules"):
        results.record_deal(table, boss(table.round), 1, deal)


def test_what_depends_on_cards_is_refused_and_not_chosen_by_default() -> None:
    with refusal("even_needs_rules"):
        make_event(rules=NONE, scoring="even")
    with refusal("tie_break_needs_rules"):
        make_event(rules=NONE, tie_breaks=["out", "lots"])
    event = make_event(rules=NONE)
    assert event.tie_breaks == ["rounds_won", "best_round", "lots"]
    with refusal("bots_need_rules"):
        enter(event, 3, bot="bold")
    with refusal("bots_need_rules"):
        rehearse(event, boss(event))
    of_bots = make_event()
    enter(of_bots, 3, bot="bold")
    with refusal("bots_need_rules"):
        events.change_settings(of_bots, boss(of_bots), {"rules": NONE})


def test_auto_counts_plain_chips_also_at_tables_of_different_sizes() -> None:
    event = make_event(rules=NONE, scoring="auto")
    enter(event, 7)
    assert start_event(event, boss(event)).scoring == "chips"


def test_the_game_has_no_switches_but_the_purse() -> None:
    for rules in ({**NONE, "stake": 2}, {**NONE, "purse": "mine"}, {**NONE, "leftover": "split"}):
        with pytest.raises(games.EngineError):
            make_event(rules=rules)
