"""What the cards gave in a standing: of records, scorecards, totals, corrected deals, people who left."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import games.services as games
from tests.api.scorecards import scorecard_of
from tests.builders import (
    boss,
    enter,
    make_club,
    next_document,
    owner_of,
    play,
    play_round,
    published_round,
    refusal,
    the_table,
)
from tests.tournaments.evenings import sent
from tests.tournaments.measured import fresh, measure_quickly, measured_event, rows_of
from tests.tournaments.rounds_by_hand import tables_of
from tests.tournaments.test_corrections import correct
from tests.tournaments.test_leaving import leave
from tournaments.models import Deal, Event, HandWorth, Round, Table
from tournaments.services.evening.lifecycle import finish_event
from tournaments.services.evening.rounds import close_round
from tournaments.services.exchange.documents import document_of
from tournaments.services.exchange.imports import import_event
from tournaments.services.fsck import run as fsck
from tournaments.services.play import counts, results
from tournaments.services.standings.table_states import table_state

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    measure_quickly(monkeypatch, settings)


def play_by_scorecards(table: Table, deals: int = 2) -> None:
    for _ in range(deals):
        document = next_document(table)
        card = scorecard_of(document, games.replay(document))
        results.record_deal(table, boss(table.round), table_state(table).next_number, card)


def luck(event: Event, after: int | None = None) -> dict[str, dict[str, Any]]:
    """What the standing tells of each entry."""
    return {row["entry"]: row["luck"] for row in rows_of(event, after) if "luck" in row}


def seated(table: Table) -> set[str]:
    return {str(seat.entry_id) for seat in table.seats.all()}


def nothing_is_damaged() -> None:
    assert [damage.as_json() for damage in fsck.run().damage] == []


def close(round_: Round) -> Event:
    close_round(round_, boss(round_))
    return fresh(round_.event)


def test_scorecards_know_only_the_melding_and_totals_nothing() -> None:
    round_ = published_round(measured_event())
    first, second = the_table(round_, 1), the_table(round_, 2)
    play_by_scorecards(first)
    counts.record_count(
        second, boss(round_), {"format": "poch-count/1", "deals": 2, "net": [5, -5, 3, -3], "board": 0}
    )
    event = close(round_)
    assert luck(event).keys() == seated(first)
    assert {(each["deals"], each["by_melding"]) for each in luck(event).values()} == {(2, 2)}
    assert sum(each["cards"] for each in luck(event).values()) == pytest.approx(0, abs=0.02)
    nothing_is_damaged()


def test_a_correction_judges_the_new_cards() -> None:
    round_ = published_round(measured_event())
    play_round(round_)
    before = luck(fresh(round_.event))
    table = the_table(round_, 1)
    correct(table, 1, closed_too=True)
    event = fresh(round_.event)
    after = luck(event)
    assert {entry for entry in after if after[entry]["cards"] != before[entry]["cards"]} <= seated(table)
    assert after != before
    assert luck(event, after=1) == after
    # The later deal of the table was recorded anew, with other purses and pools.
    assert HandWorth.objects.count() == 4 + 2
    nothing_is_damaged()


def test_the_cards_belong_to_who_held_them() -> None:
    round_ = published_round(measured_event(deals_per_round=3))
    table, out = the_table(round_, 1), tables_of(round_)[0][1]
    into = enter(round_.event, 1)[0]
    play(table, 2)
    leave(table, out, into)
    play_round(round_)
    told = luck(fresh(round_.event))
    assert (told[str(out.pk)]["deals"], told[str(into.pk)]["deals"]) == (2, 1)
    worths = HandWorth.objects.filter(deal__table=table).order_by("deal__number")
    of_seat = [worth.seats["1"] for worth in worths]
    assert told[str(out.pk)]["cards"] == pytest.approx(sum(of_seat[:2]) / 1000)
    assert told[str(into.pk)]["cards"] == pytest.approx(of_seat[2] / 1000)
    nothing_is_damaged()


def test_an_empty_seat_holds_no_cards() -> None:
    round_ = published_round(measured_event(deals_per_round=3, least=3))
    table, out = the_table(round_, 1), tables_of(round_)[0][1]
    play(table, 2)
    leave(table, out)
    play_round(round_)
    event = fresh(round_.event)
    last = Deal.objects.effective().get(table=table, number=3)
    assert HandWorth.objects.get(deal=last).seats.keys() == {"0", "2", "3"}
    told = luck(event)
    assert told[str(out.pk)]["deals"] == 2
    assert {told[entry]["deals"] for entry in seated(table) - {str(out.pk)}} == {3}
    nothing_is_damaged()


def test_a_table_of_a_size_that_was_not_measured_tells_nothing() -> None:
    round_ = published_round(measured_event(deals_per_round=3))
    table, out = the_table(round_, 1), tables_of(round_)[0][1]
    play(table, 2)
    leave(table, out)
    play_round(round_)
    event = fresh(round_.event)
    # Who left has played at a table of four only.
    assert luck(event).keys() == seated(the_table(round_, 2)) | {str(out.pk)}
    nothing_is_damaged()


def test_a_deal_that_was_not_measured_gives_nobody_the_cards_of_who_took_the_seat() -> None:
    round_ = published_round(measured_event(deals_per_round=4, least=3))
    measured = fresh(round_.event).hand_weights or {}
    Event.objects.filter(pk=round_.event_id).update(hand_weights={"3": measured["3"]})
    table, (other, out) = the_table(round_, 1), tables_of(round_)[0][:2]
    into = enter(round_.event, 1)[0]
    play(table)
    leave(table, other)
    leave(table, out, into)
    play_round(round_)
    told = luck(fresh(round_.event))
    assert told.keys() == {str(into.pk)}
    assert told[str(into.pk)]["deals"] == 3


def finished(**fields: Any) -> Event:
    event = measured_event(**fields)
    for _ in range(2):
        play_round(published_round(fresh(event)))
    return finish_event(fresh(event), owner_of(event.club))


def test_a_document_brings_its_weights_and_tells_the_same_and_without_them_nothing() -> None:
    event = finished()
    document = sent(document_of(event))
    assert document["hand_weights"] == event.hand_weights
    club = make_club()
    taken = import_event(club, owner_of(club), copy.deepcopy(document))
    assert taken.hand_weights == event.hand_weights
    mine, theirs = ([row["luck"] for row in rows_of(each)] for each in (event, taken))
    assert mine == theirs
    document["hand_weights"] = None
    for standing in document["standings"]:
        for row in standing["rows"]:
            del row["luck"]
    silent = import_event(club, owner_of(club), document, again=True)
    assert (silent.hand_weights, luck(silent)) == (None, {})
    nothing_is_damaged()


def test_weights_may_lack_a_size_that_came_with_a_later_stage() -> None:
    event = finished(least=3)
    assert event.hand_weights is not None
    Event.objects.filter(pk=event.pk).update(hand_weights={"4": event.hand_weights["4"]})
    nothing_is_damaged()
    club = make_club()
    assert luck(import_event(club, owner_of(club), sent(document_of(fresh(event)))))


def test_weights_of_a_document_must_fit_the_rules_and_its_standings_the_weights() -> None:
    document = sent(document_of(finished()))
    club = make_club()
    short, other = copy.deepcopy(document), copy.deepcopy(document)
    short["hand_weights"]["4"]["hands"].pop()
    other["hand_weights"]["4"]["hands"][0] += 2
    for forged in (short, other):
        with refusal("hand_weights_disagree") as refused:
            import_event(club, owner_of(club), forged)
        assert refused.value.extra["errors"][0]["pointer"] == "/document/hand_weights"
    document["standings"][0]["rows"][0]["luck"]["cards"] += 1
    with refusal("standing_disagrees"):
        import_event(club, owner_of(club), document)
