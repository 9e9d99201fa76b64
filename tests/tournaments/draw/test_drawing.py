"""What the draws of each format are asked, and what a round keeps of it."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.builders import (
    boss,
    enter,
    make_club,
    nets_by_the_ledger,
    owner_of,
    play_round,
    published_round,
    refusal,
    running_event,
    work,
)
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.desk.verbs import seats
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs import draws, wishes
from tournaments.draw.verbs.draws import check_draw
from tournaments.draw.verbs.seating import seating_of
from tournaments.events.verbs import entries, stages
from tournaments.models import Entry, Event, Round, Seat, Stage
from tournaments.programs.documents.documents import document_of
from tournaments.programs.documents.imports import import_event
from tournaments.programs.fsck import run as fsck
from tournaments.standings.verbs import standings

pytestmark = pytest.mark.django_db


def here(event: Event) -> list[Entry]:
    return list(event.entries.select_related("player").order_by("number"))


def stage_of(event: Event, number: int = 1) -> Stage:
    return Stage.objects.get(event=event, number=number)


def ask(event: Event, kind: str, *players: Entry, **settings: Any) -> None:
    wishes.add_wishes(
        event.club, boss(event), kind, [entry.player_id for entry in players], event=event, **settings
    )


def check_output(round_: Round) -> str:
    """What the command says of a round's draw."""
    out = StringIO()
    call_command("check_draw", str(round_.pk), stdout=out)
    return out.getvalue()


# What was played


# A rotation is planned as a whole


def test_the_next_round_of_a_rotation_is_the_one_that_was_planned_to_the_seat() -> None:
    event = running_event(9, rounds_planned=4, deals_per_round=1)
    first = published_round(event)
    planned = first.ahead["people"]
    assert len(planned) == 3
    for number in (2, 3, 4):
        play_round(Round.objects.get(event=event, number=number - 1))
        round_ = published_round(event)
        assert seating_of(round_) == planned[number - 2]
        assert check_output(round_).startswith("people: the same")
        assert "Planned with round 1." in check_output(round_)


def test_a_new_wish_changes_the_plan_of_later_rounds() -> None:
    event = running_event(8, rounds_planned=3, deals_per_round=1)
    first = published_round(event)
    play_round(first)
    pair_first, pair_second = Entry.objects.filter(pk__in=first.ahead["people"][0][0][:2])
    ask(event, "apart", pair_first, pair_second)
    second = draws.draw_round(event, boss(event))
    assert not any({str(pair_first.pk), str(pair_second.pk)} <= set(table) for table in seating_of(second))


# Swiss, knockout, final


def test_the_entrants_of_a_stage_are_fixed_with_its_first_round_and_open_again_without_it() -> None:
    plan = [{"format": "swiss", "rounds_planned": 1}, {"format": "final", "cut": 4}]
    event = running_event(9, stages=plan, deals_per_round=1)
    play_round(published_round(event))
    assert stage_of(event, 2).entrants is None
    final = draws.draw_round(event, boss(event))
    stage = stage_of(event, 2)
    assert set(stage.entrants or ()) == {entry for table in seating_of(final) for entry in table}
    assert stage.cut_report is not None
    assert (stage.cut_report["entrants"], stage.cut_report["out"]) == (4, 5)
    # Whoever goes home before the final makes room for the next.
    entries.withdraw(Entry.objects.get(pk=(stage.entrants or [])[0]), boss(event))
    with refusal("entries_changed", Conflict):
        publish_round(final, boss(event), final.draw)
    again = draws.redraw_round(final, boss(event), final.draw)
    assert len(stage_of(event, 2).entrants or ()) == 4
    assert set(stage_of(event, 2).entrants or ()) != set(stage.entrants or ())
    draws.discard_draw(again, boss(event))
    assert (stage_of(event, 2).entrants, stage_of(event, 2).cut_report) == (None, None)


def test_the_tables_of_a_knockout_change_as_little_as_can_be_to_keep_a_pair_apart() -> None:
    event = running_event(8, stages=[{"format": "knockout", "advance": 2}], deals_per_round=1)
    people = here(event)
    entries.set_seeding(event, boss(event), [str(entry.pk) for entry in people])
    ask(event, "apart", people[0], people[3])
    tables = [set(table) for table in seating_of(draws.draw_round(event, boss(event)))]
    ids = [str(entry.pk) for entry in people]
    by_seed = [{ids[0], ids[3], ids[4], ids[7]}, {ids[1], ids[2], ids[5], ids[6]}]
    assert not any({ids[0], ids[3]} <= table for table in tables)
    assert sorted(len(table & seeds) for table in tables for seeds in by_seed) == [1, 1, 3, 3]


# Refusals


def test_a_refusal_calls_people_by_their_names() -> None:
    event = running_event(8)
    entry = here(event)[0]
    ask(event, "table", entry, number=9)
    with pytest.raises(Conflict) as caught:
        draws.draw_round(event, boss(event))
    assert entry.player.name in caught.value.detail
    assert not Round.objects.exists()


SIDE_BY_SIDE = [
    {"format": "rotation", "rounds_planned": 1},
    {"format": "rotation", "cut": 8, "rounds_planned": 2, "share": "half", "rest": "full"},
]


def groups_in(round_: Round) -> list[set[str]]:
    """Who sits at the tables of the upper group, and who at the others."""
    upper = round_.stage.upper or frozenset()
    seated = [set(table) for table in seating_of(round_)]
    assert all(table <= upper or not table & upper for table in seated), "a table has players of one group"
    return [
        set().union(*(table for table in seated if bool(table & upper) == is_in)) for is_in in (True, False)
    ]


def test_after_the_cut_of_51_people_eight_play_with_halves_and_43_on_their_own() -> None:
    event = running_event(51, stages=SIDE_BY_SIDE, deals_per_round=1)
    play_round(published_round(event))
    before = {row["entry"]: row["score"] for row in standings.refresh(event.pk).rows}
    best: set[str] = set()
    for number in (2, 3):
        round_ = published_round(event)
        upper, rest = groups_in(round_)
        best = best or upper
        assert (len(upper), len(rest), upper) == (8, 43, best)
        assert min(before[entry] for entry in upper) >= max(before[entry] for entry in rest)
        assert [set(table) <= best for table in seating_of(round_)] == [True] * 2 + [False] * 11
        assert list(round_.certificate) == list(round_.request) == ["people", "people_rest"]
        assert all(check["same"] for check in check_draw(round_)), "anybody can draw both groups again"
        play_round(round_, seed=number)
    event = finish_event(event, boss(event))
    rows = standings.refresh(event.pk).rows
    won = nets_by_the_ledger(event)
    assert [row["place"] for row in rows] == list(range(1, 52))
    assert {row["entry"] for row in rows[:8]} == best
    for row in rows:
        left_out = before[row["entry"]] / 2 if row["entry"] in best else 0
        assert row["score"] == won[row["entry"]] - left_out
    assert rows[7]["score"] < rows[8]["score"], "the rest is behind the eight whatever it has won"
    for group in (rows[:8], rows[8:]):
        assert [row["score"] for row in group] == sorted((row["score"] for row in group), reverse=True)
    document = document_of(event)
    assert fsck.run().damage == []
    club = make_club()
    again = import_event(club, owner_of(club), document)
    assert [row["score"] for row in standings.refresh(again.pk).rows] == [row["score"] for row in rows]
    assert fsck.run().damage == []


def test_who_comes_late_joins_the_rest_and_a_substitute_the_group_of_the_seat() -> None:
    event = running_event(17, stages=SIDE_BY_SIDE, deals_per_round=1)
    play_round(published_round(event))
    second = published_round(event)
    upper, rest = groups_in(second)
    out, [into, late] = Entry.objects.get(pk=min(upper)), enter(event, 2)
    with refusal("groups_apart"):
        seats.swap_seats(second, boss(event), out, Entry.objects.get(pk=min(rest)), second.draw)
    second = seats.substitute(second, boss(event), out, into, second.draw)
    assert groups_in(second)[0] == upper - {str(out.pk)} | {str(into.pk)}
    play_round(second)
    third = draws.draw_round(event, boss(event))
    assert groups_in(third) == [upper - {str(out.pk)} | {str(into.pk)}, rest | {str(late.pk)}]
    tables = seating_of(third)
    tables[0][0], tables[-1][0] = tables[-1][0], tables[0][0]
    with refusal("groups_apart"):
        seats.seat_by_hand(third, boss(event), tables, third.draw)
    publish_round(third, boss(event), third.draw)
    assert groups_in(second)[0] == upper - {str(out.pk)} | {str(into.pk)}, "earlier rounds stay as they are"
    play_round(third)
    rows = standings.refresh(event.pk).rows
    assert {row["entry"] for row in rows[:8]} == upper - {str(out.pk)} | {str(into.pk)}
    assert (rows[-1]["entry"], rows[-1]["stage"]) == (str(out.pk), 1), "never played it"
    assert fsck.run().damage == []


def test_an_event_that_runs_by_itself_waits_for_its_director_where_no_draw_can_be_made() -> None:
    event = running_event(9, bot="random", stages=[{"format": "final"}], auto_draw=True)
    work()
    assert not Round.objects.exists()
    stages.edit_stage(stage_of(event), boss(event), format="rotation", rounds_planned=1)
    work()
    assert Round.objects.get().status == "closed"


# By hand


def test_a_seating_by_hand_seats_everybody_who_is_here_once() -> None:
    event = running_event(8)
    ids = [str(entry.pk) for entry in here(event)]
    for seats_, code in (
        ([ids[:4], ids[4:7]], "player_not_seated"),
        ([ids[:4], [*ids[4:], ids[0]]], "player_twice"),
        ([ids[:2], ids[2:]], "table_too_small"),
        ([ids[:4], [*ids[4:7], "nobody"]], "entry_unknown"),
    ):
        with pytest.raises(Invalid) as caught:
            draws.draw_round(event, boss(event), seats=seats_)
        assert code in {fault["code"] for fault in caught.value.extra["faults"]}
    assert not Round.objects.exists()
    ask(event, "apart", *here(event)[:2])  # a director may go against a wish
    assert draws.draw_round(event, boss(event), seats=[ids[:4], ids[4:]]).by_hand == 1


# Checking a draw


def test_unexplained_changes_of_seats_fail_the_check() -> None:
    event = running_event(8)
    round_ = draws.draw_round(event, boss(event))
    first, second = Seat.objects.filter(round=round_, number=0).order_by("table__number")
    Seat.objects.filter(pk=first.pk).delete()
    Seat.objects.filter(pk=second.pk).update(entry_id=first.entry_id)
    Seat.objects.create(table_id=first.table_id, round=round_, number=0, entry_id=second.entry_id)
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("check_draw", str(round_.pk), "--json", stdout=out)
    (group,) = json.loads(out.getvalue())["groups"]
    assert (group["same"], group["by_hand"], len(group["differences"])) == (False, 0, 2)
