"""What a chip is worth at each table: known once the event is open, and the same until its end."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

import games.services as games
from games.engine import bulk
from tests import measure_spreads
from tests.builders import (
    enter,
    make_event,
    owner_of,
    play_round,
    published_round,
    refusal,
    the_table,
    work,
)
from tournaments.core.rules.refusals import Conflict
from tournaments.desk.verbs.lifecycle import edit_event, finish_event, start_event
from tournaments.events.rules.spreads import LIMITS, ROUNDS, spreads_of, weights
from tournaments.events.rules.tables import Deals
from tournaments.models import Event, Scoring
from tournaments.programs.fsck import run as fsck
from tournaments.standings.rules.scoring import Tally, rows
from tournaments.standings.verbs import spreads, standings

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


def test_a_director_may_choose_until_the_start() -> None:
    event = mixed_event()
    edit_event(event, owner_of(event.club), scoring="chips")
    event = started(fresh(event))
    assert (event.scoring, event.spreads) == (Scoring.CHIPS, None)
    with refusal("event_frozen", Conflict):
        edit_event(event, owner_of(event.club), scoring="even")


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


def test_equal_players_win_about_equally_often_at_tables_of_three_and_six() -> None:
    """A hundred events of equal bots that keep their tables. A shared first place counts in parts."""
    rules, lengths, sizes = games.resolve_rules({"preset": "pagat"}), Deals(12), (3, 3, 3, 6, 6)
    worth = weights(spreads_of(json.loads(spreads.FILE.read_text()), "pagat", rules, 0, lengths), 3)
    jobs = {
        seats: bulk.job(rules, ["expert"] * seats, seed=14, deals_each=lengths.at(seats)) for seats in (3, 6)
    }
    numbers = {seats: count() for seats in jobs}
    firsts = {"chips": Fraction(0), "even": Fraction(0)}
    for _event in range(100):
        tallies = []
        for number in range(1, 6):
            for table, seats in enumerate(sizes):
                totals = bulk.play(jobs[seats], next(numbers[seats]), 1)
                tallies += [
                    Tally(f"{table} {seat}", number, str(table), totals.chips[seat], deals=totals.deals)
                    for seat in range(seats)
                ]
        entries = {tally.entry: sizes[int(tally.table)] for tally in tallies}
        for scoring in firsts:
            by_round = dict.fromkeys(range(1, 6), worth)
            scores = {row.entry: row.score for row in rows(entries, tallies, scoring, weights=by_round)}
            best = [entry for entry, score in scores.items() if score == max(scores.values())]
            firsts[scoring] += Fraction(sum(entries[entry] == 3 for entry in best), len(best))
    fair, error = 100 * 9 / 21, (100 * 9 / 21 * 12 / 21) ** 0.5
    assert abs(firsts["even"] - fair) < 3 * error
    assert firsts["chips"] > fair + 5 * error
