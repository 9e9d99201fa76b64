"""Drawing, redrawing, swapping, publishing and closing rounds."""

from __future__ import annotations

import pytest

from tests.builders import boss, enter, play, published_round, refusal, running_event, the_table
from tournaments.core import change
from tournaments.core.rules.refusals import Invalid
from tournaments.desk.verbs import seats
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs import draws, searches
from tournaments.models import Entry, Round, Seat
from tournaments.play.verbs import corrections
from tournaments.tables.verbs.tallies import seat_tallies

pytestmark = pytest.mark.django_db


def tables_of(round_: Round) -> list[list[Entry]]:
    tables: dict[int, list[Entry]] = {}
    for seat in (
        Seat.objects.filter(round=round_).select_related("entry", "table").order_by("table__number", "number")
    ):
        tables.setdefault(seat.table.number, []).append(seat.entry)
    return list(tables.values())


def test_a_dry_run_shows_the_very_draw_and_stores_nothing() -> None:
    event = running_event(9)
    proposal = draws.propose_round(event)
    assert Round.objects.count() == 0
    round_ = draws.draw_round(event, boss(event))
    assert [[entry.pk for entry in table] for table in proposal.tables] == [
        [entry.pk for entry in table] for table in tables_of(round_)
    ]


def test_a_round_is_drawn_once_and_the_next_one_waits_until_it_is_closed() -> None:
    event = running_event(8)
    draws.discard_draw(draws.draw_round(event, boss(event)), boss(event))
    assert Seat.objects.count() == 0
    round_ = draws.draw_round(event, boss(event))
    assert (round_.number, round_.status, round_.certificate["people"]["repeats"]) == (1, "drawn", 0)
    with refusal("round_drawn"):
        draws.draw_round(event, boss(event))
    publish_round(round_, boss(event), round_.draw)
    with refusal("round_open"):
        draws.draw_round(event, boss(event))
    with refusal("round_published"):
        draws.redraw_round(round_, boss(event), round_.draw)
    with refusal("round_published"):
        draws.discard_draw(round_, boss(event))
    assert Round.objects.count() == 1


def test_a_redraw_gives_another_seating_and_makes_the_old_one_stale() -> None:
    event = running_event(14)
    first = draws.draw_round(event, boss(event))
    before = tables_of(first)
    second = draws.redraw_round(first, boss(event), first.draw)
    assert second.draw == 2
    assert tables_of(second) != before
    with refusal("draw_stale"):
        publish_round(first, boss(event), 1)
    with refusal("draw_stale"):
        draws.redraw_round(first, boss(event), 1)


def test_players_are_swapped_once_the_deals_at_their_tables_are_voided() -> None:
    event = running_event(8)
    round_ = published_round(event)
    a, b = tables_of(round_)[0][0], tables_of(round_)[1][0]
    play(the_table(round_, 1))
    corrections.void(the_table(round_, 1), boss(event), 1, "wrong seats")
    swapped = seats.swap_seats(round_, boss(event), a, b, round_.draw)
    assert (tables_of(swapped)[0][0], tables_of(swapped)[1][0]) == (b, a)
    play(the_table(swapped, 1))
    assert all(tally.deals == (tally.table == str(the_table(round_, 1).pk)) for tally in seat_tallies(event))


def test_bots_and_people_sit_apart() -> None:
    event = running_event(5)
    enter(event, 4, bot="cautious")
    round_ = published_round(event)
    kinds = [{entry.player.is_bot for entry in table} for table in tables_of(round_)]
    assert kinds == [{False}, {True}]
    person, bot = tables_of(round_)[0][0], tables_of(round_)[1][0]
    with pytest.raises(Invalid, match="People and bots"):
        seats.swap_seats(round_, boss(event), person, bot, round_.draw)


def test_a_reader_of_a_discarded_draw_gets_a_message() -> None:
    event = running_event(8)
    drawn = draws.draw_round(event, boss(event))
    table = the_table(drawn)
    draws.redraw_round(drawn, boss(event), 1)
    with refusal("table_gone"):
        change.lock_table(table)
    draws.discard_draw(drawn, boss(event))
    for verb in (publish_round, draws.redraw_round, searches.start_search):
        with refusal("round_gone"):
            verb(drawn, boss(event), drawn.draw)
