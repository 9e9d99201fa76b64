"""The clock and the announcement: on public pages, on phones, and on the overview of a director."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    boss,
    make_event,
    make_member,
    owner_of,
    play,
    play_round,
    published_round,
    refusal,
    running_event,
    the_table,
    work,
)
from tests.web.conftest import client_of
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.desk.verbs import clocks
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.desk.verbs.rounds import close_round
from tournaments.desk.verbs.voiding import take_back_round
from tournaments.events.verbs.announcements import announce, recipients_of, take_down
from tournaments.events.verbs.events import change_settings
from tournaments.models import Event, Round, RoundClock

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    return published_round(running_event(8, rounds_planned=3, deals_per_round=4))


def page_of(client: Client, name: str, *args: Any) -> str:
    return client.get(reverse(name, args=args)).content.decode()


def test_a_clock_is_on_the_pages_of_the_event_and_of_a_table(client: Client, round_: Round) -> None:
    event, table = round_.event, the_table(round_)
    pages = [("event", event.ref), ("standings", event.ref), ("projector", event.ref), ("table", table.pk)]
    for name, ref in pages:
        assert "data-clock" not in page_of(client, name, ref), name
    clock = clocks.start_clock(round_, boss(event), 40)
    member = client_of(make_member(event.club).user)
    for name, ref in pages:
        assert "data-clock" in page_of(member, name, ref), name
    end = round((clock.started_at + timedelta(minutes=40)).timestamp() * 1000)
    assert f'data-end="{end}"' in page_of(member, "event", event.ref)
    # The pages say when the time is up also where no script counts.
    assert "The time of this round is up at" in page_of(member, "scorecard", table.pk)


def test_a_page_that_asks_again_gets_the_clock_only_when_it_has_changed(
    client: Client, round_: Round
) -> None:
    event = round_.event
    member = client_of(make_member(event.club).user)
    clocks.start_clock(round_, boss(event), 40)
    poll = re.search(r'hx-get="([^"]*notices[^"]*)"', page_of(member, "event", event.ref))
    assert poll is not None
    assert member.get(poll[1]).status_code == 204
    clocks.pause_clock(round_, boss(event))
    changed = member.get(poll[1])
    assert changed.status_code == 200
    assert 'data-phase="paused"' in changed.content.decode()


def test_the_clock_says_last_deal_and_stops_nobody(client: Client, round_: Round) -> None:
    with time_machine.travel(timezone.now(), tick=False) as now:
        clocks.start_clock(round_, boss(round_), 40)
        now.shift(timedelta(minutes=36))
        member = client_of(make_member(round_.event.club).user)
        assert 'data-phase="warning"' in page_of(member, "event", round_.event.ref)
        now.shift(timedelta(minutes=5))
        assert 'data-phase="last_deal"' in page_of(member, "event", round_.event.ref)
        play(the_table(round_), 2)


def test_each_pause_moves_the_end_and_extra_time_only_that_of_a_table(client: Client, round_: Round) -> None:
    actor = boss(round_)
    with time_machine.travel(timezone.now(), tick=False) as now:
        began = timezone.now()
        clocks.start_clock(round_, actor, 40)
        for minutes in (6, 4):
            clocks.pause_clock(round_, actor)
            now.shift(timedelta(minutes=minutes))
            clock = clocks.resume_clock(round_, actor)
        assert clock.for_table().ends_at == (began + timedelta(minutes=50)).timestamp()
        clocks.add_time(round_, actor, 5, table=2)
        member = client_of(make_member(round_.event.club).user)
        ends = [
            re.findall(r'data-end="(\d+)"', page_of(member, "table", the_table(round_, number).pk))[0]
            for number in (1, 2)
        ]
        assert int(ends[1]) - int(ends[0]) == 5 * 60_000
        assert "This table has 5 minutes more." in page_of(member, "table", the_table(round_, 2).pk)


def test_what_a_clock_refuses(round_: Round) -> None:
    actor = boss(round_)
    for act in (clocks.pause_clock, clocks.resume_clock):
        with refusal("clock_missing", Conflict):
            act(round_, actor)
    with refusal("clock_without_minutes", Invalid):
        clocks.start_clock(round_, actor)
    with refusal("clock_out_of_range", Invalid):
        clocks.start_clock(round_, actor, 601)
    with refusal("clock_warning_out_of_range", Invalid):
        clocks.start_clock(round_, actor, 40, 41)
    clocks.start_clock(round_, actor, 40)
    with refusal("clock_started", Conflict):
        clocks.start_clock(round_, actor, 40)
    with refusal("clock_not_paused", Conflict):
        clocks.resume_clock(round_, actor)
    clocks.pause_clock(round_, actor)
    with refusal("clock_paused", Conflict):
        clocks.pause_clock(round_, actor)
    with refusal("clock_table_unknown", Invalid):
        clocks.add_time(round_, actor, 5, table=9)
    for minutes in (0, 121):
        with refusal("extra_time_out_of_range", Invalid):
            clocks.add_time(round_, actor, minutes)
    with refusal("extra_time_out_of_range", Invalid):
        clocks.add_time(round_, actor, -5, table=1)
    with refusal("clock_out_of_range", Invalid):
        clocks.add_time(round_, actor, -40)


def test_publishing_starts_the_clock_if_the_event_says_so_and_closing_ends_it() -> None:
    event = running_event(4, rounds_planned=3, deals_per_round=1, clock_minutes=6, clock_at_publishing=True)
    round_ = published_round(event)
    clock = RoundClock.objects.get(event=event)
    assert (clock.round, clock.seconds, clock.warning) == (round_, 360, 180)
    play(the_table(round_))
    close_round(round_, boss(event))
    assert not RoundClock.objects.filter(event=event).exists()
    second = published_round(event)
    assert RoundClock.objects.get(event=event).round == second
    take_back_round(second, boss(event), "the wrong draw")
    assert not RoundClock.objects.filter(event=event).exists()


def test_a_clock_that_starts_itself_needs_its_minutes() -> None:
    event = make_event()
    with refusal("clock_without_minutes", Invalid):
        change_settings(event, owner_of(event.club), {"clock_at_publishing": True})
    with refusal("number_out_of_range", Invalid):
        change_settings(event, owner_of(event.club), {"clock_minutes": 0})


def test_a_director_runs_the_clock_from_the_overview(round_: Round) -> None:
    event = round_.event
    director = client_of(make_member(event.club).user)
    assert "Start the clock of round 1" in page_of(director, "manage", event.ref)
    director.post(reverse("start_clock", args=[round_.pk]), {"minutes": "40", "warning_minutes": "5"})
    assert "Pause the clock" in page_of(director, "manage", event.ref)
    director.post(reverse("pause_clock", args=[round_.pk]))
    assert "Let the clock go on" in page_of(director, "manage", event.ref)
    director.post(reverse("resume_clock", args=[round_.pk]))
    director.post(reverse("add_time", args=[round_.pk]), {"more-minutes": "5", "more-table": "2"})
    assert the_table(round_, 2).extra_seconds == 300
    wrong = director.post(reverse("add_time", args=[round_.pk]), {"more-minutes": "x"}, follow=True)
    assert "Write a whole number" in wrong.content.decode()
    log = page_of(director, "event_log", event.ref)
    for deed in ("started the clock", "paused the clock", "changed the time of a round or a table"):
        assert deed in log


def test_the_overview_estimates_the_end_of_the_evening() -> None:
    with time_machine.travel("2026-10-31 19:00:00+00:00", tick=False) as now:
        event = running_event(4, rounds_planned=2, deals_per_round=4)
        director = client_of(make_member(event.club).user)
        round_ = published_round(event)
        assert "Estimated end of the evening" not in page_of(director, "manage", event.ref)
        now.shift(timedelta(minutes=10))
        play(the_table(round_), 2)
        # Two deals of five minutes, a break of five, and four deals more.
        assert "Estimated end of the evening: 19:45" in page_of(director, "manage", event.ref)
        now.shift(timedelta(minutes=10))
        play_round(round_)
        now.shift(timedelta(minutes=7))
        # The round took 20 minutes for its four deals.
        assert "Estimated end of the evening: 19:52" in page_of(director, "manage", event.ref)


def test_the_estimated_end_follows_the_clock_and_its_extra_time() -> None:
    with time_machine.travel("2026-10-31 19:00:00+00:00", tick=False) as now:
        round_ = published_round(running_event(4, rounds_planned=1, deals_per_round=4))
        director, event = client_of(make_member(round_.event.club).user), round_.event
        clocks.start_clock(round_, boss(event), 60)
        now.shift(timedelta(minutes=10))
        play(the_table(round_), 1)
        for end in ("20:05", "20:25"):  # the clock, and half a deal of ten minutes
            assert f"Estimated end of the evening: {end}" in page_of(director, "manage", event.ref)
            clocks.add_time(round_, boss(event), 20, table=1)


def test_an_announcement_is_escaped_and_shown_until_it_is_taken_down(client: Client, round_: Round) -> None:
    event = round_.event
    announce(event, boss(event), "  Soup is <b>ready</b>\nin the   kitchen. ")
    for name, ref in (("event", event.ref), ("projector", event.ref), ("table", the_table(round_).pk)):
        page = page_of(client, name, ref)
        assert "Soup is &lt;b&gt;ready&lt;/b&gt;<br>in the kitchen." in page, name
    member = client_of(make_member(event.club).user)
    take_down(event, boss(event))
    assert "Soup" not in page_of(member, "event", event.ref)
    with refusal("announcement_missing", Conflict):
        take_down(event, boss(event))


def test_an_announcement_ends_by_itself(round_: Round) -> None:
    event = round_.event
    member = client_of(make_member(event.club).user)
    with time_machine.travel(timezone.now(), tick=False) as now:
        announce(event, boss(event), "Soup", timezone.now() + timedelta(minutes=10))
        assert "Soup" in page_of(member, "event", event.ref)
        now.shift(timedelta(minutes=10))
        assert "Soup" not in page_of(member, "event", event.ref)


def test_what_an_announcement_refuses(round_: Round) -> None:
    event = round_.event
    with refusal("announcement_empty", Invalid):
        announce(event, boss(event), " \n ")
    with refusal("text_too_long", Invalid):
        announce(event, boss(event), "x" * 501)
    with refusal("announcement_over", Invalid):
        announce(event, boss(event), "Soup", timezone.now())
    with refusal("mail_missing", Conflict):
        announce(event, boss(event), "Soup", by_mail=True)


def test_a_director_announces_from_the_overview(round_: Round) -> None:
    event = round_.event
    director = client_of(make_member(event.club).user)
    page = page_of(director, "manage", event.ref)
    assert 'name="say-text"' in page
    assert "by mail" not in page
    director.post(reverse("announce", args=[event.ref]), {"say-text": "Soup", "say-minutes": "10"})
    event.refresh_from_db()
    assert event.announcement == "Soup"
    assert event.announced_until is not None
    empty = director.post(reverse("announce", args=[event.ref]), {"say-text": ""})
    assert empty.status_code == 422
    director.post(reverse("take_down_announcement", args=[event.ref]))
    event.refresh_from_db()
    assert event.announcement == ""


@pytest.fixture
def with_mail(round_: Round) -> Event:
    """An event with a player who has an address, one without, and one who has withdrawn."""
    event = round_.event
    for number, address in ((1, "anna@example.org"), (2, ""), (3, "gone@example.org")):
        entry = event.entries.get(number=number)
        user = make_member(event.club, "scorer").user
        user.email = address
        user.save()
        entry.player.user = user
        entry.player.save()
    event.entries.filter(number=3).update(status="withdrawn")
    return event


@override_settings(SENDS_MAIL=True)
def test_an_announcement_goes_to_everybody_with_an_address_in_letters_of_their_own(with_mail: Event) -> None:
    assert recipients_of(with_mail) == ["anna@example.org"]
    announce(with_mail, boss(with_mail), "Soup is ready.", by_mail=True)
    work()
    assert [letter.to for letter in mail.outbox] == [["anna@example.org"]]
    assert "Soup is ready." in mail.outbox[0].body
    announce(with_mail, boss(with_mail), "Old", by_mail=True)
    announce(with_mail, boss(with_mail), "New")
    work()
    assert len(mail.outbox) == 1


def test_an_announcement_ends_with_the_evening_and_a_later_one_does_not() -> None:
    with time_machine.travel("2026-10-31 19:00:00+00:00", tick=False) as now:
        event = running_event(4, rounds_planned=1)
        director = client_of(make_member(event.club).user)
        announce(event, boss(event), "The prizes are in the kitchen")
        play_round(published_round(event))
        event = finish_event(event, boss(event))
        now.shift(timedelta(minutes=59))
        assert "kitchen" in page_of(director, "event", event.ref)
        now.shift(timedelta(minutes=1))
        assert "kitchen" not in page_of(director, "event", event.ref)
        assert "kitchen" not in page_of(director, "manage", event.ref)
        announce(event, boss(event), "Somebody has left an umbrella")
        now.shift(timedelta(days=1))
        assert "umbrella" in page_of(director, "event", event.ref)
