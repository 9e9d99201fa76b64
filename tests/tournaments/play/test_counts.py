"""The total of a table in place of its deals (poch-count/1)."""

from __future__ import annotations

import copy
import itertools
from typing import Any

import pytest
from django.db import DatabaseError, transaction

import games.services as games
from tests.builders import (
    a_table,
    actor_of,
    another_document,
    boss,
    make_club,
    make_member,
    next_document,
    owner_of,
    play,
    published_round,
    refusal,
    running_event,
    the_table,
)
from tests.tournaments.evenings import sent
from tournaments.desk.verbs import leaving, rounds
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.models import Account, Deal, Event, Role, Table
from tournaments.play.verbs import claims, corrections, leftovers, results
from tournaments.programs.documents.documents import document_of
from tournaments.programs.documents.imports import import_event
from tournaments.programs.fsck import run
from tournaments.standings.verbs import standings
from tournaments.tables.verbs.table_states import TOTAL, table_state, unfinished_tables

pytestmark = pytest.mark.django_db

COUNT: dict[str, Any] = {"format": "poch-count/1", "deals": 12, "net": [14, -6, 3, -15], "board": 4}


def again(table: Table) -> Table:
    """A table, read again with its event."""
    return Table.objects.select_related("round__event__club").get(pk=table.pk)


def balances(table: Table) -> dict[str, int]:
    rows = Account.objects.filter(table=table).exclude(balance=0)
    return dict(rows.values_list("name", "balance"))


def is_clean() -> bool:
    """Whether fsck derives everything again, with the newest standing."""
    for event in Event.objects.all():
        standings.refresh(event.pk)
    report = run.run()
    assert report.damage == [], report.damage
    return report.is_clean


def net_by_seat(table: Table) -> list[int]:
    rows = {row["entry"]: row["metrics"]["net"] for row in standings.refresh(table.round.event_id).rows}
    return [rows[str(seat.entry_id)] for seat in table.seats.order_by("number")]


def test_a_count_moves_the_chips_and_ends_the_game_of_its_table() -> None:
    table = a_table(4)
    recorded = results.record(table, boss(table.round), TOTAL, COUNT)
    assert recorded.created
    assert balances(table) == {"seat 0": 14, "seat 1": -6, "seat 2": 3, "seat 3": -15, "board": 4}
    assert table_state(table).is_over
    assert table_state(table).deals_played == 12
    assert not unfinished_tables(again(table).round)
    assert net_by_seat(table) == [14, -6, 3, -15]
    standing = standings.refresh(table.round.event_id)
    assert standing.on_boards == 4
    assert {row["deals"] for row in standing.rows} == {12}
    assert is_clean()


def test_the_same_count_again_is_the_same_and_another_needs_a_correction() -> None:
    table = a_table(4)
    actor = boss(table.round)
    first = results.record(table, actor, TOTAL, {**COUNT, "net": [10, -10, 0, 0], "board": 0})
    same = {"format": "poch-count/1", "deals": 12, "net": [10, -10, 0, 0]}
    assert results.record(table, actor, TOTAL, same) == results.Recorded(first.deal, created=False)
    with refusal("count_taken"):
        results.record(table, actor, TOTAL, {**same, "deals": 11})
    assert Deal.objects.count() == 1


def test_a_table_has_deals_or_a_count() -> None:
    table = a_table(4)
    actor = boss(table.round)
    document = next_document(table)
    results.record(table, actor, TOTAL, COUNT)
    for number in (1, 2):
        with refusal("table_has_count"):
            results.record(again(table), actor, number, document)
    with refusal("table_has_count"):
        corrections.void(table, actor, 1)
    with refusal("table_has_count"):
        corrections.correct(table, actor, 1, document)
    corrections.void(table, actor, TOTAL, "we have the deals")
    play(table, 2)
    with refusal("table_has_deals"):
        results.record(table, actor, TOTAL, COUNT)
    corrections.void(table, actor, 2)
    corrections.void(table, actor, 1)
    assert results.record(table, actor, TOTAL, COUNT).deal.revision == 5
    assert is_clean()


def rest_of(table: Table, **changes: Any) -> dict[str, Any]:
    """A total for the rest, in which seat 0 wins all that lies on the board but two chips."""
    state = table_state(table)
    net = [sum(state.pools.values()) - 2, *[0] * (state.seats - 1)]
    document = {"format": "poch-count/1", "deals": 9, "net": net, "board": 2}
    return {**document, "after": state.next_number - 1, **changes}


def test_a_table_with_deals_takes_a_total_for_the_rest_and_no_more_deals() -> None:
    table = a_table(4)
    actor = boss(table.round)
    play(table, 2)
    before, document = table_state(table), next_document(table)
    rest = rest_of(table)
    for after in (0, 1, 3):
        with refusal("table_has_deals"):
            results.record(table, actor, TOTAL, {**rest, "after": after})
    recorded = results.record(table, actor, TOTAL, rest)
    assert recorded.deal.number == 3
    assert results.record(table, actor, TOTAL, rest) == results.Recorded(recorded.deal, created=False)
    state = table_state(again(table))
    assert (state.deals_played, state.is_over, state.pools) == (11, True, {"board": 2})
    assert state.purses == [chips + won for chips, won in zip(before.purses, rest["net"], strict=True)]
    assert net_by_seat(table) == state.purses
    assert {row["deals"] for row in standings.refresh(table.round.event_id).rows} == {11}
    with refusal("table_has_count"):
        results.record(again(table), actor, 3, document)
    with refusal("table_has_count"):
        corrections.void(table, actor, 2)
    with refusal("table_has_deals"):
        corrections.correct(table, actor, TOTAL, {**rest, "after": 1}, "another start")
    assert corrections.correct(table, actor, TOTAL, {**rest, "deals": 8}, "one less").changed
    assert is_clean()
    corrections.void(table, actor, TOTAL, "we have the deals")
    assert table_state(table).pools == before.pools
    assert results.record(again(table), actor, 3, document).deal.dealer == before.next_dealer
    assert is_clean()


def test_a_deal_before_the_total_for_the_rest_is_corrected_if_the_total_still_fits() -> None:
    table = a_table(4)
    actor = boss(table.round)
    play(table, 1)
    on_board = sum(table_state(table).pools.values())
    results.record(table, actor, TOTAL, rest_of(table))
    others: dict[bool, dict[str, Any]] = {}
    seeds = itertools.count(2)
    while len(others) < 2:
        document = another_document(table, 1, seed=next(seeds))
        fits = sum(games.replay(document)["pools"].values()) == on_board
        others.setdefault(fits, document)
    with refusal("later_deal_fails") as refused:
        corrections.correct(table, actor, 1, others[False], "wrong cards")
    assert "Void the total" in refused.value.detail
    assert corrections.correct(table, actor, 1, others[True], "wrong cards").changed
    assert net_by_seat(table) == table_state(table).purses
    assert is_clean()


def test_a_total_for_the_rest_is_claimed_travels_and_counts_for_who_took_over_a_seat() -> None:
    event = running_event(5, deals_per_round=6, two_agree=True)
    table, actor = the_table(published_round(event)), boss(event)
    one, two = (actor_of(make_member(event.club, Role.SCORER)) for _ in range(2))
    claims.submit(table, actor, 1, next_document(table), at_once=True)
    leaving.leave_table(table, actor, table.seats.get(number=2).entry, None, 2)
    with refusal("count_of_two"):
        claims.submit(table, one, TOTAL, rest_of(table), at_once=False)
    claims.submit(table, actor, 2, next_document(table), at_once=True)
    claim = claims.submit(table, one, TOTAL, rest_of(table), at_once=False)
    assert not isinstance(claim, results.Recorded)
    with refusal("claim_waits"):
        claims.submit(table, two, 3, next_document(table), at_once=False)
    assert claims.confirm_claim(claim, two).status == "confirmed"
    rounds.close_round(again(table).round, actor)
    event = finish_event(event, actor)
    assert is_clean()
    document = sent(document_of(event))
    club = make_club()
    taken = import_event(club, owner_of(club), copy.deepcopy(document))
    assert counted_in(taken) == counted_in(event)
    assert is_clean()
    for change in ({"after": 1}, {"after": 0}):
        forged = copy.deepcopy(document)
        forged["rounds"][0]["tables"][0]["game"][-1]["document"].update(change)
        with refusal("deal_disagrees"):
            import_event(club, owner_of(club), forged, again=True)


def insert(table: Table, like: Deal, **changes: Any) -> None:
    """Insert a deal without code, as plain SQL could: whole, with its parts, but beside the rules."""
    fields = {name: getattr(like, name) for name in ("document", "result", "next_dealer", "via")}
    deal = Deal(table=table, event_version=99, **{**fields, "number": 2, "revision": 1, **changes})
    from tournaments.tables.verbs import ledger

    ledger.write(deal, like.whole_result)


def test_the_database_refuses_deals_beside_a_count() -> None:
    table, other = a_table(4), a_table(4)
    count = results.record(table, boss(table.round), TOTAL, COUNT).deal
    play(other, 2)
    Account.objects.create(table=other, name="board")
    with pytest.raises(DatabaseError, match="count_or_deals"), transaction.atomic():
        insert(table, count)  # a deal 2 beside the count
    with pytest.raises(DatabaseError, match="deal_count_of_some_deals"), transaction.atomic():
        insert(other, count, number=3, counted=0)
    corrections.void(other, boss(other.round), 2)
    last = Deal.objects.effective().get(table=other)
    void = corrections.write_void(last, boss(other.round), 90, "")
    insert(other, count, number=2, revision=3, replaces=Deal.objects.get(table=other, number=2, kind="void"))
    with pytest.raises(DatabaseError, match="count_or_deals"), transaction.atomic():
        insert(other, count, number=1, revision=3, replaces=void, counted=12)  # a count beside deal 2


def test_a_correction_reverses_the_chips_and_moves_the_standing() -> None:
    table = a_table(4)
    actor = boss(table.round)
    results.record(table, actor, TOTAL, COUNT)
    with refusal("reason_missing"):
        corrections.correct(table, actor, TOTAL, COUNT, "")
    right = {**COUNT, "net": [10, -6, 3, -15], "board": 8}
    preview = corrections.preview_correction(table, actor, TOTAL, right, "miscounted")
    assert preview.changed
    assert preview.moved
    assert Deal.objects.count() == 1
    corrections.correct(table, actor, TOTAL, right, "miscounted")
    assert [deal.kind for deal in Deal.objects.order_by("revision")] == ["recorded", "void", "recorded"]
    assert balances(table)["seat 0"] == 10
    assert net_by_seat(table) == [10, -6, 3, -15]
    assert not corrections.correct(table, actor, TOTAL, right, "again").changed
    rounds.close_round(again(table).round, actor)
    with refusal("correction_too_late"):
        corrections.correct(again(table), actor, TOTAL, COUNT, "no, it was right")
    assert corrections.correct(again(table), actor, TOTAL, COUNT, "it was right", closed_too=True).changed
    assert is_clean()


def test_final_chips_count_with_those_of_the_bank_where_purses_are_of_the_table() -> None:
    table = a_table(3, rules={"preset": "pagat", "purse": "table"}, starting_chips=50)
    actor = boss(table.round)
    leftovers.issue_chips(table, actor, [1], 30, "rebuy")
    final = {"format": "poch-count/1", "deals": 9, "chips": [0, 100, 71], "board": 9}
    with pytest.raises(games.EngineError) as refused:
        results.record(table, actor, TOTAL, {**final, "board": 8})
    assert refused.value.params["stated"] == 179
    assert refused.value.params["expected"] == 180
    results.record(table, actor, TOTAL, final)
    assert table_state(table).purses == [0, 100, 71]
    assert net_by_seat(table) == [-50, 20, 21]
    with refusal("table_has_count"):
        leftovers.issue_chips(table, actor, [1], 30, "one more")
    assert is_clean()


def counted_in(event: Event) -> list[Any]:
    """What each deal of the event says, in the order of tables."""
    deals = Deal.objects.filter(table__round__event=event)
    return list(
        deals.order_by("table__number", "number", "revision").values_list(
            "table__number", "number", "revision", "kind", "counted", "result"
        )
    )
