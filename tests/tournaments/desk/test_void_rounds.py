"""Rounds that count no more: taken back, closed without a deal, or played again with their stage."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tests.builders import (
    a_table,
    boss,
    make_card,
    make_club,
    next_document,
    owner_of,
    play,
    play_round,
    published_round,
    refusal,
    running_event,
    the_table,
)
from tests.tournaments.evenings import WITHOUT_LOTS, plain, sent
from tournaments.core.rules.refusals import Invalid
from tournaments.desk.verbs import rounds
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs import draws
from tournaments.events.verbs import entries
from tournaments.events.verbs.plans import current_stage
from tournaments.models import (
    AuditEntry,
    Deal,
    Entry,
    Event,
    Round,
    RoundStatus,
    Seat,
    Stage,
    Standing,
    Table,
    Transfer,
)
from tournaments.play.verbs import cards, claims, corrections, results
from tournaments.play.verbs.results import payouts_of
from tournaments.programs.documents import exports
from tournaments.programs.documents.documents import document_of
from tournaments.programs.documents.imports import import_event
from tournaments.programs.documents.parts import InvalidDocument
from tournaments.programs.fsck.run import run
from tournaments.standings.verbs import adjustments, standings
from tournaments.tables.verbs.tables import past_tables

pytestmark = pytest.mark.django_db

PURSES = {"preset": "pagat", "purse": "table"}
TWO_AND_FINAL: list[dict[str, Any]] = [
    {"format": "swiss", "rounds_planned": 2, "deals_per_round": 1},
    {"format": "final", "cut": 4, "deals_per_round": 1},
]


def seating(round_: Round) -> list[list[Any]]:
    """The entries at each table."""
    tables = Table.objects.filter(round=round_).order_by("number")
    return [list(table.seats.order_by("number").values_list("entry", flat=True)) for table in tables]


def take_back(round_: Round) -> Round:
    return rounds.take_back_round(round_, boss(round_), "The wrong rules were on the wall")


def replay(event: Event, number: int) -> Stage:
    stage = Stage.objects.get(event=event, number=number)
    return rounds.replay_stage(stage, boss(event), "A table played with two decks")


def fresh(event: Event) -> Event:
    return Event.objects.select_related("club").get(pk=event.pk)


def scores(event: Event) -> dict[str, float]:
    return {row["entry"]: row["score"] for row in standings.compute(fresh(event))}


def is_sound() -> bool:
    return not run().damage


@pytest.mark.parametrize("rules", [{"preset": "pagat"}, PURSES])
def test_a_round_that_is_taken_back_is_a_proposal_with_the_same_seats(rules: dict[str, Any]) -> None:
    event = running_event(8, rules=rules)
    published = published_round(event)
    before = fresh(event).version
    proposal = take_back(published)
    assert (proposal.status, proposal.number, proposal.draw) == ("drawn", 1, published.draw + 1)
    assert seating(proposal) == seating(published)
    assert list(Round.objects.filter(event=event)) == [proposal]
    assert Round.with_void.get(pk=published.pk).void_as == "taken_back"
    assert fresh(event).version > before
    assert Standing.objects.filter(event=event, version=fresh(event).version).exists()
    entry = AuditEntry.objects.get(verb="take_back_round")
    assert entry.data == {"number": 1, "reason": "The wrong rules were on the wall"}
    assert is_sound()


def test_a_round_that_was_taken_back_can_be_changed_drawn_again_and_played() -> None:
    event = running_event(9, rules=PURSES)
    published = published_round(event)
    entry = Entry.objects.filter(event=event).latest("number")
    entries.withdraw(entry, boss(event))
    proposal = take_back(published)
    with refusal("entries_changed"):
        publish_round(proposal, boss(event), proposal.draw)
    again = draws.redraw_round(proposal, boss(event), proposal.draw)
    assert sorted(map(len, seating(again))) == [4, 4]
    play_round(publish_round(again, boss(event), again.draw))
    assert [(round_.number, round_.status) for round_ in Round.objects.filter(event=event)] == [(1, "closed")]
    assert is_sound()


def test_a_round_with_a_deal_is_not_taken_back_even_if_it_is_voided() -> None:
    table = a_table(rules=PURSES)
    play(table)
    with refusal("round_begun"):
        take_back(table.round)
    corrections.void(table, boss(table.round), 1, "wrong table")
    with refusal("round_begun"):
        take_back(table.round)


def test_only_a_published_round_is_taken_back_and_only_with_a_reason() -> None:
    event = running_event(4, deals_per_round=1)
    drawn = draws.draw_round(event, boss(event))
    with refusal("round_not_published"):
        take_back(drawn)
    published = publish_round(drawn, boss(event), drawn.draw)
    with refusal("reason_missing", Invalid):
        rounds.take_back_round(published, boss(event), " ")
    proposal = take_back(published)
    with refusal("round_void"):
        take_back(published)
    closed = play_round(publish_round(proposal, boss(event), proposal.draw))
    with refusal("round_closed"):
        take_back(closed)


def test_nothing_more_happens_at_a_table_of_a_void_round() -> None:
    table = a_table(rules=PURSES, two_agree=True)
    made = make_card(table)
    token = cards.enter_by_secret(made.secret).token
    document = next_document(table)
    take_back(table.round)
    table = Table.objects.select_related("round__event__club").get(pk=table.pk)
    with refusal("round_void"):
        results.record(table, boss(table.round), 1, document)
    with refusal("round_void"):
        claims.claim_deal(table, boss(table.round), 1, document, seat=0)
    with refusal("round_void"):
        rounds.close_round(table.round, boss(table.round), early=True)
    with refusal("round_void"):
        publish_round(table.round, boss(table.round), 1)
    assert cards.phone_of_token(token) is None
    with refusal("between_rounds"):
        cards.enter_by_secret(made.secret)


@pytest.mark.parametrize("cause", ["taken_back", "not_played"])
def test_the_database_keeps_a_round_with_a_deal_from_becoming_void(cause: str) -> None:
    table = a_table()
    play(table)
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.filter(pk=table.round_id).update(status=RoundStatus.VOID, void_as=cause)


# Closed without a deal


def a_final(players: int = 8) -> tuple[Event, Round]:
    """An event with its final published, after two rounds."""
    event = running_event(players, stages=TWO_AND_FINAL)
    for _number in range(2):
        play_round(published_round(event))
    return event, published_round(event)


def test_a_final_that_nobody_played_makes_no_champion() -> None:
    event, final = a_final()
    before_the_final = Standing.objects.get(round__number=2).rows
    closed = rounds.close_round(final, boss(event), early=True)
    assert (closed.status, closed.void_as) == ("void", "not_played")
    assert [row["place"] for row in standings.compute(fresh(event))] == [
        row["place"] for row in before_the_final
    ]
    assert {row["stage"] for row in standings.compute(fresh(event))} == {1}
    stage = current_stage(fresh(event))
    assert stage is not None
    assert (stage.number, stage.entrants, stage.cut_report) == (2, None, None)
    assert AuditEntry.objects.get(verb="close_round", data__not_played=True).data["number"] == 3
    assert is_sound()
    # The round can be drawn again, or the event finished.
    again = published_round(event)
    assert again.number == 3
    rounds.close_round(again, boss(event), early=True)
    finish_event(event, boss(event))
    assert {row["stage"] for row in standings.compute(fresh(event))} == {1}


# A stage is played again


def test_a_stage_that_is_played_again_keeps_its_old_rounds_as_void() -> None:
    event, final = a_final()
    play_round(final)
    assert {row["stage"] for row in standings.compute(fresh(event))} == {1, 2}
    after_two = Standing.objects.get(round__number=2).rows
    transfers = Transfer.objects.count()
    stage = replay(event, 2)
    assert (stage.entrants, stage.cut_report) == (None, None)
    assert [row["entry"] for row in standings.compute(fresh(event))] == [row["entry"] for row in after_two]
    assert Round.with_void.get(number=3).void_as == "played_again"
    assert Transfer.objects.count() == transfers
    assert AuditEntry.objects.get(verb="replay_stage").data == {
        "number": 2, "rounds": [3], "reason": "A table played with two decks"
    }  # fmt: skip
    again = published_round(event)
    assert (again.number, again.stage_id) == (3, stage.pk)
    play_round(again)
    finish_event(event, boss(event))
    assert is_sound()


def test_later_stages_become_void_together_with_an_earlier_one() -> None:
    event, final = a_final()
    play_round(final)
    replay(event, 1)
    assert not Round.objects.filter(event=event).exists()
    assert not Standing.objects.filter(event=event, round__isnull=False).exists()
    assert [row["score"] for row in standings.compute(fresh(event))] == [0] * 8
    assert current_stage(fresh(event)) == Stage.objects.get(event=event, number=1)
    for _number in range(3):
        play_round(published_round(event))
    assert is_sound()


@pytest.mark.parametrize("how", ["the same seats", "another draw"])
def test_a_penalty_follows_a_round_that_is_taken_back_and_published_again(how: str) -> None:
    event, final = a_final()
    entry = Seat.objects.filter(round=final)[0].entry
    before = scores(event)[str(entry.pk)]
    adjustments.add_adjustment(event, boss(event), entry, "late", chips=-5, played_round=final)
    proposal = take_back(final)
    assert scores(event)[str(entry.pk)] == before, "nothing of it is public"
    if how == "the same seats":
        publish_round(proposal, boss(event), proposal.draw)
    else:
        draws.discard_draw(proposal, boss(event))
        published_round(event)
    assert scores(event)[str(entry.pk)] == before - 5
    play_round(Round.objects.get(event=event, number=3))
    finish_event(event, boss(event))
    assert is_sound()
    assert [given["round"] for given in document_of(fresh(event))["adjustments"]] == [3]


def test_a_stage_is_played_again_only_between_rounds_and_after_it_began() -> None:
    event = running_event(8, stages=TWO_AND_FINAL)
    with refusal("stage_not_begun"):
        replay(event, 2)
    published = published_round(event)
    with refusal("round_open"):
        replay(event, 1)
    play_round(published)
    play_round(published_round(event))
    finish_event(event, boss(event))
    with refusal("event_finished"):
        replay(event, 1)


# Documents


def a_long_evening() -> Event:
    """A finished event with a void round of each kind; somebody who sat in them has left."""
    rules = {**PURSES, "leftover": "split"}
    event = running_event(9, stages=TWO_AND_FINAL, rules=rules, tie_breaks=WITHOUT_LOTS)
    play_round(published_round(event))
    gone = take_back(published_round(event))
    draws.discard_draw(gone, boss(event))
    second = published_round(event)
    play(the_table(second))
    corrections.void(the_table(second), boss(event), 1, "the wrong deck")
    rounds.close_round(second, boss(event), early=True)
    play_round(published_round(event))
    final = published_round(event)
    adjustments.add_adjustment(
        event, boss(event), Seat.objects.filter(round=final)[0].entry, "late", chips=-5, played_round=final
    )
    entries.withdraw(Seat.objects.filter(round=final)[1].entry, boss(event))
    play_round(final)
    replay(event, 2)
    play_round(published_round(event))
    return finish_event(event, boss(event))


def test_a_document_has_the_void_rounds_and_exports_and_lists_leave_them_out() -> None:
    event = a_long_evening()
    exported = list(exports.deals(event)[1])
    counting = Deal.objects.effective().filter(table__round__in=Round.objects.filter(event=event))
    assert len(exported) == counting.count()
    assert {payout.deal.table.round.status for payout in payouts_of(event)} == {"closed"}
    assert len(past_tables(event, 4, bots=False)) == 3
    document = sent(document_of(event))
    assert [(round_["number"], round_["void_as"]) for round_ in document["void_rounds"]] == [
        (2, "not_played"), (3, "played_again")
    ]  # fmt: skip
    club = make_club()
    taken = import_event(club, owner_of(club), document)
    assert plain(sent(document_of(taken))) == plain(document)
    assert is_sound()
    for change in ({"void_as": "not_played"}, {"void_as": "played_again", "stage": 9}):
        document["void_rounds"][1] |= change
        with refusal("round_disagrees", InvalidDocument):
            import_event(make_club(), owner_of(club), document)
