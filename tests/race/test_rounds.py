"""Rounds, seats and stages change while others draw, publish or record, on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import games.services as games
from tests.builders import (
    boss,
    enter,
    next_document,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tests.race.together import at_once, meet, meet_across
from tournaments import tasks
from tournaments.core import change
from tournaments.core.rules.refusals import Conflict
from tournaments.desk.verbs import leaving, lifecycle, rounds, seats
from tournaments.draw.verbs import draws
from tournaments.events.verbs import stages
from tournaments.models import (
    Account,
    AuditEntry,
    Deal,
    DealClaim,
    Occupant,
    OutboxTask,
    Round,
    Seat,
    SeatResult,
    Stage,
    Table,
)
from tournaments.play.verbs import bots, claims, results
from tournaments.tables.verbs.tallies import seat_tallies

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_a_draw_published_and_discarded_at_once_is_one_of_the_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = running_event(8)
    actor = owner_of(event.club)
    drawn = draws.draw_round(event, actor)
    meet_across(monkeypatch, (rounds, "lock_round"), (draws, "lock_round"))
    published, discarded = at_once(
        lambda: rounds.publish_round(drawn, actor, 1), lambda: draws.discard_draw(drawn, actor)
    )
    if isinstance(published, Conflict):
        assert (published.code, discarded, Round.objects.count()) == ("round_gone", None, 0)
    else:
        assert (discarded.code, Round.objects.get().status) == ("round_published", "published")


def test_a_round_is_closed_once_and_the_next_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers advance an event that runs by itself."""
    event = running_event(4, bot="random", auto_draw=True, rounds_planned=2, deals_per_round=1)
    play(the_table(published_round(event)))
    meet(monkeypatch, rounds, "_close_played")
    assert at_once(*[lambda: rounds.advance(event.pk)] * 2) == [None, None]
    assert AuditEntry.objects.filter(verb="close_round").count() == 1
    meet(monkeypatch, rounds, "draw_round")
    assert at_once(*[lambda: rounds.advance(event.pk)] * 2) == [None, None]
    assert list(Round.objects.order_by("number").values_list("status", flat=True)) == ["closed", "published"]
    assert AuditEntry.objects.filter(verb="publish_round").count() == 2


def test_a_stage_ended_while_its_next_round_is_drawn_gets_that_round_or_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = [{"format": "swiss", "rounds_planned": 3}, {"format": "final", "cut": 4}]
    event = running_event(8, stages=plan, deals_per_round=1)
    play_round(published_round(event))
    first, actor = Stage.objects.get(event=event, number=1), owner_of(event.club)
    meet_across(monkeypatch, (draws, "lock"), (stages, "lock_event"))
    drawn, ended = at_once(lambda: draws.draw_round(event, actor), lambda: stages.end_stage(first, actor))
    # The first one wins: either the stage continues with that round, or the round belongs to the next stage.
    if isinstance(ended, Conflict):
        assert (ended.code, drawn.stage.number) == ("round_open", 1)
    else:
        assert (drawn.stage.number, drawn.seats.count()) == (2, 4)
    assert Round.objects.filter(event=event).count() == 2


@pytest.fixture
def published() -> Round:
    return published_round(running_event(8, rules={"preset": "pagat", "purse": "table"}))


def recording(table: Table, number: int) -> Callable[[], results.Recorded]:
    actor, document = boss(table.round), next_document(table)
    return lambda: results.record(table, actor, number, document)


def take_back(round_: Round) -> Round:
    return rounds.take_back_round(round_, owner_of(round_.event.club), "the wrong draw")


def test_a_deal_recorded_while_its_round_is_taken_back_is_refused_or_keeps_the_round(
    published: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = the_table(published)
    meet_across(monkeypatch, (results, "lock_and_bump"), (change, "lock_event"))
    recorded, taken = at_once(recording(table, 1), lambda: take_back(published))
    if isinstance(taken, Conflict):
        assert taken.code == "round_begun"
        assert Deal.objects.count() == 1
        assert Round.with_void.get().status == "playing"
    else:
        assert isinstance(recorded, Conflict)
        assert recorded.code == "round_void"
        assert not Deal.objects.exists()


def test_a_claim_made_while_its_round_is_taken_back_is_refused_or_keeps_the_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    published = published_round(running_event(4, two_agree=True))
    table, actor = the_table(published), owner_of(published.event.club)
    document = next_document(table)
    meet(monkeypatch, change, "lock_event")
    claimed, taken = at_once(
        lambda: claims.claim_deal(table, actor, 1, document, seat=0), lambda: take_back(published)
    )
    if isinstance(taken, Conflict):
        assert taken.code == "round_begun"
        assert DealClaim.objects.get().status == "pending"
    else:
        assert isinstance(claimed, Conflict)
        assert claimed.code == "round_void"
        assert not DealClaim.objects.exists()


def test_a_deal_recorded_while_its_table_shrinks_keeps_every_seat_or_is_refused(
    published: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet_across(monkeypatch, (results, "lock_and_bump"), (change, "lock_event"))
    table = the_table(published)
    missing = Seat.objects.select_related("entry").get(table=table, number=1).entry
    recorded, shrunk = at_once(
        recording(table, 1), lambda: seats.leave_out(published, boss(published), missing, published.draw)
    )
    if isinstance(shrunk, Conflict):
        assert shrunk.code == "table_has_deals"
        assert SeatResult.objects.count() == 4
    else:
        # The document is for four seats, so it does not fit the table any more.
        assert isinstance(recorded, Conflict | games.EngineError)
        assert not Deal.objects.exists()
        assert Seat.objects.filter(table=the_table(published)).count() == 3
    assert sum(Account.objects.values_list("balance", flat=True)) == 0


def test_a_deal_recorded_while_somebody_leaves_belongs_to_one_of_the_two(
    published: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deal 2 is recorded while the player of seat 1 leaves before deal 2, for a spare player."""
    table, event = the_table(published), published.event
    play(table)
    out, (into,) = Seat.objects.select_related("entry").get(table=table, number=1).entry, enter(event, 1)
    meet_across(monkeypatch, (results, "lock_and_bump"), (change, "lock_event"))
    recorded, left = at_once(
        recording(table, 2), lambda: leaving.leave_table(table, boss(event), out, into, 2)
    )
    assert recorded.deal.number == 2
    (before, *after) = [tally.deals for tally in seat_tallies(event) if tally.seat == 1 and tally.deals]
    if isinstance(left, Conflict):
        assert (left.code, before, after) == ("next_deal_moved", 2, [])
        assert not Occupant.objects.exists()
    else:
        assert (before, after) == (1, [1])


def test_the_pace_of_bots_is_changed_while_a_worker_plays_one_of_their_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The two do not deadlock: the change locks the event and reads the rows of later deals, the worker has
    locked such a row and waits for the event. (A message can come early if the pace was slowed after it.)
    """
    event = running_event(4, bot="random", pace_ms=60_000)
    published_round(event)
    tasks.play_bot_deal(str(OutboxTask.objects.get(task="bots.play_deal").pk))
    waiting, actor = OutboxTask.objects.get(task="bots.play_deal", done_at__isnull=True), owner_of(event.club)
    meet_across(monkeypatch, (bots, "record"), (lifecycle, "keep_pace"))
    answers = at_once(
        lambda: tasks.play_bot_deal(str(waiting.pk)),
        lambda: lifecycle.edit_event(event, actor, pace_ms=1_000),
    )
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert Deal.objects.count() == 2
