"""Somebody leaves in the middle of a round: a substitute takes over the seat, or it stays empty."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from tests.builders import (
    boss,
    enter,
    make_card,
    next_document,
    play,
    play_round,
    refusal,
    running_event,
    the_table,
)
from tests.tournaments.draw.rounds_by_hand import PURSES, chips_are_conserved, published, tables_of
from tournaments.core.rules.refusals import Conflict
from tournaments.desk.verbs import leaving
from tournaments.models import Account, Deal, Entry, Occupant, Round, Seat, SeatResult, Stage, Table
from tournaments.play.verbs import cards, corrections, phones, results
from tournaments.programs.fsck import run as fsck
from tournaments.standings.verbs import standings
from tournaments.tables.verbs.table_states import table_state
from tournaments.tables.verbs.tables import past_tables, table_seats
from tournaments.tables.verbs.tallies import seat_tallies

pytestmark = pytest.mark.django_db


def nothing_is_damaged() -> None:
    assert [damage.as_json() for damage in fsck.run().damage] == []


def begun(deals: int = 2, **fields: Any) -> tuple[Table, Entry, Entry]:
    """Table 1 of a round after some deals, the player of its seat 1, and a substitute."""
    round_ = published(8, **{"deals_per_round": 6, **fields})
    into = enter(round_.event, 1)[0]
    table = the_table(round_, 1)
    play(table, deals)
    return table, tables_of(round_)[0][1], into


def leave(table: Table, out: Entry, into: Entry | None = None, **options: Any) -> leaving.Leaving:
    next_deal = table_state(table).next_number
    return leaving.leave_table(table, boss(table.round), out, into, next_deal, **options)


def chips_of(table: Table) -> dict[str, int]:
    """The net chips of everybody at a table, by entry."""
    tallies = seat_tallies(table.round.event, table.round.number)
    return {tally.entry: int(tally.chips) for tally in tallies if tally.table == str(table.pk)}


def nets(table: Table, seat: int) -> list[int]:
    deals = Deal.objects.effective().filter(table=table).order_by("number")
    return [deal.result["net"][seat] for deal in deals]


def test_results_stay_with_who_played_them() -> None:
    table, out, into = begun()
    taken = leave(table, out, into)
    assert (taken.seat, taken.from_deal, taken.net) == (1, 3, sum(nets(table, 1)))
    play(table, 3)
    chips, deals = chips_of(table), nets(table, 1)
    assert chips[str(out.pk)] == sum(deals[:2])
    assert chips[str(into.pk)] == sum(deals[2:])
    played = {tally.entry: tally.deals for tally in seat_tallies(table.round.event)}
    assert (played[str(out.pk)], played[str(into.pk)]) == (2, 3)
    standings.refresh(table.round.event_id)
    nothing_is_damaged()


@pytest.mark.parametrize("rules", [PURSES, {"preset": "pagat"}])
def test_the_substitute_plays_with_the_purse_of_the_seat_and_no_chips_move(rules: dict[str, Any]) -> None:
    table, out, into = begun(rules=rules)
    before = dict(Account.objects.filter(table=table).values_list("name", "balance"))
    preview = leaving.preview_leave_table(table, boss(table.round), out, into, 3)
    assert (preview.purse, Occupant.objects.exists()) == (before["seat 1"], False)
    assert leave(table, out, into).purse == before["seat 1"]
    assert dict(Account.objects.filter(table=table).values_list("name", "balance")) == before
    play(table, 1)
    chips_are_conserved()


def test_a_seat_changes_hands_only_between_the_first_deal_and_the_last() -> None:
    table, out, into = begun(0)
    with refusal("table_not_begun"):
        leave(table, out, into)
    play(table, 1)
    with refusal("next_deal_moved"):
        leaving.leave_table(table, boss(table.round), out, into, 3)
    play(table, 5)
    with refusal("table_closed"):
        leave(table, out, into)
    play_round(table.round)
    with refusal("round_closed"):
        leave(the_table(table.round, 1), out, into)


def test_a_change_is_undone_until_the_substitute_has_played() -> None:
    table, out, into = begun()
    leave(table, out, into)
    leaving.give_seat_back(table, boss(table.round), 1)
    assert table_seats(table)[1].sitting == out
    assert Entry.objects.get(pk=out.pk).status == "checked_in"
    with refusal("seat_not_left"):
        leaving.give_seat_back(table, boss(table.round), 1)
    leave(table, out, into)
    play(table, 1)
    with refusal("recorded_since"):
        leaving.give_seat_back(table, boss(table.round), 1)
    nothing_is_damaged()


def test_the_stage_and_the_next_draws_count_the_last_player_of_a_seat() -> None:
    table, out, into = begun()
    everybody = [str(entry.pk) for seats in tables_of(table.round) for entry in seats]
    Stage.objects.update(cut=8, entrants=everybody)
    leave(table, out, into)
    assert Stage.objects.get().entrants == [str(into.pk) if pk == str(out.pk) else pk for pk in everybody]
    other = Seat.objects.filter(round=table.round).exclude(table=table)[0]
    with pytest.raises(IntegrityError, match="seat_of_who_may_sit"), transaction.atomic():
        Seat.objects.filter(pk=other.pk).update(entry=into)
    play_round(table.round)
    before, _deals = past_tables(table.round.event, 2, bots=False)[0][0]
    assert before[1] == str(into.pk)
    assert str(out.pk) not in before


def test_the_phone_of_the_seat_loses_its_access() -> None:
    table, out, into = begun()
    secret = make_card(table).secret
    phone = cards.enter_by_secret(secret).phone
    phones.take_seat(phone, 1)
    leave(table, out, into)
    assert not phones.phones_at(table).exists()
    fresh = cards.enter_by_secret(secret).phone
    phones.take_seat(fresh, 1)
    assert phones.seated_player(fresh) == into.player.public_name
    assert phones.entry_of_phone(fresh, table.round.event) == str(into.pk)
    leaving.give_seat_back(table, boss(table.round), 1)
    leave(table, out)
    assert not phones.phones_at(table).exists()
    with refusal("no_such_seat"):
        phones.take_seat(cards.enter_by_secret(secret).phone, 1)


def insert(seat: Seat, entry: Entry | None, from_deal: int, round_: Round | None = None) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_occupant (seat_id, round_id, entry_id, from_deal, event_version) "
            "VALUES (%s, %s, %s, %s, %s)",
            [
                seat.pk,
                *(
                    None if row is None else Round._meta.pk.get_db_prep_value(row.pk, connection)
                    for row in (round_ or seat.round, entry)
                ),
                from_deal,
                seat.round.event.version,
            ],
        )


def test_the_database_itself_keeps_results_with_their_players() -> None:
    table, out, into = begun()
    seat = Seat.objects.get(table=table, number=1)
    elsewhere = tables_of(table.round)[1][0]
    bot = enter(table.round.event, 1, bot="cautious")[0]
    stranger = enter(running_event(3), 1)[0]
    other_round = published(4)
    for entry, from_deal, round_ in (
        (into, 2, None),  # deal 2 counts
        (into, 1, None),
        (elsewhere, 3, None),
        (out, 3, None),
        (bot, 3, None),
        (stranger, 3, None),
        (into, 3, other_round),
    ):
        with pytest.raises(IntegrityError):
            insert(seat, entry, from_deal, round_)
    insert(seat, into, 3)
    play(table, 1)
    change = Occupant.objects.get()
    for verb in (
        lambda: Occupant.objects.update(from_deal=2),
        lambda: Occupant.objects.update(entry=bot),
        change.delete,
        lambda: insert(Seat.objects.get(table=table, number=2), into, 4),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            verb()
    corrections.void(table, boss(table.round), 3, "again")
    with pytest.raises(IntegrityError), transaction.atomic():
        change.delete()


# With one seat less


def test_a_table_plays_on_with_one_seat_less() -> None:
    table, out, _into = begun(rules=PURSES)
    before = table_state(table)
    left = leave(table, out)
    assert (left.into, left.from_deal, left.net) == (None, 3, sum(nets(table, 1)))
    assert left.purse == before.purses[1]
    state = table_state(table)
    assert (state.seats, state.places) == (3, [0, 2, 3])
    assert (state.purses, state.pools) == ([*before.purses[:1], *before.purses[2:]], before.pools)
    play(table, 4)
    assert table_state(table).is_over
    deals = list(Deal.objects.effective().filter(table=table).order_by("number"))
    assert [len(deal.document["chips"]) for deal in deals] == [4, 4, 3, 3, 3, 3]
    chips = chips_of(table)
    assert chips[str(out.pk)] == sum(deal.result["net"][1] for deal in deals[:2])
    third = tables_of(table.round)[0][2]
    expected = sum(deal.result["net"][deal.places.index(2)] for deal in deals)
    assert chips[str(third.pk)] == expected
    played = {tally.entry: tally.deals for tally in seat_tallies(table.round.event)}
    assert (played[str(out.pk)], played[str(third.pk)]) == (2, 6)
    assert Account.objects.get(table=table, name="seat 1").balance == before.purses[1]
    chips_are_conserved()
    standings.refresh(table.round.event_id)
    nothing_is_damaged()


@pytest.mark.parametrize(
    ("preset", "seat"), [("pagat", 0), ("pagat", 1), ("pagat", 3), ("poque-1789", 1), ("poque-1789", 3)]
)
def test_the_turn_to_deal_passes_over_the_empty_seat(preset: str, seat: int) -> None:
    table, _out, _into = begun(1, rules={"preset": preset})
    step = 1 if table.round.event.rules_in_force["direction"] == "clockwise" else -1
    due = step % 4  # seat 0 has dealt
    leave(table, tables_of(table.round)[0][seat])
    if seat == due:
        due = (due + step) % 4
    state = table_state(table)
    assert state.places[state.next_dealer] == due
    play(table, 3)
    nothing_is_damaged()


def test_the_database_wants_no_result_for_an_empty_seat_and_one_for_each_other() -> None:
    table, out, _into = begun()
    document = next_document(table)
    leave(table, out)
    with pytest.raises(Conflict, match="does not match the table"):
        results.record(table, boss(table.round), 3, document)
    seat = Seat.objects.get(table=table, number=1)
    with pytest.raises(IntegrityError, match="an empty seat stays empty"):
        insert(seat, enter(table.round.event, 1)[0], 4)
    play(table, 1)
    [deal] = Deal.objects.filter(table=table, number=3)
    assert set(deal.seat_results.values_list("seat__number", flat=True)) == {0, 2, 3}
    for numbers in ((0, 1, 2, 3), (0, 2)):
        with pytest.raises(IntegrityError, match="deal_is_whole"), transaction.atomic():
            forge(deal, numbers)


def forge(like: Deal, numbers: tuple[int, ...]) -> None:
    """Insert the next deal with results of 0 for these seats."""
    deal = Deal(
        table=like.table,
        number=like.number + 1,
        document=like.document,
        result=like.result,
        next_dealer=0,
        via="page",
        event_version=like.event_version + 1,
    )
    figures = ("deals", "net", "staked", "pots", "out", "pools", "showdowns", "left")
    SeatResult.objects.bulk_create(
        SeatResult(deal_id=deal.pk, seat=seat, **dict.fromkeys(figures, 0))
        for seat in Seat.objects.filter(table=like.table, number__in=numbers)
    )
    deal.save(force_insert=True)
