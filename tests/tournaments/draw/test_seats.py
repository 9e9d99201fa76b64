"""Changes by hand to who sits where: what they cost, what they refuse, and where the chips go."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.builders import (
    boss,
    enter,
    make_event,
    play,
    play_round,
    published_round,
    refusal,
    running_event,
    the_table,
)
from tests.tournaments.draw.rounds_by_hand import (
    PURSES,
    chips_are_conserved,
    ids,
    proposal,
    published,
    tables_of,
)
from tournaments.core.rules.refusals import Invalid
from tournaments.desk.verbs import seats
from tournaments.desk.verbs.lifecycle import start_event
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs import draws
from tournaments.events.verbs import entries, stages
from tournaments.models import BANK, Account, AuditEntry, Entry, Round, Stage, Table, Transfer
from tournaments.play.verbs import corrections
from tournaments.tables.verbs.table_states import table_state

pytestmark = pytest.mark.django_db


# Moving


def test_a_player_moves_to_the_last_seat_of_another_table_and_the_others_close_up() -> None:
    round_ = proposal(8)
    first, second = tables_of(round_)
    moved = seats.move_seat(round_, boss(round_), first[1], the_table(round_, 2), round_.draw)
    assert tables_of(moved) == [[first[0], first[2], first[3]], [*second, first[1]]]
    assert (moved.draw, moved.by_hand, moved.ahead) == (2, 1, {})
    assert moved.certificate["people"]["sizes"] == [3, 5]


def test_a_knockout_continues_from_the_seats_set_by_hand() -> None:
    event = make_event(deals_per_round=1)
    enter(event, 8)
    stages.edit_stage(event.stages.get(), boss(event), format="knockout")
    event = start_event(event, boss(event))
    round_ = published_round(event)
    (a, *_), (b, *_) = tables_of(round_)
    swapped = seats.swap_seats(round_, boss(event), a, b, round_.draw)
    first = [{entry.pk for entry in table} for table in tables_of(swapped)]
    assert (a.pk in first[1], b.pk in first[0]) == (True, True)
    play_round(swapped)
    (final,) = tables_of(published_round(event))
    assert [len({entry.pk for entry in final} & table) for table in first] == [2, 2]


def test_nobody_changes_a_draw_they_have_not_seen() -> None:
    round_ = proposal(8)
    (a, b, *_), (c, *_) = tables_of(round_)
    seats.swap_seats(round_, boss(round_), a, c, round_.draw)
    late = enter(round_.event, 1)[0]
    changes: list[Callable[[], Round]] = [
        lambda: seats.move_seat(round_, boss(round_), b, the_table(round_, 2), 1),
        lambda: seats.seat_by_hand(round_, boss(round_), ids(round_), 1),
        lambda: seats.substitute(round_, boss(round_), b, late, 1),
        lambda: seats.leave_out(round_, boss(round_), b, 1),
    ]
    for change in changes:
        with refusal("draw_stale"):
            change()


# Published rounds: only tables without a deal


def test_voided_deals_keep_the_number_of_seats_and_let_people_change() -> None:
    round_ = published(8)
    play(the_table(round_, 1))
    corrections.void(the_table(round_, 1), boss(round_), 1, "wrong seats")
    first, _second = tables_of(round_)
    with refusal("seats_fixed"):
        seats.leave_out(round_, boss(round_), first[0], round_.draw)
    assert first[0].pk in {entry.pk for entry in tables_of(round_)[0]}
    turned = [list(reversed(ids(round_)[0])), ids(round_)[1]]
    seated = seats.seat_by_hand(round_, boss(round_), turned, round_.draw)
    assert ids(seated) == turned
    play(the_table(round_, 1))
    chips_are_conserved()


# Chips


def test_the_chips_of_a_table_follow_its_seats() -> None:
    round_ = published(8, rules=PURSES, starting_chips=50)
    first, _second = tables_of(round_)
    seats.move_seat(round_, boss(round_), first[0], the_table(round_, 2), round_.draw)
    small, large = the_table(round_, 1), the_table(round_, 2)
    assert table_state(small).purses == [50] * 3
    assert table_state(large).purses == [50] * 5
    assert {row.reason for row in Transfer.objects.filter(table=small)} == {"start", "return"}
    assert Account.objects.get(table=small, name=BANK).balance == -150
    chips_are_conserved()
    for table in (small, large):
        play(table, 2)
    chips_are_conserved()


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


# The whole round by hand


def test_a_proposal_is_seated_by_hand_with_other_tables() -> None:
    round_ = proposal(9)
    everybody = [entry for table in ids(round_) for entry in table]
    wanted = [everybody[:5], everybody[5:]]
    seated = seats.seat_by_hand(round_, boss(round_), wanted, round_.draw)
    assert ids(seated) == wanted
    thirds = [everybody[3 * table : 3 * table + 3] for table in range(3)]
    seated = seats.seat_by_hand(seated, boss(round_), thirds, seated.draw)
    assert ids(seated) == thirds
    assert seated.by_hand == 2
    assert [table.number for table in Table.objects.order_by("number")] == [1, 2, 3]
    publish_round(seated, boss(round_), seated.draw)


def test_all_faults_of_a_seating_by_hand_are_reported_together() -> None:
    round_ = proposal(8)
    first, second = ids(round_)
    late = enter(round_.event, 2)
    entries.undo_check_in(late[1], boss(round_))
    wrong = [[first[0], first[0], str(late[1].pk)], [*second, "nonsense", first[1], first[2]], [first[3]]]
    with pytest.raises(Invalid) as caught:
        seats.seat_by_hand(round_, boss(round_), wrong, round_.draw)
    assert [fault["code"] for fault in caught.value.extra["faults"]] == [
        "entry_unknown",
        "player_twice",
        "player_not_wanted",
        "player_not_seated",
        "table_too_large",
        "table_too_small",
    ]
    assert late[0].player.name in caught.value.detail
    assert ids(round_) == [first, second]


def test_a_seating_by_hand_keeps_people_and_bots_apart() -> None:
    event = running_event(4)
    enter(event, 4, bot="cautious")
    round_ = draws.draw_round(event, boss(event))
    people, bots = ids(round_)
    mixed = [[*people[:3], bots[0]], [people[3], *bots[1:]]]
    with refusal("bots_apart"):
        seats.seat_by_hand(round_, boss(event), mixed, round_.draw)
    seated = seats.seat_by_hand(round_, boss(event), [bots, people], round_.draw)
    assert ids(seated) == [bots, people]


def test_a_seating_is_shown_with_its_cost_before_it_is_made_and_the_log_has_it() -> None:
    event = running_event(8, deals_per_round=1, rounds_planned=3)
    play_round(published_round(event))
    round_ = draws.draw_round(event, boss(event))
    before = ids(round_)
    again = ids(Round.objects.get(event=event, number=1))
    shown = seats.preview_seats(round_, again)
    assert shown.after is not None
    assert (shown.before["repeats"], shown.after["repeats"]) == (4, 12)
    assert shown.faults == []
    assert shown.certificate["people"]["repeats"] == 12
    assert [[str(entry.pk) for entry in table] for table in shown.tables] == again
    faulty = seats.preview_seats(round_, [again[0]])
    assert (len(faulty.faults), faulty.after) == (1, None)
    assert ids(round_) == before
    seated = seats.seat_by_hand(round_, boss(event), again, round_.draw)
    data = AuditEntry.objects.get(verb="seat_by_hand").data
    assert (data["repeats"], data["wishes"], data["draw"]) == ([4, 12], [0, 0], seated.draw)
    assert seated.certificate["people"]["repeats"] == 12


# Pasted


def test_a_pasted_seating_is_read_by_the_names_of_the_club() -> None:
    round_ = proposal(8)
    names = [[entry.player.name for entry in table] for table in tables_of(round_)]
    text = f"Table 2: {', '.join(names[0])}\nTable 1: {', '.join(names[1]).upper()}"
    read = seats.parse_seating(round_.event, text)
    assert read == list(reversed(ids(round_)))
    assert ids(seats.seat_by_hand(round_, boss(round_), read, round_.draw)) == read
