"""A whole round seated by hand: shown with its cost, refused with every fault at once, and pasted."""

from __future__ import annotations

import pytest

from tests.builders import boss, enter, play_round, published_round, refusal, running_event
from tests.tournaments.rounds_by_hand import ids, proposal, tables_of
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.desk.verbs import seats
from tournaments.desk.verbs.publish import publish_round
from tournaments.draw.verbs import draws
from tournaments.events.verbs import entries
from tournaments.models import AuditEntry, Round, Table

pytestmark = pytest.mark.django_db


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


def test_a_pasted_seating_that_cannot_be_read_names_every_line() -> None:
    round_ = proposal(4)
    names = [entry.player.name for entry in tables_of(round_)[0]]
    with pytest.raises(Invalid) as caught:
        seats.parse_seating(round_.event, f"{names[0]}, Nobody\n{names[1]}, {names[0]}")
    assert [line["line"] for line in caught.value.extra["lines"]] == [1, 2]
    assert "Nobody" in caught.value.detail
    assert isinstance(caught.value, Invalid)
    assert not isinstance(caught.value, Conflict)
