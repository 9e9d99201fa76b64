"""Changes by hand to who sits where: what they cost, what they refuse, and where the chips go."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.builders import (
    boss,
    enter,
    make_event,
    nets_by_the_ledger,
    play,
    play_round,
    published_round,
    refusal,
    running_event,
    the_table,
)
from tests.tournaments.rounds_by_hand import PURSES, chips_are_conserved, ids, proposal, published, tables_of
from tournaments.desk.verbs import seats
from tournaments.desk.verbs.lifecycle import start_event
from tournaments.draw.verbs import draws
from tournaments.draw.verbs.wishes import add_wishes
from tournaments.events.verbs import stages
from tournaments.models import BANK, Account, AuditEntry, Round, Transfer
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


def test_a_wish_that_is_broken_by_hand_is_counted() -> None:
    event = running_event(8, deals_per_round=1)
    players = [str(entry.player_id) for entry in event.entries.all()[:2]]
    add_wishes(event.club, boss(event), "apart", players, event=event)
    round_ = draws.draw_round(event, boss(event))
    everybody = [str(pk) for pk in event.entries.order_by("number").values_list("pk", flat=True)]
    seats.seat_by_hand(round_, boss(event), [everybody[:4], everybody[4:]], round_.draw)
    assert AuditEntry.objects.get(verb="seat_by_hand").data["wishes"] == [0, 1]


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


def test_a_table_that_stays_as_it_was_keeps_what_the_format_says_of_it() -> None:
    event = make_event(deals_per_round=1)
    enter(event, 12)
    stages.edit_stage(event.stages.get(), boss(event), format="knockout")
    round_ = draws.draw_round(start_event(event, boss(event)), boss(event))

    def seeded(drawn: Round) -> list[bool]:
        return [
            "seeded_in_snake" in [reason["code"] for reason in table["reasons"]]
            for table in drawn.certificate["people"]["tables"]
        ]

    assert seeded(round_) == [True, True, True]
    (a, *_), (b, *_), (c, d, *_) = tables_of(round_)
    round_ = seats.swap_seats(round_, boss(event), c, d, round_.draw)
    assert seeded(round_) == [True, True, True]
    round_ = seats.swap_seats(round_, boss(event), a, b, round_.draw)
    assert seeded(round_) == [False, False, True]


def test_a_player_moves_only_to_another_table_of_the_round() -> None:
    round_ = proposal(8)
    someone = tables_of(round_)[0][0]
    for table in (the_table(round_, 1), the_table(proposal(4), 1)):
        with refusal("table_not_other"):
            seats.move_seat(round_, boss(round_), someone, table, round_.draw)
    with refusal("player_not_seated"):
        seats.move_seat(round_, boss(round_), enter(round_.event, 1)[0], the_table(round_, 2), round_.draw)


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


def test_a_published_table_with_a_deal_stays_as_it_is() -> None:
    round_ = published(8)
    play(the_table(round_, 1))
    first, second = tables_of(round_)
    late = enter(round_.event, 1)[0]
    turned = [[str(entry.pk) for entry in reversed(table)] for table in (first, second)]
    changes: list[Callable[[], Round]] = [
        lambda: seats.move_seat(round_, boss(round_), second[0], the_table(round_, 1), round_.draw),
        lambda: seats.seat_by_hand(round_, boss(round_), turned, round_.draw),
        lambda: seats.substitute(round_, boss(round_), first[0], late, round_.draw),
        lambda: seats.leave_out(round_, boss(round_), first[0], round_.draw),
    ]
    for change in changes:
        with refusal("table_has_deals"):
            change()
    assert tables_of(round_) == [first, second]
    # The other table is free: it plays on with three.
    seats.leave_out(round_, boss(round_), second[0], round_.draw)
    assert tables_of(round_) == [first, second[1:]]


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


def test_extra_chips_stay_with_the_player_when_the_others_close_up() -> None:
    from tournaments.play.verbs.leftovers import issue_chips

    round_ = published(4, rules=PURSES)
    issue_chips(the_table(round_), boss(round_), [3], 25, "a late present")
    seats.leave_out(round_, boss(round_), tables_of(round_)[0][1], round_.draw)
    assert table_state(the_table(round_)).purses == [100, 100, 125]
    chips_are_conserved()


def test_on_credit_nothing_is_brought_and_a_new_seat_may_owe() -> None:
    round_ = published(8, deals_per_round=2)
    first, _second = tables_of(round_)
    seats.move_seat(round_, boss(round_), first[0], the_table(round_, 2), round_.draw)
    assert not Transfer.objects.exists()
    round_ = play_round(round_)
    chips_are_conserved()
    assert sum(nets_by_the_ledger(round_.event).values()) == -sum(
        Account.objects.exclude(name__startswith="seat ").values_list("balance", flat=True)
    )
