"""What an evening is in a season: how many count, what counts of them, and how long."""

from __future__ import annotations

from datetime import date
from math import copysign, sqrt

import pytest

from tests.builders import (
    make_event,
    nets_by_the_ledger,
    owner_of,
    play_round,
    published_round,
    refusal,
    the_table,
)
from tests.tournaments.seasons import a_club, play_to_the_end, played, scores, standing, started
from tests.tournaments.test_counts import is_clean
from tournaments.core.rules.refusals import Invalid
from tournaments.desk.verbs.lifecycle import finish_event, start_event
from tournaments.desk.verbs.rounds import close_round
from tournaments.events.verbs import entries
from tournaments.models import Evening, EveningWorth, Event, Seat
from tournaments.play.verbs import results
from tournaments.seasons.verbs import divisions, evenings, seasons, tables
from tournaments.tables.verbs.table_states import TOTAL

pytestmark = pytest.mark.django_db


def test_no_table_has_more_evenings_than_are_planned_whatever_their_numbers() -> None:
    club, people = a_club(4)
    actor = owner_of(club)
    season = seasons.create_season(club, actor, "Winter", scheme={"planned": 2, "best": 1})
    upper, lower = divisions.set_divisions(season, actor, [{"name": "A"}, {"name": "B"}])
    evenings.add_evening(season, actor, played(club, people), number=1)
    evenings.add_evening(season, actor, make_event(club), number=2, division=upper)
    other = evenings.add_evening(season, actor, make_event(club), number=3, division=lower)
    for number, division in ((1, None), (2, upper), (3, lower)):
        with refusal("season_evenings_too_many", Invalid):
            evenings.add_evening(season, actor, make_event(club), number=number, division=division)
    for settings in ({"division": None}, {"division": upper, "number": 2}):
        with refusal("season_evenings_too_many", Invalid):
            evenings.edit_evening(other, actor, **settings)
    assert Evening.objects.filter(season=season).count() == 3


def test_the_table_after_an_evening_stays_when_that_evening_counts_less() -> None:
    club, people = a_club(4)
    later = make_event(club, rounds_planned=1, deals_per_round=1, starts_on=date(2026, 3, 1))
    first = played(club, people, starts_on=date(2026, 1, 1))
    season = started(club, [first, later], scheme={"worth": "linear", "decay": [[30, "1/2"]]})
    before = scores(season)
    assert sum(before.values()) == 2000
    play_to_the_end(later, people, seed=2)
    assert sum(scores(season).values()) == 1000 + 2000
    (table,) = tables.tables_after(season, 1)
    assert {line["player"]: line["score"] for line in table["lines"]} == before
    assert [len(one.data["aged"][people[0]]) for one in EveningWorth.objects.all()] == [2, 2]


def test_the_net_chips_of_an_evening_are_those_of_all_its_stages() -> None:
    club, people = a_club(8)
    actor = owner_of(club)
    final = {"format": "final", "cut": 4, "carry": False, "rounds_planned": 1}
    stages = [{"format": "rotation", "rounds_planned": 1}, final]
    event = make_event(club, rules={"preset": "none"}, stages=stages)
    entries.add_entries(event, actor, people)
    entries.check_in_all(event, actor)
    event = start_event(event, actor)
    for net, tables_ in (([49, 16, -25, -40], 2), ([9, 4, -4, -9], 1)):
        round_ = published_round(event)
        for number in range(1, tables_ + 1):
            total = {"format": "poch-count/1", "deals": 6, "net": net, "board": 0}
            results.record(the_table(round_, number), actor, TOTAL, total)
        close_round(round_, actor)
        event = Event.objects.select_related("club").get(pk=event.pk)
    finish_event(event, actor)
    season = started(club, [event], scheme={"worth": "net_root"})
    won = nets_by_the_ledger(event)
    assert max(won.values()) in (58, 53), "49 and 9, or 49 and 4"
    players = {str(entry.pk): str(entry.player_id) for entry in event.entries.all()}
    roots = {players[entry]: round(copysign(sqrt(abs(net)), net), 3) for entry, net in won.items()}
    assert scores(season) == roots


def test_a_season_counts_points_with_tenths_whole() -> None:
    club, people = a_club(4)
    rules = {"preset": "none", "open_totals": True, "unit": "tenths"}
    nights = []
    for net in ([437, 251, 250, -64], [-12, 125, 126, 489]):
        event = make_event(club, rules=rules, rounds_planned=1, tie_breaks=["net"])
        entries.add_entries(event, owner_of(club), people)
        entries.check_in_all(event, owner_of(club))
        event = start_event(event, owner_of(club))
        round_ = published_round(event)
        total = {"format": "poch-count/1", "deals": 6, "net": net}
        results.record(the_table(round_), owner_of(club), TOTAL, total)
        close_round(round_, owner_of(club))
        nights.append(finish_event(Event.objects.select_related("club").get(pk=event.pk), owner_of(club)))
    season = started(club, nights, scheme={"worth": "score", "ties": ["net"]})
    won: dict[str, float] = {}
    for seat in Seat.objects.filter(round__event__in=nights):
        player = str(seat.entry.player_id)
        (result,) = seat.results.all()
        won[player] = round(won.get(player, 0) + result.net / 10, 1)
    assert scores(season) == won
    (table,) = standing(season).tables
    assert {line["player"]: line["metrics"]["net"] for line in table["lines"]} == won
    (first,) = tables.tables_after(season, 1)
    assert max(line["metrics"]["net"] for line in first["lines"]) == 43.7, "of the kept evening"
    assert is_clean()


def test_who_came_and_did_not_reach_the_stage_that_counts_was_not_absent() -> None:
    club, people = a_club(8)
    stages = [
        {"format": "swiss", "rounds_planned": 1},
        {"format": "final", "cut": 4, "rounds_planned": 1},
    ]
    event = make_event(club, deals_per_round=1, stages=stages)
    event = play_to_the_end(event, people, finish=False)
    play_round(published_round(event), seed=2)
    event = finish_event(Event.objects.select_related("club").get(pk=event.pk), owner_of(club))
    draft = seasons.create_season(club, owner_of(club), "Winter", scheme={"worth": "linear", "bonus": 1})
    evenings.add_evening(draft, owner_of(club), event, counts="stage", stage=2)
    (table,) = standing(seasons.start_season(draft, owner_of(club))).tables
    came = {"attended": 1, "missed": 0, "bonus": 1}
    assert [{name: line[name] for name in came} for line in table["lines"]] == [came] * 8
    outcomes = [outcome for line in table["lines"] for outcome in tables.outcomes_of(line)]
    assert [outcome[0] for outcome in outcomes[:4]] == [1000, 666.667, 333.333, 0]
    assert outcomes[4:] == [[0, "counted", 0, ""]] * 4
