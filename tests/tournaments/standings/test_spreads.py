"""What a chip is worth at each table: known once the event is open, and the same until its end."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

import games.services as games
from tests import measure_spreads
from tests.builders import (
    boss,
    enter,
    make_event,
    owner_of,
    play_round,
    published_round,
    running_event,
    the_table,
    work,
)
from tournaments.core.rules.refusals import Invalid
from tournaments.core.words.words import deals_in_a_round
from tournaments.desk.verbs.lifecycle import edit_event, finish_event, start_event
from tournaments.desk.words.cockpit import progress_of
from tournaments.events.rules.spreads import LIMITS, ROUNDS
from tournaments.events.verbs import stages
from tournaments.events.verbs.plans import outline_of
from tournaments.models import Event, Round, Scoring, Table
from tournaments.programs.fsck import run as fsck
from tournaments.standings.verbs import spreads, standings
from tournaments.tables.verbs.tables import table_plays

pytestmark = pytest.mark.django_db


def mixed_event(players: int = 7, **fields: Any) -> Event:
    """An open event, by default for 7 people at tables of 4 and 3."""
    event = make_event(**{"scoring": "auto", "most": 4, **fields})
    enter(event, players)
    return fresh(event)


def fresh(event: Event) -> Event:
    return Event.objects.select_related("club").get(pk=event.pk)


def started(event: Event) -> Event:
    return start_event(event, owner_of(event.club))


def test_the_table_is_whole_and_right(monkeypatch: pytest.MonkeyPatch) -> None:
    table = json.loads(spreads.FILE.read_text())
    assert list(table) == games.presets()
    for preset, purses in table.items():
        least, most = games.seats_range(games.resolve_rules({"preset": preset}))
        for by_limit in purses.values():
            assert list(by_limit) == list(map(str, LIMITS))
            for by_seats in by_limit.values():
                assert list(by_seats) == [str(seats) for seats in range(least, most + 1)]
                assert all(len(cell) == len(ROUNDS) and min(cell) > 1000 for cell in by_seats.values())
    monkeypatch.setattr(measure_spreads, "DEALS", 1_000)
    monkeypatch.setattr(measure_spreads, "ERROR", 0.05)
    rules = games.resolve_rules({"preset": "pagat", "bet_limit": 10})
    again = measure_spreads.spread_of(rules, 3, 0, 4)
    assert again == pytest.approx(table["pagat"]["credit"]["10"]["3"][1], rel=0.15)


def test_an_event_has_the_spreads_of_its_rules_once_it_is_open() -> None:
    event = mixed_event()
    before = event.spreads
    assert before is not None
    assert list(before) == ["3", "4", "5", "6"]
    assert before["3"] > before["4"]
    edit_event(event, owner_of(event.club), rules={"preset": "pagat", "bet_limit": 5})
    assert fresh(event).spreads not in (None, before)
    edit_event(event, owner_of(event.club), scoring="chips")
    assert fresh(event).spreads is None


@pytest.mark.parametrize(("players", "scoring"), [(7, Scoring.EVEN), (8, Scoring.CHIPS)])
def test_the_tables_decide_the_scoring_at_the_start(players: int, scoring: str) -> None:
    event = mixed_event(players)
    assert spreads.scoring_at_start(event) == scoring
    event = started(event)
    assert event.scoring == scoring
    assert (event.spreads is not None) == (scoring == Scoring.EVEN)


def test_the_standing_counts_in_chips_of_the_preferred_table() -> None:
    event = started(mixed_event(deals_per_round=2, rounds_planned=1))
    round_ = play_round(published_round(event))
    by_round = spreads.weights_of(event, [round_])
    assert by_round is not None
    worth = by_round[1]
    lines = {row["entry"]: row for row in standings.compute(event)}
    for number in (1, 2):
        sitting = [lines[str(seat.entry_id)] for seat in the_table(round_, number).seats.all()]
        nets = [line["metrics"]["net"] for line in sitting]
        mean = sum(nets) / len(nets)
        for line, net in zip(sitting, nets, strict=True):
            assert line["score"] == pytest.approx(float(worth[len(nets)]) * (net - mean), abs=0.001)
    assert finish_event(event, owner_of(event.club)).status == "finished"


def test_fsck_finds_changed_spreads() -> None:
    event = started(mixed_event())
    work()
    assert fsck.run().damage == []
    Event.objects.filter(pk=event.pk).update(spreads={"3": 1, "4": 2})
    assert "event_spreads_differ" in {damage.code for damage in fsck.run().damage}


def everybody_deals(times: int = 2, players: int = 7, **fields: Any) -> Event:
    """A running event in which everybody deals equally often; 7 people sit at tables of 4 and 3."""
    return running_event(players, **{"deals_per_round": times, "deals_per": "seat", "most": 5, **fields})


def lengths(round_: Round) -> list[tuple[int, int]]:
    """The seats and the planned deals of each table."""
    tables = Table.objects.filter(round=round_).order_by("number")
    return [(table.seats.count(), table.deals_planned) for table in tables]


def test_a_stage_can_have_its_own_length_and_its_own_way_to_count() -> None:
    event = everybody_deals(
        stages=[
            {"format": "rotation", "rounds_planned": 1},
            {"format": "swiss", "rounds_planned": 1, "deals_per_round": 1},
            {"format": "swiss", "rounds_planned": 1, "deals_per_round": 1, "deals_per": "seat"},
        ]
    )
    found = []
    for _stage in range(3):
        round_ = published_round(event)
        found.append(sorted(lengths(round_), reverse=True))
        play_round(round_)
    assert found == [[(4, 8), (3, 6)], [(4, 1), (3, 1)], [(4, 4), (3, 3)]]
    assert fsck.run().damage == []


def test_the_time_that_is_left_counts_the_longest_table_of_later_rounds() -> None:
    event = everybody_deals(1)
    round_ = play_round(published_round(event))

    def left() -> timedelta:
        progress = progress_of(event, round_, table_plays(round_), outline_of(event))
        assert progress.left is not None
        return progress.left

    before = left()
    # Two rounds of four deals at the larger table are left: as long as two rounds of four deals everywhere.
    stages.edit_stage(event.stages.get(), boss(event), deals_per_round=4)
    assert left() == before
    stages.edit_stage(event.stages.get(), boss(event), deals_per_round=3)
    assert left() < before


# What is refused


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"deals_per": "evening"}, "deals_per_unknown", "deals_per"),
        ({"deals_per": None}, "deals_per_unknown", "deals_per"),
        ({"deals_per": "seat", "deals_per_round": 34}, "round_too_long", "deals_per_round"),
        ({"deals_per": "seat", "deals_per_round": 201}, "number_out_of_range", "deals_per_round"),
    ],
)
def test_a_length_that_no_table_can_play_is_refused_and_changes_nothing(
    fields: dict[str, Any], code: str, field: str
) -> None:
    with pytest.raises(Invalid) as refused:
        make_event(**fields)
    assert (refused.value.code, refused.value.field) == (code, field)
    event = make_event()
    for change in (lambda: edit_event(event, boss(event), **fields), lambda: _edit_stage(event, **fields)):
        with pytest.raises(Invalid) as refused:
            change()
        assert (refused.value.code, refused.value.field) == (code, field)
    event.refresh_from_db()
    assert (event.deals_per_round, event.deals_per, event.stages.get().deals_per) == (4, "table", "table")


def _edit_stage(event: Event, **fields: Any) -> None:
    stages.edit_stage(event.stages.get(), boss(event), **{"deals_per_round": 4, **fields})


# What is said


def test_the_plan_is_told_with_an_example() -> None:
    plan = Event(deals_per_round=2, deals_per="seat")
    assert deals_in_a_round(plan) == (
        "Everybody deals 2 times in each round: 8 deals at a table of 4, 6 at a table of 3"
    )
    plan = Event(deals_per_round=1, deals_per="seat", rules={"preset": "poque-1789", "deals_next": "opener"})
    assert deals_in_a_round(plan) == "In each round: 4 deals at a table of 4, 3 at a table of 3"
