"""Somebody is missing when the tables are called: a substitute sits in, or the table plays on with fewer."""

from __future__ import annotations

import pytest

from tests.builders import boss, enter, play_round, published_round, refusal, running_event
from tests.tournaments.rounds_by_hand import PURSES, chips_are_conserved, proposal, published, tables_of
from tournaments.desk.verbs import seats
from tournaments.events.verbs import entries
from tournaments.models import Entry, Stage

pytestmark = pytest.mark.django_db


def test_a_substitute_sits_in_for_a_no_show() -> None:
    round_ = published(8, rules=PURSES)
    out = tables_of(round_)[1][2]
    into = enter(round_.event, 1)[0]
    entries.undo_check_in(into, boss(round_))
    seats.substitute(round_, boss(round_), out, into, round_.draw)
    assert tables_of(round_)[1][2] == into
    status = dict(Entry.objects.values_list("pk", "status"))
    assert (status[out.pk], status[into.pk]) == ("registered", "checked_in")
    play_round(round_)
    chips_are_conserved()
    # Whoever comes after all plays the next round.
    entries.check_in(out, boss(round_))
    assert {out, into} <= {entry for table in tables_of(published_round(round_.event)) for entry in table}


def test_only_unseated_players_of_the_event_can_substitute() -> None:
    round_ = published(8)
    out, seated = tables_of(round_)[0][0], tables_of(round_)[1][0]
    gone, bot, stranger = (
        enter(round_.event, 1)[0],
        enter(round_.event, 1, bot="cautious")[0],
        enter(running_event(3), 1)[0],
    )
    entries.withdraw(gone, boss(round_))
    for into, code in (
        (seated, "entry_seated"),
        (gone, "entry_withdrawn"),
        (bot, "bots_apart"),
        (stranger, "entry_unknown"),
    ):
        with refusal(code):
            seats.substitute(round_, boss(round_), out, into, round_.draw)
    with refusal("player_not_seated"):
        seats.substitute(round_, boss(round_), enter(round_.event, 1)[0], bot, round_.draw)


def test_a_substitute_takes_over_the_place_in_a_stage_that_chose_its_players() -> None:
    round_ = proposal(8)
    out, into = tables_of(round_)[0][0], enter(round_.event, 1)[0]
    everybody = [str(entry.pk) for table in tables_of(round_) for entry in table]
    Stage.objects.update(cut=8, entrants=everybody)
    seats.substitute(round_, boss(round_), out, into, round_.draw)
    assert Stage.objects.get().entrants == [str(into.pk) if pk == str(out.pk) else pk for pk in everybody]


def test_a_table_plays_on_without_a_missing_player_who_may_come_later() -> None:
    round_ = published(8, rules=PURSES)
    missing = tables_of(round_)[0][0]
    seats.leave_out(round_, boss(round_), missing, round_.draw)
    assert [len(table) for table in tables_of(round_)] == [3, 4]
    missing.refresh_from_db()
    assert missing.status == "registered"
    entries.check_in(missing, boss(round_))
    play_round(round_)
    chips_are_conserved()
    assert sum(map(len, tables_of(published_round(round_.event)))) == 8
