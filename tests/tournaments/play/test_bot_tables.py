"""Tables of bots play by themselves: each deal queues the next."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.builders import DOORS, enter, owner_of, play, published_round, running_event, the_table, work
from tournaments import tasks
from tournaments.desk.verbs.lifecycle import edit_event
from tournaments.events.verbs import entries
from tournaments.models import Deal, Event, OutboxTask, Round
from tournaments.play.verbs import corrections

pytestmark = pytest.mark.django_db


def test_the_next_deal_is_queued_at_the_events_pace() -> None:
    table = the_table(published_round(running_event(4, bot="bold", pace_ms=60_000)))
    first = OutboxTask.objects.get(task="bots.play_deal")
    tasks.play_bot_deal(str(first.pk))
    second = OutboxTask.objects.get(task="bots.play_deal", done_at__isnull=True)
    assert second.args == [str(table.pk), "2"]
    assert 59 < (second.not_before - second.created_at).total_seconds() < 61


def test_a_deal_asked_for_twice_is_played_once() -> None:
    from tournaments.play.verbs.bots import play_deal

    table = the_table(published_round(running_event(4, bot="random")))
    play_deal(table.pk, 1)
    play_deal(table.pk, 1)
    assert Deal.objects.count() == 1


def test_bots_play_on_after_a_person_recorded_or_voided_one_of_their_deals() -> None:
    table = the_table(published_round(running_event(4, bot="random", deals_per_round=3)))
    play(table)
    work()
    assert Deal.objects.effective().count() == 3
    corrections.void(table, owner_of(table.round.event.club), 3, "seen by nobody")
    work()
    assert Deal.objects.effective().count() == 3


def test_an_event_with_auto_draw_goes_on_when_a_further_round_is_planned_or_players_come() -> None:
    event = running_event(4, bot="random", deals_per_round=1, rounds_planned=1)
    edit_event(event, owner_of(event.club), auto_draw=True)
    work()
    event.refresh_from_db()
    assert event.status == "finished"
    waiting = running_event(3, bot="random", deals_per_round=1, rounds_planned=2, auto_draw=True)
    gone = waiting.entries.all()[0]
    entries.withdraw(gone, owner_of(waiting.club))
    work()
    assert Round.objects.filter(event=waiting).count() == 0
    enter(waiting, 1, bot="random")
    work()
    assert Round.objects.filter(event=waiting, status="closed").count() == 2


def test_an_event_with_an_encore_is_followed_by_one_like_it() -> None:
    event = running_event(
        4, bot="cautious", deals_per_round=1, rounds_planned=1, auto_draw=True, encore=True, name="Show"
    )
    while Event.objects.count() < 2:
        row = OutboxTask.objects.filter(done_at__isnull=True).earliest("not_before")
        DOORS[row.task](str(row.pk))
    again = Event.objects.exclude(pk=event.pk).get()
    assert (again.name, again.status, again.entries.count()) == ("Show", "running", 4)


def waiting_deals() -> list[OutboxTask]:
    return list(OutboxTask.objects.filter(task="bots.play_deal", done_at__isnull=True).order_by("created_at"))


def play_first_deals() -> None:
    for row in waiting_deals():
        tasks.play_bot_deal(str(row.pk))


def test_a_quicker_pace_is_kept_at_once_by_the_tables_that_wait_and_by_no_other_event() -> None:
    patient, hasty = (running_event(8, bot="bold", pace_ms=600_000) for _ in range(2))
    published_round(patient)
    play_first_deals()
    others = {row.pk: row.not_before for row in waiting_deals()}
    published_round(hasty)
    for row in waiting_deals():
        if row.pk not in others:
            tasks.play_bot_deal(str(row.pk))
    before = timezone.now()
    edit_event(hasty, owner_of(hasty.club), pace_ms=0)
    waiting = [row.not_before for row in waiting_deals() if row.pk not in others]
    assert len(waiting) == 2
    assert all(before <= at <= timezone.now() for at in waiting)
    assert {row.pk: row.not_before for row in waiting_deals() if row.pk in others} == others
